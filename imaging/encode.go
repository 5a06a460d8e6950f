package imaging

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// encode writes a picture as a PNG of at most 256 colours: the commonest stay as
// they are, and each other becomes the nearest of them. Those are a few pixels
// on the edges of shapes.
func encode(im *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := enc.Encode(&b, paletted(im)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// paletted returns a picture with a palette.
func paletted(im *image.RGBA) *image.Paletted {
	colours := commonest(im)
	index := make(map[uint32]uint8, len(colours))
	pal := make(color.Palette, 0, 256)
	for i, v := range colours {
		if i < 256 {
			index[v] = uint8(i)
			pal = append(pal, unpack(v))
		} else {
			index[v] = uint8(nearest(colours[:256], v))
		}
	}
	out := image.NewPaletted(im.Bounds(), pal)
	runs(im, func(from, to int, v uint32) {
		i := index[v]
		for p := from; p < to; p++ {
			out.Pix[p] = i
		}
	})
	return out
}

// commonest returns the colours of a picture, most used first. Those that can be
// seen through go before others: they are few, and make the card's corners round.
func commonest(im *image.RGBA) []uint32 {
	count := make(map[uint32]int)
	runs(im, func(from, to int, v uint32) { count[v] += to - from })
	colours := make([]uint32, 0, len(count))
	for v := range count {
		if uint8(v) != 0xff {
			count[v] += len(im.Pix)
		}
		colours = append(colours, v)
	}
	slices.SortFunc(colours, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	return colours
}

// runs calls f for each run of pixels of one colour. The picture's rows lie one
// after the other, as in any that was made whole.
func runs(im *image.RGBA, f func(from, to int, v uint32)) {
	n, from := len(im.Pix)/4, 0
	if n == 0 {
		return
	}
	was := binary.BigEndian.Uint32(im.Pix)
	for p := 1; p < n; p++ {
		if v := binary.BigEndian.Uint32(im.Pix[4*p:]); v != was {
			f(from, p, was)
			from, was = p, v
		}
	}
	f(from, n, was)
}

func unpack(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8), uint8(v)}
}

// nearest returns which of the colours is the nearest to v.
func nearest(colours []uint32, v uint32) int {
	best, least := 0, 1<<30
	for i, w := range colours {
		if d := distance(w, v); d < least {
			best, least = i, d
		}
	}
	return best
}

// distance is the sum of the squares of the differences of the channels.
func distance(v, w uint32) int {
	sum := 0
	for shift := 0; shift < 32; shift += 8 {
		d := int(uint8(v>>shift)) - int(uint8(w>>shift))
		sum += d * d
	}
	return sum
}
