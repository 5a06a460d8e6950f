package reversi

import "parlour/games"

// Why says what a disc brings or keeps from the other side: the end, a corner, another turn, discs that are safe, fewer
// cells to choose from. It names what happens, and what could have happened before or after other discs.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	p := v.position()
	t, err := state{pos: p}.readTurn(m)
	if err != nil || v.ToMove != seat {
		return games.Text{}
	}
	shape, by, could := p.shape(), p.mover, p.replies()
	mine, other := p.sides()
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
	if safe := shape.safe(after.discs[by]).count() - shape.safe(mine).count(); safe > 1 && given.empty() {
		return say("safe", "Count", safe)
	}
	can, turns := after.open.count(), shape.turned(mine, other, t.Cell).count()
	others := p.others(t, could)
	fewer, opens, own := can < could.count()-1, after.open.less(could).count(), after.replies().count()
	switch corner := shape.corners.and(after.replies()).less(p.open); {
	case !given.empty() && others.give == p.Count()-1:
		fewest := 0
		if can <= others.least && can < others.most {
			fewest = 1
		}
		return say("anyway", "Fewest", fewest, "Corner", given.first().name(p.size))
	case !given.empty():
		return games.Text{}
	case 2*others.give >= p.Count() && others.give > 1:
		return say("spares", "Count", others.give)
	case !corner.empty():
		return say("threatens", "Corner", corner.first().name(p.size))
	case can == 1 || can <= fewCells && fewer:
		return say("leaves", "Count", can)
	case can <= others.least && can+manyMore <= others.most:
		return say("least", "To", can, "Most", others.most)
	case fewer:
		return say("fewer", "From", could.count(), "To", can)
	case opens+manyMore <= others.open:
		cell := ""
		if opens > 0 {
			cell = after.open.less(could).first().name(p.size)
		}
		return say("opens", "New", cell, "Count", opens, "Most", others.open)
	case own >= others.own && own >= others.few+manyMore:
		return say("roams", "To", own, "Few", others.few)
	case could.has(t.Cell.bit()) && shape.turned(other, mine, t.Cell).count() > 1:
		return say("denies", "Count", shape.turned(other, mine, t.Cell).count())
	case opens == 0 && others.open > 0:
		return say("shuts", "Most", others.open)
	case can <= others.least && can < others.most:
		return say("least", "To", can, "Most", others.most)
	case p.left() <= lastDiscs:
		return say("turns", "Count", turns)
	case turns == 1 && others.turn >= manyMore:
		return say("quiet", "Most", others.turn)
	case own >= can+manyMore:
		return say("freer", "To", own, "Count", can)
	}
	return games.Text{}
}

// From so few cells on to choose from it is worth a word, and so are so many more after another turn, and the discs that
// are turned over while so few cells are empty.
const fewCells, manyMore, lastDiscs = 3, 3, 10

// What the turns beside one leave to the other side: the fewest and the most cells to choose from, how many of the
// turns give it a corner, and to how many cells one lets it go to which it could not go before. Then to how many cells the
// mover could go next after one, at most and at least, and the most discs that one turns over.
type others struct{ least, most, give, open, own, few, turn int }

func (p *Position) others(but Turn, could Set) others {
	all := p.shape().all.count()
	o := others{least: all, few: all}
	for n := range p.Count() {
		next, t := *p, p.Nth(n)
		if t == but {
			continue
		}
		mine, other := p.sides()
		o.turn = max(o.turn, p.shape().turned(mine, other, t.Cell).count())
		can := Set{}
		if next.Play(t); next.mover != p.mover {
			can = next.open
			own := next.replies().count()
			o.own, o.few = max(o.own, own), min(o.few, own)
		}
		o.least, o.most, o.open = min(o.least, can.count()), max(o.most, can.count()), max(o.open, can.less(could).count())
		if can.has(p.shape().corners) {
			o.give++
		}
	}
	return o
}
