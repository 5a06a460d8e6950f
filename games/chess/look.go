package chess

// A worth is what a position is worth to the side to move, in hundredths of a pawn. Beyond sure a mate is forced, so many
// plies before mate as the worth is less, and likewise for the other side.
type worth = int32

const (
	mate worth = 30_000
	sure worth = mate - 500
)

// What a kind of piece is worth in the middle of a game and at its end, and how much of the middle it stands for.
var (
	early = [6]worth{85, 325, 340, 480, 975, 0}
	late  = [6]worth{105, 295, 315, 525, 960, 0}
	stage = [6]worth{0, 1, 1, 2, 4, 0}
)

// wholeStage is the stage of the first position.
const wholeStage = 24

// The masks by square: its column, those beside it, and for each side all squares ahead in these columns.
var (
	columns [64]Set
	beside  [64]Set
	ahead   [2][64]Set
	centre  [64]worth // 3 in the middle of the board, 0 at its edge
)

func init() {
	const column Set = 0x0101010101010101
	for at := range none {
		columns[at] = column << at.col()
		if at.col() > 0 {
			beside[at] |= column << (at.col() - 1)
		}
		if at.col() < 7 {
			beside[at] |= column << (at.col() + 1)
		}
		all := columns[at] | beside[at]
		if at.row() < 7 {
			ahead[0][at] = all << (8 * (at.row() + 1))
		}
		ahead[1][at] = all & ((at &^ 7).bit() - 1)
		centre[at] = worth(min(at.col(), 7-at.col(), at.row(), 7-at.row()))
	}
}

// look returns what a position looks worth to the side to move, without a search: by pieces and where they stand, how
// many squares they reach, pawns, and how safe the kings are.
func (p *Position) look() worth {
	e0, l0, s0 := p.lookOf(0)
	e1, l1, s1 := p.lookOf(1)
	full := min(s0+s1, wholeStage)
	n := ((e0-e1)*full + (l0-l1)*(wholeStage-full)) / wholeStage
	if p.kinds[Pawn] == 0 && max(n, -n) < 400 { // there is little left to win with
		n /= 4
	}
	if p.mover == 1 {
		n = -n
	}
	return n + 10
}

// What the squares that a piece reaches are worth each, early and late, and an attack by it on those around the king.
var (
	earlyReach = [6]worth{0, 4, 4, 2, 1, 0}
	lateReach  = [6]worth{0, 4, 5, 4, 2, 0}
	attack     = [6]worth{0, 9, 8, 12, 18, 0}
)

// passing is what a passed pawn is worth late in the game, by the rows that it has gone.
var passing = [8]worth{0, 5, 10, 25, 50, 90, 150, 0}

// lookOf returns what the side has, early and late in the game, and its part of the stage.
func (p *Position) lookOf(side uint8) (e, l, st worth) {
	own, other, pieces := p.sides[side], p.sides[1-side], p.pieces()
	pawns, theirs := own&p.kinds[Pawn], other&p.kinds[Pawn]
	king, foe := p.king(side), p.king(1-side)
	zone := kingHits[foe] | foe.bit()
	hit := p.pawnsHit(1 - side)
	var attackers, attacks worth
	for kind := Knight; kind <= Queen; kind++ {
		for all := own & p.kinds[kind]; all != 0; all &= all - 1 {
			at := all.first()
			reach := hits(kind, at, pieces)
			free := worth((reach &^ own &^ hit).count())
			e += early[kind] + earlyReach[kind]*free
			l += late[kind] + lateReach[kind]*free
			st += stage[kind]
			if n := (reach & zone).count(); n > 0 {
				attackers++
				attacks += attack[kind] * worth(n)
			}
			switch kind {
			case Knight:
				e += 7 * centre[at]
				l += 6 * centre[at]
			case Bishop:
				e += 3 * centre[at]
			case Rook:
				if columns[at]&pawns == 0 {
					e += 12
					if columns[at]&theirs == 0 {
						e += 14
						l += 8
					}
				}
			}
		}
	}
	if attackers > 1 {
		e += attacks * min(attackers, 4) / 3
	}
	if (own & p.kinds[Bishop]).several() {
		e += 25
		l += 45
	}
	for all := pawns; all != 0; all &= all - 1 {
		at := all.first()
		gone := worth(at.row())
		if side == 1 {
			gone = 7 - gone
		}
		e += early[Pawn] + centre[at]*gone*2
		l += late[Pawn] + 4*gone
		if beside[at]&pawns == 0 {
			e -= 12
			l -= 10
		}
		if ahead[side][at]&columns[at]&pawns != 0 {
			e -= 8
			l -= 16
		}
		if ahead[side][at]&theirs == 0 {
			e += passing[gone] / 2
			l += passing[gone] + passing[gone]*worth(distanceOf(foe, at)-distanceOf(king, at))/16
		}
	}
	// The king stays behind its pawns early, and comes out late.
	back := worth(king.row())
	if side == 1 {
		back = 7 - back
	}
	shield := (kingHits[king] | kingHits[king]<<8>>(16*side)) & pawns
	e += 11*min(worth(shield.count()), 3) - 16*min(back, 3) - 9*min(worth(min(king.col(), 7-king.col())), 3)
	l += 11*centre[king] - 4*worth(distanceOf(king, foe))
	return e, l, st
}

// pawnsHit returns what the pawns of a side attack.
func (p *Position) pawnsHit(side uint8) Set {
	const left, right Set = 0x0101010101010101, 0x8080808080808080
	pawns := p.sides[side] & p.kinds[Pawn]
	if side == 0 {
		return pawns&^left<<7 | pawns&^right<<9
	}
	return pawns&^left>>9 | pawns&^right>>7
}

// distanceOf returns the moves of a king from a square to another one.
func distanceOf(a, b Square) int {
	return max(a.col()-b.col(), b.col()-a.col(), a.row()-b.row(), b.row()-a.row())
}

// gain returns what a turn wins if both sides go on taking on its square as long as that pays, with the least piece first.
func (p *Position) gain(t Turn) worth {
	var gains [32]worth
	to, side := t.to(), p.mover
	left := p.pieces().without(t.from())
	standing := early[p.kindAt(t.from())]
	switch {
	case p.castles(t):
		return 0
	case p.sides[1-side].has(to):
		gains[0] = early[p.kindAt(to)]
	case to == p.passed && p.kinds[Pawn].has(t.from()):
		gains[0] = early[Pawn]
		left = left.without(behind(to, side))
	}
	if t.becomes() != Pawn {
		standing = early[t.becomes()]
		gains[0] += standing - early[Pawn]
	}
	n := 0
	for {
		side = 1 - side
		takers := p.attackers(to, left) & left & p.sides[side]
		if takers == 0 {
			break
		}
		kind := Pawn
		for takers&p.kinds[kind] == 0 {
			kind++
		}
		if kind == King && p.attackers(to, left)&left&p.sides[1-side] != 0 {
			break
		}
		n++
		gains[n] = standing - gains[n-1]
		standing = early[kind]
		left = left.without((takers & p.kinds[kind]).first())
		if kind == King {
			break
		}
	}
	for ; n > 0; n-- {
		gains[n-1] = min(gains[n-1], -gains[n])
	}
	return gains[0]
}
