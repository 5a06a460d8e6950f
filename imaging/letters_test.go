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
)

// A letter is one of a picture: the pixels that it covers.
type letter struct {
	r    rune
	part image.Rectangle
	ink  []image.Point
}

// TestNothingTouchesLetters checks, for the scenes of every game and positions played by chance, that each letter lies
// on one colour: no mark lies over it or under it, nor beside a coordinate.
func TestNothingTouchesLetters(t *testing.T) {
	for _, g := range all.Games() {
		for _, s := range samples()[g.Info().Name] {
			im, letters := bare(t, s.picture)
			for _, l := range letters {
				if n, on := touches(im, l, imaging.Palette(s.picture.View, s.picture.Palette).Ground); n > touching {
					t.Errorf("%s: %d pixels at the letter %q, which stands at %v on %v, are of another colour", s.name, n, l.r, l.part, on)
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
	around := map[image.Point]bool{}
	for _, at := range l.ink {
		for y := at.Y - room; y <= at.Y+room; y++ {
			for x := at.X - room; x <= at.X+room; x++ {
				if !(image.Point{x, y}).In(im.Rect) || other[im.ColorIndexAt(x, y)] {
					around[image.Pt(x, y)] = true
				}
			}
		}
	}
	return len(around), on
}

// edgeRoom is how far from the edge of a picture marks and pieces stay, in pixels.
const edgeRoom = 4

// TestNothingIsCutAtTheEdge checks, for the scenes of every game and positions played by chance, that along the edges of
// a picture lies nothing but what runs into them, as its ground and the ground of a header do.
func TestNothingIsCutAtTheEdge(t *testing.T) {
	for _, g := range all.Games() {
		for _, s := range samples()[g.Info().Name] {
			im := picture(t, s.picture)
			wide, high := im.Rect.Dx(), im.Rect.Dy()
			for name, at := range map[string]func(along, in int) (x, y int, ok bool){
				"left":  func(along, in int) (int, int, bool) { return in, along, along < high },
				"right": func(along, in int) (int, int, bool) { return wide - 1 - in, along, along < high },
				"lower": func(along, in int) (int, int, bool) { return along, high - 1 - in, along < wide },
			} {
				cut := 0
				for along := 0; ; along++ {
					x, y, ok := at(along, 0)
					if !ok {
						break
					}
					edge := im.RGBAAt(x, y)
					for in := 1; in < edgeRoom; in++ {
						if x, y, _ := at(along, in); far(im.RGBAAt(x, y), edge, 24) {
							cut++
							break
						}
					}
				}
				if cut > 0 {
					t.Errorf("%s: something lies within %d pixels of %d of the %s edge", s.name, edgeRoom, cut, name)
				}
			}
		}
	}
}
