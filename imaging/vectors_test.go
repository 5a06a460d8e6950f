package imaging_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/imaging"
)

// mustVectors returns a drawing as an SVG of its own.
func mustVectors(t testing.TB, p games.Drawing) []byte {
	t.Helper()
	shared, each, err := imaging.Vectors([]games.Drawing{p})
	if err != nil {
		t.Fatalf("Vectors: %v", err)
	}
	side := cmp.Or(p.Size, imaging.Size)
	return fmt.Appendf(nil, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%[1]d\" "+
		"stroke-linecap=\"round\" stroke-linejoin=\"round\">%s%s</svg>", side, shared, each[0])
}

// TestVectorsLookTheSame checks that a browser shows the SVG of a position of each game as its PNG is: all in one page,
// of which it takes one picture.
func TestVectorsLookTheSame(t *testing.T) {
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no browser is installed: install Debian's chromium to see that pictures as vectors look like their pixels")
	}
	const side, inRow = 560, 4
	one := oneOfEach(t)
	names := slices.Sorted(maps.Keys(one))
	var page strings.Builder
	page.WriteString("<!doctype html><style>*{margin:0}img{position:absolute}</style>")
	at := func(i int) image.Point { return image.Pt(side*(i%inRow), side*(i/inRow)) }
	for i, name := range names {
		p := one[name]
		p.Size = side
		fmt.Fprintf(&page, "<img style='left:%dpx;top:%dpx' src='data:image/svg+xml;base64,%s'>", at(i).X, at(i).Y,
			base64.StdEncoding.EncodeToString(mustVectors(t, p)))
	}
	shot := photograph(t, browser, page.String(), side*inRow, side*((len(names)+inRow-1)/inRow))
	for i, name := range names {
		p := one[name]
		p.Size = side
		got := image.NewRGBA(image.Rect(0, 0, side, side))
		draw.Draw(got, got.Rect, shot, at(i), draw.Src)
		kept := psnr(got, decode(t, mustDraw(t, p)))
		t.Logf("%s: PSNR %.1f dB", name, kept)
		if kept < leastPSNR {
			t.Errorf("as vectors %s has a PSNR of %.1f dB to its pixels, want %d", name, kept, leastPSNR)
		}
	}
}

// photograph returns what a browser shows of a page.
func photograph(t *testing.T, browser, page string, wide, high int) image.Image {
	t.Helper()
	folder := t.TempDir()
	file, out := filepath.Join(folder, "page.html"), filepath.Join(folder, "page.png")
	keep(t, file, []byte(page))
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, browser, "--headless", "--disable-gpu", "--hide-scrollbars", "--no-proxy-server",
		"--disable-component-update", "--disable-background-networking", "--force-color-profile=srgb", "--force-device-scale-factor=1",
		"--user-data-dir="+filepath.Join(folder, "profile"), "--host-resolver-rules=MAP * ~NOTFOUND",
		fmt.Sprintf("--window-size=%d,%d", wide, high), "--screenshot="+out, "file://"+file)
	if os.Geteuid() == 0 {
		c.Args = append(c.Args, "--no-sandbox") // which cannot run as root
	}
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("a picture of a page by %s, in a minute: %v: %s", browser, err, said)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	im, err := png.Decode(f)
	if err != nil || im.Bounds() != image.Rect(0, 0, wide, high) {
		t.Fatalf("the picture of a page is %v, %v, want one of %d by %d", im, err, wide, high)
	}
	return im
}
