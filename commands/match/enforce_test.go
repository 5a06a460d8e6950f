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
// verdict in words: "ask 0", and then "nothing", "changed", "removed" or a ply.
func enforced(t *testing.T, m *Match, answers Presence) string {
	t.Helper()
	said, known := "", Presence{}
	for {
		v, err := m.Times.Enforce(m, known)
		idle := !v.Changed && len(v.Plies) == 0 && !v.Removed
		_, again := known[v.Ask]
		switch {
		case err != nil:
			t.Fatal(err)
		case v.Ask != games.Spectator && (again || !idle):
			t.Fatalf("%+v asks twice, or asks and changes something", v)
		case v.Ask != games.Spectator:
			known[v.Ask] = answers[v.Ask]
			said += fmt.Sprintf("ask %d, ", v.Ask)
		case v.Removed:
			return said + "removed"
		case v.Away != "":
			return said + fmt.Sprint("away ", m.SeatOf(v.Away))
		case len(v.Plies) > 0:
			return said + fmt.Sprintf("%s of %d", v.Plies[0].Move, v.Plies[0].Seat)
		case v.Changed:
			return said + "changed"
		default:
			return said + "nothing"
		}
	}
}

// reminded returns a person who was reminded of a turn since noon, and is never away by themselves.
func reminded() storage.Person {
	return storage.Person{NoAutoAway: true, Reminded: []storage.Reminder{{Match: "m", Since: noon, Share: 95}}}
}

// settings change a match before its clocks are enforced. Those of the clock and the player are of seat 0.
var settings = map[string]func(*Match){
	"open":       func(m *Match) { m.Phase = storage.Open },
	"over":       func(m *Match) { m.Phase = storage.Over },
	"no rules":   func(m *Match) { m.State = nil },
	"no clocks":  func(m *Match) { m.Clocks = nil },
	"no limit":   func(m *Match) { m.TurnTime = 0 },
	"total time": func(m *Match) { m.TotalTime = day },
	"away":       func(m *Match) { m.Times.Away = true },
	"reminded":   func(m *Match) { m.Times.People[0] = reminded() },
	"spared":     func(m *Match) { m.Times.People[0] = reminded(); m.Times.People[0].NoAutoAway = false },
	"spared already": func(m *Match) {
		m.Times.People[0].AutoAway = []storage.Span{{From: noon.Add(-20 * day), To: noon.Add(-17 * day)}}
	},
	"by itself": func(m *Match) {
		m.Times.People[0].AutoAway = []storage.Span{{From: m.Clocks[0].Since.Add(day - 5*time.Minute), To: noon.Add(3 * day)}}
	},
	"by itself too late": func(m *Match) {
		m.Times.People[0].AutoAway = []storage.Span{{From: noon.Add(day), To: noon.Add(3 * day)}}
	},
	"strict":          func(m *Match) { m.Strict = true },
	"not reminded":    func(m *Match) { m.Times.People[0].Reminded = nil },
	"less than a day": func(m *Match) { m.TurnTime = day - 1 },
	"a small bank":    func(m *Match) { m.TurnTime, m.TotalTime, m.Gain, m.Cap = 0, day, time.Hour, week },
	"a large bank":    func(m *Match) { m.TurnTime, m.TotalTime, m.Gain, m.Cap = 0, day, day, week },
	"paused":          func(m *Match) { m.Pauses, m.Paused = []storage.Span{{From: noon, To: noon.Add(2 * day)}}, true },
	"alone":           func(m *Match) { m.Players[1].Level = games.Easy },
	"other reminded":  func(m *Match) { m.Times.People[1] = reminded() },
	"quiet": func(m *Match) {
		m.Times.People[0] = storage.Person{Zone: "UTC", Quiet: &storage.Window{From: 11 * 60, To: 13 * 60}}
	},
	"an hour later": func(m *Match) { m.Clocks[0].Since = noon.Add(time.Hour) },
	"sure":          func(m *Match) { m.Times.Sure = true },
	"begins later":  func(m *Match) { m.Clocks[0].Since, m.Clocks[0].Due = noon.Add(30*day), noon.Add(31*day) },
	"granted later": func(m *Match) {
		m.Clocks[0].Extension = storage.Span{From: noon.Add(30 * day), To: noon.Add(30*day + time.Hour)}
	},
	"expired": func(m *Match) { // and the opponent is asked
		m.Clocks[0].ExpiredAt, m.Clocks[0].Missed = noon.Add(day), 1
	},
	"outage":          func(m *Match) { m.Times.Outages = []storage.Span{{From: noon.Add(2 * day), To: noon.Add(3 * day)}} },
	"due in 2 days":   func(m *Match) { m.Clocks[0].Due = noon.Add(2 * day) },
	"due in 3 days":   func(m *Match) { m.Clocks[0].Due = noon.Add(3 * day) },
	"lost at noon":    func(m *Match) { m.GuildLostAt = noon },
	"lost a day on":   func(m *Match) { m.GuildLostAt = noon.Add(day) },
	"lost in a month": func(m *Match) { m.GuildLostAt = noon.Add(30 * day) },
	"granted after them": func(m *Match) {
		m.Clocks[0].Extension = storage.Span{From: noon.Add(time.Hour), To: noon.Add(2 * time.Hour)}
	},
	"something posts": func(m *Match) { m.Desired.Post = 3 },
	"opponent":        func(m *Match) { m.Players[0].Level = games.Easy },
}

// became says what became of a match: what differs from one that began at noon, with times since then.
func became(m *Match) string {
	var said []string
	note := func(is bool, format string, args ...any) {
		if is {
			said = append(said, fmt.Sprintf(format, args...))
		}
	}
	since := func(t time.Time) time.Duration { return t.Sub(noon) }
	note(m.Phase != storage.Playing, "%s", m.Phase)
	note(m.Ended != "", "by %s", m.Ended)
	note(m.Desired != m.Published, "post %d edit %d", m.Desired.Post, m.Desired.Edit)
	note(!m.GuildLostAt.IsZero(), "lost at %v", since(m.GuildLostAt))
	if len(m.Clocks) > 0 {
		c := m.Clocks[0]
		note(!c.Due.IsZero(), "due at %v", since(c.Due))
		note(!c.Extension.From.IsZero(), "more from %v", since(c.Extension.From))
		note(!c.ExpiredAt.IsZero(), "expired at %v", since(c.ExpiredAt))
		note(c.Missed > 0, "missed %d", c.Missed)
	}
	return strings.Join(said, ", ")
}

// Each verdict of Enforce, and what becomes of the match. Every turn began at noon with a day for it.
func TestEnforce(t *testing.T) {
	absent, lost := Presence{0: Absent}, Presence{0: GuildLost}
	for _, c := range []struct {
		name, game, settings string
		later                time.Duration
		answers              Presence // the answers about a player; [Here] where there is none
		want, became         string
	}{
		{"an open table before its week is over", "permute", "open", week - 1, nil, "nothing", "open"},
		{"an open table after a week", "permute", "open", week, nil, "changed", "off, by expired, post 2 edit 1"},
		{"a game that is over", "permute", "over", week, nil, "nothing", "over"},
		{"unknown rules", "permute", "no rules", week, nil, "nothing", ""},
		{"a game without clocks", "permute", "no clocks", 0, nil, "changed", ""},

		{"a running clock", "permute", "", day - 1, nil, "nothing", "due at 24h0m0s"},
		{"a clock expires for a player who was not reminded", "permute", "", day, nil, "ask 0, changed", "post 2 edit 1, due at 25h0m0s, more from 24h0m0s"},
		{"a clock expires in the quiet hours of a player who was not reminded", "permute", "quiet", day, nil, "ask 0, changed", "post 2 edit 1, due at 26h0m0s, more from 25h0m0s"},
		{"a clock expires in a game that its player would lose", "permute", "reminded", day, nil, "ask 0, changed", "post 3 edit 0, due at 24h0m0s, expired at 24h0m0s, missed 1"},
		{"a clock expires while the server is away", "permute", "reminded, away", day, nil, "nothing", "due at 24h0m0s"},
		{"a clock expires in a game that goes on", "permutu", "reminded", day, nil, "ask 0, lapse of 0", "post 3 edit 0, due at 24h0m0s, missed 1"},
		{"a clock expires in a race for the first move", "permutu race", "reminded", day, nil, "ask 0, lapse of 0", "post 3 edit 0, due at 24h0m0s"},
		{"the total time is spent", "permutu", "total time, reminded", day, nil, "ask 0, spent of 0", "over, post 3 edit 0, due at 24h0m0s"},
		{"the total time is spent by a player who was not reminded", "permutu", "total time", day, nil, "ask 0, changed", "post 2 edit 1, due at 25h0m0s, more from 24h0m0s"},
		{"a clock expires for an absent player", "permute", "", day, absent, "ask 0, absent of 0", "over, post 3 edit 0, due at 24h0m0s"},
		{"the second of two clocks expires", "permutations", "an hour later, other reminded", day, nil, "ask 1, lapse of 1", "post 2 edit 1, due at 25h0m0s"},

		{"soon time is up for a player who may be away by themselves", "permute", "spared", day - 10*time.Minute, nil, "ask 0, away 0", "due at 24h0m0s"},
		{"not so soon", "permute", "spared", day - 10*time.Minute - 1, nil, "nothing", "due at 24h0m0s"},
		{"time is up before they are away by themselves", "permute", "spared", day, nil, "ask 0, changed", "post 2 edit 1, due at 24h10m0s, more from 24h0m0s"},
		{"a lapse would come", "permutu", "spared", day - 1, nil, "ask 0, away 0", "due at 24h0m0s"},
		{"the total time would be spent", "permutu", "spared, total time", day - 1, nil, "ask 0, away 0", "due at 24h0m0s"},
		{"they were lately", "permute", "spared, spared already", day - 1, nil, "nothing", "due at 24h0m0s"},
		{"they were lately, and time is up", "permute", "spared, spared already", day, nil, "ask 0, changed", "post 3 edit 0, due at 24h0m0s, expired at 24h0m0s, missed 1"},
		{"they are", "permute", "spared, by itself", day, nil, "nothing", "post 2 edit 1, due at 72h5m0s"},
		{"another match had them away too late for this one", "permute", "spared, by itself too late", day, nil, "ask 0, changed", "post 2 edit 2, due at 72h10m0s, more from 24h0m0s"},
		{"they have left the server", "permute", "spared", day - 1, absent, "ask 0, nothing", "due at 24h0m0s"},
		{"they have left the server, and time is up", "permute", "spared", day, absent, "ask 0, absent of 0", "over, post 3 edit 0, due at 24h0m0s"},
		{"they are not reminded yet", "permute", "spared, not reminded", day - 1, nil, "nothing", "due at 24h0m0s"},
		{"strict", "permute", "spared, strict", day - 1, nil, "nothing", "due at 24h0m0s"},
		{"strict, while they are", "permute", "spared, strict, by itself", day - 1, nil, "nothing", "due at 24h0m0s"},
		{"less than a day a move", "permute", "spared, less than a day", day - 2, nil, "nothing", "due at 23h59m59.999999999s"},
		{"a move adds less than a day", "permute", "spared, a small bank", day - 1, nil, "nothing", "due at 24h0m0s"},
		{"a move adds a day", "permute", "spared, a large bank", day - 1, nil, "ask 0, away 0", "due at 24h0m0s"},
		{"in a pause", "permute", "spared, paused", day, nil, "nothing", "due at 72h0m0s"},
		{"with Parlour", "permute", "spared, alone", day - 1, nil, "nothing", "due at 24h0m0s"},

		{"a week without a limit", "permute", "no limit", week, nil, "ask 0, nothing", ""},
		{"less than a week without a limit", "permute", "no limit", week - 1, nil, "nothing", ""},
		{"an absent player without a limit", "permute", "no limit", week, absent, "ask 0, absent of 0", "over, post 3 edit 0"},

		{"nobody has claimed the win yet", "permute", "expired", day + week - 1, nil, "nothing", "due at 192h0m0s, expired at 24h0m0s, missed 1"},
		{"nobody has claimed the win", "permute", "expired", day + week, nil, "lapse of 0", "over, post 3 edit 0, due at 192h0m0s, expired at 24h0m0s, missed 1"},
		{"nobody has claimed the win, with an outage", "permute", "expired, outage", day + week, nil, "nothing", "due at 216h0m0s, expired at 24h0m0s, missed 1"},

		{"settings end a turn at once", "permute", "due in 3 days", day, nil, "changed", "post 2 edit 1, due at 25h0m0s, more from 24h0m0s"},
		{"settings move the deadline", "permute", "due in 2 days", time.Hour, nil, "nothing", "post 2 edit 1, due at 24h0m0s"},

		{"a clock that was ahead began a turn", "permute", "begins later, sure", time.Hour, nil, "changed", "post 2 edit 1, due at 25h0m0s"},
		{"a clock that may be behind finds such a turn", "permute", "begins later", time.Hour, nil, "nothing", "due at 744h0m0s"},
		{"a clock that was ahead granted time", "permute", "granted later, sure", 23*time.Hour + 30*time.Minute, nil, "changed", "due at 24h30m0s, more from 23h30m0s"},
		{"a clock that was ahead lost the guild", "permute", "lost in a month, sure", time.Hour, nil, "changed", "lost at 1h0m0s, due at 24h0m0s"},
		{"quiet hours that have begun are no such grant", "permute", "quiet, granted after them, sure", 0, nil, "nothing", "due at 24h0m0s, more from 1h0m0s"},

		{"the guild is lost", "permute", "", day, lost, "ask 0, nothing", "lost at 24h0m0s, due at 24h0m0s"},
		{"the guild is lost for less than an hour", "permute", "lost a day on", day + time.Hour - 1, nil, "nothing", "lost at 24h0m0s, due at 24h0m0s"},
		{"the guild is lost for an hour", "permute", "lost a day on, something posts", day + time.Hour, lost, "ask 0, removed", "off, by removed, lost at 24h0m0s, due at 24h0m0s"},
		{"the guild is found after an hour", "permute", "lost a day on", day + time.Hour, nil, "ask 0, changed", "due at 24h0m0s"},
		{"the guild is asked about the first person", "permute", "lost at noon, opponent", day, Presence{1: GuildLost}, "ask 1, removed", "off, by removed, lost at 0s"},

		{"an opponent's clock does not run", "permute", "opponent", week, nil, "nothing", ""},
		{"opponents have waited for less than a week", "permutations left", "", week - 1, nil, "nothing", ""},
		{"opponents have waited for a week", "permutations left", "", week, nil, "leave of 1", "over, post 3 edit 0"},
		{"opponents have waited for a week with an outage", "permutations left", "outage", week, nil, "nothing", ""},
	} {
		m := enforceable(t, c.game)
		for name := range strings.SplitSeq(c.settings, ", ") {
			if name != "" {
				settings[name](m)
			}
		}
		m.Now = noon.Add(c.later)
		if got := enforced(t, m, c.answers); got != c.want {
			t.Errorf("%s: the verdict is %q, want %q", c.name, got, c.want)
		}
		if got := became(m); got != c.became {
			t.Errorf("%s: the match is %q, want %q", c.name, got, c.became)
		}
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
	for seat := range games.Seat(2) {
		if got, want := enforced(t, m, nil), fmt.Sprintf("ask %d, lapse of %[1]d", seat); got != want {
			t.Errorf("the verdict is %q, want %q", got, want)
		}
		if err := m.advance([]storage.Entry{{Ply: games.Ply{Seat: seat, Move: games.Lapse}, At: m.Now}}); err != nil {
			t.Fatal(err)
		}
		m.Clocks[seat].Since = time.Time{}
	}
}

// A player who has missed two turns is out from the next auction on, and may still owe a card of
// this one. The clock takes it for them, also when they have left the server.
func TestAPlayerWhoIsOutLosesTheTurnThatTheyOwe(t *testing.T) {
	env := NewEnv(all.Games(), nil, func() time.Time { return noon }, zeros{})
	for deal := range byte(100) { // a random bid is to leave a choice of cards to take
		stored := storage.Match{Head: begun(t, "permutations", 2)}
		stored.Setup.Seed[0] = deal
		for ; stored.Plies < 8; stored.Plies++ {
			m, err := env.Open(stored)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(m.State.ToMove(), 0) && !m.In(0) {
				m.Times.People = []storage.Person{reminded(), reminded()}
				m.Clocks[0].Since, m.Now = noon, noon.Add(day)
				if got, want := enforced(t, m, Presence{0: Absent}), "ask 0, lapse of 0"; got != want {
					t.Errorf("the verdict about a player who left the server is %q, want %q", got, want)
				}
				return
			}
			ply := games.Ply{Seat: m.State.ToMove()[0], Move: games.Lapse}
			if legal := m.State.Legal(ply.Seat); ply.Seat == 1 || stored.Plies == 0 {
				ply.Move = legal[len(legal)-1]
			}
			stored.Log = append(stored.Log, storage.Entry{Ply: ply, At: noon})
		}
	}
	t.Fatal("in no deal somebody is out and owes a card")
}
