package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// An ended is a game that counts for something.
type ended struct {
	players, outcome string // a letter a seat
	game, channel    string // permute in "games" where they are empty
	day              int    // of November
}

// endedEnv returns an Env over a store with games that ended an hour after another, and what else it says of people.
func endedEnv(t *testing.T, all []ended, people []storage.Person, ratings map[string][]storage.Rating) *Env {
	t.Helper()
	e := newEnv(t)
	for n, g := range all {
		head := begun(t, "permute", len(g.players))
		head.ID, head.Phase, head.Outcome = fmt.Sprint("ended ", n), storage.Over, g.outcome
		head.EndedAt = time.Date(2026, 11, max(g.day, 1), 0, n, 0, 0, time.UTC)
		head.Created, head.NextCheck = head.EndedAt, time.Time{}
		if g.game != "" {
			head.Setup.Game = g.game
		}
		if g.channel != "" {
			head.Home = g.channel
		}
		for seat := range head.Players {
			head.Players[seat] = storage.Player{ID: g.players[seat : seat+1], Name: fmt.Sprint(strings.ToUpper(g.players[seat:seat+1]), n), User: "user." + g.players[seat:seat+1]}
		}
		if _, err := e.Store.Create(t.Context(), head); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range people {
		if err := e.SetPerson(t.Context(), p.ID, func(own *storage.Person) { *own = p }); err != nil {
			t.Fatal(err)
		}
	}
	for id, of := range ratings {
		if _, err := storage.AllRatings.Change(t.Context(), e.Store, id, func(r *storage.Ratings) error { r.All = of; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// standingsOf says rows as text: place, person, games, rating, name and form.
func standingsOf(t *testing.T, e *Env, of Standings, gone ...string) string {
	t.Helper()
	rows, err := e.Standings(t.Context(), of, func(id string) bool { return slices.Contains(gone, id) })
	if err == nil {
		err = e.Describe(t.Context(), of, rows)
	}
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, r := range rows {
		rating := ""
		if r.Rating != nil {
			rating = fmt.Sprintf(" %.0f±%.0f", r.Rating.Mean, r.Rating.Deviation)
		}
		said = append(said, fmt.Sprintf("%d %s +%d=%d-%d%s %s %s", r.Place, r.Person, r.Won, r.Drawn, r.Lost, rating, r.Name, r.Form))
	}
	return strings.Join(said, ", ")
}

// The most wins come first, then the fewest losses, then who had them first. A form has the newest result last.
func TestStandingsAreByWins(t *testing.T) {
	all := []ended{
		{players: "ab", outcome: "wl"}, {players: "ab", outcome: "wl"}, {players: "ab", outcome: "dd"}, {players: "ab", outcome: "lw"}, {players: "ab", outcome: "lw"}, // equal; a won first
		{players: "cd", outcome: "wl"}, {players: "cd", outcome: "wl"}, {players: "cd", outcome: "wl"}, {players: "dc", outcome: "wl"}, {players: "cd", outcome: "lw"}, {players: "cd", outcome: "dd"},
		{players: "ef", outcome: "wl"}, {players: "ef", outcome: "wl"}, {players: "ef", outcome: "wl"}, {players: "ef", outcome: "wl"}, // too few
	}
	e := endedEnv(t, all, nil, nil)
	of := Standings{Standings: storage.Standings{Guild: "guild", Channels: []string{"games"}}}
	want := "1 c +3=1-2 C10 wwlld, 2 a +2=1-2 A4 wwdll, 3 b +2=1-2 B4 lldww, 4 d +2=1-3 D10 llwwd"
	if got := standingsOf(t, e, of); got != want {
		t.Errorf("the standings are\n%s\nwant\n%s", got, want)
	}
}

// People who hide their profile, are being forgotten or have left the server get no row. The others move up.
func TestStandingsLeaveOut(t *testing.T) {
	var all []ended
	for range LeastPlayed {
		all = append(all, ended{players: "ab", outcome: "wl"}, ended{players: "cd", outcome: "wl"}, ended{players: "ef", outcome: "wl"})
	}
	e := endedEnv(t, all, []storage.Person{{ID: "a", NoProfile: true}, {ID: "d", Leaving: &storage.Leaving{}}, {ID: "f", Unlisted: true}}, nil)
	of := Standings{Standings: storage.Standings{Guild: "guild", Channels: []string{"games"}}}
	if got, want := standingsOf(t, e, of, "e"), "1 c +5=0-0 C13 wwwww, 2 b +0=0-5 B12 lllll, 3 f +0=0-5 F14 lllll"; got != want {
		t.Errorf("the standings are\n%s\nwant\n%s", got, want)
	}
	of.Posted = true
	if got, want := standingsOf(t, e, of, "e"), "1 c +5=0-0 C13 wwwww, 2 b +0=0-5 B12 lllll"; got != want {
		t.Errorf("the standings that are posted are\n%s\nwant\n%s", got, want)
	}
}

// Standings have the games of a time, of a game and of some channels, and so have forms and names.
func TestStandingsOfSomeGames(t *testing.T) {
	var all []ended
	for range LeastPlayed {
		all = append(all, ended{players: "ab", outcome: "wl"}, ended{players: "ab", outcome: "lw", channel: "hidden"}, ended{players: "ab", outcome: "dd", game: "pentago", day: 2})
	}
	e := endedEnv(t, all, nil, nil)
	for _, c := range []struct {
		of   storage.Standings
		want string
	}{
		{storage.Standings{Channels: []string{"games"}}, "1 a +5=5-0 A14 ddddd, 2 b +0=5-5 B14 ddddd"},
		{storage.Standings{Channels: []string{"games"}, Game: "permute"}, "1 a +5=0-0 A12 wwwww, 2 b +0=0-5 B12 lllll"},
		{storage.Standings{Channels: []string{"hidden"}}, "1 b +5=0-0 B13 wwwww, 2 a +0=0-5 A13 lllll"},
		{storage.Standings{Channels: []string{"hidden"}, Game: "pentago"}, ""},
		{storage.Standings{Channels: []string{"games"}, Period: storage.MonthOf(noon.AddDate(0, -1, 0))}, ""},
		{storage.Standings{Channels: []string{"games"}, Period: storage.YearOf(noon), Game: "pentago"}, "1 a +0=5-0 A14 ddddd, 2 b +0=5-0 B14 ddddd"},
	} {
		c.of.Guild = "guild"
		if got := standingsOf(t, e, Standings{Standings: c.of}); got != c.want {
			t.Errorf("%+v: the standings are\n%s\nwant\n%s", c.of, got, c.want)
		}
	}
}

// With ratings the best known one comes first. One that is not known has no place, and where none is known all are by wins.
func TestStandingsByRating(t *testing.T) {
	var all []ended
	for range LeastPlayed {
		all = append(all, ended{players: "abcd", outcome: "wlll", game: "permutations"})
	}
	rated := func(more bool, mean, deviation float64) storage.Rating {
		return storage.Rating{Pool: storage.Pool{Guild: "guild", Game: "permutations", More: more}, Skill: storage.Skill{Mean: mean, Deviation: deviation, Volatility: 0.06}, Games: 9, At: noon}
	}
	e := endedEnv(t, all, nil, map[string][]storage.Rating{
		"a": {rated(true, 1400, 60)}, "b": {rated(false, 1900, 60), rated(true, 1800, 110)}, "c": {rated(true, 1600, 109)}, "d": nil,
	})
	of := Standings{Standings: storage.Standings{Guild: "guild", Channels: []string{"games"}, Game: "permutations"}, More: true}
	want := "1 c +0=0-5 1600±109 C4 lllll, 2 a +5=0-0 1400±60 A4 wwwww, 0 b +0=0-5 1800±110 B4 lllll, 0 d +0=0-5 D4 lllll"
	if got := standingsOf(t, e, of); got != want {
		t.Errorf("with more than two, the standings are\n%s\nwant\n%s", got, want)
	}
	of.More = false
	want = "1 b +0=0-5 1900±60 B4 lllll, 0 a +5=0-0 A4 wwwww, 0 c +0=0-5 C4 lllll, 0 d +0=0-5 D4 lllll"
	if got := standingsOf(t, e, of); got != want {
		t.Errorf("with two, the standings are\n%s\nwant\n%s", got, want)
	}
	of.Game, want = "", "1 a +5=0-0 A4 wwwww, 2 b +0=0-5 B4 lllll, 3 c +0=0-5 C4 lllll, 4 d +0=0-5 D4 lllll"
	if got := standingsOf(t, e, of); got != want {
		t.Errorf("of all games, the standings are\n%s\nwant\n%s", got, want)
	}
	e.Now = func() time.Time { return noon.AddDate(20, 0, 0) } // nobody knows the ratings any more
	of.Game, of.More = "permutations", true
	if got := standingsOf(t, e, of); got != want {
		t.Errorf("20 years later, the standings are\n%s\nwant\n%s", got, want)
	}
}

// Of a person whose newest games are all elsewhere the user name is told: a name in another server is no matter here.
func TestNamesOfStandingsAreOfTheirServer(t *testing.T) {
	var all []ended
	for range LeastPlayed {
		all = append(all, ended{players: "ab", outcome: "wl"})
	}
	for range mostFormed {
		all = append(all, ended{players: "ac", outcome: "wl", channel: "elsewhere", day: 3})
	}
	e := endedEnv(t, all, nil, nil)
	of := Standings{Standings: storage.Standings{Guild: "guild", Channels: []string{"games"}}}
	if got, want := standingsOf(t, e, of), "1 a +5=0-0 user.a , 2 b +0=0-5 B4 lllll"; got != want {
		t.Errorf("the standings are\n%s\nwant\n%s", got, want)
	}
}

// The picture of standings has the first five rows, then that of whoever asks, between those next to it.
func TestAround(t *testing.T) {
	for _, c := range []struct {
		rows, asks int
		want       string
	}{
		{0, 0, "[] 0"},
		{3, 2, "[1 2 3] 0"},
		{8, 8, "[1 2 3 4 5 6 7 8] 0"},
		{40, 0, "[1 2 3 4 5 6 7 8] 0"},
		{40, 1, "[1 2 3 4 5 6 7 8] 0"},
		{40, 7, "[1 2 3 4 5 6 7 8] 0"},
		{40, 8, "[1 2 3 4 5 7 8 9] 5"},
		{40, 23, "[1 2 3 4 5 22 23 24] 5"},
		{40, 40, "[1 2 3 4 5 38 39 40] 5"},
		{9, 9, "[1 2 3 4 5 7 8 9] 5"},
	} {
		var rows []Row
		for place := 1; place <= c.rows; place++ {
			rows = append(rows, Row{Place: place, Standing: storage.Standing{Person: fmt.Sprint(place)}})
		}
		some, rest := Around(rows, fmt.Sprint(c.asks))
		places := []int{}
		for _, row := range some {
			places = append(places, row.Place)
		}
		if got := fmt.Sprint(places, rest); got != c.want {
			t.Errorf("of %d rows, %d that of the person who asks, these are shown: %s, want %s", c.rows, c.asks, got, c.want)
		}
	}
}
