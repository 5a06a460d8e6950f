package imaging

import (
	"bytes"
	"image"
	"image/png"
	"maps"
	"slices"
	"testing"

	"parlour/games/all"
)

// render draws a picture shape by shape, without sprites: what these are held to,
// in looks and in time.
func render(p Picture) (*image.RGBA, error) {
	c := plainCanvas()
	err := c.picture(p)
	return c.pixels(), err
}

// plainCanvas is a canvas on which all is drawn shape by shape.
func plainCanvas() *canvas {
	c := newCanvas()
	c.use(Picture{}, forPermute)
	c.plain(image.Rect(0, 0, Width, Height))
	return c
}

// oneOfEach returns one picture of each game, in the usual palette: its scene in high
// contrast shows a full board.
func oneOfEach(t testing.TB) map[string]Picture {
	one := map[string]Picture{}
	for _, g := range all.Games() {
		made := scenes(t, g)
		i := slices.IndexFunc(made, func(s sample) bool { return s.picture.Palette == Contrast })
		p := made[i].picture
		p.Palette = Classic
		one[g.Info().Name] = p
	}
	return one
}

// TestSpritesAreWhatTheyShow holds that the quick way draws what the plain one does,
// whatever was drawn before.
func TestSpritesAreWhatTheyShow(t *testing.T) {
	for name, p := range oneOfEach(t) {
		for _, p.Palette = range Palettes() {
			for _, p.Preview = range []string{"", "Preview"} {
				asPlain(t, name+p.Palette+p.Preview, p)
			}
		}
	}
	for _, made := range samples(t) {
		for _, s := range made {
			asPlain(t, s.name, s.picture)
		}
	}
}

// asPlain compares a picture with the same one drawn shape by shape: no pixel inside of
// the card differs by more than the steps at an edge.
func asPlain(t *testing.T, name string, p Picture) {
	t.Helper()
	plain, got := mustRender(t, p), decode(t, mustDraw(t, p))
	want := image.NewNRGBA(plain.Rect)
	for i := 0; i < len(plain.Pix); i += 4 {
		from := plain.Pix
		if from[i+3] < 0xff {
			from = got.Pix // at the card's corners, which are seen through
		}
		copy(want.Pix[i:i+4], from[i:])
	}
	if _, off := compare(got, want, 6*near); off > cutOff[name] {
		t.Errorf("%s: %d pixels differ from the one drawn shape by shape", name, off)
	}
}

// cutOff is how many pixels of a picture a sprite cuts off: the line through the badge of a
// seat that is out reaches over the edge of its plate.
var cutOff = map[string]int{"permutu-26-six-middle": 20}

// TestOrderDoesNotMatter holds that a picture is the same whatever was drawn before it.
func TestOrderDoesNotMatter(t *testing.T) {
	made := samples(t)
	var order []sample
	for _, name := range slices.Sorted(maps.Keys(made)) {
		order = append(order, made[name]...)
	}
	drawn := func() map[string][]byte {
		sprites.mu.Lock()
		sprites.young, sprites.old, sprites.size = nil, nil, 0
		sprites.mu.Unlock()
		pictures := map[string][]byte{}
		for _, s := range order {
			pictures[s.name] = mustDraw(t, s.picture)
		}
		return pictures
	}
	forth := drawn()
	slices.Reverse(order)
	for name, data := range drawn() {
		if !bytes.Equal(data, forth[name]) {
			t.Errorf("%s is another picture when others are drawn before it", name)
		}
	}
}

// BenchmarkPictures measures each game's picture the quick way and, beside it, drawn
// shape by shape with gg and encoded with image/png.
func BenchmarkPictures(b *testing.B) {
	for name, p := range oneOfEach(b) {
		b.Run(name+"/quick", func(b *testing.B) {
			b.ReportAllocs()
			size := len(mustDraw(b, p))
			for b.Loop() {
				mustDraw(b, p)
			}
			b.ReportMetric(float64(size), "bytes/picture")
		})
		b.Run(name+"/plain", func(b *testing.B) {
			var buf bytes.Buffer
			for b.Loop() {
				buf.Reset()
				if err := png.Encode(&buf, mustRender(b, p)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(buf.Len()), "bytes/picture")
		})
	}
}
