package deflate

import (
	"bytes"
	"compress/flate"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// wantBack checks that a picture is decompressed as it was, and returns its compressed form.
func wantBack(t *testing.T, e *Encoder, rows []byte, stride int) []byte {
	t.Helper()
	const before = "before"
	packed := e.Append([]byte(before), rows, stride)
	if !bytes.HasPrefix(packed, []byte(before)) {
		t.Fatal("what was there before is lost")
	}
	packed = packed[len(before):]
	rest := bytes.NewReader(append(bytes.Clone(packed), before...))
	back, err := io.ReadAll(flate.NewReader(rest))
	if err != nil || !bytes.Equal(back, rows) {
		t.Fatalf("%d bytes in rows of %d become %d bytes: %v", len(rows), stride, len(back), err)
	}
	if rest.Len() != len(before) {
		t.Fatalf("%d bytes are written too many", rest.Len()-len(before))
	}
	return packed
}

// Pictures of any content and shape come back, one after the other by one encoder.
func TestPicturesComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var e Encoder
	for n := range 300 {
		stride, high := 1+rng.IntN(900), 1+rng.IntN(100)
		rows, kinds := make([]byte, stride*high), 1+rng.IntN(1<<rng.IntN(9))
		for i := range rows {
			switch {
			case n%4 == 0 || i < stride:
				rows[i] = byte(rng.IntN(kinds))
			case rng.IntN(20) == 0:
				rows[i] = byte(rng.IntN(kinds))
			default:
				rows[i] = rows[i-stride]
			}
		}
		wantBack(t, &e, rows, stride)
	}
	for n := range 20 {
		wantBack(t, &e, make([]byte, n), 3)
	}
	for n := 255; n < 800; n++ {
		wantBack(t, &e, make([]byte, n), 1)
	}
}

// Places beyond the window of the format are never referred to.
func TestFarPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	sign := make([]byte, 64)
	for i := range sign {
		sign[i] = byte(rng.IntN(256))
	}
	var e Encoder
	for _, gap := range []int{window - 65, window - 64, window - 63, window, 2 * window} {
		rows := append(bytes.Clone(sign), make([]byte, gap)...)
		wantBack(t, &e, append(rows, sign...), 50000)
	}
}

// Symbols whose code would be longer than the format takes get one that it takes.
func TestLongCodesAreLimited(t *testing.T) {
	var rows []byte
	for symbol, n, before := 0, 1, 1; symbol < 24; symbol++ {
		rows = append(rows, bytes.Repeat([]byte{byte(symbol)}, n)...)
		n, before = n+before, n
	}
	rand.New(rand.NewPCG(3, 3)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	var e Encoder
	wantBack(t, &e, rows, len(rows))
	if longest := longestOf(e.sizes[:]); longest != 15 {
		t.Errorf("the longest code has %d bits, want 15: the test does not reach the limit", longest)
	}
}

func longestOf(sizes []uint8) (most uint8) {
	for _, size := range sizes {
		most = max(most, size)
	}
	return most
}

// The pictures of all games come back, and are no larger than the standard library makes them
// at its quickest level.
func TestPicturesOfGames(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.png")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no pictures: %v", err)
	}
	var e Encoder
	for _, file := range files {
		rows, stride := rowsOf(t, file)
		var plain bytes.Buffer
		z, err := flate.NewWriter(&plain, flate.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = z.Write(rows)
		_ = z.Close()
		if packed := wantBack(t, &e, rows, stride); len(packed) > plain.Len() {
			t.Errorf("%s takes %d bytes, and %d by the standard library", file, len(packed), plain.Len())
		}
	}
}

// rowsOf reads a picture and returns its rows, two pixels a byte.
func rowsOf(t testing.TB, file string) (rows []byte, stride int) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	im, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	p := im.(*image.Paletted)
	stride = 1 + (p.Rect.Dx()+1)/2
	rows = make([]byte, stride*p.Rect.Dy())
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			rows[y*stride+1+x/2] |= p.ColorIndexAt(x, y) << (4 - 4*(x&1))
		}
	}
	return rows, stride
}

// BenchmarkAppend measures one picture.
func BenchmarkAppend(b *testing.B) {
	rows, stride := rowsOf(b, "../testdata/permute-9-middle.png")
	var e Encoder
	var packed []byte
	for b.Loop() {
		packed = e.Append(packed[:0], rows, stride)
	}
	b.ReportMetric(float64(len(packed)), "bytes")
}
