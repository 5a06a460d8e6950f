package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/imaging"
)

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

// TestGolden compares the scenes of every game, puzzles and pages with their golden pictures, of which none is left over.
// With -update it writes those which would fail: neither another compressor nor another machine changes a file.
func TestGolden(t *testing.T) {
	stale := map[string]bool{}
	files, err := filepath.Glob("testdata/*.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		stale[file] = true
	}
	golden := func(name string, got []byte) {
		if len(got) > mostBytes {
			t.Errorf("%s: %d bytes, want at most %d", name, len(got), mostBytes)
		}
		file := filepath.Join("testdata", name+".png")
		delete(stale, file)
		want, err := os.ReadFile(file)
		switch {
		case bytes.Equal(got, want): // else it is by another compressor, or another picture
		case !*gametest.Update && err != nil:
			t.Errorf("%v (go test ./imaging -update writes it)", err)
		case !*gametest.Update:
			against(t, name, got, decode(t, want))
		case err != nil || strays(decode(t, got), decode(t, want)) > 0:
			keep(t, file, got)
		}
	}
	for _, g := range all.Games() {
		made := scenes(t, g)
		if len(made) == 0 {
			t.Errorf("%s has no scenes", g.Info().Name)
		}
		for _, s := range made {
			golden(s.name, mustDraw(t, s.picture))
		}
	}
	for _, s := range tasks(t) {
		golden(s.name, mustDraw(t, s.picture))
	}
	for _, p := range papers(t) {
		golden(p.name, mustPage(t, p, imaging.Size))
	}
	for file := range stale {
		t.Errorf("%s is of no scene", file)
	}
}

// against compares a PNG with the wanted picture. If they differ it writes the PNG and a
// picture of the differences, red on the wanted picture in grey, into a folder of temporary files.
func against(t *testing.T, name string, got []byte, want *image.RGBA) {
	t.Helper()
	im := decode(t, got)
	off := strays(im, want)
	if off == 0 {
		return
	}
	diff, b := image.NewRGBA(want.Rect), bytes.Buffer{}
	apart(im, want, want.Rect, func(x, y int, p, q color.RGBA) bool {
		grey := 255 - q.G/4
		diff.SetRGBA(x, y, map[bool]color.RGBA{false: {grey, grey, grey, 255}, true: {220, 0, 0, 255}}[far(p, q, near)])
		return false
	})
	if err := png.Encode(&b, diff); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(os.TempDir(), "parlour-imaging", name)
	keep(t, dir+"-got.png", got)
	keep(t, dir+"-diff.png", b.Bytes())
	t.Errorf("%d pixels of %s differ: see %s-got.png and -diff.png", off, name, dir)
}

// strays returns the number of pixels that differ by more than near, 0 if they are within the tolerance.
func strays(got, want *image.RGBA) int {
	if off := differ(got, want, near); off > len(want.Pix)/4*strayed/10000 {
		return off
	}
	return 0
}

// apart counts the pixels in which a part of two pictures differs. Those that minds turns down do not count, unless
// it is nil.
func apart(a, b *image.RGBA, part image.Rectangle, minds func(x, y int, p, q color.RGBA) bool) (n int) {
	a, b = over(a, part), over(b, part)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		ours := a.Pix[a.PixOffset(part.Min.X, y):a.PixOffset(part.Max.X, y)]
		theirs := b.Pix[b.PixOffset(part.Min.X, y):b.PixOffset(part.Max.X, y)]
		if bytes.Equal(ours, theirs) { // as most rows are
			continue
		}
		for i := 0; i < len(ours); i += 4 {
			p, q := *(*[4]uint8)(ours[i:]), *(*[4]uint8)(theirs[i:])
			if p != q && (minds == nil || minds(part.Min.X+i/4, y, color.RGBA{p[0], p[1], p[2], p[3]}, color.RGBA{q[0], q[1], q[2], q[3]})) {
				n++
			}
		}
	}
	return n
}

// over returns a picture that has all of a part: beyond its edge it shows nothing.
func over(im *image.RGBA, part image.Rectangle) *image.RGBA {
	if part.In(im.Rect) {
		return im
	}
	out := image.NewRGBA(part)
	draw.Draw(out, part, im, part.Min, draw.Src)
	return out
}

// far reports whether a channel of two colours differs by more than near.
func far(p, q color.RGBA, near uint8) bool {
	off := func(a, b uint8) uint8 { return max(a, b) - min(a, b) }
	return max(off(p.R, q.R), off(p.G, q.G), off(p.B, q.B), off(p.A, q.A)) > near
}

// differ returns the number of pixels that differ by more than near, all of them if one picture is larger.
func differ(a, b *image.RGBA, near uint8) int {
	if a.Rect != b.Rect {
		return len(b.Pix) / 4
	}
	return apart(a, b, a.Rect, func(_, _ int, p, q color.RGBA) bool { return far(p, q, near) })
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
