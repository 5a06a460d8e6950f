package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/imaging"
)

// What lies on another colour than the rest of a letter touches it, if it is more than so many pixels; nothing lies so
// near to a letter on the ground of the picture, as coordinates are.
const (
	touching   = 2
	letterRoom = 3
	edgeRoom   = 4 // how far from the edge of a picture marks and pieces stay
)

// A letter is one of a picture: the pixels that it covers.
type letter struct {
	r    rune
	part image.Rectangle
	ink  []image.Point
}

// TestNothingTouchesLettersOrIsCut checks, for the scenes of every game and positions played by chance, that each letter
// lies on one colour: no mark lies over it or under it, nor beside a coordinate. Along the edges of a picture lies nothing
// but what runs into them, as its ground and the ground of a header do.
func TestNothingTouchesLettersOrIsCut(t *testing.T) {
	for _, g := range all.Games() {
		for _, s := range samples()[g.Info().Name] {
			im, letters := bare(t, s.picture)
			for _, l := range letters {
				if n, on := touches(im, l, imaging.Palette(s.picture.View, s.picture.Palette).Ground); n > touching {
					t.Errorf("%s: %d pixels at the letter %q, which stands at %v on %v, are of another colour", s.name, n, l.r, l.part, on)
				}
			}
			for edge, n := range cut(im) {
				if n > 0 {
					t.Errorf("%s: something lies within %d pixels of %d of the %s edge", s.name, edgeRoom, n, edge)
				}
			}
		}
	}
}

// bare draws a picture without its letters, and returns those too.
func bare(t *testing.T, p games.Drawing) (*image.Paletted, []letter) {
	t.Helper()
	var letters []letter
	data, err := imaging.Bare(p, func(r rune, part image.Rectangle, mask image.Image, from image.Point) {
		l := letter{r: r, part: part}
		for y := range part.Dy() {
			for x := range part.Dx() {
				if _, _, _, a := mask.At(from.X+x, from.Y+y).RGBA(); a > 0x8000 {
					l.ink = append(l.ink, part.Min.Add(image.Pt(x, y)))
				}
			}
		}
		letters = append(letters, l)
	})
	if err != nil {
		t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return im.(*image.Paletted), letters
}

// touches counts the pixels of another colour than most below a letter, or around it if that is the ground.
func touches(im *image.Paletted, l letter, ground color.RGBA) (n int, on color.RGBA) {
	var of [256]int
	for _, at := range l.ink {
		of[im.ColorIndexAt(at.X, at.Y)]++
	}
	on = im.Palette[slices.Index(of[:], slices.Max(of[:]))].(color.RGBA)
	var other [256]bool
	for i, col := range im.Palette {
		other[i] = far(col.(color.RGBA), on, 24)
	}
	room := 0
	if on == ground {
		room = letterRoom
	}
	if out := l.part.Inset(-room).Intersect(im.Rect); out != l.part.Inset(-room) {
		return len(l.ink), on // beyond the edge
	}
	seen := map[image.Point]bool{}
	for _, at := range l.ink {
		for y := at.Y - room; y <= at.Y+room; y++ {
			for x := at.X - room; x <= at.X+room; x++ {
				if other[im.ColorIndexAt(x, y)] {
					seen[image.Pt(x, y)] = true
				}
			}
		}
	}
	return len(seen), on
}

// cut counts the pixels along the left, the right and the lower edge of a picture beside which lies something that does
// not run into that edge.
func cut(im *image.Paletted) map[string]int {
	wide, high := im.Rect.Dx(), im.Rect.Dy()
	var unlike [256][256]bool
	for i, a := range im.Palette {
		for j, b := range im.Palette {
			unlike[i][j] = far(a.(color.RGBA), b.(color.RGBA), 24)
		}
	}
	count := func(long int, at func(along, in int) (x, y int)) (n int) {
		for along := range long {
			edge := im.ColorIndexAt(at(along, 0))
			for in := 1; in < edgeRoom; in++ {
				if unlike[edge][im.ColorIndexAt(at(along, in))] {
					n++
					break
				}
			}
		}
		return n
	}
	return map[string]int{
		"left":  count(high, func(along, in int) (int, int) { return in, along }),
		"right": count(high, func(along, in int) (int, int) { return wide - 1 - in, along }),
		"lower": count(wide, func(along, in int) (int, int) { return along, high - 1 - in }),
	}
}
