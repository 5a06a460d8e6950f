package imaging

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"time"
)

// Animate returns pictures of one game in one palette as a GIF that repeats. Each picture is
// shown for the time each, the last one for the time last. A frame holds only the pixels that
// changed; to keep those few, no seat is marked as being to move. It is safe for concurrent use.
func Animate(pictures []Drawing, each, last time.Duration) ([]byte, error) {
	c := canvases.Get().(*canvas)
	c.moving = true
	g := gif.GIF{Config: image.Config{Width: Width, Height: Height}}
	before := make([]uint8, len(c.out.pix))
	for _, p := range pictures {
		if err := c.picture(p); err != nil {
			return nil, err
		}
		if g.Config.ColorModel == nil {
			g.Config.ColorModel = c.out.shades.palette()
		}
		frames := c.out.since(before, g.Config.ColorModel.(color.Palette))
		copy(before, c.out.pix[:])
		for _, frame := range frames {
			g.Image = append(g.Image, frame)
			g.Delay = append(g.Delay, instant)
			g.Disposal = append(g.Disposal, gif.DisposalNone)
		}
		g.Delay[len(g.Delay)-1] += hundredths(each) - instant*len(frames)
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

// palette converts the table of colours to that of a GIF.
func (t *shades) palette() color.Palette {
	p := make(color.Palette, len(t.list))
	for i, col := range t.list {
		p[i] = col
	}
	return p
}

// whole returns the index of a colour without partial transparency, which a GIF lacks: a
// veil of less than half becomes transparent, a denser one opaque.
func (t *shades) whole(i uint8) uint8 {
	if a := t.list[i].A; a < 0x80 {
		return 0
	} else if a < 0xff {
		return t.veil[0xff]
	}
	return i
}

// gapRows is the number of unchanged rows that part two frames. A gap of more rows in one
// frame costs more bytes than a second frame.
const gapRows = 24

// since returns the differences from the picture before, as frames from the top down whose
// other pixels are transparent.
func (r *raster) since(before []uint8, pal color.Palette) []*image.Paletted {
	var frames []*image.Paletted
	var part image.Rectangle
	for y := range Height {
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
	now, was := r.pix[y*stride+1:(y+1)*stride], before[y*stride+1:(y+1)*stride]
	if bytes.Equal(now, was) {
		return 0, 0
	}
	for now[from] == was[from] {
		from++
	}
	for to = Width; now[to-1] == was[to-1]; to-- {
	}
	return from, to
}

// frame returns a part of the picture; pixels as before are transparent in it.
func (r *raster) frame(before []uint8, part image.Rectangle, pal color.Palette) *image.Paletted {
	im := image.NewPaletted(part, pal)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if at := y*stride + 1 + x; r.pix[at] != before[at] {
				im.Pix[im.PixOffset(x, y)] = r.shades.whole(r.pix[at])
			}
		}
	}
	return im
}
