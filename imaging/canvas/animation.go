package canvas

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"time"
)

// An Animation is a GIF being made of pictures of one size. A frame holds only the pixels that changed, unless the
// picture has another table of colours than the one before. The zero value has no pictures.
type Animation struct {
	gif         gif.GIF
	of          *shades // the table of the last picture
	now, before []uint8 // pixels, a byte each
}

// Add adds the picture on a canvas, which is shown for a time. It reports whether the picture
// has the size of those before it; if not, it is not added.
func (a *Animation) Add(c *Canvas, shown time.Duration) bool {
	size := c.out.size
	if a.of == nil {
		a.gif.Config = image.Config{Width: size, Height: size, ColorModel: c.out.shades.palette()}
	}
	if a.gif.Config.Width != size {
		return false
	}
	if a.of != c.out.shades {
		a.of, a.before = c.out.shades, bytes.Repeat([]uint8{unknown}, size*size)
	}
	a.now = c.out.unpacked(a.now[:0])
	frames := a.frames()
	a.now, a.before = a.before, a.now
	for _, frame := range frames {
		a.gif.Image = append(a.gif.Image, frame)
		a.gif.Delay = append(a.gif.Delay, instant)
		a.gif.Disposal = append(a.gif.Disposal, gif.DisposalNone)
	}
	a.Hold(shown - instant*time.Duration(len(frames))*hundredth)
	return true
}

// Hold shows the last picture for longer, or for a negative time shorter.
func (a *Animation) Hold(more time.Duration) {
	a.gif.Delay[len(a.gif.Delay)-1] += int(more / hundredth)
}

// Encode returns the GIF, which repeats. It has at least one picture.
func (a *Animation) Encode() ([]byte, error) {
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &a.gif); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// hundredth is the unit of time of a GIF.
const hundredth = 10 * time.Millisecond

// instant is the time between the parts of one picture, in hundredths of a second. It is the
// shortest that programs which show GIFs keep to.
const instant = 2

// palette converts the table of colours to that of a GIF, in which the last one is
// transparent.
func (t *shades) palette() color.Palette {
	var p color.Palette
	for _, col := range t.list {
		p = append(p, col)
	}
	return append(p, color.RGBA{})
}

// unknown is no colour of the table: the pixels before the first picture.
const unknown = manyShades

// gapRows is the number of unchanged rows that part two frames. A gap of more rows in one
// frame costs more bytes than a second frame.
const gapRows = 24

// frames returns the differences from the picture before, as frames from the top down whose
// other pixels are transparent.
func (a *Animation) frames() []*image.Paletted {
	var frames []*image.Paletted
	var part image.Rectangle
	for y := range a.gif.Config.Height {
		from, to := a.changed(y)
		if from == to {
			continue
		}
		if !part.Empty() && y-part.Max.Y > gapRows {
			frames = append(frames, a.frame(part))
			part = image.Rectangle{}
		}
		part = part.Union(image.Rect(from, y, to, y+1))
	}
	if !part.Empty() {
		frames = append(frames, a.frame(part))
	}
	return frames
}

// changed returns where a row begins and ends to differ from before; both are 0 if it does not.
func (a *Animation) changed(y int) (from, to int) {
	size := a.gif.Config.Width
	now, was := a.now[y*size:(y+1)*size], a.before[y*size:(y+1)*size]
	if bytes.Equal(now, was) {
		return 0, 0
	}
	for now[from] == was[from] {
		from++
	}
	for to = size; now[to-1] == was[to-1]; to-- {
	}
	return from, to
}

// frame returns a part of the picture; pixels as before are transparent in it.
func (a *Animation) frame(part image.Rectangle) *image.Paletted {
	pal := a.of.palette()
	im := image.NewPaletted(part, pal)
	none := uint8(len(pal) - 1)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			at := y*a.gif.Config.Width + x
			col := a.now[at]
			if col == a.before[at] {
				col = none
			}
			im.Pix[im.PixOffset(x, y)] = col
		}
	}
	return im
}
