package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"sync"

	"parlour/imaging/deflate"
)

// A raster is a square picture of palette indices in the layout of a PNG: row by row from the
// top, each of a byte that is 0, because it is not filtered, and two pixels a byte, the left
// one in its upper half. Its lowest rows may be cut off.
type raster struct {
	size, stride int // in pixels, and in bytes of a row
	high         int // rows that are kept
	pix          []byte
	shades       *shades
}

// clear makes the raster a size and fills it with the ground.
func (r *raster) clear(size int) {
	r.size, r.stride, r.high = size, 1+(size+1)/2, size
	r.pix = slices.Grow(r.pix[:0], size*r.stride)[:size*r.stride]
	clear(r.pix)
}

// solids has for each colour a row of the largest picture in it.
var solids = func() (all [mostShades][]byte) {
	for i := range all {
		all[i] = bytes.Repeat([]byte{byte(i)<<4 | byte(i)}, 1024)
	}
	return all
}()

// fill fills n pixels of a row, all within the picture.
func (r *raster) fill(x, y, n int, col uint8) {
	row := r.pix[y*r.stride+1 : (y+1)*r.stride]
	if x&1 == 1 && n > 0 {
		row[x/2] = row[x/2]&0xf0 | col
		x, n = x+1, n-1
	}
	copy(row[x/2:(x+n)/2], solids[col&15])
	if n&1 == 1 {
		last := &row[(x+n)/2]
		*last = *last&0x0f | col<<4
	}
}

// rect fills a rectangle. Its parts outside of the picture are left out.
func (r *raster) rect(x, y, w, h int, col uint8) {
	left, right := max(0, x), min(x+w, r.size)
	for row := max(0, y); row < min(y+h, r.size) && left < right; row++ {
		r.fill(left, row, right-left, col)
	}
}

// put copies a sprite to a place. Its parts outside of the picture are left out.
func (r *raster) put(s *sprite, x, y int) {
	if x < 0 || y < 0 || x+s.w > r.size || y+s.h > r.size {
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
	p := &r.pix[y*r.stride+1+x/2]
	shift := 4 - 4*(x&1)
	under := *p >> shift & 15
	*p ^= (under ^ r.shades.over[under][e.ink&15][e.cover&15]) << shift
}

// putPart is put for a sprite that is partly outside of the picture.
func (r *raster) putPart(s *sprite, x, y int) {
	for _, u := range s.runs {
		r.rect(x+int(u.x), y+int(u.y), int(u.n), 1, u.ink)
	}
	for _, e := range s.edges {
		if col, row := x+int(e.x), y+int(e.y); col >= 0 && col < r.size && row >= 0 && row < r.size {
			r.blend(col, row, e)
		}
	}
}

// block returns the bytes of a row of a block of pixels, of which x and w are even.
func (r *raster) block(x, y, w int) []byte {
	at := y*r.stride + 1 + x/2
	return r.pix[at : at+w/2]
}

// unpacked appends the pixels of the picture to buf, a byte each.
func (r *raster) unpacked(buf []uint8) []uint8 {
	for y := range r.size {
		row := r.pix[y*r.stride+1 : (y+1)*r.stride]
		for x := range r.size {
			buf = append(buf, row[x/2]>>(4-4*(x&1))&15)
		}
	}
	return buf
}

// deflaters compress pictures. They are kept for the next picture.
var deflaters = sync.Pool{New: func() any { return new(deflate.Encoder) }}

// png appends the picture to dst as a PNG with a palette, in 4 bits a pixel.
func (r *raster) png(dst []byte) []byte {
	dst = append(dst, "\x89PNG\r\n\x1a\n"...)
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(r.size))
	binary.BigEndian.PutUint32(head[4:], uint32(r.high))
	head[8], head[9] = 4, 3 // 4 bits a pixel, which are an index into the palette
	dst = chunk(dst, "IHDR", head[:])
	dst = chunk(dst, "PLTE", r.shades.rgb)

	at := len(dst)
	dst = append(dst, "\x00\x00\x00\x00IDAT\x78\x01"...) // a stream of zlib, whose frame is written here
	kept := r.pix[:r.high*r.stride]
	z := deflaters.Get().(*deflate.Encoder)
	dst = z.Append(dst, kept, r.stride)
	deflaters.Put(z)
	dst = binary.BigEndian.AppendUint32(dst, adler(kept))
	binary.BigEndian.PutUint32(dst[at:], uint32(len(dst)-at-8))
	dst = checked(dst, at+4)
	return chunk(dst, "IEND", nil)
}

// chunk appends one chunk of a PNG.
func chunk(dst []byte, name string, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	at := len(dst)
	dst = append(append(dst, name...), data...)
	return checked(dst, at)
}

// checked ends a chunk with the checksum of its name and data, which begin at a byte.
func checked(dst []byte, at int) []byte {
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[at:]))
}
