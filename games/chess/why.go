package chess

import "parlour/games"

// slightly is what is not worth a word.
const slightly worth = 50

// Why says what a move does: it mates, wins or saves a piece, attacks two at once, promotes, castles, checks, and so on.
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
	gain, lost := p.gain(t), worth(0)
	if given, ok := after.best(); ok {
		lost = after.gain(given)
	}
	threat, wasLost := p.threat()
	switch {
	case after.mates() || lost > max(gain, 0)+slightly && lost >= wasLost:
		return games.Text{}
	case t.becomes() != Pawn && gain > 0:
		return say("promotes", "Becomes", pieceName(t.becomes()))
	case p.castles(t):
		return say("castles")
	case gain > slightly && p.sides[1-p.mover].has(to):
		return say("wins", "Taken", pieceName(p.kindAt(to)))
	}
	switch prey := after.prey(to, p.mover); {
	case len(prey) > 1:
		return say("forks", "First", pieceName(prey[0]), "Second", pieceName(prey[1]))
	case wasLost > slightly && lost < wasLost-slightly && threat == from:
		return say("saves")
	case wasLost > slightly && lost < wasLost-slightly:
		return say("protects", "Other", pieceName(p.kindAt(threat)))
	case p.takes(t):
		return say("trades")
	case after.checks() != 0:
		return say("checks")
	case len(prey) > 0:
		return say("attacks", "First", pieceName(prey[0]))
	}
	return p.quietReason(t, kind, say)
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

// best returns the turn of the mover that wins most by taking, if one wins something.
func (p *Position) best() (best Turn, ok bool) {
	most := worth(0)
	for _, t := range p.turns(nil, true) {
		if w := p.gain(t); w > most {
			most, best, ok = w, t, true
		}
	}
	return best, ok
}

// threat returns which piece of the mover the other side could take with profit if it were to move, and with how much.
func (p *Position) threat() (at Square, lost worth) {
	if p.checks() != 0 {
		return none, 0
	}
	passed := *p
	passed.pass()
	if t, ok := passed.best(); ok && p.sides[p.mover].has(t.to()) {
		return t.to(), passed.gain(t)
	}
	return none, 0
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

// prey returns the pieces that a piece on a square attacks with profit, a king that is in check among them.
func (p *Position) prey(at Square, side uint8) (all []Kind) {
	kind := p.kindAt(at)
	reach := pawnHits[side][at]
	if kind != Pawn {
		reach = hits(kind, at, p.pieces())
	}
	other := *p
	if other.mover != side {
		other.pass()
	}
	for hit := reach & p.sides[1-side]; hit != 0; hit &= hit - 1 {
		to := hit.first()
		if k := p.kindAt(to); k == King || other.gain(newTurn(at, to, Pawn)) > 0 {
			all = append(all, k)
		}
	}
	return all
}
