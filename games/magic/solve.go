package magic

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"parlour/games"
)

// allTiles is the number of tiles that fill the board.
var allTiles = bits.OnesCount16(board)

// A Solved counts the positions with a number of tiles, up to symmetry, by their worth to
// the seat to move. The few that are symmetric themselves may be counted more than once.
type Solved struct {
	Tiles              int
	Wins, Ties, Losses int
	LongestWin         int // in turns; -1 when there is none
	LongestLoss        int
}

// Solve computes the value of every position, from the full board back to the empty one,
// and returns the table of those of up to eight tiles. It calls each after every number
// of tiles, and takes less than 1 GB.
func Solve(workers int, each func(Solved)) []byte {
	var next *layer
	var values []Value
	w := newWriter()
	for tiles := allTiles; tiles >= 0; tiles-- {
		l := newLayer(tiles)
		values = l.solve(workers, next, values)
		next = l
		each(summary(tiles, values))
		if tiles <= tableTiles {
			l.code(w, values)
		}
	}
	return w.close()
}

func summary(tiles int, values []Value) Solved {
	s := Solved{Tiles: tiles, LongestWin: -1, LongestLoss: -1}
	for _, v := range values {
		switch {
		case v > tie:
			s.Wins++
			s.LongestWin = max(s.LongestWin, v.plies())
		case v < tie:
			s.Losses++
			s.LongestLoss = max(s.LongestLoss, v.plies())
		default:
			s.Ties++
		}
	}
	return s
}

// CountReached counts the positions that can occur in a game, from the empty board on, and
// returns the sum. It calls each after every number of tiles, and takes less than 1 GB.
func CountReached(workers int, each func(tiles int, n Reached)) Reached {
	var before *layer
	var goOn []uint8
	var sum Reached
	for tiles := range allTiles + 1 {
		l := newLayer(tiles)
		var n Reached
		goOn, n = l.reach(workers, before, goOn)
		before = l
		sum.All += n.All
		sum.Canonical += n.Canonical
		each(tiles, n)
	}
	return sum
}

// maxWidth is the largest number of bits for the dark tiles of a side.
const maxWidth = inHand - 1

// A link maps the positions of a block to those of a block in another layer, by one change
// of the board. A tile that turns dark here changes the same bits there, however the other
// tiles lie; so the bits there are the exclusive or of one part for each side.
type link struct {
	block  int                      // the first number of the other block
	parts  [2][1 << maxWidth]uint16 // by seat and by the bits of its tiles here
	placed [2]uint16                // by seat: the part of a tile placed dark side up
}

// lead sets k to map the block of a pattern to that of board in layer l. The turn says
// which tile was flipped and which was placed, if any. Tiles that are not on board were
// taken away.
func (k *link) lead(from pattern, t Turn, board pattern, l *layer) {
	least, s := board.canonical()
	k.block = l.block(least)
	k.placed = [2]uint16{}
	for i := range k.parts {
		seat := games.Seat(i)
		shift := i * l.width[0]
		part := func(q Square) uint16 {
			if board.of(seat)&q.bit() == 0 {
				return 0
			}
			return uint16(share(least.of(seat), s.square(q)) << shift)
		}
		if t.Place != NoSquare {
			k.placed[i] = part(t.Place)
		}
		tiles := from.of(seat)
		parts := &k.parts[i]
		parts[0] = 0
		if t.flips() && tiles&t.From.bit() != 0 {
			parts[0] = part(t.To)
		}
		n := 1
		for set := tiles & (tiles - 1); set != 0; set &= set - 1 {
			q := lowest(set)
			if q == t.From {
				q = t.To
			}
			p := part(q)
			for code, there := range parts[:n] {
				parts[n+code] = there ^ p
			}
			n *= 2
		}
	}
}

// turns calls do with each flip and each space to place a tile on from a pattern, and with
// the pattern after that.
func (p pattern) turns(mover games.Seat, do func(t Turn, board pattern)) {
	start := p.position(mover, [2]uint16{})
	empty := start.empty()
	for i := range max(1, start.flips()) {
		t := start.flip(i)
		for set := t.free(empty); set != 0; set &= set - 1 {
			t.Place, t.Light = lowest(set), true
			next := start
			next.Play(t)
			do(t, next.pattern())
		}
	}
}

// A verdict holds, for the bits of each side in a block, whether they decide the game: the
// mover's by a three-in-a-row, the other side's by a locked one.
type verdict [2][1 << maxWidth]bool

// judge decides the positions of a block.
func (l *layer) judge(p pattern) verdict {
	var v verdict
	taken := p.of(0) | p.of(1)
	for i := range v {
		seat := games.Seat(i)
		tiles := p.of(seat)
		for code := range 1 << l.width[i] {
			darkOnes := darkTiles(tiles, code)
			if seat == l.mover {
				v[i][code] = inRow(darkOnes) || inRow(tiles&^darkOnes)
			} else {
				v[i][code] = lockedRow(darkOnes, taken) || lockedRow(tiles&^darkOnes, taken)
			}
		}
	}
	return v
}

// full reports whether the layer is that of the full board.
func (l *layer) full() bool { return l.tiles == bits.OnesCount16(board) }

// solve computes the value of each position of a layer from the values of the next layer,
// which the full board does not need.
func (l *layer) solve(workers int, next *layer, after []Value) []Value {
	values := make([]Value, l.size())
	l.each(workers, func(p pattern, start, end int) {
		block := values[start:end]
		for i := range block {
			block[i] = won // for the other side, until there is a turn
		}
		if !l.full() {
			l.reply(p, block, next, after)
		}
		l.conclude(p, block)
	})
	return values
}

// reply lowers the values of a block to the least value that a turn leaves the other side.
func (l *layer) reply(p pattern, block []Value, next *layer, after []Value) {
	var k link
	p.turns(l.mover, func(t Turn, board pattern) {
		k.lead(p, t, board, next)
		circles, width := k.parts[0][:1<<l.width[0]], 1<<next.width[0]
		for d, part := range k.parts[1][:1<<l.width[1]] {
			lit := after[k.block+int(part):][:width]
			unlit := after[k.block+int(part^k.placed[1]):][:width]
			least := block[d<<l.width[0]:][:len(circles)]
			for c, part := range circles {
				least[c] = min(least[c], lit[part], unlit[part^k.placed[0]])
			}
		}
	})
}

// conclude turns the values for the other side into those for the mover, or into the
// result where the game is over.
func (l *layer) conclude(p pattern, block []Value) {
	v := l.judge(p)
	for i, left := range block {
		value, over := l.verdict(&v, i)
		if !over {
			value = left.before()
		}
		block[i] = value
	}
}

// verdict returns the value of a position of a block, by its bits, and whether the game is
// over there.
func (l *layer) verdict(v *verdict, code int) (value Value, over bool) {
	at := [2]int{code & (1<<l.width[0] - 1), code >> l.width[0]}
	switch {
	case v[l.mover][at[l.mover]]:
		return won, true
	case v[1-l.mover][at[1-l.mover]]:
		return lost, true
	}
	return tie, l.full()
}

// each calls do for every block, with its pattern and its numbers from start up to end. The
// workers run at the same time.
func (l *layer) each(workers int, do func(p pattern, start, end int)) {
	var taken atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				i := int(taken.Add(1)) - 1
				if i >= len(l.patterns) {
					return
				}
				do(l.patterns[i], i<<l.bits(), (i+1)<<l.bits())
			}
		})
	}
	all.Wait()
}

// Reached counts positions that can occur in a game, decided ones too.
type Reached struct {
	All       int64 // each by itself
	Canonical int64 // up to the symmetries of the board and the exchange of sides
}

// reach finds and counts the positions of a layer that one turn can reach from positions
// of the layer before that go on. It returns those that go on, 1 for each. A nil before
// stands for the beginning of the game.
func (l *layer) reach(workers int, before *layer, goOn []uint8) ([]uint8, Reached) {
	reached := make([]uint8, l.size())
	var all, canonical atomic.Int64
	l.each(workers, func(p pattern, start, end int) {
		block := reached[start:end]
		if before == nil {
			block[0] = 1
		} else {
			l.takeBack(p, block, before, goOn)
		}
		n := l.count(p, block, start)
		all.Add(n.All)
		canonical.Add(n.Canonical)
		l.stop(p, block)
	})
	return reached, Reached{all.Load(), canonical.Load()}
}

// takeBack marks the positions of a block that can be reached: it takes away a tile of the
// seat that has just moved, then flips a tile back. Flipping back is a flip like any other
// and is owed whenever one can be made, so a turn without a flip had none to make.
func (l *layer) takeBack(p pattern, block []uint8, before *layer, goOn []uint8) {
	var k link
	for placed := p.of(before.mover); placed != 0; placed &= placed - 1 {
		rest := p &^ (newPattern(1, 1) << lowest(placed))
		start := rest.position(before.mover, [2]uint16{})
		for i := range max(1, start.flips()) {
			t := start.flip(i)
			t.Place = NoSquare
			flipped := start
			flipped.Play(t)
			k.lead(p, t, flipped.pattern(), before)
			l.mark(&k, block, goOn, 1<<before.width[0])
		}
	}
}

// mark marks the positions of a block from which k leads to one that goes on.
func (l *layer) mark(k *link, block, goOn []uint8, width int) {
	circles := k.parts[0][:1<<l.width[0]]
	for d, part := range k.parts[1][:1<<l.width[1]] {
		row := goOn[k.block+int(part):][:width]
		out := block[d<<l.width[0]:][:len(circles)]
		for c, part := range circles {
			out[c] |= row[part]
		}
	}
}

// count counts the positions reached in a block. Each number stands for as many positions
// as the pattern has images, times two for each side whose light and dark may be
// exchanged.
func (l *layer) count(p pattern, block []uint8, start int) Reached {
	same := 0
	for i := range symmetries {
		if symmetries[i].pattern(p) == p {
			same++
		}
	}
	var n, canonical int64
	for i, r := range block {
		if r == 0 {
			continue
		}
		n++
		if same == 1 || l.index(l.position(start+i)) == start+i {
			canonical++
		}
	}
	n *= int64(len(symmetries) / same)
	for seat := range l.width {
		if p>>(16*seat)&0xffff != 0 {
			n *= 2
		}
	}
	return Reached{n, canonical}
}

// stop unmarks the positions of a block in which the game is over.
func (l *layer) stop(p pattern, block []uint8) {
	v := l.judge(p)
	for i := range block {
		if _, over := l.verdict(&v, i); over {
			block[i] = 0
		}
	}
}
