package imaging_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/permute"
	"parlour/imaging"
	"parlour/imaging/canvas"
)

// oneOfEach returns one drawing of each game: its scene in high contrast, which shows a full
// board, in the usual palette.
func oneOfEach(t testing.TB) map[string]games.Drawing {
	one := map[string]games.Drawing{}
	for _, g := range all.Games() {
		made := scenes(t, g)
		i := slices.IndexFunc(made, func(s sample) bool { return s.picture.Palette == imaging.Contrast })
		p := made[i].picture
		p.Palette = imaging.Classic
		one[g.Info().Name] = p
	}
	return one
}

// TestSpritesAreWhatTheyShow checks that a picture of sprites is like one drawn shape by shape.
func TestSpritesAreWhatTheyShow(t *testing.T) {
	for name, p := range oneOfEach(t) {
		p.Preview, p.Size = "Preview", imaging.PanelSize // half the pixels
		for _, p.Palette = range imaging.Palettes() {
			asPlain(t, name+p.Palette+p.Preview, p)
		}
	}
	for _, made := range samples() {
		for i, s := range made {
			if i%3 == 0 { // a game has dozens, and shows each kind of piece in most
				s.picture.Size = imaging.PanelSize
				asPlain(t, s.name, s.picture)
			}
		}
	}
}

// asPlain compares a picture of sprites with the same one drawn shape by shape. Few pixels may
// differ by more than the steps of colour at an edge, of which a smaller picture has more for its size.
func asPlain(t *testing.T, name string, p games.Drawing) {
	t.Helper()
	want := mustRender(t, p)
	if off := differ(decode(t, mustDraw(t, p)), want, 6*near); off > want.Rect.Dx()*imaging.Size*strayed/10000 {
		t.Errorf("%s: %d pixels differ from the one drawn shape by shape", name, off)
	}
}

// TestOrderDoesNotMatter checks that a picture does not depend on the pictures drawn before it.
func TestOrderDoesNotMatter(t *testing.T) {
	made := samples()
	var order []sample
	for _, name := range slices.Sorted(maps.Keys(made)) {
		order = append(order, made[name]...)
	}
	drawn := func() map[string][]byte {
		canvas.ForgetSprites()
		pictures := map[string][]byte{}
		for _, s := range order {
			s.picture.Size = imaging.Smallest
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

// TestTextCanBeRead checks that no text in the pictures of any game is smaller than 28 pixels of
// 800, which are 12 as Discord's desktop shows them, also on the smaller picture of a panel: on a canvas that
// draws nothing else. Only where Permutu's players hold very many letters those have 24.
func TestTextCanBeRead(t *testing.T) {
	for game, made := range samples() {
		least := float64(canvas.SmallText)
		if game == "permutu" {
			least = 24
		}
		for _, s := range made {
			for _, s.picture.Size = range []int{imaging.Size, imaging.PanelSize} {
				least := least * float64(s.picture.Size) / imaging.Size
				if got, err := imaging.SmallestText(s.picture); err != nil || got < least-0.01 {
					t.Errorf("%s at %d has text of %.1f pixels, %v, want at least %v", s.name, s.picture.Size, got, err, least)
				}
			}
		}
	}
}

// TestOutcomesAtAnySize checks that as many rows stand round a face that may be twisted on a picture of a panel as on
// one of the usual size.
func TestOutcomesAtAnySize(t *testing.T) {
	for _, s := range scenes(t, permute.Game{}) {
		if !strings.HasSuffix(s.name, "outcomes") {
			continue
		}
		drawn := map[int]int{}
		for _, s.picture.Size = range []int{imaging.Size, imaging.PanelSize} {
			canvas.ForgetSprites()
			mustDraw(t, s.picture)
			drawn[s.picture.Size] = canvas.CountSprites()
		}
		if drawn[imaging.PanelSize] != drawn[imaging.Size] {
			t.Errorf("%s is made of so many sprites by its width: %v, want as many", s.name, drawn)
		}
	}
}

// TestDrawnAtOnce checks that no more pictures are drawn at once than there are processors, also after some have
// failed.
func TestDrawnAtOnce(t *testing.T) {
	p := oneOfEach(t)["permute"]
	var now, most atomic.Int32
	hold := func() {
		n := now.Add(1)
		for was := most.Load(); n > was && !most.CompareAndSwap(was, n); was = most.Load() {
		}
		for range 100 {
			runtime.Gosched() // others may begin
		}
		now.Add(-1)
	}
	fail := func() {
		defer func() { _ = recover() }()
		_ = imaging.Hold(p, func() { panic("a painter fails") })
	}
	within(t, "fifty pictures", func() {
		for range runtime.GOMAXPROCS(0) {
			if _, err := imaging.Draw(games.Drawing{}); !errors.Is(err, imaging.ErrNoPicture) {
				t.Errorf("nothing is drawn with %v, want ErrNoPicture", err)
			}
			fail()
		}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if err := imaging.Hold(p, hold); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
	if got, want := int(most.Load()), runtime.GOMAXPROCS(0); got > want {
		t.Errorf("%d pictures are drawn at once, want at most %d", got, want)
	}
}

// within runs something that must end in a minute.
func within(t *testing.T, what string, do func()) {
	t.Helper()
	ended := make(chan struct{})
	go func() { defer close(ended); do() }()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatalf("in a minute this did not end: %s", what)
	}
}

// TestGamuts checks that the pictures of every game have all flat colours of its gamut in
// their tables, in each palette; those of few colours have the first 16.
func TestGamuts(t *testing.T) {
	for name, p := range oneOfEach(t) {
		_, gamut := imaging.PiecesOf(p.View)
		for _, p.Palette = range imaging.Palettes() {
			im, err := png.DecodeConfig(bytes.NewReader(mustDraw(t, p)))
			if err != nil {
				t.Fatal(err)
			}
			pal := imaging.Palette(p.View, p.Palette)
			table, want := im.ColorModel.(color.Palette), map[color.RGBA]bool{}
			for _, col := range gamut(&pal).Flat {
				if len(table) > 16 || len(want) < 16 {
					want[col] = true
				}
			}
			for col := range want {
				if !slices.Contains(table, color.Color(col)) {
					t.Errorf("%s in %s lacks the colour %v", name, p.Palette, col)
				}
			}
		}
	}
}

// TestConcurrent checks that pictures and GIFs that are drawn at the same time, from no
// sprites, are like those drawn alone. The race detector runs it in CI.
func TestConcurrent(t *testing.T) {
	one := oneOfEach(t)
	names := slices.Sorted(maps.Keys(one))
	drawn := func(name string) []byte {
		p := one[name]
		p.Size = imaging.Smallest
		still, err := imaging.Draw(p)
		moving, also := imaging.Animate([]games.Drawing{p}, time.Second, time.Second)
		if err := errors.Join(err, also); err != nil {
			t.Error(err)
		}
		return append(still, moving...)
	}
	want := map[string][]byte{}
	for _, name := range names {
		want[name] = drawn(name)
	}
	canvas.ForgetSprites()
	within(t, "drawings beside each other", func() {
		var wg sync.WaitGroup
		for worker := range 4 {
			wg.Go(func() {
				for i := range names {
					name := names[(i+worker/2)%len(names)]
					if got := drawn(name); !bytes.Equal(got, want[name]) {
						t.Errorf("%s: beside others it has %d bytes, want the same %d", name, len(got), len(want[name]))
					}
				}
			})
		}
		wg.Wait()
	})
}

// otherView is the view of an unknown game.
type otherView struct{}

func (otherView) String() string     { return "" }
func (otherView) Words() games.Words { return games.Words{} }

// TestNoPicture checks that a view of an unknown game is not drawn, nor two of different games or sizes.
func TestNoPicture(t *testing.T) {
	one := oneOfEach(t)
	pair, small := one["permute"], one["permute"]
	pair.Better, small.Size = one["magic"].View, imaging.Smallest
	for name, p := range map[string]games.Drawing{"none": {}, "another game": {View: otherView{}}, "two games": pair} {
		data, err := imaging.Draw(p)
		places, also := imaging.Places(p)
		if !errors.Is(err, imaging.ErrNoPicture) || !errors.Is(also, imaging.ErrNoPicture) || data != nil || places != nil {
			t.Errorf("%s: %d bytes and %d places, %v, %v, want ErrNoPicture", name, len(data), len(places), err, also)
		}
	}
	for name, p := range map[string][]games.Drawing{"none": nil, "no view": {{}}, "two sizes": {one["permute"], small}} {
		if data, err := imaging.Animate(p, time.Second, time.Second); !errors.Is(err, imaging.ErrNoPicture) || data != nil {
			t.Errorf("%s: a GIF of %d bytes, %v, want ErrNoPicture", name, len(data), err)
		}
	}
}

// TestAnimate checks that the frames of a game, laid on each other, give the pictures in which nobody is
// marked as being to move, that the last one is held, and that a game of 50 moves is a small file.
func TestAnimate(t *testing.T) {
	pictures := tableOf(t, permute.Game{}, 2, 51)
	data, err := imaging.Animate(pictures, time.Second, 9*time.Second)
	if err != nil || len(data) > 1_000_000 {
		t.Fatalf("a game of 50 moves has %d bytes, %v, want at most a million", len(data), err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	shown, passed := image.NewRGBA(image.Rect(0, 0, imaging.Size, imaging.Size)), 0
	for i, frame := range g.Image {
		draw.Draw(shown, frame.Rect, frame, frame.Rect.Min, draw.Over)
		if i > 0 && frame.Rect.Eq(g.Image[0].Rect) {
			t.Errorf("frame %d is a whole picture", i)
		}
		passed += g.Delay[i]
		if n := passed/100 - 1; passed%1000 == 0 || i == len(g.Image)-1 {
			p := pictures[min(n, len(pictures)-1)]
			v := p.View.(permute.View)
			v.ToMove = games.Spectator
			p.View = v
			if off := differ(shown, decode(t, mustDraw(t, p)), 0); off > 0 {
				t.Errorf("%d pixels differ from picture %d", off, n)
			}
		}
	}
	if last := g.Delay[len(g.Delay)-1]; passed != 100*(len(pictures)+8) || last < 800 {
		t.Errorf("it lasts %d hundredths of a second, the last frame %d, want %d and at least 800", passed, last, 100*(len(pictures)+8))
	}
}

// TestAnimateWhatStays checks that equal pictures make one frame that is shown for longer.
func TestAnimateWhatStays(t *testing.T) {
	p := oneOfEach(t)["permute"]
	data, err := imaging.Animate([]games.Drawing{p, p, p}, time.Second, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || len(g.Image) != 1 || g.Delay[0] != 700 {
		t.Errorf("three times the same takes %v and %v, want two seconds and five", g.Delay, err)
	}
}

// fresh returns pictures of many different positions of a game: none is drawn before.
func fresh(t testing.TB, g games.Game, count int) []games.Drawing {
	t.Helper()
	var made []games.Drawing
	for table := 0; len(made) < count; table++ {
		made = append(made, tableOf(t, g, table, count)...)
	}
	return made[:count]
}

// tableOf plays a game by chance, as a table of four or fewer friends, and returns pictures of
// the positions that its spectators see, at most count.
func tableOf(t testing.TB, g games.Game, table, count int) []games.Drawing {
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
	var made []games.Drawing
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
