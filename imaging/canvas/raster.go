package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/flate"
)

// A raster is a square picture of palette indices in the layout of a PNG: row by row from the top, each of a byte
// that is 0, because it is not filtered, and a byte a pixel. Its lowest rows may be cut off.
type raster struct {
	size, stride int             // in pixels, and in bytes of a row
	high         int             // rows that are kept
	clip         image.Rectangle // outside of which nothing changes
	pix          []byte
	packed       []byte       // the same with two pixels a byte, where the colours are few
	shades       *shades      // the table of its colours
	more         []color.RGBA // the colours of insets, after those of the table
}

// clear makes the raster a size and fills it with the ground.
func (r *raster) clear(size int) {
	r.resize(size)
	clear(r.pix)
	r.more = r.more[:0]
}

// resize makes the raster a size.
func (r *raster) resize(size int) {
	r.size, r.stride, r.high, r.clip = size, 1+size, size, image.Rect(0, 0, size, size)
	r.pix = slices.Grow(r.pix[:0], size*r.stride)[:size*r.stride]
}

// solids has for each colour a part of a row in it.
var solids = func() (all [manyShades][]byte) {
	for i := range all {
		all[i] = bytes.Repeat([]byte{byte(i)}, 1024)
	}
	return all
}()

// fill fills n pixels of a row, all within the picture.
func (r *raster) fill(x, y, n int, col uint8) {
	at := y*r.stride + 1 + x
	row := r.pix[at : at+n]
	if n <= 32 { // as the runs of most sprites are: eight at a time
		eight := uint64(col) * 0x0101010101010101
		for ; len(row) >= 8; row = row[8:] {
			binary.LittleEndian.PutUint64(row, eight)
		}
		for i := range row {
			row[i] = col
		}
		return
	}
	for len(row) > 0 {
		row = row[copy(row, solids[col%manyShades]):]
	}
}

// rect fills a rectangle. Its parts outside of the clip are left out.
func (r *raster) rect(x, y, w, h int, col uint8) {
	left, right := max(r.clip.Min.X, x), min(x+w, r.clip.Max.X)
	for row := max(r.clip.Min.Y, y); row < min(y+h, r.clip.Max.Y) && left < right; row++ {
		r.fill(left, row, right-left, col)
	}
}

// shows reports whether a part of the picture lies within the clip.
func (r *raster) shows(x, y, w, h int) bool {
	return x >= r.clip.Min.X && y >= r.clip.Min.Y && x+w <= r.clip.Max.X && y+h <= r.clip.Max.Y
}

// put copies a sprite to a place. Its parts outside of the clip are left out.
func (r *raster) put(s *sprite, x, y int) {
	if !r.shows(x, y, s.w, s.h) {
		r.putPart(s, x, y)
		return
	}
	for _, u := range s.runs {
		r.fill(x+int(u.x), y+int(u.y), int(u.n), u.ink)
	}
	for _, e := range s.edges {
		r.blend(x+int(e.x), y+int(e.y), e)
	}
}

// blend covers a pixel with a translucent one.
func (r *raster) blend(x, y int, e edge) {
	p := &r.pix[y*r.stride+1+x]
	*p = r.shades.blend(*p, e.ink, e.cover)
}

// putPart is put for a sprite that is partly outside of the clip.
func (r *raster) putPart(s *sprite, x, y int) {
	for _, u := range s.runs {
		r.rect(x+int(u.x), y+int(u.y), int(u.n), 1, u.ink)
	}
	for _, e := range s.edges {
		if col, row := x+int(e.x), y+int(e.y); r.shows(col, row, 1, 1) {
			r.blend(col, row, e)
		}
	}
}

// paste copies a box from another picture with its colours. Its corners are round.
func (r *raster) paste(from *raster, x, y, w, h int, round float64) {
	var to [manyShades]int // by its colour there, the one here and 1
	aside := func(at, most int) float64 {
		v := float64(at) + 0.5
		return max(0, round-v, v-float64(most)+round)
	}
	for row := range h {
		here, there, high := r.block(x, y+row, w), from.block(x, y+row, w), aside(row, h)
		for i, v := range there {
			col, cover := from.shades.list[v], 1.0
			if high > 0 {
				cover = min(1, round+0.5-math.Hypot(aside(i, w), high))
			}
			switch {
			case cover <= 0:
			case cover < 1:
				here[i] = r.shade(Mixed(r.colour(int(here[i])), col, cover), 3*8*8)
			default:
				if to[v] == 0 {
					to[v] = 1 + int(r.shade(col, 0))
				}
				here[i] = uint8(to[v] - 1)
			}
		}
	}
}

// colour returns the colour of an index.
func (r *raster) colour(i int) color.RGBA {
	if n := len(r.shades.list); i >= n {
		return r.more[i-n]
	}
	return r.shades.list[i]
}

// shade returns the index of a colour of an inset: of one at most so far from it, or of a new one while there is room.
func (r *raster) shade(col color.RGBA, far int) uint8 {
	best, least, n := 0, 1<<30, len(r.shades.list)+len(r.more)
	for i := range n {
		if d := distance(r.colour(i), col); d < least {
			best, least = i, d
		}
	}
	if least > far && n < 256 {
		r.more, best = append(r.more, col), n
	}
	return uint8(best)
}

// table returns the colours of the picture as a PNG has them.
func (r *raster) table() []byte {
	rgb := slices.Clip(r.shades.rgb)
	for _, col := range r.more {
		rgb = append(rgb, col.R, col.G, col.B)
	}
	return rgb
}

// block returns w pixels of a row.
func (r *raster) block(x, y, w int) []byte {
	at := y*r.stride + 1 + x
	return r.pix[at : at+w]
}

// unpacked appends the pixels of the picture to buf.
func (r *raster) unpacked(buf []uint8) []uint8 {
	for y := range r.size {
		buf = append(buf, r.block(0, y, r.size)...)
	}
	return buf
}

// kept returns the rows that are not cut off, and the bits of a pixel: 4 if its colours are few, the left pixel of a
// byte in its upper half, else 8.
func (r *raster) kept() (rows []byte, bits int) {
	if len(r.shades.list)+len(r.more) > fewShades {
		return r.pix[:r.high*r.stride], 8
	}
	stride := 1 + (r.size+1)/2
	r.packed = slices.Grow(r.packed[:0], r.high*stride)[:r.high*stride]
	for y := range r.high {
		pack(r.packed[y*stride+1:(y+1)*stride], r.block(0, y, r.size))
		r.packed[y*stride] = 0
	}
	return r.packed, 4
}

// pack packs pixels, two in a byte.
func pack(to, from []byte) {
	for ; len(from) >= 16; to, from = to[8:], from[16:] {
		left, right := packEight(binary.LittleEndian.Uint64(from)), packEight(binary.LittleEndian.Uint64(from[8:]))
		binary.LittleEndian.PutUint64(to, left|right<<32)
	}
	for i, pixel := range from {
		if i%2 == 0 {
			to[i/2] = pixel << 4
		} else {
			to[i/2] |= pixel
		}
	}
}

// packEight packs eight pixels into 32 bits. Each lane of 16 bits has a pixel in its lower byte and the next one in its
// upper byte.
func packEight(v uint64) uint64 {
	v = (v<<4 | v>>8) & 0x00ff00ff00ff00ff
	v = (v | v>>8) & 0x0000ffff0000ffff
	return uint64(uint32(v | v>>16))
}

// deflaters compress pictures. They are large, so they are kept for the next picture.
// By the bits of a pixel at the level that pays: where the colours are few, level 5 saves a fifth of the bytes and takes
// so much longer that a picture costs half as much again; where they are many it saves a third.
var deflaters = map[int]*sync.Pool{4: deflatersOf(1), 8: deflatersOf(5)}

func deflatersOf(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		z, err := flate.NewWriter(io.Discard, level)
		if err != nil {
			panic(err) // the level exists
		}
		return z
	}}
}

// png writes the picture as a PNG with a palette.
func (r *raster) png(b *bytes.Buffer) error {
	rows, bits := r.kept()
	b.WriteString("\x89PNG\r\n\x1a\n")
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(r.size))
	binary.BigEndian.PutUint32(head[4:], uint32(r.high))
	head[8], head[9] = byte(bits), 3 // a pixel is an index into the palette
	chunk(b, "IHDR", head[:])
	chunk(b, "PLTE", r.table())

	at := b.Len()
	b.WriteString("\x00\x00\x00\x00IDAT\x78\x01") // a stream of zlib, whose frame is written here
	pool := deflaters[bits]
	z := pool.Get().(*flate.Writer)
	defer pool.Put(z)
	z.Reset(b)
	if _, err := z.Write(rows); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	b.Write(binary.BigEndian.AppendUint32(b.AvailableBuffer(), adler(rows)))
	binary.BigEndian.PutUint32(b.Bytes()[at:], uint32(b.Len()-at-8))
	checked(b, at+4)
	chunk(b, "IEND", nil)
	return nil
}

// chunk writes one chunk of a PNG.
func chunk(b *bytes.Buffer, name string, data []byte) {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(data)))
	b.Write(n[:])
	at := b.Len()
	b.WriteString(name)
	b.Write(data)
	checked(b, at)
}

// checked ends a chunk with the checksum of its name and data, which begin at a byte.
func checked(b *bytes.Buffer, at int) {
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(b.Bytes()[at:]))
	b.Write(sum[:])
}

// adler returns the checksum Adler-32 of RFC 1950, as hash/adler32 does in twice the time, which
// was an eighth of what a picture cost. The checksum is the sum of all bytes, and the sum of
// those sums after each byte.
//
// Eight bytes are added at a time, in the lanes of 16 bits of two words. Lanes are added up
// after batch words, before they overflow.
func adler(data []byte) uint32 {
	const (
		mod   = 65521
		batch = 20 // words: the sum of sums is at most 255·20·19/2, which fits into 16 bits
		lanes = 0x00ff00ff00ff00ff
	)
	first, second := uint64(1), uint64(0)
	for len(data) >= 8*batch {
		block := (*[8 * batch]byte)(data)
		var even, odd, evens, odds uint64 // the bytes 0, 2, 4, 6 of words and 1, 3, 5, 7, and the sums of both
		for i := 0; i < len(block); i += 8 {
			word := binary.LittleEndian.Uint64(block[i : i+8])
			evens += even
			odds += odd
			even += word & lanes
			odd += word >> 8 & lanes
		}
		second += 8 * (batch*first + sum(evens) + sum(odds))
		second += weighed(even, 8) + weighed(odd, 7)
		first += sum(even) + sum(odd)
		first, second = first%mod, second%mod
		data = data[len(block):]
	}
	for _, b := range data {
		first += uint64(b)
		second += first
	}
	return uint32(second%mod<<16 | first%mod)
}

// sum returns the sum of four lanes.
func sum(v uint64) uint64 { return v&0xffff + v>>16&0xffff + v>>32&0xffff + v>>48 }

// weighed returns the sum of four lanes, of which the first counts top times, and each other
// one two times less than the one before.
func weighed(v, top uint64) uint64 {
	return v&0xffff*top + v>>16&0xffff*(top-2) + v>>32&0xffff*(top-4) + v>>48*(top-6)
}
