package magic

import "sync/atomic"

// Reached counts positions that can occur in a game, decided ones too.
type Reached struct {
	All       int // each by itself
	Canonical int // up to the symmetries of the board and the exchange of sides
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
		all.Add(int64(n.All))
		canonical.Add(int64(n.Canonical))
		l.stop(p, block)
	})
	return reached, Reached{int(all.Load()), int(canonical.Load())}
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
	n, canonical := 0, 0
	for i, r := range block {
		if r == 0 {
			continue
		}
		n++
		if same == 1 || l.index(l.position(start+i)) == start+i {
			canonical++
		}
	}
	n *= len(symmetries) / same
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
