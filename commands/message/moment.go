package message

import (
	"slices"

	"parlour/games"
)

// lostGame is the least cost of a move that lost a won game, and halfGame that of one that gave half a game away.
const (
	lostGame = 0.95
	halfGame = 0.5
)

// A Moment is a move of a game that is worth a look.
type Moment struct {
	Ply    int // index in the log
	Advice games.Advice
	Costly bool  // whether it gave much away; else there is a remark about it
	Run    []int // all moves of the run of mistakes of which it is told; itself alone for none
}

// Decisive stands for the number of the moment that decided a game or, if none is known to, the first.
const Decisive = -1

// decisive returns the number of the moment that decided the game: the last that cost half a game or, if none did, the
// one that cost most. It is -1 if that was no mistake of a player who lost, because then something else did.
func (p private) decisive(all []Moment) int {
	at := -1
	for i, m := range all {
		if cost := m.Advice.Cost; m.Costly && (at < 0 || cost >= min(halfGame, all[at].Advice.Cost)) {
			at = i
		}
	}
	if at < 0 || !p.lost(p.m.Log[all[at].Ply].Seat) {
		return -1
	}
	return at
}

// lost reports whether another player came out ahead of a seat.
func (p private) lost(seat games.Seat) bool {
	result, over := p.m.State.Result()
	return over && slices.ContainsFunc(p.m.Others(seat), func(o games.Seat) bool { return result.Places[o] < result.Places[seat] })
}

// run says of a run of mistakes which moves it has and who made the last one, and that the one that is told is the worst
// of that player. Both are zero if a moment is no run.
func (p private) run(m Moment) (said string, worst games.Text) {
	if len(m.Run) < 2 {
		return "", worst
	}
	seat, last := p.m.Log[m.Ply].Seat, len(m.Run)-1
	said = p.voice.Say(p.by(games.Say("analyse.run", "By", "", "First", p.unit(m.Run[0]), "Last", p.unit(m.Run[last])), seat))
	return said, p.by(games.Say("analyse.worst", "By", "", "Number", p.unit(m.Ply)), seat)
}

// unit returns the number by which players know a move.
func (p private) unit(ply int) int { return p.m.Steps()[ply].After.View(games.Spectator).Words().Unit }
