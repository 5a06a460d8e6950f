package storage

import (
	"cmp"
	"slices"
	"time"
)

// The letters of [Lobby.Outcome].
const (
	HasWon   = "w"
	HasDrawn = "d"
	HasLost  = "l"
)

// A Period is a month, a year or [Ever], by UTC. Each has counters of its own, so that no table adds up many.
type Period uint16

// Ever is all time.
const Ever Period = 0

// YearOf returns the year of a moment.
func YearOf(at time.Time) Period { return Period(at.UTC().Year()) }

// MonthOf returns the month of a moment. Its number is that of no year with four digits.
func MonthOf(at time.Time) Period { return 12*YearOf(at) + Period(at.UTC().Month()) - 1 }

// Start returns when a month begins.
func (p Period) Start() time.Time {
	return time.Date(int(p/12), time.Month(p%12+1), 1, 0, 0, 0, 0, time.UTC)
}

// A Counter names one counter of a store: what a person has come to in a time, in a game and a channel of a server.
type Counter struct {
	Guild   string
	Period  Period
	Channel string // of a thread the one above
	Game    string
	Person  string
}

// A Tally is what a person has come to in some matches.
type Tally struct {
	Won, Drawn, Lost int
	// when the newest win came, in whole seconds; zero for none. A win that is taken away may leave its time.
	Last time.Time
}

// Played returns the number of matches.
func (t Tally) Played() int { return t.Won + t.Drawn + t.Lost }

// Empty reports whether a tally counts nothing. A change that turns a loss into a win is not empty, though its
// [Tally.Played] is 0.
func (t Tally) Empty() bool { return t.Won == 0 && t.Drawn == 0 && t.Lost == 0 }

// Minus returns what takes a tally away again, but for the time of its newest win.
func (t Tally) Minus() Tally { return Tally{Won: -t.Won, Drawn: -t.Drawn, Lost: -t.Lost} }

// Plus returns a tally with another one added.
func (t Tally) Plus(more Tally) Tally {
	t.Won, t.Drawn, t.Lost = t.Won+more.Won, t.Drawn+more.Drawn, t.Lost+more.Lost
	if more.Last.After(t.Last) {
		t.Last = more.Last
	}
	return t
}

// Counters is what counters say, or what is added to them.
type Counters map[Counter]Tally

// Add adds to a counter. One that has come to nothing is removed.
func (c Counters) Add(to Counter, t Tally) {
	if t = c[to].Plus(t); t.Empty() {
		delete(c, to)
	} else {
		c[to] = t
	}
}

// CountersOf returns what a match counts for. Nobody who was forgotten has a counter.
func CountersOf(h Head) Counters {
	if h.Outcome == "" || h.Phase != Over || h.Guild == "" {
		return nil
	}
	at := h.EndedAt.UTC().Truncate(time.Second)
	all := Counters{}
	for seat, p := range h.Players[:min(len(h.Players), len(h.Outcome))] {
		var t Tally
		switch h.Outcome[seat : seat+1] {
		case HasWon:
			t = Tally{Won: 1, Last: at}
		case HasDrawn:
			t.Drawn = 1
		case HasLost:
			t.Lost = 1
		default:
			continue
		}
		if !IsFormer(p.ID) {
			for _, period := range []Period{MonthOf(at), YearOf(at), Ever} {
				all.Add(Counter{h.Guild, period, cmp.Or(h.Above, h.Home), h.Setup.Game, p.ID}, t)
			}
		}
	}
	return all
}

// Since returns what has to be added to the counters of a match that counted for something else before.
func (c Counters) Since(before Counters) Counters {
	changes := Counters{}
	for at, t := range c {
		if t != before[at] {
			changes.Add(at, t)
		}
	}
	for at, t := range before {
		if t != c[at] {
			changes.Add(at, t.Minus())
		}
	}
	return changes
}

// Standings says of which people of a server [Store.Standings] tells.
type Standings struct {
	Guild    string
	Period   Period
	Channels []string // those that count
	Game     string   // empty for all games together
}

// Of returns what a match counts for in the standings of a person.
func (of Standings) Of(h Head, person string) (t Tally) {
	for at, one := range CountersOf(h) {
		if at.Person == person && at.Guild == of.Guild && at.Period == of.Period && slices.Contains(of.Channels, at.Channel) &&
			(of.Game == "" || at.Game == of.Game) {
			t = t.Plus(one)
		}
	}
	return t
}

// A Standing is what a person has come to.
type Standing struct {
	Person string
	Tally
	Game string // that of most of these matches; of several the first by name
}
