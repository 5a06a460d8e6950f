package canvas

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"time"
)

// An Animation is a GIF being made of pictures of one size and one palette. A frame holds only
// the pixels that changed. The zero value has no pictures.
type Animation struct {
	gif    gif.GIF
	before []uint8
}

// Add adds the picture on a canvas, which is shown for a time. It reports whether the picture
// has the size of those before it; if not, it is not added.
func (a *Animation) Add(c *Canvas, shown time.Duration) bool {
	if a.before == nil {
		a.gif.Config = image.Config{Width: c.out.size, Height: c.out.size, ColorModel: c.out.shades.palette()}
		a.before = bytes.Repeat([]uint8{unknown}, len(c.out.pix))
	}
	if len(a.before) != len(c.out.pix) {
		return false
	}
	frames := c.out.since(a.before, a.gif.Config.ColorModel.(color.Palette))
	copy(a.before, c.out.pix)
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
const unknown = mostShades

// gapRows is the number of unchanged rows that part two frames. A gap of more rows in one
// frame costs more bytes than a second frame.
const gapRows = 24

// since returns the differences from the picture before, as frames from the top down whose
// other pixels are transparent.
func (r *raster) since(before []uint8, pal color.Palette) []*image.Paletted {
	var frames []*image.Paletted
	var part image.Rectangle
	for y := range r.size {
		from, to := r.other(before, y)
		if from == to {
			continue
		}
		if !part.Empty() && y-part.Max.Y > gapRows {
			frames = append(frames, r.frame(before, part, pal))
			part = image.Rectangle{}
		}
		part = part.Union(image.Rect(from, y, to, y+1))
	}
	if !part.Empty() {
		frames = append(frames, r.frame(before, part, pal))
	}
	return frames
}

// other returns where a row begins and ends to differ from before; both are 0 if it does not.
func (r *raster) other(before []uint8, y int) (from, to int) {
	now, was := r.pix[y*r.size:(y+1)*r.size], before[y*r.size:(y+1)*r.size]
	if bytes.Equal(now, was) {
		return 0, 0
	}
	for now[from] == was[from] {
		from++
	}
	for to = r.size; now[to-1] == was[to-1]; to-- {
	}
	return from, to
}

// frame returns a part of the picture; pixels as before are transparent in it.
func (r *raster) frame(before []uint8, part image.Rectangle, pal color.Palette) *image.Paletted {
	im := image.NewPaletted(part, pal)
	none := uint8(len(pal) - 1)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			at := y*r.size + x
			col := r.pix[at]
			if col == before[at] {
				col = none
			}
			im.Pix[im.PixOffset(x, y)] = col
		}
	}
	return im
}
