package chess

import "parlour/games"

// slightly is what is not worth a word.
const slightly worth = 50

// Why says what a move does: it mates, stops a mate, wins or saves a piece, attacks two at once, promotes, castles, checks, and so on.
// A move that gives more away than it wins has no reason.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	s := v.state()
	t, err := s.readTurn(m)
	if err != nil || !s.Owes(seat) {
		return games.Text{}
	}
	if m == claimMove {
		return games.Say("chess.why.claim")
	}
	p, next := s.pos, s.playTurn(t, m)
	after, from, to := next.pos, t.from(), t.to()
	kind := p.kindAt(from)
	say := func(key string, pairs ...any) games.Text {
		return games.Say("chess.why."+key, append(pairs, "Piece", pieceName(kind), "Square", to.String())...)
	}
	if next.Ended != nil {
		if next.Winner() == seat {
			return say("mates")
		}
		return games.Text{}
	}
	gain := p.gain(t)
	_, lost := p.answer(t, &after)
	threat, wasLost := p.threat()
	switch {
	case after.mates() || gain < -slightly || lost > max(gain, 0)+slightly && lost >= wasLost:
		return games.Text{}
	case p.threatened():
		return say("stops")
	case t.becomes() != Pawn && gain > 0:
		return say("promotes", "Becomes", pieceName(t.becomes()))
	case p.castles(t):
		return say("castles")
	}
	prey := after.prey(to, p.mover)
	fresh := prey &^ p.prey(from, p.mover)
	first, others := after.dearest(prey)
	second, _ := after.dearest(others)
	switch {
	case prey.several() && fresh != 0 && after.checks() != 0:
		return say("forks-king", "Second", second)
	case prey.several() && fresh != 0:
		return say("forks", "First", first, "Second", second)
	case gain > slightly && p.sides[1-p.mover].has(to):
		return say("wins", "Taken", pieceName(p.kindAt(to)))
	case p.takes(t):
		return say("trades")
	case wasLost > slightly && lost <= slightly && threat == from:
		return say("saves")
	case wasLost > slightly && lost <= slightly:
		return say("protects", "Other", pieceName(p.kindAt(threat)))
	case after.checks() != 0:
		return say("checks")
	case fresh != 0:
		first, _ = after.dearest(fresh)
		return say("attacks", "First", first)
	}
	return p.quietReason(t, kind, say)
}

// answer returns what the other side can take best after a turn, and what it wins. What both exchange on the square of
// the turn counts as a whole.
func (p *Position) answer(t Turn, after *Position) (best Turn, lost worth) {
	for _, a := range after.turns(nil, true) {
		won := after.gain(a)
		if a.to() == t.to() {
			won = -p.gain(t)
		}
		if won > lost {
			best, lost = a, won
		}
	}
	return best, lost
}

// quietReason says what a move is good for that takes and attacks nothing.
func (p *Position) quietReason(t Turn, kind Kind, say func(string, ...any) games.Text) games.Text {
	from, to := t.from(), t.to()
	home := from.row() == 7*int(p.mover)
	few := p.kinds[Queen] == 0
	switch {
	case (kind == Knight || kind == Bishop) && home && to.row() != from.row():
		return say("develops")
	case kind == Pawn && ahead[p.mover][to]&p.kinds[Pawn]&p.sides[1-p.mover] == 0:
		return say("passes")
	case kind == Pawn && centre[to] == 3:
		return say("centre")
	case kind == Rook && columns[to]&p.kinds[Pawn] == 0 && columns[from]&p.kinds[Pawn] != 0:
		return say("opens")
	case kind == King && few && centre[to] > centre[from]:
		return say("comes")
	}
	return games.Text{}
}

// threat returns which piece of the mover the other side could take with profit if it were to move, and with how much.
func (p *Position) threat() (at Square, lost worth) {
	if p.checks() != 0 {
		return none, 0
	}
	passed := *p
	passed.pass()
	at = none
	for _, t := range passed.turns(nil, true) {
		if won := passed.gain(t); won > lost && p.sides[p.mover].has(t.to()) {
			at, lost = t.to(), won
		}
	}
	return at, lost
}

// threatened reports whether the other side could mate if it were to move.
func (p *Position) threatened() bool {
	passed := *p
	passed.pass()
	return p.checks() == 0 && passed.mates()
}

// mates reports whether the mover has a turn that mates.
func (p *Position) mates() bool {
	for _, t := range p.turns(nil, false) {
		next := *p
		if next.Play(t); next.checks() != 0 && len(next.turns(nil, false)) == 0 {
			return true
		}
	}
	return false
}

// prey returns the pieces that a piece of a side attacks with profit, a king among them.
func (p *Position) prey(at Square, side uint8) (all Set) {
	kind := p.kindAt(at)
	reach := pawnHits[side][at]
	if kind != Pawn {
		reach = hits(kind, at, p.pieces())
	}
	moved := *p
	if moved.mover != side {
		moved.pass()
	}
	for hit := reach & p.sides[1-side]; hit != 0; hit &= hit - 1 {
		if to := hit.first(); p.kindAt(to) == King || moved.gain(newTurn(at, to, Pawn)) > 0 {
			all |= to.bit()
		}
	}
	return all
}

// dearest names the kind of the dearest of some pieces, and returns the others.
func (p *Position) dearest(all Set) (name games.Text, others Set) {
	for kind := King; kind <= King; kind-- {
		if of := all & p.kinds[kind]; of != 0 {
			return pieceName(kind), all.without(of.first())
		}
	}
	return name, 0
}
