package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// enforced calls [Times.Enforce] as package publish does, until it asks no more, and returns the
// verdict in words: "ask 0, here; extra time" and so on.
func enforced(t *testing.T, m *Match, answers Presence) string {
	t.Helper()
	var said []string
	known := Presence{}
	for {
		v, err := m.Times.Enforce(m, known)
		if err != nil {
			t.Fatal(err)
		}
		if v.Ask == games.Spectator {
			return strings.Join(append(said, inWords(v)), ", ")
		}
		if v.Changed || len(v.Plies) > 0 || v.Removed {
			t.Fatalf("%+v asks and changes something", v)
		}
		if _, asked := known[v.Ask]; asked {
			t.Fatalf("seat %d is asked about twice", v.Ask)
		}
		known[v.Ask] = answers[v.Ask]
		said = append(said, fmt.Sprintf("ask %d", v.Ask))
	}
}

// inWords writes a verdict that asks nothing: "nothing", "changed", "removed" or a ply.
func inWords(v Verdict) string {
	switch {
	case !v.Changed && len(v.Plies) == 0 && !v.Removed:
		return "nothing"
	case v.Removed:
		return "removed"
	case len(v.Plies) > 0:
		return fmt.Sprintf("%s of %d", v.Plies[0].Move, v.Plies[0].Seat)
	}
	return "changed"
}

// reminded returns a person who was reminded of a turn since noon.
func reminded() storage.Person {
	return storage.Person{Reminded: []storage.Reminder{{Match: "m", Since: noon, Share: 95}}}
}

// expired changes a head so that a clock has expired after a turn of a day, and its opponent is
// asked to decide.
func expired(h *storage.Head) {
	h.Clocks[0].ExpiredAt, h.Clocks[0].Missed = noon.Add(day), 1
}

// Each verdict of Enforce. Every turn began at noon with a day for it.
func TestEnforce(t *testing.T) {
	head := func(change func(*storage.Head)) func(*Match) { return func(m *Match) { change(&m.Head) } }
	people := func(seat int, p storage.Person) func(*Match) { return func(m *Match) { m.Times.People[seat] = p } }
	for _, c := range []struct {
		name    string
		game    string
		change  func(*Match) // nil for none
		later   time.Duration
		answers Presence // the answers about a player; [Here] where there is none
		want    string
		check   func(*Match) bool // nil for none
	}{
		{"an open table before its week is over", "permute", head(func(h *storage.Head) { h.Phase = storage.Open }), week - 1, nil, "nothing", nil},
		{"an open table after a week", "permute", head(func(h *storage.Head) { h.Phase = storage.Open }), week, nil, "changed",
			func(m *Match) bool { return m.Phase == storage.Off && m.Ended == "expired" && m.Desired.Edit == 1 }},
		{"a game that is over", "permute", head(func(h *storage.Head) { h.Phase = storage.Over }), week, nil, "nothing", nil},
		{"unknown rules", "permute", func(m *Match) { m.State = nil }, week, nil, "nothing", nil},
		{"a game without clocks", "permute", head(func(h *storage.Head) { h.Clocks = nil }), 0, nil, "changed", nil},

		{"a running clock", "permute", nil, day - 1, nil, "nothing", func(m *Match) bool { return m.Clocks[0].Due.Equal(noon.Add(day)) }},
		{"a clock expires for a player who was not reminded", "permute", nil, day, nil, "ask 0, changed",
			func(m *Match) bool {
				return m.Clocks[0].Due.Equal(noon.Add(day+time.Hour)) && m.Clocks[0].Missed == 0 && m.Clocks[0].ExpiredAt.IsZero()
			}},
		{"a clock expires in the quiet hours of a player who was not reminded", "permute",
			people(0, storage.Person{Zone: "UTC", Quiet: &storage.Window{From: 11 * 60, To: 13 * 60}}), day, nil, "ask 0, changed",
			func(m *Match) bool { return m.Clocks[0].Due.Equal(noon.Add(day + 2*time.Hour)) }},
		{"a clock expires in a game that its player would lose", "permute", people(0, reminded()), day, nil, "ask 0, changed",
			func(m *Match) bool {
				return m.Clocks[0].ExpiredAt.Equal(m.Now) && m.Clocks[0].Missed == 1 && m.Desired.Post == 3
			}},
		{"a clock expires while the server is away", "permute", func(m *Match) {
			m.Times.People[0], m.Times.Away = reminded(), true
		}, day, nil, "nothing", func(m *Match) bool { return m.Clocks[0].Due.Equal(noon.Add(day)) }},
		{"a clock expires in a game that goes on", "permutu", people(0, reminded()), day, nil, "ask 0, lapse of 0",
			func(m *Match) bool { return m.Clocks[0].Missed == 1 }},
		{"a clock expires in a race for the first move", "permutu race", people(0, reminded()), day, nil, "ask 0, lapse of 0",
			func(m *Match) bool { return m.Clocks[0].Missed == 0 }},
		{"the total time is spent", "permutu", func(m *Match) { m.TotalTime, m.Times.People[0] = day, reminded() }, day, nil, "ask 0, spent of 0", nil},
		{"the total time is spent by a player who was not reminded", "permutu", func(m *Match) { m.TotalTime = day }, day, nil, "ask 0, changed", nil},
		{"a clock expires for an absent player", "permute", nil, day, Presence{0: Absent}, "ask 0, absent of 0", nil},
		{"the second of two clocks expires", "permutations", func(m *Match) {
			m.Clocks[0].Since, m.Times.People[1] = noon.Add(time.Hour), reminded()
		}, day, nil, "ask 1, lapse of 1", nil},

		{"a week without a limit", "permute", head(func(h *storage.Head) { h.TurnTime = 0 }), week, nil, "ask 0, nothing", nil},
		{"less than a week without a limit", "permute", head(func(h *storage.Head) { h.TurnTime = 0 }), week - 1, nil, "nothing", nil},
		{"an absent player without a limit", "permute", head(func(h *storage.Head) { h.TurnTime = 0 }), week, Presence{0: Absent}, "ask 0, absent of 0", nil},

		{"nobody has claimed the win yet", "permute", head(expired), day + week - 1, nil, "nothing", nil},
		{"nobody has claimed the win", "permute", head(expired), day + week, nil, "lapse of 0", nil},
		{"nobody has claimed the win, with an outage", "permute", func(m *Match) {
			expired(&m.Head)
			m.Times.Outages = []storage.Span{{From: noon.Add(2 * day), To: noon.Add(3 * day)}}
		}, day + week, nil, "nothing", nil},

		{"settings end a turn at once", "permute", func(m *Match) { m.Clocks[0].Due = noon.Add(3 * day) }, day, nil, "changed",
			func(m *Match) bool {
				return m.Clocks[0].Due.Equal(m.Now.Add(time.Hour)) && m.Clocks[0].Extension.From.Equal(m.Now)
			}},
		{"settings move the deadline", "permute", func(m *Match) { m.Clocks[0].Due = noon.Add(2 * day) }, time.Hour, nil, "nothing",
			func(m *Match) bool { return m.Clocks[0].Due.Equal(noon.Add(day)) && m.Desired.Edit == 1 }},

		{"the guild is lost", "permute", nil, day, Presence{0: GuildLost}, "ask 0, nothing", func(m *Match) bool { return m.GuildLostAt.Equal(m.Now) }},
		{"the guild is lost for less than an hour", "permute", head(func(h *storage.Head) { h.GuildLostAt = noon.Add(day) }), day + time.Hour - 1, nil, "nothing", nil},
		{"the guild is lost for an hour", "permute", head(func(h *storage.Head) { h.GuildLostAt, h.Desired.Post = noon.Add(day), 3 }), day + time.Hour,
			Presence{0: GuildLost}, "ask 0, removed", func(m *Match) bool {
				return m.Phase == storage.Off && m.Ended == "removed" && m.Desired == m.Published
			}},
		{"the guild is found after an hour", "permute", head(func(h *storage.Head) { h.GuildLostAt = noon.Add(day) }), day + time.Hour,
			nil, "ask 0, changed", func(m *Match) bool { return m.GuildLostAt.IsZero() && m.Phase == storage.Playing }},
		{"the guild is asked about the first person", "permute", head(func(h *storage.Head) {
			h.GuildLostAt, h.Players[0].Level = noon, games.Easy
		}), day, Presence{1: GuildLost}, "ask 1, removed", nil},

		{"an opponent's clock does not run", "permute", head(func(h *storage.Head) { h.Players[0].Level = games.Easy }), week, nil, "nothing", nil},
		{"opponents have waited for less than a week", "permutations left", nil, week - 1, nil, "nothing", nil},
		{"opponents have waited for a week", "permutations left", nil, week, nil, "leave of 1", nil},
		{"opponents have waited for a week with an outage", "permutations left", func(m *Match) {
			m.Times.Outages = []storage.Span{{From: noon.Add(day), To: noon.Add(2 * day)}}
		}, week, nil, "nothing", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := enforceable(t, c.game)
			if c.change != nil {
				c.change(m)
			}
			m.Now = noon.Add(c.later)
			if got := enforced(t, m, c.answers); got != c.want {
				t.Errorf("the verdict is %q, want %q", got, c.want)
			}
			if c.check != nil && !c.check(m) {
				t.Errorf("the match is %+v", m.Head)
			}
		})
	}
}

// enforceable returns a game for two that began at noon, with the clocks of all seats to move
// running. Of "permutu race" anybody makes the first move; of "permutations left" the second
// seat is an opponent's, and the first has left and may come back.
func enforceable(t *testing.T, name string) *Match {
	t.Helper()
	name, variant, _ := strings.Cut(name, " ")
	stored := storage.Match{Head: begun(t, name, 2)}
	if variant == "race" {
		stored.Setup.Options["start"] = "quick"
	}
	if variant == "left" {
		stored.Players[1].Level = games.Easy
		stored.Log = []storage.Entry{{Ply: games.Ply{Seat: 0, Move: games.Leave}, At: noon}}
	}
	m, err := NewEnv(all.Games(), nil, func() time.Time { return noon }, zeros{}).Open(stored)
	if err != nil {
		t.Fatal(err)
	}
	m.Times.People = make([]storage.Person, 2)
	for seat := range m.Clocks {
		if slices.Contains(m.State.ToMove(), games.Seat(seat)) && !m.Deserted() {
			m.Clocks[seat].Since = noon
		}
	}
	return m
}

// Enforce does one thing at a time: with both clocks expired, each call handles one seat.
func TestEnforceDoesOneThing(t *testing.T) {
	m := enforceable(t, "permutations")
	m.Times.People = []storage.Person{reminded(), reminded()}
	m.Now = noon.Add(day)
	var got []string
	for range 2 {
		verdict := enforced(t, m, nil)
		got = append(got, verdict)
		var seat games.Seat
		if _, err := fmt.Sscanf(verdict, "ask %d", &seat); err != nil {
			t.Fatal(err)
		}
		if err := m.advance([]storage.Entry{{Ply: games.Ply{Seat: seat, Move: games.Lapse}, At: m.Now}}); err != nil {
			t.Fatal(err)
		}
		m.Clocks[seat].Since = time.Time{}
	}
	if want := []string{"ask 0, lapse of 0", "ask 1, lapse of 1"}; !slices.Equal(got, want) {
		t.Errorf("the verdicts are %q, want %q", got, want)
	}
}

// A player who has missed two turns is out from the next auction on, and may still owe a card of
// this one. The clock takes it for them, also when they have left the server.
func TestAPlayerWhoIsOutLosesTheTurnThatTheyOwe(t *testing.T) {
	env := NewEnv(all.Games(), nil, func() time.Time { return noon }, zeros{})
	var m *Match
	for deal := byte(0); m == nil; deal++ { // a random bid is to leave a choice of cards to take
		stored := storage.Match{Head: begun(t, "permutations", 2)}
		stored.Setup.Seed[0] = deal
		for m == nil && stored.Plies < 8 {
			now, err := env.Open(stored)
			if err != nil || deal == 100 {
				t.Fatalf("in deal %d nobody is out and owes a card: %v", deal, err)
			}
			ply := games.Ply{Seat: now.State.ToMove()[0], Move: games.Lapse}
			if legal := now.State.Legal(ply.Seat); ply.Seat == 1 || stored.Plies == 0 {
				ply.Move = legal[len(legal)-1]
			}
			stored.Log = append(stored.Log, storage.Entry{Ply: ply, At: noon})
			stored.Plies++
			if now, err = env.Open(stored); err == nil && slices.Contains(now.State.ToMove(), 0) && !now.In(0) {
				m = now
			}
		}
	}
	m.Times.People = []storage.Person{reminded(), reminded()}
	m.Clocks[0].Since, m.Now = noon, noon.Add(day)
	if got, want := enforced(t, m, Presence{0: Absent}), "ask 0, lapse of 0"; got != want {
		t.Errorf("the verdict about a player who left the server is %q, want %q", got, want)
	}
}
