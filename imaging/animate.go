package imaging

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"time"
)

// Animate returns pictures of one game in one palette and one size as a GIF that repeats. Each
// picture is shown for the time each, the last one for the time last. A frame holds only the
// pixels that changed; to keep those few, no seat is marked as being to move. It is safe for
// concurrent use.
func Animate(pictures []Drawing, each, last time.Duration) ([]byte, error) {
	c := canvases.Get().(*canvas)
	c.moving = true
	var g gif.GIF
	var before []uint8
	for _, p := range pictures {
		if err := c.picture(p); err != nil {
			return nil, err
		}
		if before == nil {
			g.Config = image.Config{Width: c.out.size, Height: c.out.size, ColorModel: c.out.shades.palette()}
			before = bytes.Repeat([]uint8{unknown}, len(c.out.pix))
		}
		if len(before) != len(c.out.pix) {
			return nil, ErrNoPicture
		}
		frames := c.out.since(before, g.Config.ColorModel.(color.Palette))
		copy(before, c.out.pix)
		for _, frame := range frames {
			g.Image = append(g.Image, frame)
			g.Delay = append(g.Delay, instant)
			g.Disposal = append(g.Disposal, gif.DisposalNone)
		}
		if len(frames) > 0 {
			g.Delay[len(g.Delay)-1] += hundredths(each) - instant*len(frames)
		} else {
			g.Delay[len(g.Delay)-1] += hundredths(each)
		}
	}
	if len(g.Image) == 0 {
		return nil, ErrNoPicture
	}
	c.moving = false
	canvases.Put(c)
	g.Delay[len(g.Delay)-1] += hundredths(last - each)
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &g); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// instant is the time between the parts of one picture, in hundredths of a second. It is the
// shortest that programs which show GIFs keep to.
const instant = 2

// hundredths converts a time to the hundredths of a second of a GIF.
func hundredths(d time.Duration) int { return int(d / (10 * time.Millisecond)) }

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
