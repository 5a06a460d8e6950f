package imaging

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"parlour/games/all"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// The tolerance of golden pictures. They are compared by pixels, because the bytes of a PNG
// depend on the version of Go. Rasterising rounds differently on another kind of machine: a
// channel may differ by near, and a few pixels by more, where the rounding chose another colour
// of the table.
const (
	near    = 16 // of 255
	strayed = 3  // pixels of ten thousand that may differ by more than near
)

// mostBytes is the greatest size of a picture, so that it is quick to send.
const mostBytes = 45_000

// TestGolden compares the scenes of every game with their golden pictures.
func TestGolden(t *testing.T) {
	for _, g := range all.Games() {
		for _, s := range scenes(t, g) {
			t.Run(s.name, func(t *testing.T) {
				golden(t, s.name, mustDraw(t, s.picture))
			})
		}
	}
}

// golden compares a PNG with its golden picture in testdata. With -update it writes that, unless the
// pixels are equal: another compressor changes no file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	want, err := os.ReadFile(file)
	switch {
	case !*update && err != nil:
		t.Fatalf("%v (go test ./imaging -update writes it)", err)
	case !*update:
		against(t, name, got, decode(t, want), near)
	case err != nil || differ(decode(t, got), decode(t, want)):
		keep(t, file, got)
	}
}

// differ reports whether any pixel of two pictures differs.
func differ(a, b *image.NRGBA) bool {
	_, off := compare(a, b, 0)
	return off > 0
}

// against compares a PNG with the wanted picture. If they differ it writes the PNG and a
// picture of the differences into a folder of temporary files.
func against(t *testing.T, name string, got []byte, want *image.NRGBA, near uint8) {
	t.Helper()
	diff, off := compare(decode(t, got), want, near)
	if off <= Size*Size*strayed/10000 {
		return
	}
	var b bytes.Buffer
	if err := png.Encode(&b, diff); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(os.TempDir(), "parlour-imaging")
	keep(t, filepath.Join(dir, name+"-got.png"), got)
	keep(t, filepath.Join(dir, name+"-diff.png"), b.Bytes())
	t.Errorf("%d pixels of %s differ: see %s-got.png and -diff.png", off, name, filepath.Join(dir, name))
}

// keep writes a file, and its folder if needed.
func keep(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// compare returns the number of pixels that differ by more than near, and a picture that has
// them in red on the wanted picture in grey.
func compare(got, want *image.NRGBA, near uint8) (*image.NRGBA, int) {
	diff := image.NewNRGBA(want.Bounds())
	if got.Bounds() != want.Bounds() {
		return diff, len(want.Pix) / 4
	}
	off := 0
	for i := 0; i < len(want.Pix); i += 4 {
		far := false
		for j := i; j < i+4; j++ {
			far = far || max(got.Pix[j], want.Pix[j])-min(got.Pix[j], want.Pix[j]) > near
		}
		grey := 255 - want.Pix[i+1]/4
		copy(diff.Pix[i:], []uint8{grey, grey, grey, 255})
		if far {
			copy(diff.Pix[i:], []uint8{220, 0, 0, 255})
			off++
		}
	}
	return diff, off
}

// TestCompare checks that compare finds differences beyond the tolerance, and only those.
func TestCompare(t *testing.T) {
	flat := func(c color.NRGBA) *image.NRGBA {
		im := image.NewNRGBA(image.Rect(0, 0, 4, 4))
		draw.Draw(im, im.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
		return im
	}
	base := flat(color.NRGBA{100, 100, 100, 255})
	one := flat(color.NRGBA{100, 100, 100, 255})
	one.SetNRGBA(2, 1, color.NRGBA{100, 100, 120, 255})
	tests := []struct {
		name string
		got  *image.NRGBA
		want int
	}{
		{"the same", base, 0},
		{"all a little lighter", flat(color.NRGBA{110, 110, 110, 255}), 0},
		{"one pixel bluer", one, 1},
		{"another size", image.NewNRGBA(image.Rect(0, 0, 3, 4)), 16},
	}
	for _, test := range tests {
		if _, off := compare(test.got, base, near); off != test.want {
			t.Errorf("%s: %d pixels differ, want %d", test.name, off, test.want)
		}
	}
}

// mustDraw returns the PNG of a drawing.
func mustDraw(t testing.TB, p Drawing) []byte {
	t.Helper()
	b, err := Draw(p)
	if err != nil {
		t.Fatalf("Draw: %v", err)
	}
	return b
}

// decode reads a PNG and checks that it is square, or lower, and has a palette.
func decode(t testing.TB, data []byte) *image.NRGBA {
	t.Helper()
	im, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("a picture that is no PNG: %v", err)
	}
	if b := im.Bounds(); b.Min != (image.Point{}) || b.Dx() < b.Dy() {
		t.Fatalf("a picture of %v, want a square or a lower one", b)
	}
	p, ok := im.(*image.Paletted)
	if !ok {
		t.Fatalf("a picture without a palette: %T", im)
	}
	var colours [256][]uint8
	for i, c := range p.Palette {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		colours[i] = []uint8{n.R, n.G, n.B, n.A}
	}
	out := image.NewNRGBA(p.Bounds())
	for i, v := range p.Pix {
		copy(out.Pix[4*i:], colours[v])
	}
	return out
}
