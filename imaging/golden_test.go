package imaging_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"parlour/games/all"
	"parlour/imaging"
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

// TestGolden compares the scenes of every game with their golden pictures, of which none is left over.
// With -update it writes those whose pixels differ: another compressor changes no file.
func TestGolden(t *testing.T) {
	stale := map[string]bool{}
	files, err := filepath.Glob("testdata/*.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		stale[file] = true
	}
	for _, g := range all.Games() {
		made := scenes(t, g)
		if len(made) == 0 {
			t.Errorf("%s has no scenes", g.Info().Name)
		}
		for _, s := range made {
			file, got := filepath.Join("testdata", s.name+".png"), mustDraw(t, s.picture)
			delete(stale, file)
			want, err := os.ReadFile(file)
			switch {
			case bytes.Equal(got, want): // else it is by another compressor, or another picture
			case !*update && err != nil:
				t.Errorf("%v (go test ./imaging -update writes it)", err)
			case !*update:
				against(t, s.name, got, decode(t, want))
			case err != nil || differ(decode(t, got), decode(t, want), 0) > 0:
				keep(t, file, got)
			}
		}
	}
	for file := range stale {
		t.Errorf("%s is of no scene", file)
	}
}

// against compares a PNG with the wanted picture. If they differ it writes the PNG and a
// picture of the differences into a folder of temporary files.
func against(t *testing.T, name string, got []byte, want *image.RGBA) {
	t.Helper()
	diff, off := compare(decode(t, got), want, near)
	if off <= imaging.Size*imaging.Size*strayed/10000 {
		return
	}
	var b bytes.Buffer
	if err := png.Encode(&b, diff); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(os.TempDir(), "parlour-imaging", name)
	keep(t, dir+"-got.png", got)
	keep(t, dir+"-diff.png", b.Bytes())
	t.Errorf("%d pixels of %s differ: see %s-got.png and -diff.png", off, name, dir)
}

// differ returns the number of pixels that differ by more than near.
func differ(a, b *image.RGBA, near uint8) int {
	_, off := compare(a, b, near)
	return off
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
func compare(got, want *image.RGBA, near uint8) (*image.RGBA, int) {
	diff := image.NewRGBA(want.Bounds())
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

// TestCompare plants differences beyond the tolerance: those are found, and only those.
func TestCompare(t *testing.T) {
	base := filled(color.RGBA{100, 100, 100, 255})
	one := filled(color.RGBA{100, 100, 100, 255})
	one.SetRGBA(1, 0, color.RGBA{100, 100, 120, 255})
	for name, c := range map[string]struct {
		got  *image.RGBA
		want int
	}{
		"the same":             {base, 0},
		"all a little lighter": {filled(color.RGBA{110, 110, 110, 255}), 0},
		"one pixel bluer":      {one, 1},
		"another size":         {image.NewRGBA(image.Rect(0, 0, 3, 4)), 4},
	} {
		if off := differ(c.got, base, near); off != c.want {
			t.Errorf("%s: %d pixels differ, want %d", name, off, c.want)
		}
	}
}
