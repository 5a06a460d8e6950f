package imaging

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	scale "golang.org/x/image/draw"
)

var sheet = flag.String("sheet", "", "write contact sheets of all games into this `folder`, to be looked at")

// TestSheet writes the contact sheets of every game, in each palette and on Discord's dark and
// light grounds. Without -sheet they hold only the first sample of each game, to save time.
func TestSheet(t *testing.T) {
	folder := cmp.Or(*sheet, t.TempDir())
	all := samples(t)
	for _, game := range slices.Sorted(maps.Keys(all)) {
		for _, pal := range Palettes() {
			some := all[game]
			if *sheet == "" {
				some = some[:1]
			}
			var pictures []*image.NRGBA
			for _, s := range some {
				s.picture.Palette = pal
				pictures = append(pictures, decode(t, mustDraw(t, s.picture)))
			}
			for name, ground := range map[string]color.RGBA{"dark": rgb(0x313338), "light": rgb(0xffffff)} {
				var b bytes.Buffer
				if err := png.Encode(&b, contactSheet(pictures, ground)); err != nil {
					t.Fatal(err)
				}
				keep(t, filepath.Join(folder, fmt.Sprintf("%s-%s-%s.png", game, pal, name)), b.Bytes())
			}
		}
	}
	files, err := os.ReadDir(folder)
	if want := 4 * len(all); err != nil || len(files) != want {
		t.Errorf("%d sheets in %s, %v, want %d", len(files), folder, err, want)
	}
	t.Logf("%d sheets in %s", len(files), folder)
}

// contactSheet lays pictures side by side, five in a row, as large as a phone shows them.
func contactSheet(pictures []*image.NRGBA, ground color.RGBA) *image.RGBA {
	const wide, gap, inRow = 350, 15, 5
	tall := wide
	rows := (len(pictures) + inRow - 1) / inRow
	im := image.NewRGBA(image.Rect(0, 0, gap+min(inRow, len(pictures))*(wide+gap), gap+rows*(tall+gap)))
	draw.Draw(im, im.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	for i, p := range pictures {
		at := image.Pt(gap+i%inRow*(wide+gap), gap+i/inRow*(tall+gap))
		scale.CatmullRom.Scale(im, image.Rectangle{at, at.Add(image.Pt(wide, tall))}, p, p.Rect, scale.Over, nil)
	}
	return im
}
