package imaging

import (
	"bytes"
	"cmp"
	"image"
	"image/png"
	"maps"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
	"parlour/imaging/canvas"
)

// render draws a picture shape by shape, without sprites. Tests and benchmarks compare sprites
// with it.
func render(p Drawing) (*image.RGBA, error) {
	c := canvas.NewPlain(cmp.Or(p.Size, Size))
	err := picture(c, p)
	im := c.Pixels()
	return im.SubImage(image.Rect(0, 0, im.Rect.Dx(), c.High())).(*image.RGBA), err
}

// boardRoom returns the room for the board on a picture of the usual size.
func boardRoom() canvas.Box {
	c := canvas.New()
	c.Begin(Size, painters[0].classic())
	return c.BoardRoom(false)
}

// oneOfEach returns one drawing of each game: its scene in high contrast, which shows a full
// board, in the usual palette.
func oneOfEach(t testing.TB) map[string]Drawing {
	one := map[string]Drawing{}
	for _, g := range all.Games() {
		made := scenes(t, g)
		i := slices.IndexFunc(made, func(s sample) bool { return s.picture.Palette == Contrast })
		p := made[i].picture
		p.Palette = Classic
		one[g.Info().Name] = p
	}
	return one
}

// TestSpritesAreWhatTheyShow checks that a picture of sprites is like one drawn shape by shape.
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

// asPlain compares a picture of sprites with the same one drawn shape by shape. Few pixels may
// differ by more than the steps of colour at an edge.
func asPlain(t *testing.T, name string, p Drawing) {
	t.Helper()
	plain, got := mustRender(t, p), decode(t, mustDraw(t, p))
	want := image.NewNRGBA(plain.Rect)
	copy(want.Pix, plain.Pix[:len(want.Pix)])
	if _, off := compare(got, want, 6*near); off > want.Rect.Dx()*want.Rect.Dx()*strayed/10000 {
		t.Errorf("%s: %d pixels differ from the one drawn shape by shape", name, off)
	}
}

// TestOrderDoesNotMatter checks that a picture does not depend on the pictures drawn before it,
// and that it is quick to send.
func TestOrderDoesNotMatter(t *testing.T) {
	made := samples(t)
	var order []sample
	for _, name := range slices.Sorted(maps.Keys(made)) {
		order = append(order, made[name]...)
	}
	drawn := func() map[string][]byte {
		canvas.ForgetSprites()
		pictures := map[string][]byte{}
		for _, s := range order {
			pictures[s.name] = mustDraw(t, s.picture)
		}
		return pictures
	}
	forth := drawn()
	for name, data := range forth {
		if len(data) > mostBytes {
			t.Errorf("%s: %d bytes, want at most %d", name, len(data), mostBytes)
		}
	}
	slices.Reverse(order)
	for name, data := range drawn() {
		if !bytes.Equal(data, forth[name]) {
			t.Errorf("%s is another picture when others are drawn before it", name)
		}
	}
}

// TestTextCanBeRead checks that no text in the pictures of any game is smaller than 28 pixels of
// 800, which are 12 as Discord's desktop shows them: on a canvas that draws nothing else. Only
// where Permutu's players hold very many letters those have 24.
func TestTextCanBeRead(t *testing.T) {
	for game, made := range samples(t) {
		least := float64(canvas.SmallText)
		if game == "permutu" {
			least = 24
		}
		for _, s := range made {
			c := canvas.New()
			if err := picture(c, s.picture); err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			if got := c.SmallestText(); got < least {
				t.Errorf("%s has text of %.1f pixels, want at least %v", s.name, got, least)
			}
		}
	}
}

// fresh returns pictures of many different positions of a game: none is drawn before.
func fresh(t testing.TB, g games.Game, count int) []Drawing {
	t.Helper()
	var made []Drawing
	for table := 0; len(made) < count; table++ {
		made = append(made, tableOf(t, g, table, count)...)
	}
	return made[:count]
}

// tableOf plays a game by chance, as a table of four or fewer friends, and returns pictures of
// the positions that its spectators see, at most count.
func tableOf(t testing.TB, g games.Game, table, count int) []Drawing {
	t.Helper()
	info := g.Info()
	options := map[string]string{}
	for _, o := range info.Options {
		options[o.Name] = o.Default
	}
	if info.Name == "permute" {
		options["size"] = "12"
	}
	seats := min(4, info.MaxSeats)
	setup := games.Setup{Game: info.Name, Rules: info.Rules, Seats: seats, Seed: games.Seed{1, byte(table), byte(table >> 8)}, Options: options}
	state, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	var made []Drawing
	for _, s := range byMenu(t, state, uint64(table)) {
		made = append(made, tablePicture(t, g, s.View(games.Spectator), seats))
	}
	return made[:min(count, len(made))]
}

// BenchmarkPictures measures pictures of new positions of each game and, by turns with them,
// the same ones drawn shape by shape with gg and encoded with image/png.
func BenchmarkPictures(b *testing.B) {
	const turn = 16 // pictures to one that is drawn plainly
	for _, g := range all.Games() {
		b.Run(g.Info().Name, func(b *testing.B) {
			pictures := fresh(b, g, 3000)
			for _, p := range pictures[:200] { // until most sprites are there
				mustDraw(b, p)
			}
			var quick, plain time.Duration
			var buf bytes.Buffer
			size, plainSize, next := 0, 0, 200
			for b.Loop() {
				began := time.Now()
				for i := range turn {
					size += len(mustDraw(b, pictures[(next+i)%len(pictures)]))
				}
				quick += time.Since(began)
				began = time.Now()
				buf.Reset()
				if err := png.Encode(&buf, mustRender(b, pictures[next%len(pictures)])); err != nil {
					b.Fatal(err)
				}
				plain += time.Since(began)
				plainSize += buf.Len()
				next += turn
			}
			n := float64(b.N)
			b.ReportMetric(float64(quick.Microseconds())/n/turn, "µs/picture")
			b.ReportMetric(float64(plain.Microseconds())/n, "plain-µs/picture")
			b.ReportMetric(turn*float64(plain)/float64(quick), "times")
			b.ReportMetric(float64(size)/n/turn, "bytes/picture")
			b.ReportMetric(float64(plainSize)/n, "plain-bytes/picture")
		})
	}
}
