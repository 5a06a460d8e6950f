package imaging

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// A raster is a picture of palette indices in the layout of a PNG: each row begins with the
// number of its filter, which is 0 for none.
type raster struct {
	pix    [Height * (Width + 1)]uint8
	shades *shades
}

// stride is the number of bytes of a row.
const stride = Width + 1

// put copies a sprite to a place. Its parts outside of the picture are left out.
func (r *raster) put(s *sprite, x, y int) {
	from := 0
	for _, u := range s.runs {
		pix := s.pix[from : from+int(u.n)]
		from += int(u.n)
		row, left := y+int(u.y), x+int(u.x)
		if row < 0 || row >= Height {
			continue
		}
		if left < 0 {
			pix, left = pix[min(-left, len(pix)):], 0
		}
		pix = pix[:max(0, min(len(pix), Width-left))]
		copy(r.pix[row*stride+1+left:], pix)
	}
	for _, e := range s.edges {
		row, col := y+int(e.y), x+int(e.x)
		if row >= 0 && row < Height && col >= 0 && col < Width {
			p := &r.pix[row*stride+1+col]
			*p = r.shades.over(*p, e.colour)
		}
	}
}

// deflaters compress pictures. They are large, so they are kept for the next picture.
var deflaters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, zlib.BestSpeed)
	if err != nil {
		panic(err) // the level exists
	}
	return z
}}

// png writes the picture as a PNG with a palette.
func (r *raster) png(b *bytes.Buffer) error {
	b.WriteString("\x89PNG\r\n\x1a\n")
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(Width))
	binary.BigEndian.PutUint32(head[4:], uint32(Height))
	head[8], head[9] = 8, 3 // 8 bits a pixel, which are an index into the palette
	chunk(b, "IHDR", head[:])
	chunk(b, "PLTE", r.shades.rgb)
	chunk(b, "tRNS", r.shades.alpha)

	at := b.Len()
	b.WriteString("\x00\x00\x00\x00IDAT")
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	z.Reset(b)
	if _, err := z.Write(r.pix[:]); err != nil {
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
