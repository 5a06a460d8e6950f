package match

import (
	"time"
)

// The settings of a table besides the options of its game. Their names have a hyphen, which no option
// has.
const (
	FirstMove = "first-move" // one of [Firsts]
	TurnTime  = "turn-time"  // a [time.Duration] as it writes itself
)

// Firsts are the wishes for the first seat that a table can have, the usual one first.
var Firsts = []string{"random", "me", "them"}

// MostTurn is the longest time for a turn that a table can have.
const MostTurn = 14 * 24 * time.Hour

// UsualTurn is the time for a turn where nobody says otherwise.
const UsualTurn = 3 * 24 * time.Hour

// TurnTimes are usual times for a turn; 0 is no limit.
func TurnTimes() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{3 * day, day, 12 * time.Hour, time.Hour, 5 * time.Minute, time.Minute, 7 * day, MostTurn, 0}
}

// MayTake reports whether a time for a turn can be chosen at a table: it is no longer than all
// turns together.
func (m *Match) MayTake(turn time.Duration) bool {
	return turn == 0 || turn >= LeastTime && turn <= MostTurn && (m.TotalTime == 0 || turn <= m.TotalTime)
}

// MovesFirst reports whether one player moves first in the game of an open table. Nobody does where
// all choose at once, or one plays alone.
func (m *Match) MovesFirst() bool {
	setup := m.Setup
	setup.Rules, setup.Seats = m.Info.Rules, min(max(len(m.Players), m.Info.MinSeats, 2), m.Info.MaxSeats)
	start, err := m.Game.Start(setup)
	return err == nil && setup.Seats > 1 && len(start.ToMove()) == 1
}
