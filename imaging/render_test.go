package imaging

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"testing"

	"parlour/games/permutations"
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

// oneOfEach is a full picture of each game.
func oneOfEach(t testing.TB) map[string]Picture {
	table := session{players: 5, seed: 3}.to(t, 3, 9, permutations.Taking, 1)
	return map[string]Picture{
		"permute":      picture(line{size: 12, plies: 24, seed: 2}.play(t)),
		"magic":        magicPicture(magicChance(t, magicThreat, 7)),
		"permutations": deal(table, 2),
		"permutu":      permutuPicture(permutuLine{symbols: 26, seats: 6, plies: 20, seed: 2}.play(t)),
	}
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
	for game, pictures := range samples(t) {
		for i, p := range pictures {
			asPlain(t, fmt.Sprint(game, i), p)
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
	if _, off := compare(got, want, 6*near); off > 0 {
		t.Errorf("%s: %d pixels differ from the one drawn shape by shape", name, off)
	}
}

// TestOrderDoesNotMatter holds that a picture is the same whatever was drawn before it.
func TestOrderDoesNotMatter(t *testing.T) {
	all := slices.Concat(samples(t)["permutations"], samples(t)["permutu"])
	drawn := func(order []Picture) map[int][]byte {
		sprites.mu.Lock()
		sprites.young, sprites.old, sprites.size = nil, nil, 0
		sprites.mu.Unlock()
		made := map[int][]byte{}
		for i, p := range order {
			made[i] = mustDraw(t, p)
		}
		return made
	}
	forth := drawn(all)
	slices.Reverse(all)
	for i, data := range drawn(all) {
		if !bytes.Equal(data, forth[len(all)-1-i]) {
			t.Errorf("picture %d is another when others are drawn before it", i)
		}
	}
}

// TestGoldenContrast holds each game's picture in the palette of high contrast.
func TestGoldenContrast(t *testing.T) {
	for name, p := range map[string]Picture{
		"permute-12-contrast":     picture(line{size: 12, plies: 24, seed: 2}.play(t)),
		"magic-contrast":          magicPicture(magicChance(t, magicThreat, 7)),
		"permutations-5-contrast": deal(session{players: 5, seed: 3}.to(t, 3, 9, permutations.Taking, 1), 2),
		"permutu-26-contrast":     permutuPicture(permutuLine{symbols: 26, seats: 2, plies: 24, seed: 1}.play(t)),
	} {
		p.Palette = Contrast
		golden(t, name, mustDraw(t, p))
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
