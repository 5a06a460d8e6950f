package imaging_test

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/imaging"
	"parlour/imaging/canvas"
	"parlour/imaging/pages"
)

// A paper is a page with invented data.
type paper struct {
	name    string // also of its golden picture
	palette string
	draw    func(*canvas.Canvas, pages.Games)
}

// papers returns pages as they will be, with what is long, odd, empty or missing.
func papers(t testing.TB) []paper {
	t.Helper()
	return []paper{
		{"standings", "", standings().Draw},
		{"standings-rated", "", ratedStandings().Draw},
		{"standings-contrast", imaging.Contrast, standings().Draw},
		{"profile", "", profile().Draw},
		{"profile-long", "", longProfile().Draw},
		{"profile-contrast", imaging.Contrast, profile().Draw},
		{"profile-none", "", pages.Profile{Name: "田中さん", Line: "No games yet", None: "There is no rating yet."}.Draw},
		{"lobby", "", lobby(t, "permute 9-middle", "catchup 5-middle", "pentago middle").Draw},
		{"lobby-many", "", lobby(t, "magic threat", "permutations 5-bid", "permutu 26-six-middle").Draw},
		{"lobby-two", "", lobby(t, "slyde 12-middle", "twistonly 10-middle").Draw},
		{"lobby-contrast", imaging.Contrast, lobby(t, "permute 12-contrast", "catchup 7-middle", "pentago contrast").Draw},
		{"shelf", "", shelf(t).Draw},
		{"shelf-contrast", imaging.Contrast, shelf(t).Draw},
		{"lobby-none", "", pages.Lobby{None: "No games are open here."}.Draw},
	}
}

func standings() pages.Standings {
	form := func(s string) (form []pages.Outcome) {
		for _, r := range s {
			form = append(form, pages.Outcome(strings.IndexRune("won", r)))
		}
		return form
	}
	s := pages.Standings{Title: "Standings", Line: "14 players", Aside: "Nov 2026", Played: "games", Form: "form"}
	for i, r := range []struct {
		name, game string
		score      pages.Score
		form       string
	}{
		{"Wilhelmina", "permute", pages.Score{Won: 127, Drawn: 2, Lost: 112}, "wwnww"},
		{"Ada Lovelace", "magic", pages.Score{Won: 38, Drawn: 4, Lost: 21}, "nwwwo"},
		{"Maximilian von Hohenzollern", "slyde", pages.Score{Won: 21, Lost: 17}, "nwwnw"},
		{"Chloë", "permutations", pages.Score{Won: 19, Lost: 33}, "wwwnn"},
		{"田中さん", "pentago", pages.Score{Won: 16, Drawn: 1, Lost: 18}, "nwnwn"},
		{"Ben", "whist", pages.Score{Won: 5, Lost: 9}, "nnwnn"},
		{"Zoë", "twistonly", pages.Score{Won: 4, Drawn: 3, Lost: 4}, "wwwwwwwonnwn"},
		{"", "", pages.Score{Won: 3, Lost: 9}, "nw"},
		{"Last", "magic", pages.Score{Lost: 5}, "nnnnn"},
	} {
		if i == 5 {
			s.Rest = i
		}
		s.Rows = append(s.Rows, pages.Standing{Place: i + 1 + s.Rest, Name: r.name, Game: r.game, Played: r.score.Won + r.score.Drawn + r.score.Lost, Score: r.score, Form: form(r.form), Asks: r.name == "Zoë"})
	}
	return s
}

// ratedStandings is a table of one game, which the person who asks leads. The ratings of the last two are not known.
func ratedStandings() pages.Standings {
	s := standings()
	s.Title, s.Line, s.Game, s.Rating = "Permutations", "6 players, rated with three or more", "permutations", "rating"
	s.Rows, s.Rest = s.Rows[:6], 0
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Place, r.Game, r.Rating, r.Asks = i+1, "", fmt.Sprint(1742-44*i), i == 0
		if i > 3 {
			r.Place, r.Rating = 0, "?"
		}
	}
	return s
}

func profile() pages.Profile {
	p := pages.Profile{
		Name: "Ada Lovelace", Game: "permute", Line: "Permute · 24 games, 15 won", Rating: "1698", Deviation: "± 62",
		Change: "+44 this month", Rise: 44, Played: "Won and lost",
		Games: []pages.Play{
			{Game: "permute", Title: "Permute", Score: pages.Score{Won: 15, Drawn: 1, Lost: 8}}, {Game: "magic", Title: "Rubik's Magic", Score: pages.Score{Won: 14, Lost: 5}},
			{Game: "slyde", Title: "Slyde", Score: pages.Score{Won: 7, Lost: 6}}, {Game: "catchup", Title: "Catchup", Score: pages.Score{Won: 5, Drawn: 3, Lost: 3}}, {Game: "pentago", Title: "Pentago", Score: pages.Score{}},
		},
		With: "To play with", Pace: "usually within 5 hours", Late: "1 of 24 lost on time",
		Against: &pages.Against{Title: "Against you", Line: "1 drawn, 2 still played", Score: pages.Score{Won: 7, Drawn: 1, Lost: 4}},
		Times:   []pages.Time{{Day: 8, Text: "Aug"}, {Day: 39, Text: "Sep"}, {Day: 69, Text: "Oct"}, {Day: 100, Text: "Nov"}},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i, rating := 23, 1698.0; i >= 0; i-- {
		p.Ratings = slices.Insert(p.Ratings, 0, pages.Rating{Day: 5 * i, Rating: rating, Deviation: 62 + 290*float64(23-i)/(23+2*float64(i))})
		rating -= 36*rng.Float64() - 10
	}
	return p
}

// longProfile has long words, a rating that fell at once, and no games but one.
func longProfile() pages.Profile {
	p := profile()
	p.Name, p.Line = "Maximilian von Hohenzollern-Sigmaringen", "Permutations mit mehr als zwei Spielern · 2 Spiele"
	p.Change, p.Rise = "−112 in diesem Monat", -112
	p.Ratings, p.Times = p.Ratings[:2], p.Times[:1]
	p.Ratings[1].Rating = 1388
	p.Games = []pages.Play{{Game: "whist", Title: "Ein Spiel, das es hier nicht gibt", Score: pages.Score{}}}
	p.Pace, p.Late = "zieht gewöhnlich innerhalb von fünfundzwanzig Stunden", "1 von 24 Spielen durch die Uhr verloren"
	p.Against = &pages.Against{Title: "Gegen dich, und zwar hier", Line: "1 unentschieden, 2 laufen noch", Score: pages.Score{Lost: 12}}
	return p
}

// lobby returns tables at scenes, each the name of a game and of its scene.
func lobby(t testing.TB, scenes ...string) pages.Lobby {
	t.Helper()
	l := pages.Lobby{}
	for i, at := range scenes {
		game, scene, _ := strings.Cut(at, " ")
		g, s := find(t, game, scene)
		l.Tables = append(l.Tables, pages.Seats{
			View: view(t, game, scene, nil), Game: g.Info().Title, Pace: []string{"2 days", "1 day", "3 days and 8 hours"}[i],
			Names: people(game)[:s.Setup.Seats], ToMove: []games.Seat{games.Seat(i % 2)},
		})
	}
	return l
}

// shelf returns a shelf with every game.
func shelf(t testing.TB) (s pages.Shelf) {
	t.Helper()
	for _, g := range all.Games() {
		at := g.Example()
		state, _, err := games.Replay(g, at.Setup, at.Log)
		if err != nil {
			t.Fatal(err)
		}
		s.Boxes = append(s.Boxes, pages.Box{View: state.View(at.Seat), Game: g.Info().Brief()})
	}
	return s
}

// tasks returns puzzles of several games.
func tasks(t testing.TB) (made []sample) {
	for _, at := range []string{"magic threat", "pentago middle", "permute 9-faces", "slyde 10-contrast", "catchup 5-rows", "permutu 26-two-step", "twistonly 10-rows", "permutations 5-wish", "permutations 5-table"} {
		game, scene, _ := strings.Cut(at, " ")
		g, _ := find(t, game, scene)
		for _, s := range scenes(t, g) {
			if s.name != game+"-"+scene {
				continue
			}
			if s.name = "puzzle-" + game; slices.ContainsFunc(made, func(other sample) bool { return other.name == s.name }) {
				s.name += "-" + scene
			}
			s.picture.Task = &games.Task{Title: "Win in three", Line: "Puzzle of the day · Ada to move", Aside: "28 Nov"}
			made = append(made, s)
		}
	}
	made[2].picture.Task.Title = "Join your two groups"
	return made
}

// mustPage returns the PNG of a page.
func mustPage(t testing.TB, p paper, size int) []byte {
	t.Helper()
	data, err := imaging.Page(p.palette, size, p.draw)
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return data
}

// TestPages checks that pages are as they would be drawn shape by shape, whatever was drawn before them, that their
// text can be read at any size, and that they are quick to send.
func TestPages(t *testing.T) {
	// Small boards have many borders of cells, where a sprite ends and a shape goes on.
	const most = imaging.Smallest * imaging.Smallest * 12 / 10000
	for _, p := range papers(t) {
		if data := mustPage(t, p, imaging.Size); len(data) > mostBytes {
			t.Errorf("%s has %d bytes, want at most %d", p.name, len(data), mostBytes)
		}
		for _, size := range []int{imaging.Smallest, imaging.Largest} {
			least := canvas.SmallText * float64(size) / imaging.Size
			if text := imaging.PageText(p.palette, size, p.draw); text < least-0.01 {
				t.Errorf("%s at %d has text of %.1f pixels, want at least %.1f", p.name, size, text, least)
			}
		}
		data := mustPage(t, p, imaging.Smallest)
		canvas.ForgetSprites()
		if !bytes.Equal(mustPage(t, p, imaging.Smallest), data) {
			t.Errorf("%s is another picture when it is the first", p.name)
		}
		plain, got := imaging.RenderPage(p.palette, imaging.Smallest, p.draw), decode(t, data)
		if off := differ(got, plain, 6*near); got.Rect != plain.Rect || off > most {
			t.Errorf("%s is %v, and %d pixels differ from the %v drawn shape by shape", p.name, got.Rect, off, plain.Rect)
		}
	}
}

// TestPagesTell checks that each field of a page is seen on it, and that no value of any breaks it.
func TestPagesTell(t *testing.T) {
	table, rated, one, long := standings(), ratedStandings(), profile(), longProfile()
	one.Rise, one.Ratings[0].Deviation, one.Games = 0, 60, one.Games[:4]
	two, many := lobby(t, "permute 9-middle", "pentago middle"), lobby(t, "magic threat", "permutations 5-bid", "permutu 26-six-middle")
	for _, l := range []*pages.Lobby{&two, &many} {
		for i := range l.Tables {
			l.Tables[i].Names = append([]string{"Ann", "Ben"}, l.Tables[i].Names[2:]...)
		}
	}
	shelf := pages.Shelf{Boxes: shelf(t).Boxes[:2]}
	var noRows pages.Standings
	var noRating pages.Profile
	var noTables pages.Lobby
	seen, turn := map[string]bool{}, 0
	for _, page := range []struct {
		at   any
		draw func() ([]byte, error)
	}{
		{&table, func() ([]byte, error) { return imaging.DrawPage(table) }},
		{&rated, func() ([]byte, error) { return imaging.DrawPage(rated) }},
		{&noRows, func() ([]byte, error) { return imaging.DrawPage(noRows) }},
		{&one, func() ([]byte, error) { return imaging.DrawPage(one) }},
		{&long, func() ([]byte, error) { return imaging.DrawPage(long) }},
		{&noRating, func() ([]byte, error) { return imaging.DrawPage(noRating) }},
		{&two, func() ([]byte, error) { return imaging.DrawPage(two) }},
		{&many, func() ([]byte, error) { return imaging.DrawPage(many) }},
		{&shelf, func() ([]byte, error) { return imaging.DrawPage(shelf) }},
		{&noTables, func() ([]byte, error) { return imaging.DrawPage(noTables) }},
	} {
		at := reflect.ValueOf(page.at).Elem()
		at.FieldByName("Size").SetInt(imaging.Smallest)
		draw := func(path string, to reflect.Value) []byte {
			data, err := page.draw()
			if err != nil {
				t.Errorf("%s of %v: %v", path, to, err)
			}
			return data
		}
		before := draw("nothing", at)
		for _, f := range list(nil, at.Type().Name(), at) {
			old := reflect.ValueOf(f.at.Interface())
			others, wild := changes(f.at)
			if strings.HasSuffix(f.path, ".Palette") {
				others = []reflect.Value{reflect.ValueOf(imaging.Contrast)}
			}
			for _, to := range others {
				f.at.Set(to)
				seen[f.path] = !bytes.Equal(draw(f.path, to), before) || seen[f.path]
			}
			if len(wild) > 0 { // in turn: there are many fields
				to := wild[turn%len(wild)]
				turn++
				f.at.Set(to)
				draw(f.path, to)
			}
			f.at.Set(old)
		}
	}
	for path, is := range seen {
		if !is {
			t.Errorf("a change of %s is not seen", path)
		}
	}
}

// TestInsets checks that what is of a game has the colours of that game's table, in every palette.
func TestInsets(t *testing.T) {
	s, many := standings(), lobby(t, "magic threat", "permutations 5-bid", "permutu 26-six-middle")
	for name, p := range oneOfEach(t) {
		s.Rows = s.Rows[:1]
		s.Rows[0].Game = name
		for _, s.Palette = range imaging.Palettes() {
			mustPage(t, paper{draw: many.Draw}, imaging.Size) // whose colours were where the emblem is
			data, err := imaging.DrawPage(s)
			if err != nil {
				t.Fatal(err)
			}
			pal := imaging.Palette(p.View, s.Palette)
			_, gamut := imaging.PiecesOf(p.View)
			im, n := decode(t, data), 0
			for _, col := range gamut(&pal).Flat {
				if of := imaging.PagePalette(s.Palette); !slices.Contains(pages.Gamut(&of).Flat, col) && count(im, image.Rect(84, 175, 132, 223), col) > 20 {
					n++
				}
			}
			if n == 0 {
				t.Errorf("the emblem of %s in %s has no colour of its table", name, s.Palette)
			}
		}
	}
}

// BenchmarkPages measures pages whose sprites are there.
func BenchmarkPages(b *testing.B) {
	for _, p := range papers(b) {
		b.Run(p.name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = len(mustPage(b, p, imaging.Size))
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}
