package page_test

import (
	"bytes"
	"cmp"
	"flag"
	"image"
	"image/color"
	"image/gif"
	"maps"
	"os"
	"slices"
	"testing"
	"time"
)

// The film at the top of README.md, and what it may be at most.
const (
	filmFile  = "../../../docs/film.gif"
	mostBytes = 1_500_000
	mostWide  = 420
	leastLong = 12 * time.Second
	mostLong  = 20 * time.Second
)

var filmed = flag.Bool("film", false, "make docs/film.gif anew")

// hundredth is the unit of time of a GIF.
const hundredth = 10 * time.Millisecond

// A film is pictures of one size, each shown for a time, which repeat.
type film struct {
	pictures []image.Image
	shown    []time.Duration
}

// add adds a picture.
func (f *film) add(im image.Image, shown time.Duration) {
	f.pictures = append(f.pictures, im)
	f.shown = append(f.shown, shown)
}

// gif returns the film as a GIF of one palette, whose frames hold only what changed. A picture that is the same
// as the one before shows that for longer.
func (f *film) gif() *gif.GIF {
	pal := f.palette()
	bounds := f.pictures[0].Bounds()
	g := &gif.GIF{Config: image.Config{ColorModel: pal, Width: bounds.Dx(), Height: bounds.Dy()}}
	nearest := map[color.RGBA]uint8{}
	var before *image.Paletted
	for i, picture := range f.pictures {
		now := image.NewPaletted(bounds, pal)
		eachPixel(picture, func(x, y int, c color.RGBA) {
			at, known := nearest[c]
			if !known {
				at = uint8(pal[1:].Index(c) + 1)
				nearest[c] = at
			}
			now.SetColorIndex(x, y, at)
		})
		delay := int(f.shown[i] / hundredth)
		if part := changed(before, now); !part.Empty() {
			g.Image = append(g.Image, difference(before, now, part))
			g.Delay, g.Disposal = append(g.Delay, delay), append(g.Disposal, gif.DisposalNone)
		} else {
			g.Delay[len(g.Delay)-1] += delay
		}
		before = now
	}
	return g
}

// flat is the number of the most frequent colours of a film that are shown exactly: those of grounds and
// pieces, of which some are close to each other.
const flat = 100

// palette returns a transparent colour, the most frequent ones of the film, and of the others, which are at
// edges, the most frequent that are not close to another.
func (f *film) palette() color.Palette {
	count := map[color.RGBA]int{}
	for _, picture := range f.pictures {
		eachPixel(picture, func(_, _ int, c color.RGBA) { count[c]++ })
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	for near := 0; ; near += 2 {
		pal := color.Palette{color.RGBA{}}
		for _, c := range all {
			if len(pal) <= flat || !slices.ContainsFunc(pal[1:], func(o color.Color) bool { return apart(c, o.(color.RGBA)) <= near }) {
				pal = append(pal, c)
			}
			if len(pal) > 256 {
				break
			}
		}
		if len(pal) <= 256 {
			return pal
		}
	}
}

// apart returns by how much two colours differ in the channel in which they differ most.
func apart(a, b color.RGBA) int {
	far := func(v, w uint8) int { return int(max(v, w) - min(v, w)) }
	return max(far(a.R, b.R), far(a.G, b.G), far(a.B, b.B))
}

// eachPixel calls a function for each pixel of a picture, whose upper left corner is at 0, 0.
func eachPixel(im image.Image, use func(x, y int, c color.RGBA)) {
	for y := range im.Bounds().Dy() {
		for x := range im.Bounds().Dx() {
			use(x, y, color.RGBAModel.Convert(im.At(x, y)).(color.RGBA))
		}
	}
}

// changed returns the rectangle in which a picture differs from the one before it; all of it if there is none.
func changed(before, now *image.Paletted) (part image.Rectangle) {
	if before == nil {
		return now.Rect
	}
	for y := range now.Rect.Dy() {
		for x := range now.Rect.Dx() {
			if now.ColorIndexAt(x, y) != before.ColorIndexAt(x, y) {
				part = part.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return part
}

// difference returns a part of a picture; pixels as before are transparent in it.
func difference(before, now *image.Paletted, part image.Rectangle) *image.Paletted {
	im := image.NewPaletted(part, now.Palette)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if c := now.ColorIndexAt(x, y); before == nil || c != before.ColorIndexAt(x, y) {
				im.SetColorIndex(x, y, c)
			}
		}
	}
	return im
}

// The film of the project is as short, narrow and small as a page can bear, and goes on for ever.
func TestTheFilmFitsAPage(t *testing.T) {
	raw, err := os.ReadFile(filmFile)
	if err != nil {
		t.Fatalf("%v (make film makes it)", err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	var long time.Duration
	for i, d := range g.Delay {
		shown := time.Duration(d) * hundredth
		if long += shown; shown < 300*time.Millisecond {
			t.Errorf("picture %d is shown for %v, too short to be seen", i, shown)
		}
	}
	if long < leastLong || long > mostLong || g.Config.Width > mostWide || len(raw) > mostBytes || g.LoopCount != 0 {
		t.Errorf("the film takes %v, is %d pixels wide, has %d bytes and plays %d times more; want %v to %v, at most %d and %d, for ever (0)",
			long, g.Config.Width, len(raw), g.LoopCount, leastLong, mostLong, mostWide, mostBytes)
	}
}
