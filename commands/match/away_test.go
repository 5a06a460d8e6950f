package match

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// A match is looked at ten minutes before time is up where a player may come to be away by themselves, and then when
// time is up. Without a limit it is looked at a week after the turn began.
func TestWhenAMatchIsLookedAt(t *testing.T) {
	for _, c := range []struct {
		settings string
		now      time.Duration
		want     time.Duration
	}{
		{"", 0, day - 10*time.Minute},
		{"", day - 10*time.Minute, day},
		{"strict", 0, day},
		{"less than a day", 0, day - 1},
		{"alone", 0, day},
		{"no limit", 3 * day, week},
		{"no limit", week, 2 * week},
	} {
		m := enforceable(t, "permute")
		if c.settings != "" {
			settings[c.settings](m)
		}
		m.computeDue()
		if got := NextCheck(m.Head, noon.Add(c.now)); !got.Equal(noon.Add(c.want)) {
			t.Errorf("%q: after %v it is looked at at %v, want %v", c.settings, c.now, got.Sub(noon), c.want)
		}
	}
}

// Of several processes at the same moment one has a person away by themselves.
func TestOneProcessHasAPersonAway(t *testing.T) {
	env := newEnv(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := env.BeginAutoAway(t.Context(), "ann"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if p, err := env.Person(t.Context(), "ann"); err != nil || len(p.AutoAway) != 1 || !p.NextCheck.Equal(noon) {
		t.Errorf("Ann is %+v (%v), want away once, and due", p, err)
	}
}

// A move of one's own ends the absence at that moment. An answer that was planned does not, nor does what others or
// Parlour do, or a move from before.
func TestWhatEndsAnAbsence(t *testing.T) {
	at := func(d time.Duration, seat games.Seat, move games.Move, request string) storage.Entry {
		return storage.Entry{Ply: games.Ply{Seat: seat, Move: move}, At: noon.Add(d), RequestID: request}
	}
	for _, c := range []struct {
		what string
		log  []storage.Entry
		want time.Duration // 0 for never
	}{
		{"nothing", nil, 0},
		{"a move from before", []storage.Entry{at(day, 0, "a", "1")}, 0},
		{"a move", []storage.Entry{at(3*day, 0, "a", "1")}, 3 * day},
		{"two moves", []storage.Entry{at(3*day, 0, "a", "1"), at(4*day, 0, "b", "2")}, 3 * day},
		{"a move after it", []storage.Entry{at(6*day, 0, "a", "1")}, 0},
		{"a move of the opponent", []storage.Entry{at(3*day, 1, "a", "1")}, 0},
		{"an answer that was planned", []storage.Entry{at(3*day, 1, "a", "1"), at(3*day, 0, "b", "1")}, 0},
		{"a win that the opponent claimed", []storage.Entry{at(3*day, 0, games.Lapse, "1")}, 0},
		{"a lapse", []storage.Entry{at(3*day, 0, games.Lapse, "")}, 0},
		{"giving up", []storage.Entry{at(3*day, 0, games.Leave, "1")}, 3 * day},
	} {
		m := enforceable(t, "permute")
		m.Log = c.log
		own := storage.Person{ID: m.Players[0].ID, AutoAway: []storage.Span{{From: noon.Add(2 * day), To: noon.Add(5 * day)}}}
		end, back := m.backAt(0, own)
		if back != (c.want > 0) || back && !end.Equal(noon.Add(c.want)) {
			t.Errorf("%s: it ends at %v (%t), want %v", c.what, end.Sub(noon), back, c.want)
		}
	}
}

// The board and the record say when a player was away by themselves, with the end as it turns out, and only in games
// whose clocks that stops.
func TestTheRecordSaysWhoWasAway(t *testing.T) {
	for game, want := range map[string]string{"": "[{0 {2d 3d}}]", "strict": "[]"} {
		m := enforceable(t, "permute")
		if game != "" {
			settings[game](m)
		}
		own := storage.Person{}
		clock.BeginAutoAway(&own, noon.Add(2*day))
		m.Times.People[0], m.Now = own, noon.Add(2*day)
		m.computeDue()
		if m.ByItself(0) != (game == "") {
			t.Errorf("%q: the board says %t", game, m.ByItself(0))
		}
		clock.EndAutoAway(&own, noon.Add(3*day))
		m.Times.People[0], m.Now = own, noon.Add(3*day)
		m.computeDue()
		r, err := m.Record()
		said := "["
		for _, a := range r.Away {
			said += fmt.Sprintf("{%d {%dd %dd}}", a.Seat, a.From.Sub(noon)/day, a.To.Sub(noon)/day)
		}
		if said = fmt.Sprint(said, "]"); err != nil || m.ByItself(0) || said != want {
			t.Errorf("%q: the record says %s (%v), want %s", game, said, err, want)
		}
	}
}
