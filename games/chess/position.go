package chess

import "slices"

// A Kind is a kind of piece.
type Kind uint8

// The kinds of pieces.
const (
	Pawn Kind = iota
	Knight
	Bishop
	Rook
	Queen
	King
)

// letters are those of the kinds in English, by which moves are written.
const letters = "PNBRQK"

// A Key stands for the pieces, the side to move, the rooks that may castle and a pawn that may be taken in passing: what
// makes positions the same to the rules of draws.
type Key uint64

// A Position is a board with what the rules know besides, without text. White is side 0.
type Position struct {
	sides  [2]Set
	kinds  [6]Set
	castle Set // the rooks with which their sides may castle yet
	key    Key
	passed Square // over which a pawn has just gone that may be taken there, or none
	clock  uint8  // plies since a pawn moved or a piece was taken
	mover  uint8
}

// newPosition returns the first position with pieces in such an order from the a-file.
func newPosition(order [8]Kind) Position {
	p := Position{passed: none}
	for col, kind := range order {
		for side, row := range [2]int{0, 7} {
			p.toggle(uint8(side), kind, squareAt(col, row))
			p.toggle(uint8(side), Pawn, squareAt(col, 5*side+1))
		}
	}
	p.allow(p.kinds[Rook])
	return p
}

// usual is the usual order of the pieces.
var usual = [8]Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook}

// toggle puts a piece on a square, or takes it from there.
func (p *Position) toggle(side uint8, kind Kind, at Square) {
	p.sides[side] ^= at.bit()
	p.kinds[kind] ^= at.bit()
	p.key ^= keys[side][kind][at]
}

// allow sets the rooks with which it may be castled.
func (p *Position) allow(rooks Set) {
	for changed := p.castle ^ rooks; changed != 0; changed &= changed - 1 {
		p.key ^= castleKeys[changed.first()]
	}
	p.castle = rooks
}

// pass gives the move to the other side.
func (p *Position) pass() {
	if p.passed != none {
		p.key ^= passedKeys[p.passed]
		p.passed = none
	}
	p.mover ^= 1
	p.key ^= moverKey
}

// kindAt returns the kind of the piece on a square, of which there is one.
func (p *Position) kindAt(at Square) Kind {
	k := Pawn
	for !p.kinds[k].has(at) {
		k++
	}
	return k
}

func (p *Position) pieces() Set { return p.sides[0] | p.sides[1] }

// king returns the square of a side's king.
func (p *Position) king(side uint8) Square { return (p.sides[side] & p.kinds[King]).first() }

// attackers returns the pieces of both sides that attack a square, of those in a set, which stand in each other's way.
func (p *Position) attackers(at Square, pieces Set) Set {
	k := &p.kinds
	return pieces & (knightHits[at]&k[Knight] | kingHits[at]&k[King] | rookHits(at, pieces)&(k[Rook]|k[Queen]) |
		bishopHits(at, pieces)&(k[Bishop]|k[Queen]) | k[Pawn]&(pawnHits[1][at]&p.sides[0]|pawnHits[0][at]&p.sides[1]))
}

// checks returns the pieces that give check to the mover.
func (p *Position) checks() Set {
	return p.attackers(p.king(p.mover), p.pieces()) & p.sides[1-p.mover]
}

// A Turn is a move: the square from which, the one to which, and what a pawn becomes. A king that castles goes to the
// square of its rook.
type Turn uint16

func newTurn(from, to Square, becomes Kind) Turn {
	return Turn(from) | Turn(to)<<6 | Turn(becomes)<<12
}

func (t Turn) from() Square  { return Square(t & 63) }
func (t Turn) to() Square    { return Square(t >> 6 & 63) }
func (t Turn) becomes() Kind { return Kind(t >> 12) } // Pawn for nothing

// castles reports whether a turn castles.
func (p *Position) castles(t Turn) bool { return p.sides[p.mover].has(t.to()) }

// castled returns where king and rook stand after castling.
func castled(t Turn) (king, rook Square) {
	row := t.from() &^ 7
	if t.to() > t.from() {
		return row + 6, row + 5
	}
	return row + 2, row + 3
}

// takes reports whether a turn takes a piece, in passing too.
func (p *Position) takes(t Turn) bool {
	return p.sides[1-p.mover].has(t.to()) || t.to() == p.passed && p.kinds[Pawn].has(t.from())
}

// behind returns the square behind another one, as a side sees it.
func behind(at Square, side uint8) Square { return at - 8 + 16*Square(side) }

// Play plays a legal turn.
func (p *Position) Play(t Turn) {
	from, to, side, other := t.from(), t.to(), p.mover, 1-p.mover
	kind, passed := p.kindAt(from), p.passed
	p.clock++
	lost := from.bit() | to.bit()
	switch {
	case p.castles(t):
		king, rook := castled(t)
		p.toggle(side, King, from)
		p.toggle(side, Rook, to)
		p.toggle(side, King, king)
		p.toggle(side, Rook, rook)
	case p.sides[other].has(to):
		p.toggle(other, p.kindAt(to), to)
		p.clock = 0
		fallthrough
	default:
		p.toggle(side, kind, from)
		p.toggle(side, max(kind, t.becomes()), to)
	}
	p.pass()
	switch {
	case kind == King:
		lost |= firstRank << (56 * side)
	case kind != Pawn:
	case to == passed:
		p.toggle(other, Pawn, behind(to, side))
		fallthrough
	default:
		p.clock = 0
		if over := behind(to, side); from == behind(over, side) {
			p.offer(over)
		}
	}
	if p.castle&lost != 0 {
		p.allow(p.castle &^ lost)
	}
}

// offer notes the square over which a pawn has just gone, if the mover can take it there.
func (p *Position) offer(over Square) {
	for all := pawnHits[1-p.mover][over] & p.kinds[Pawn] & p.sides[p.mover]; all != 0; all &= all - 1 {
		if p.mayPass(all.first(), over) {
			p.passed = over
			p.key ^= passedKeys[over]
			return
		}
	}
}

// mayPass reports whether a pawn may take another one in passing without giving up its king.
func (p *Position) mayPass(from, to Square) bool {
	taken := behind(to, p.mover)
	left := (p.pieces() | to.bit()).without(from).without(taken)
	return p.attackers(p.king(p.mover), left)&p.sides[1-p.mover] == 0
}

// turns appends the legal turns; if they are to be noisy, only those that take a piece or make a queen.
func (p *Position) turns(all []Turn, noisy bool) []Turn {
	own, other := p.sides[p.mover], p.sides[1-p.mover]
	pieces, king, checks := own|other, p.king(p.mover), p.checks()
	open := ^own
	if noisy {
		open = other
	}
	for to := kingHits[king] & open; to != 0; to &= to - 1 {
		if p.attackers(to.first(), pieces.without(king))&other == 0 {
			all = append(all, newTurn(king, to.first(), Pawn))
		}
	}
	if checks.several() {
		return all
	}
	block := ^Set(0)
	if checks != 0 {
		block = between[king][checks.first()] | checks
	} else if !noisy && p.castle&own != 0 {
		all = p.castling(all, king)
	}
	pinned := p.pinned(king, p.mover)
	for kind := Knight; kind <= Queen; kind++ {
		for from := own & p.kinds[kind]; from != 0; from &= from - 1 {
			at := from.first()
			reach := hits(kind, at, pieces) & open & block
			if pinned.has(at) {
				reach &= through[king][at]
			}
			for ; reach != 0; reach &= reach - 1 {
				all = append(all, newTurn(at, reach.first(), Pawn))
			}
		}
	}
	return p.pawnTurns(all, king, block, pinned, noisy)
}

// pawnTurns appends the turns of pawns that block a check if there is one.
func (p *Position) pawnTurns(all []Turn, king Square, block, pinned Set, noisy bool) []Turn {
	own, other := p.sides[p.mover], p.sides[1-p.mover]
	pieces := own | other
	for from := own & p.kinds[Pawn]; from != 0; from &= from - 1 {
		at := from.first()
		ahead := behind(at, 1-p.mover).bit() &^ pieces
		if ahead != 0 && at.row() == 1+5*int(p.mover) {
			ahead |= behind(ahead.first(), 1-p.mover).bit() &^ pieces
		}
		if noisy {
			ahead &= firstRank | lastRank
		}
		reach := (ahead | pawnHits[p.mover][at]&other) & block
		if pinned.has(at) {
			reach &= through[king][at]
		}
		for ; reach != 0; reach &= reach - 1 {
			to := reach.first()
			if !(firstRank | lastRank).has(to) {
				all = append(all, newTurn(at, to, Pawn))
				continue
			}
			for kind := Queen; kind >= Knight && (kind == Queen || !noisy); kind-- {
				all = append(all, newTurn(at, to, kind))
			}
		}
		if p.passed != none && pawnHits[p.mover][at].has(p.passed) && p.mayPass(at, p.passed) {
			all = append(all, newTurn(at, p.passed, Pawn))
		}
	}
	return all
}

// pinned returns the pieces of a side that would give up a king on a square if they left its line. Those of the other
// side beside them may be in it too.
func (p *Position) pinned(king Square, side uint8) (all Set) {
	other, pieces := p.sides[1-side], p.pieces()
	long := other & (rookHits(king, other)&(p.kinds[Rook]|p.kinds[Queen]) | bishopHits(king, other)&(p.kinds[Bishop]|p.kinds[Queen]))
	for ; long != 0; long &= long - 1 {
		if way := between[king][long.first()] & pieces; !way.several() {
			all |= way
		}
	}
	return all
}

// castling appends the turns that castle, of a side that is not in check.
func (p *Position) castling(all []Turn, at Square) []Turn {
	other := p.sides[1-p.mover]
next:
	for rooks := p.castle & p.sides[p.mover]; rooks != 0; rooks &= rooks - 1 {
		t := newTurn(at, rooks.first(), Pawn)
		king, rook := castled(t)
		left := p.pieces().without(at).without(t.to())
		way := between[at][king] | king.bit()
		if left&(way|between[t.to()][rook]|rook.bit()) != 0 {
			continue
		}
		for ; way != 0; way &= way - 1 {
			if p.attackers(way.first(), left)&other != 0 {
				continue next
			}
		}
		all = append(all, t)
	}
	return all
}

// dead reports whether no moves could lead to a mate, as far as the material tells: at most one knight or bishop beside
// the kings, or bishops alone that all stand on squares of one colour.
func (p *Position) dead() bool {
	const dark Set = 0xaa55aa55aa55aa55
	if p.kinds[Pawn]|p.kinds[Rook]|p.kinds[Queen] != 0 {
		return false
	}
	bishops := p.kinds[Bishop]
	return !(bishops | p.kinds[Knight]).several() || p.kinds[Knight] == 0 && (bishops&dark == 0 || bishops&^dark == 0)
}

// Perft counts the sequences of so many turns.
func (p *Position) Perft(depth int) (sum int) {
	if depth == 0 {
		return 1
	}
	all := p.turns(make([]Turn, 0, 64), false)
	if depth == 1 {
		return len(all)
	}
	for _, t := range all {
		next := *p
		next.Play(t)
		sum += next.Perft(depth - 1)
	}
	return sum
}

// count returns how often a key occurs.
func count(all []Key, key Key) (n int) {
	for _, k := range all {
		if k == key {
			n++
		}
	}
	return n
}

// repeats reports whether a turn of the mover leads to a position that has been met at least so often.
func (p *Position) repeats(past []Key, times int) bool {
	if !slices.ContainsFunc(past, func(k Key) bool { return count(past, k) >= times }) {
		return false
	}
	return slices.ContainsFunc(p.turns(nil, false), func(t Turn) bool {
		next := *p
		next.Play(t)
		return count(past, next.key) >= times
	})
}

// quiet reports whether the mover has a turn that neither takes a piece nor moves a pawn.
func (p *Position) quiet() bool {
	return slices.ContainsFunc(p.turns(nil, false), func(t Turn) bool { return !p.takes(t) && !p.kinds[Pawn].has(t.from()) })
}
