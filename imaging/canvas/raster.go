package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// A raster is a square picture of palette indices, row by row from the top.
type raster struct {
	size   int
	pix    []uint8 // size × size
	packed []byte  // the same in the layout of a PNG, once encoded
	shades *shades
}

// clear makes the raster a size and fills it with the ground.
func (r *raster) clear(size int) {
	r.size = size
	r.pix = slices.Grow(r.pix[:0], size*size)[:size*size]
	clear(r.pix)
}

// rect fills a rectangle. Its parts outside of the picture are left out.
func (r *raster) rect(x, y, w, h int, col uint8) {
	left, right := min(max(0, x), r.size), min(max(0, x+w), r.size)
	top, bottom := min(max(0, y), r.size), min(max(0, y+h), r.size)
	if left >= right || top >= bottom {
		return
	}
	first := r.pix[top*r.size+left : top*r.size+right]
	for i := range first {
		first[i] = col
	}
	for row := top + 1; row < bottom; row++ {
		copy(r.pix[row*r.size+left:], first)
	}
}

// put copies a sprite to a place. Its parts outside of the picture are left out.
func (r *raster) put(s *sprite, x, y int) {
	if x < 0 || y < 0 || x+s.w > r.size || y+s.h > r.size {
		r.putPart(s, x, y)
		return
	}
	pix := s.pix
	corner := r.pix[y*r.size+x:]
	for _, u := range s.runs {
		copy(corner[int(u.y)*r.size+int(u.x):], pix[:u.n])
		pix = pix[u.n:]
	}
	over := &r.shades.over
	for _, e := range s.edges {
		p := &corner[int(e.y)*r.size+int(e.x)]
		*p = over[*p&15][e.ink&15][e.cover&15]
	}
}

// putPart is put for a sprite that is partly outside of the picture.
func (r *raster) putPart(s *sprite, x, y int) {
	pix := s.pix
	for _, u := range s.runs {
		for i := range int(u.n) {
			if col, row := x+int(u.x)+i, y+int(u.y); col >= 0 && col < r.size && row >= 0 && row < r.size {
				r.pix[row*r.size+col] = pix[i]
			}
		}
		pix = pix[u.n:]
	}
	for _, e := range s.edges {
		if col, row := x+int(e.x), y+int(e.y); col >= 0 && col < r.size && row >= 0 && row < r.size {
			p := &r.pix[row*r.size+col]
			*p = r.shades.over[*p][e.ink][e.cover]
		}
	}
}

// deflaters compress pictures. They are large, so they are kept for the next picture.
var deflaters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, deflateLevel)
	if err != nil {
		panic(err) // the level exists
	}
	return z
}}

// deflateLevel is the level that pays: against level 1 it saves a fifth of the bytes for half
// as much time again; level 6 saves little more, and higher ones take several times as long.
const deflateLevel = 5

// png writes the picture as a PNG with a palette, in 4 bits a pixel.
func (r *raster) png(b *bytes.Buffer) error {
	b.WriteString("\x89PNG\r\n\x1a\n")
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(r.size))
	binary.BigEndian.PutUint32(head[4:], uint32(r.size))
	head[8], head[9] = 4, 3 // 4 bits a pixel, which are an index into the palette
	chunk(b, "IHDR", head[:])
	chunk(b, "PLTE", r.shades.rgb)

	at := b.Len()
	b.WriteString("\x00\x00\x00\x00IDAT")
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	z.Reset(b)
	r.pack()
	if _, err := z.Write(r.packed); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	binary.BigEndian.PutUint32(b.Bytes()[at:], uint32(b.Len()-at-8))
	checked(b, at+4)
	chunk(b, "IEND", nil)
	return nil
}

// pack lays the picture out as a PNG does: each row begins with the number of its filter,
// which is 0 for none, and has two pixels a byte.
func (r *raster) pack() {
	wide := (r.size + 1) / 2
	r.packed = slices.Grow(r.packed[:0], r.size*(wide+1))[:r.size*(wide+1)]
	for y := range r.size {
		row, out := r.pix[y*r.size:(y+1)*r.size], r.packed[y*(wide+1):(y+1)*(wide+1)]
		out[0] = 0
		out = out[1:]
		for len(row) >= 16 && len(out) >= 8 {
			left, right := pairs(binary.LittleEndian.Uint64(row)), pairs(binary.LittleEndian.Uint64(row[8:]))
			binary.LittleEndian.PutUint64(out, left|right<<32)
			row, out = row[16:], out[8:]
		}
		for i, col := range row {
			if i%2 == 0 {
				out[i/2] = col << 4
			} else {
				out[i/2] |= col
			}
		}
	}
}

// pairs packs eight pixels, a byte each, into four bytes. Pixels a to h lie in a word as
// hgfedcba, and become the bytes ab, cd, ef and gh.
func pairs(v uint64) uint64 {
	v = (v<<4 | v>>8) & 0x00ff00ff00ff00ff
	v = (v | v>>8) & 0x0000ffff0000ffff
	return (v | v>>16) & 0xffffffff
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
