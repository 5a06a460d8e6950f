package magic

import (
	_ "embed"
	"math/bits"
	"sync"
)

// tableTiles is how many tiles lie on the board in positions of the table, at most.
const tableTiles = 8

// table is what Solve returns.
//
//go:embed table.bin
var table []byte

// known holds the values of the positions of up to tableTiles tiles.
var known = sync.OnceValue(func() *opening { return newOpening(table) })

// An opening is the value of every position of up to tableTiles tiles.
type opening struct {
	layers [tableTiles + 1]*layer
	values [tableTiles + 1][]Value
}

// newOpening reads a table.
func newOpening(table []byte) *opening {
	var o opening
	r := newReader(table)
	for tiles := tableTiles; tiles >= 0; tiles-- {
		l := newLayer(tiles)
		o.layers[tiles], o.values[tiles] = l, make([]Value, l.size())
		l.code(r, o.values[tiles])
	}
	return &o
}

// value returns the value of a position of up to tableTiles tiles.
func (o *opening) value(p Position) Value {
	tiles := p.Tiles()
	return o.values[tiles][o.layers[tiles].index(p)]
}

// code writes the values of a layer, or reads them, block by block: those that
// are not decided by the rules. What is likely depends on the values of two
// positions of the block that differ in one tile, and were written before.
func (l *layer) code(c *coder, values []Value) {
	models := newModels()
	for i, p := range l.patterns {
		block := values[i<<l.bits():][:1<<l.bits()]
		v := l.judge(p)
		for n := range block {
			if decided, over := l.verdict(&v, n); over {
				block[n] = decided
				continue
			}
			m := &models[tie][tie]
			if n > 0 {
				m = &models[block[n&(n-1)]][block[n&^(1<<(bits.Len(uint(n))-1))]]
			}
			block[n] = c.value(block[n], m)
		}
	}
}

func newModels() *[won + 1][won + 1]model {
	var models [won + 1][won + 1]model
	for i := range models {
		for j := range models[i] {
			for k := range models[i][j] {
				models[i][j][k] = evens
			}
		}
	}
	return &models
}
