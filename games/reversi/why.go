package reversi

import "parlour/games"

// Why says what a disc brings or keeps from the other side: the end, a corner, another turn, discs that are safe, fewer
// cells to choose from. It names what happens, and what could have happened before.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	p := v.position()
	t, err := state{pos: p}.readTurn(m)
	if err != nil || v.ToMove != seat {
		return games.Text{}
	}
	shape, by, could := p.shape(), p.mover, p.replies()
	own, other := p.sides()
	after := p
	after.Play(t)
	say := func(key string, pairs ...any) games.Text {
		return games.Say("reversi.why."+key, append(pairs, "By", "", "Player", 1-seat, "Cell", t.String())...)
	}
	switch {
	case after.Over() && after.Lead(int(by)) > 0:
		return say("wins")
	case after.Over():
		return games.Text{}
	case shape.corners.has(t.Cell.bit()) && after.mover == by:
		return say("corner-again")
	case shape.corners.has(t.Cell.bit()):
		return say("corner")
	case after.mover == by:
		return say("again")
	}
	corners := shape.corners.and(could)
	given := shape.corners.and(after.open)
	if kept := corners.less(given); !kept.empty() && given.empty() {
		return say("keeps", "Corner", kept.first().name(p.size))
	}
	if safe := shape.safe(after.discs[by]).count() - shape.safe(own).count(); safe > 1 && given.empty() {
		return say("safe", "Count", safe)
	}
	can, turns := after.open.count(), shape.turned(own, other, t.Cell).count()
	mine, fewer := after.replies(), can < could.count()-1
	switch corner := shape.corners.and(mine).less(p.open); {
	case !given.empty():
		return games.Text{}
	case !corner.empty():
		return say("threatens", "Corner", corner.first().name(p.size))
	case can == 1 || can <= fewCells && fewer:
		return say("leaves", "Count", can)
	case fewer:
		return say("fewer", "From", could.count(), "To", can)
	case p.left() <= lastDiscs:
		return say("turns", "Count", turns)
	case mine.count() > p.Count():
		return say("more", "From", p.Count(), "To", mine.count())
	case turns == 1:
		return say("quiet")
	}
	return games.Text{}
}

// From so few cells on to choose from it is worth a word, and so are the discs that are turned over while so few cells
// are empty.
const fewCells, lastDiscs = 3, 10
