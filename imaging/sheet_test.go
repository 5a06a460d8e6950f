package imaging_test

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
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	scale "golang.org/x/image/draw"

	"parlour/imaging"
)

var sheet = flag.String("sheet", "", "write contact sheets of all games into this `folder`, to be looked at")

// A frame is a place in which Discord shows a picture, scaled to fit: its size in pixels, and
// what is behind.
type frame struct {
	name       string
	wide, tall int
	ground     color.RGBA
}

// frames are those in which pictures are looked at: Discord's desktop on its dark and its light
// ground, and its phone.
var frames = []frame{
	{"desktop-dark", 550, 350, hex(0x313338)},
	{"desktop-light", 550, 350, hex(0xffffff)},
	{"phone-dark", 350, 350, hex(0x313338)},
}

// leastPSNR is the least that a picture's table of colours may leave of it, in decibels. Rubik's
// Magic has least, because 14 of its 16 colours are flat.
const leastPSNR = 28

// TestSheet writes the contact sheets of every game, in each palette and every frame, and says
// of each picture its bytes and what its 16 colours leave of it: the PSNR to the picture drawn
// in all colours. Without -sheet they hold only the first sample of each game, to save time.
func TestSheet(t *testing.T) {
	folder := cmp.Or(*sheet, t.TempDir())
	all := samples()
	for _, game := range slices.Sorted(maps.Keys(all)) {
		for _, pal := range imaging.Palettes() {
			some := all[game]
			if *sheet == "" {
				some = some[:1]
			}
			var pictures []*image.RGBA
			for _, s := range some {
				s.picture.Palette = pal
				data := mustDraw(t, s.picture)
				pictures = append(pictures, decode(t, data))
				kept := psnr(pictures[len(pictures)-1], mustRender(t, s.picture))
				t.Logf("%-32s %-8s %6d bytes, PSNR %.1f dB", s.name, pal, len(data), kept)
				if kept < leastPSNR {
					t.Errorf("%s in %s: a PSNR of %.1f dB, want %d", s.name, pal, kept, leastPSNR)
				}
			}
			for _, f := range frames {
				var b bytes.Buffer
				if err := quick.Encode(&b, contactSheet(pictures, f)); err != nil {
					t.Fatal(err)
				}
				keep(t, filepath.Join(folder, fmt.Sprintf("%s-%s-%s.png", game, pal, f.name)), b.Bytes())
			}
		}
	}
	files, err := os.ReadDir(folder)
	if want := len(imaging.Palettes()) * len(frames) * len(all); err != nil || len(files) != want {
		t.Errorf("%d sheets in %s, %v, want %d", len(files), folder, err, want)
	}
	t.Logf("%d sheets in %s", len(files), folder)
}

// quick writes PNGs that nobody sends.
var quick = png.Encoder{CompressionLevel: png.BestSpeed}

// contactSheet lays pictures side by side in frames, each scaled to fit and at the left.
func contactSheet(pictures []*image.RGBA, f frame) *image.RGBA {
	const gap, inRow = 15, 4
	rows := (len(pictures) + inRow - 1) / inRow
	im := image.NewRGBA(image.Rect(0, 0, gap+min(inRow, len(pictures))*(f.wide+gap), gap+rows*(f.tall+gap)))
	draw.Draw(im, im.Rect, image.NewUniform(f.ground), image.Point{}, draw.Src)
	for i, p := range pictures {
		at := image.Pt(gap+i%inRow*(f.wide+gap), gap+i/inRow*(f.tall+gap))
		fit := min(float64(f.wide)/float64(p.Rect.Dx()), float64(f.tall)/float64(p.Rect.Dy()))
		size := image.Pt(int(fit*float64(p.Rect.Dx())), int(fit*float64(p.Rect.Dy())))
		scale.CatmullRom.Scale(im, image.Rectangle{at, at.Add(size)}, p, p.Rect, scale.Over, nil)
	}
	return im
}

// psnr returns the peak ratio of signal to noise of a picture against the one that it stands
// for, in decibels, over red, green and blue. The picture may be cut off below.
func psnr(got *image.RGBA, want *image.RGBA) float64 {
	sum := 0.0
	for i := 0; i < len(got.Pix); i += 4 {
		for j := i; j < i+3; j++ {
			d := float64(got.Pix[j]) - float64(want.Pix[j])
			sum += d * d
		}
	}
	return 10 * math.Log10(255*255*float64(len(got.Pix)/4*3)/max(sum, 1))
}
