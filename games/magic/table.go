package magic

import (
	_ "embed"
	"math/bits"
	"sync"
)

// tableTiles is the largest number of tiles of positions in the table.
const tableTiles = 8

// table is the result of [Solve].
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
func (o *opening) value(p position) Value {
	tiles := p.tileCount()
	return o.values[tiles][o.layers[tiles].index(p)]
}

// code writes or reads the values of a layer, block by block, without those that the rules
// decide. It predicts a value from those of two positions of the block that differ in one
// tile and came before.
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

// A coder writes bits, or reads them back, by arithmetic coding: the likelier a bit, the
// less room it takes. The coder learns from the bits before how likely a bit is.
type coder struct {
	low, high uint32 // the interval that the number made of all bits lies in
	at        uint32 // when reading: that number
	data      []byte // bytes written so far, or not yet read
	reads     bool
}

// A chance is the probability that a bit is set, in parts of 65,536.
type chance uint16

const (
	evens    chance = 1 << 15
	learning        = 5 // a chance moves towards each bit by 1/32 of the difference
)

func newWriter() *coder { return &coder{high: 1<<32 - 1} }

func newReader(data []byte) *coder {
	c := &coder{high: 1<<32 - 1, data: data, reads: true}
	for range 4 {
		c.next()
	}
	return c
}

// next takes in a byte; beyond the end there are zeros.
func (c *coder) next() {
	c.at <<= 8
	if len(c.data) > 0 {
		c.at |= uint32(c.data[0])
		c.data = c.data[1:]
	}
}

// bit writes a bit, or reads one and ignores the one that it is given.
func (c *coder) bit(set bool, p *chance) bool {
	middle := c.low + uint32(uint64(c.high-c.low)*uint64(*p)>>16)
	if c.reads {
		set = c.at <= middle
	}
	if set {
		c.high = middle
		*p += (1<<16 - 1 - *p) >> learning
	} else {
		c.low = middle + 1
		*p -= *p >> learning
	}
	for (c.low^c.high)>>24 == 0 {
		if c.reads {
			c.next()
		} else {
			c.data = append(c.data, byte(c.high>>24))
		}
		c.low, c.high = c.low<<8, c.high<<8|0xff
	}
	return set
}

// close returns what was written.
func (c *coder) close() []byte {
	return append(c.data, byte(c.high>>24), byte(c.high>>16), byte(c.high>>8), byte(c.high))
}

// A model holds the chance of each bit of a Value, from the high one down, given the bits
// above it.
type model [1 << valueBits]chance

// valueBits is the number of bits of a Value.
const valueBits = 6

// value writes a value, or reads one.
func (c *coder) value(v Value, m *model) Value {
	node := 1
	for i := valueBits - 1; i >= 0; i-- {
		set := c.bit(v>>i&1 != 0, &m[node])
		node *= 2
		if set {
			node++
		}
	}
	return Value(node - len(m))
}
