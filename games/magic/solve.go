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
	full := l.full()
	for i := range block {
		code := [2]int{i & (1<<l.width[0] - 1), i >> l.width[0]}
		switch {
		case v[l.mover][code[l.mover]]:
			block[i] = won
		case v[1-l.mover][code[1-l.mover]]:
			block[i] = lost
		case full:
			block[i] = tie
		default:
			block[i] = block[i].before()
		}
	}
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
