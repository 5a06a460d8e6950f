package message

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// crammed is a lobby of games of one kind with all that it can show, in which people have the same name and there are as
// many as can be. Their ids are as long as Discord's. Tables have each option that is not usual.
func crammed(g games.Game, name string, threads bool) Lobby {
	const id = "1100000000000000"
	info := g.Info()
	l := Lobby{Channel: id + "0000", MoreTables: 96, MoreGames: 90}
	head := func(n int, phase storage.Phase) storage.Head {
		h := storage.Head{ID: fmt.Sprint("m", n), Lobby: storage.Lobby{Phase: phase, First: "me", Began: time.Unix(1795176000, 0)}}
		h.Setup = games.Setup{Game: info.Name, Options: map[string]string{}}
		h.Guild, h.Home, h.Channel = id+"0001", id+"0002", id+"0002"
		if threads {
			h.Channel = fmt.Sprint(id, 3000+n)
		}
		h.Table, h.Message = fmt.Sprint(id, 4000+n), fmt.Sprint(id, 5000+n)
		for _, o := range info.Options {
			h.Setup.Options[o.Name] = slices.MaxFunc(o.Values, func(a, b string) int { return len(a) - len(b) })
		}
		h.Stand = &storage.Stand{}
		for seat := range info.MaxSeats {
			h.Players = append(h.Players, storage.Player{ID: fmt.Sprint(id, 6000+seat), Name: name})
			h.Places = append(h.Places, min(seat+1, 2))
			if seat < 2 {
				h.Stand.ToMove = append(h.Stand.ToMove, games.Seat(seat))
			}
		}
		h.Allowance = storage.Allowance{TurnTime: 36 * time.Hour, Strict: name != "Ann"}
		return h
	}
	for n := range LobbyTables {
		h := head(n, storage.Open)
		h.Players = h.Players[:1]
		l.Tables = append(l.Tables, &match.Match{Match: storage.Match{Head: h}, Game: g, Info: info})
	}
	for n := range LobbyGames {
		l.Games = append(l.Games, Listed{Head: head(100+n, storage.Playing), Info: info})
	}
	for n := range LobbyResults {
		l.Results = append(l.Results, Listed{Head: head(200+n, storage.Over), Info: info})
	}
	return l
}

// A lobby has at most 1,900 letters, whatever names people have. It has all that it is to show where names are short, at
// least most of that where they are long, and a button to join each table that it names.
func TestALobbyFitsWithTheLongestNames(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(words, nil)
	for _, g := range all.Games() {
		for _, name := range []string{"Ann", strings.Repeat("*_", 25), strings.Repeat("田", 40), strings.Repeat("👩\u200d👩\u200d👧", 9)} {
			for _, threads := range []bool{true, false} {
				l := crammed(g, name, threads)
				m := w.Lobby(l)
				at := fmt.Sprintf("%s, %q, threads %v", g.Info().Name, name, threads)
				if n := utf8.RuneCountInString(m.Content); n > 1900 {
					t.Errorf("%s: %d letters", at, n)
				}
				joins := 0
				for _, c := range slices.Concat(m.Rows...) {
					if utf8.RuneCountInString(c.Label) > maxLabel {
						t.Errorf("%s: the label %q is too long", at, c.Label)
					}
					if strings.HasPrefix(c.Label, "Join ") {
						joins++
					}
				}
				tables, running, results := strings.Count(m.Content, "looking for"), strings.Count(m.Content, "turn began"), strings.Count(m.Content, " beat ")
				if joins != tables || len(m.Rows) > 5 {
					t.Errorf("%s: %d tables have %d buttons in %d rows", at, tables, joins, len(m.Rows))
				}
				usual := name == "Ann" && threads && g.Info().MaxSeats == 2
				if tables < LobbyTables || running < 2 || threads && running < 8 || usual && running+results < LobbyGames+LobbyResults {
					t.Errorf("%s: it has %d tables, %d games and %d results\n%s", at, tables, running, results, m.Content)
				}
			}
		}
	}
}

// What a lobby leaves out it counts.
func TestALobbyCountsWhatItLeavesOut(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	w, g := NewWriter(words, nil), all.Games()[0]
	l := crammed(g, strings.Repeat("*_", 25), false)
	m := w.Lobby(l)
	running := strings.Count(m.Content, "turn began")
	if want := fmt.Sprintf("and %d more", l.MoreGames+LobbyGames-running); !strings.Contains(m.Content, want) {
		t.Errorf("with %d games it does not say %q\n%s", running, want, m.Content)
	}
	if len(l.Games) != LobbyGames || l.Games[0].Players[0].Name != strings.Repeat("*_", 25) {
		t.Error("what is written changes what is handed in")
	}
}
