package chess

import (
	"slices"
	"strings"

	"parlour/games"
)

// slightly is what is not worth a word.
const slightly worth = 50

// Why says what a move does: it mates, stops a mate or threatens one, wins or saves a piece, attacks two at once, pins one,
// promotes, castles, checks, and so on. It names the pieces and their squares. A move that gives more away than it wins
// has no reason, nor has one that leaves more than a pawn to be taken.
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
		return games.Say("chess.why."+key, append(pairs, "Player", 1-seat, "Piece", pieceName(kind), "Square", to.String())...)
	}
	if next.Ended != nil {
		if next.Winner() == seat {
			return say("mates")
		}
		return games.Text{}
	}
	gain := p.gain(t)
	best, lost := p.answer(t, &after)
	threat, wasLost := p.threat()
	mate, threatens := after.threatened()
	worse := lost > wasLost || lost == wasLost && lost > early[Pawn] && !threatens
	if _, mates := after.mates(); mates || gain < -slightly {
		return games.Text{}
	}
	if lost > max(gain, 0)+slightly && worse {
		switch at := best.to(); {
		case !p.least(t):
			return games.Text{}
		case !p.takes(t) && after.sides[p.mover].has(at):
			return say("least", "Other", pieceName(after.kindAt(at)), "At", at.String())
		case !p.takes(t):
			return games.Text{}
		}
	}
	stopped, threatened := p.threatened()
	switch {
	case (threatens || after.checks() != 0) && after.lost():
		return say("forces")
	case threatened:
		return say("stops", "On", stopped.to().String())
	case t.becomes() != Pawn && gain > 0:
		return say("promotes", "Becomes", pieceName(t.becomes()))
	case p.castles(t):
		return say("castles")
	}
	prey := after.prey(to, p.mover)
	fresh := prey &^ p.prey(from, p.mover)
	besides := fresh &^ after.kinds[King]
	first, at, others := after.dearest(prey)
	second, where, _ := after.dearest(others)
	forks := prey.several() && fresh != 0 && !after.swaps(to)
	switch {
	case forks && after.checks() != 0 && besides != 0:
		second, where, _ = after.dearest(besides)
		return say("forks-king", "Second", second, "Next", where.String())
	case forks && after.checks() == 0:
		return say("forks", "First", first, "At", at.String(), "Second", second, "Next", where.String())
	case p.takes(t) && v.To == to.String() && strings.Contains(v.San, "x"):
		return say("retakes", "Taken", pieceName(p.kindAt(to)))
	case gain > slightly && p.sides[1-p.mover].has(to):
		return say("wins", "Taken", pieceName(p.kindAt(to)))
	case threatens:
		return say("threatens", "On", mate.to().String())
	case p.takes(t) && p.sides[1-p.mover].has(to):
		return say("trades", "Taken", pieceName(p.kindAt(to)))
	case after.checks() != 0: // which only delays what threatens
	case lost < wasLost-slightly && threat == from:
		return say("saves")
	case lost < wasLost-slightly && (lost <= slightly || best.to() != threat):
		return say("protects", "Other", pieceName(p.kindAt(threat)), "At", threat.String())
	}
	if pinned, ok := after.pins(to, p.mover); ok {
		return say("pins", "First", pieceName(after.kindAt(pinned)), "At", pinned.String())
	}
	if after.checks() != 0 {
		return after.checked(say)
	}
	if fresh != 0 {
		first, at, _ = after.dearest(fresh)
		return say("attacks", "First", first, "At", at.String())
	}
	return p.quietReason(t, kind, &after, say)
}

// checked says what a check leaves to the mover: one answer, which it names, or only moves of its king. It says nothing of one
// that another piece can answer.
func (p *Position) checked(say func(string, ...any) games.Text) games.Text {
	all := p.turns(nil, false)
	switch king := p.king(p.mover); {
	case len(all) == 1:
		return say("checks-once", "Answer", p.san(all[0]))
	case slices.ContainsFunc(all, func(t Turn) bool { return t.from() != king }):
		return games.Text{}
	case p.castle&p.sides[p.mover] != 0:
		return say("checks-castle")
	}
	return say("checks")
}

// swaps reports whether the other side, which is to move, can take a piece without a loss.
func (p *Position) swaps(at Square) bool {
	return slices.ContainsFunc(p.turns(nil, true), func(t Turn) bool { return t.to() == at && p.gain(t) >= 0 })
}

// lost reports whether every turn of the mover lets the other side mate.
func (p *Position) lost() bool {
	return !slices.ContainsFunc(p.turns(nil, false), func(t Turn) bool {
		next := *p
		next.Play(t)
		_, mates := next.mates()
		return !mates
	})
}

// pins returns the piece of the mover, but no pawn, that would leave its king in check from a square of the other side if
// it were gone, and whether there is one.
func (p *Position) pins(by Square, side uint8) (at Square, ok bool) {
	if p.checks() != 0 {
		return none, false
	}
	king := p.king(1 - side)
	for own := p.sides[1-side] &^ (king.bit() | p.kinds[Pawn]); own != 0; own &= own - 1 {
		at = own.first()
		if p.attackers(king, p.pieces().without(at)).has(by) {
			return at, true
		}
	}
	return none, false
}

// least reports whether the other side can take something with profit after every turn, and with hardly less than after one.
func (p *Position) least(t Turn) bool {
	loses := func(t Turn) worth {
		after := *p
		after.Play(t)
		_, lost := p.answer(t, &after)
		return lost - max(p.gain(t), 0)
	}
	bound := max(loses(t)-slightly, slightly)
	return !slices.ContainsFunc(p.turns(nil, false), func(o Turn) bool { return loses(o) <= bound && o != t })
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
func (p *Position) quietReason(t Turn, kind Kind, after *Position, say func(string, ...any) games.Text) games.Text {
	from, to := t.from(), t.to()
	home := from.row() == 7*int(p.mover)
	few := p.kinds[Queen] == 0
	named := func(key string, all Set) games.Text {
		name, at, _ := after.dearest(all)
		return say(key, "Other", name, "At", at.String())
	}
	switch all := len(p.turns(nil, false)); {
	case all == 1:
		return say("only")
	case p.checks() != 0 && all <= fewTurns:
		return say("escapes", "Count", all)
	}
	if by, ok := p.unforked(after); ok {
		return say("unforks", "Other", pieceName(p.kindAt(by.from())), "At", by.to().String())
	}
	own := p.sides[p.mover]
	if freed := p.pinned(p.king(p.mover), p.mover) &^ after.pinned(after.king(p.mover), p.mover) & own & after.sides[p.mover]; freed != 0 {
		return named("unpins", freed)
	}
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
	if at, ok := p.freed(after); ok {
		return say("frees", "At", at.String())
	}
	if kept, ok := p.kept(t, after); ok && kind == Pawn {
		return say("keeps", "Other", pieceName(p.kindAt(kept.from())), "At", kept.to().String())
	}
	if by := p.attackers(from, p.pieces()) & p.sides[1-p.mover]; kind != Pawn && kind != King && by != 0 && after.attackers(to, after.pieces())&after.sides[1-p.mover] == 0 {
		name, at, _ := p.dearest(by)
		return say("leaves", "Other", name, "At", at.String())
	}
	if pawn := behind(to, 1-p.mover); pawn < none && p.kinds[Pawn]&p.sides[1-p.mover]&pawn.bit() != 0 && ahead[1-p.mover][pawn]&p.kinds[Pawn]&own == 0 {
		return say("blocks", "At", pawn.String())
	}
	for left := own &^ from.bit() &^ (p.kinds[Pawn] | p.kinds[King]); left != 0; left &= left - 1 {
		at := left.first()
		if (after.reach(at) &^ after.sides[p.mover]).count() >= (p.reach(at)&^own).count()+manySquares {
			return say("lines", "Other", pieceName(p.kindAt(at)), "At", at.String())
		}
	}
	was, is := (p.reach(from) &^ own).count(), (after.reach(to) &^ after.sides[p.mover]).count()
	if kind != Pawn && kind < Queen && is >= was+manySquares {
		return say("reaches", "From", was, "To", is)
	}
	return games.Text{}
}

// Up to so few turns are worth a word, and from so many squares on that a piece reaches and did not before.
const fewTurns, manySquares = 4, 3

// reach returns the squares that a piece hits.
func (p *Position) reach(at Square) Set {
	if p.kindAt(at) == Pawn {
		side := uint8(0)
		if p.sides[1].has(at) {
			side = 1
		}
		return pawnHits[side][at]
	}
	return hits(p.kindAt(at), at, p.pieces())
}

// unforked returns a turn by which the other side could have attacked two pieces at once, and cannot any more, and whether
// there is one.
func (p *Position) unforked(after *Position) (Turn, bool) {
	if p.checks() != 0 {
		return 0, false
	}
	passed := *p
	passed.pass()
	still := after.turns(nil, false)
	for _, t := range passed.turns(nil, false) {
		if passed.forks(t) && (!slices.Contains(still, t) || !after.forks(t)) {
			return t, true
		}
	}
	return 0, false
}

// forks reports whether a turn attacks two pieces at once, no pawns, from a square where nothing can take its piece with
// profit.
func (p *Position) forks(t Turn) bool {
	if p.castles(t) {
		return false
	}
	next := *p
	next.Play(t)
	return (next.prey(t.to(), p.mover) &^ p.kinds[Pawn]).several() && p.gain(t) >= 0 && !next.swaps(t.to())
}

// kept returns a turn of a knight or a bishop of the other side to a square that a pawn attacks after its turn, where that
// piece would have been safe and isn't now, and whether there is one.
func (p *Position) kept(t Turn, after *Position) (Turn, bool) {
	passed := *p
	passed.pass()
	if p.checks() != 0 {
		return 0, false
	}
	for _, to := range passed.turns(nil, false) {
		minor := (p.kinds[Knight] | p.kinds[Bishop]).has(to.from())
		if minor && pawnHits[p.mover][t.to()].has(to.to()) && passed.gain(to) >= 0 && after.gain(to) < 0 {
			return to, true
		}
	}
	return 0, false
}

// freed returns a bishop of the mover that can move after a turn and could not before, and whether there is one.
func (p *Position) freed(after *Position) (at Square, ok bool) {
	own := p.sides[p.mover]
	for left := p.kinds[Bishop] & own; left != 0; left &= left - 1 {
		at = left.first()
		if hits(Bishop, at, p.pieces())&^own == 0 && hits(Bishop, at, after.pieces())&^after.sides[p.mover] != 0 {
			return at, true
		}
	}
	return none, false
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

// threatened returns the turn by which the other side would mate if it were to move, and whether there is one.
func (p *Position) threatened() (Turn, bool) {
	if p.checks() != 0 {
		return 0, false
	}
	passed := *p
	passed.pass()
	return passed.mates()
}

// mates returns a turn of the mover that mates, and whether there is one.
func (p *Position) mates() (Turn, bool) {
	for _, t := range p.turns(nil, false) {
		next := *p
		if next.Play(t); next.checks() != 0 && len(next.turns(nil, false)) == 0 {
			return t, true
		}
	}
	return 0, false
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
		to := hit.first()
		guarded := kind == King && p.attackers(to, p.pieces())&p.sides[1-side] != 0
		if p.kindAt(to) == King || moved.gain(newTurn(at, to, Pawn)) > 0 && !guarded {
			all |= to.bit()
		}
	}
	return all
}

// dearest names the kind and the square of the dearest of some pieces, and returns the others.
func (p *Position) dearest(all Set) (name games.Text, at Square, others Set) {
	for kind := King; kind <= King; kind-- {
		if of := all & p.kinds[kind]; of != 0 {
			at = of.first()
			return pieceName(kind), at, all.without(at)
		}
	}
	return name, none, 0
}
