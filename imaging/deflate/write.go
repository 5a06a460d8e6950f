package deflate

import (
	"encoding/binary"
	"math/bits"
)

// The least length of each symbol, and how many bits that follow are added to it.
var (
	leastLength = [lengths]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	moreLength  = [lengths]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
)

// lengthSymbols has the symbol of each length, counted from the first one of a length.
var lengthSymbols = func() (all [longest + 1]uint8) {
	for symbol, least := range leastLength {
		for n := int(least); n <= longest; n++ {
			all[n] = uint8(symbol)
		}
	}
	return all
}()

// farOf returns the symbol of an offset less 1, and how many of its lower bits follow.
func farOf(offset uint32) (symbol, more uint32) {
	if offset < 4 {
		return offset, 0
	}
	more = uint32(bits.Len32(offset)) - 2
	return 2*more + offset>>more, more
}

// mostBits is the most that a token takes: two codes of 15 bits, with 5 and 13 more.
const mostBits = 48

// A writer writes bits. Eight bytes of out are free behind at.
type writer struct {
	out  []byte
	at   int
	held uint64 // bits that are not a whole byte yet
	n    uint   // how many, at most 7
}

// put writes n bits, at most 56.
func (w *writer) put(v uint64, n uint) {
	w.held |= v << w.n
	w.n += n
	binary.LittleEndian.PutUint64(w.out[w.at:], w.held)
	w.at += int(w.n / 8)
	w.held >>= w.n &^ 7
	w.n &= 7
}

// header writes what comes before the tokens: that this block is the last and has codes of its
// own, and their sizes.
func (e *Encoder) header(w *writer) {
	w.put(1|2<<1, 3)
	w.put(literals-257, 5)
	w.put(offsets-1, 5)
	var room [literals + offsets]step
	steps := shortened(room[:0], e.sizes[:])
	var used [19]uint32
	var sizes [19]uint8
	var codes [19]uint16
	for _, s := range steps {
		used[s.symbol]++
	}
	sizesOf(used[:], 7, sizes[:])
	codesOf(sizes[:], codes[:])
	w.put(uint64(len(sizes)-4), 4)
	for _, symbol := range [len(sizes)]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		w.put(uint64(sizes[symbol]), 3)
	}
	for _, s := range steps {
		w.put(uint64(codes[s.symbol]), uint(sizes[s.symbol]))
		w.put(uint64(s.more), s.bits)
	}
}

// A step is a symbol in the list of sizes, with bits that follow it.
type step struct {
	symbol, more uint8
	bits         uint
}

// shortened appends a list of sizes in which runs are shortened.
func shortened(steps []step, sizes []uint8) []step {
	for len(sizes) > 0 {
		size, run := sizes[0], 1
		for run < len(sizes) && sizes[run] == size {
			run++
		}
		sizes = sizes[run:]
		if size > 0 {
			steps, run = append(steps, step{symbol: size}), run-1
		}
		for run > 0 {
			switch {
			case run < 3:
				steps, run = append(steps, step{symbol: size}), run-1
			case size > 0: // the last one again, 3 to 6 times
				n := min(run, 6)
				steps, run = append(steps, step{16, uint8(n - 3), 2}), run-n
			case run < 11: // 3 to 10 zeros
				steps, run = append(steps, step{17, uint8(run - 3), 3}), 0
			default: // 11 to 138 zeros
				n := min(run, 138)
				steps, run = append(steps, step{18, uint8(n - 11), 7}), run-n
			}
		}
	}
	return steps
}

// body writes the tokens and the end.
func (e *Encoder) body(w *writer) {
	var code [longest + 1]struct{ v, n uint32 } // of each length
	for n := shortest - 1; n <= longest; n++ {
		symbol := lengthSymbols[n]
		at := end + 1 + int(symbol)
		code[n].v = uint32(e.codes[at]) | uint32(n-int(leastLength[symbol]))<<e.sizes[at]
		code[n].n = uint32(e.sizes[at] + moreLength[symbol])
	}
	for _, t := range e.tokens {
		if t < end {
			w.put(uint64(e.codes[t]), uint(e.sizes[t]))
			continue
		}
		length, offset := code[t>>16], t&(window-1)
		symbol, more := farOf(offset)
		size := e.sizes[literals+symbol]
		far := uint64(e.farther[symbol]) | uint64(offset&(1<<more-1))<<size
		w.put(uint64(length.v)|far<<length.n, uint(length.n)+uint(size)+uint(more))
	}
	w.put(uint64(e.codes[end]), uint(e.sizes[end]))
	w.put(0, (8-w.n)&7)
}
