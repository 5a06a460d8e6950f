package match

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A game of people in a server counts, once each of them has made two moves and it has a result.
func TestWhatCounts(t *testing.T) {
	opponent := func(h *storage.Head) { h.Players[1].Level = games.Easy }
	for name, c := range map[string]struct {
		change func(*storage.Head)
		does   []string
		want   string
	}{
		"two moves a side":              {nil, []string{"next 0", "next 0", "next 0", "next 0", "resigns 0"}, "lw"},
		"one move of a side":            {nil, []string{"next 0", "next 0", "next 0", "resigns 1"}, ""},
		"no move":                       {nil, []string{"resigns 1"}, ""},
		"a move that was taken back":    {nil, []string{"next 0", "next 0", "next 0", "next 0", "back 1 1", "resigns 0"}, ""},
		"with Parlour":                  {opponent, []string{"next 0", "next 0", "next 0", "next 0", "resigns 0"}, ""},
		"in a direct message":           {func(h *storage.Head) { h.Guild = "" }, []string{"next 0", "next 0", "next 0", "next 0", "resigns 0"}, ""},
		"where Parlour is a guest":      {func(h *storage.Head) { h.Guest = true }, []string{"next 0", "next 0", "next 0", "next 0", "resigns 0"}, ""},
		"in a private thread":           {func(h *storage.Head) { h.Private = true }, []string{"next 0", "next 0", "next 0", "next 0", "resigns 0"}, ""},
		"in a thread that anybody sees": {func(h *storage.Head) { h.Above = "above" }, []string{"next 0", "next 0", "next 0", "next 0", "resigns 1"}, "wl"},
	} {
		head := begun(t, "permute", 2)
		if c.change != nil {
			c.change(&head)
		}
		m := does(t, envOf(t, head), c.does...)
		if m.Phase != storage.Over || m.Outcome != c.want || !m.EndedAt.Equal(noon) {
			t.Errorf("%s: it counts for %q, and ended at %v; want %q, at noon", name, m.Outcome, m.EndedAt, c.want)
		}
	}
}

// A win is one person's alone. Who shares the first place has a draw, and everybody else has lost.
func TestOutcomeOfPlaces(t *testing.T) {
	for places, want := range map[string]string{"1 2": "wl", "1 1": "dd", "2 1 3": "lwl", "1 1 3": "ddl", "1 1 1": "ddd", "2 2 1": "ll", "1 2 1": "dl"} {
		m := &Match{}
		m.Phase, m.Guild = storage.Over, "guild"
		for i, text := range strings.Fields(places) {
			m.Places = append(m.Places, int(text[0]-'0'))
			if i < len(want) { // the last seat may be a dummy's
				m.Players = append(m.Players, storage.Player{ID: fmt.Sprint(i)})
			}
		}
		for turn := range 2 {
			for seat := range m.Players {
				m.steps = append(m.steps, Step{Entry: storage.Entry{Ply: games.Ply{Seat: games.Seat(seat), Move: "a"}}, Turn: turn})
			}
		}
		if got := m.outcome(); got != want {
			t.Errorf("places %s count for %q, want %q", places, got, want)
		}
		m.steps = append(m.steps[:len(m.Players)], m.steps[:len(m.Players)]...) // bids that were changed
		if got := m.outcome(); got != "" {
			t.Errorf("places %s count for %q after one turn, want nothing", places, got)
		}
	}
}

// Of the games of two people three a day count, whatever else they have played meanwhile.
func TestThreeGamesOfAPairCountInADay(t *testing.T) {
	now := noon
	e := newEnv(t)
	e.Now = func() time.Time { return now }
	number := 0
	plays := func(change func(*storage.Head)) string {
		t.Helper()
		number++
		head := begun(t, "permute", 2)
		head.ID = fmt.Sprint("game ", number)
		change(&head)
		if _, err := e.Store.Create(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		var m *Match
		for _, what := range []string{"next 0", "next 0", "next 0", "next 0", "resigns 0"} {
			var err error
			if m, err = e.Change(t.Context(), head.ID, decided(what)); err != nil {
				t.Fatal(err)
			}
		}
		return m.Outcome
	}
	usual := func(*storage.Head) {}
	swapped := func(h *storage.Head) { h.Players[0], h.Players[1] = h.Players[1], h.Players[0] }
	another := func(h *storage.Head) { h.Players[0].ID = fmt.Sprint("p", number) }
	uncounted := func(h *storage.Head) { h.Guild = "" }
	for i, step := range []struct {
		change func(*storage.Head)
		want   string
	}{
		{usual, "lw"}, {uncounted, ""}, {swapped, "lw"}, {another, "lw"}, {another, "lw"}, {another, "lw"}, {another, "lw"},
		{uncounted, ""}, {usual, "lw"}, {usual, ""}, {swapped, ""}, {another, "lw"},
	} {
		if got := plays(step.change); got != step.want {
			t.Errorf("game %d counts for %q, want %q", i+1, got, step.want)
		}
	}
	now = now.Add(12*time.Hour - time.Second)
	if got := plays(usual); got != "" {
		t.Errorf("late on the same day a game counts for %q", got)
	}
	now = now.Add(time.Second)
	if got := plays(usual); got != "lw" {
		t.Errorf("on the next day a game counts for %q, want %q", got, "lw")
	}
	found, err := e.Store.Standings(t.Context(), storage.Standings{Guild: "guild", Channels: []string{"games"}})
	total := storage.Tally{}
	for _, s := range found {
		total = total.Plus(s.Tally)
	}
	if err != nil || total.Won != 9 || total.Lost != 9 {
		t.Errorf("the server has %+v, %v, want 9 games", total, err)
	}
}
