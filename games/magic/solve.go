package magic

import (
	"sync"
	"sync/atomic"
)

// solve works out the value of each position of a layer from those of the next,
// or without them that of the full board.
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

// reply lowers the values of a block to the least that a turn leads to, which is
// what the other side is left with.
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

// conclude turns what the other side is left with into the value for the mover,
// unless the game is over.
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

// verdict returns the value of a position of a block, by its bits, if the game is
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

// each calls do with the pattern of every block and the numbers it has, from
// start up to end, by so many workers at a time.
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
