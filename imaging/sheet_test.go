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

	"parlour/games"
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

// leastPSNR is the least that a picture's table of colours may leave of it, in decibels. The numbered areas of a
// large board of Permute have least.
const leastPSNR = 28

// A print is a picture of a contact sheet, in any palette: as people see it, and in all colours.
type print struct {
	name  string
	draw  func(palette string) []byte
	plain func(palette string) *image.RGBA
}

// prints returns the pictures of the contact sheets: of every game, of puzzles and of pages.
func prints(t *testing.T) map[string][]print {
	made := map[string][]print{}
	of := maps.Clone(samples())
	of["puzzles"] = tasks(t)
	for game, some := range of {
		for _, s := range some {
			in := func(palette string) games.Drawing { s.picture.Palette = palette; return s.picture }
			made[game] = append(made[game], print{s.name,
				func(palette string) []byte { return mustDraw(t, in(palette)) },
				func(palette string) *image.RGBA { return mustRender(t, in(palette)) }})
		}
	}
	for _, p := range papers(t) {
		made["pages"] = append(made["pages"], print{p.name,
			func(palette string) []byte { p.palette = palette; return mustPage(t, p, imaging.Size) },
			func(palette string) *image.RGBA { return imaging.RenderPage(palette, imaging.Size, p.draw) }})
	}
	return made
}

// TestSheet writes the contact sheets of every game, of puzzles and of pages, in each palette and every frame, and says
// of each picture its bytes and what its colours leave of it: the PSNR to the picture drawn
// in all colours. Without -sheet they hold only the first of each, in the first frame, to save time. Beside the sheets is a position of each
// game as vectors.
func TestSheet(t *testing.T) {
	folder, shown := cmp.Or(*sheet, t.TempDir()), frames
	if *sheet == "" {
		shown = frames[:1]
	}
	all, palettes := prints(t), 0
	for _, game := range slices.Sorted(maps.Keys(all)) {
		pals, some := imaging.Palettes(), all[game]
		if *sheet == "" {
			pals, some = pals[:1], some[:1]
		}
		palettes = len(pals)
		for _, pal := range pals {
			var pictures []*image.RGBA
			for _, s := range some {
				data := s.draw(pal)
				pictures = append(pictures, decode(t, data))
				kept := psnr(pictures[len(pictures)-1], s.plain(pal))
				t.Logf("%-32s %-8s %6d bytes, PSNR %.1f dB", s.name, pal, len(data), kept)
				if kept < leastPSNR {
					t.Errorf("%s in %s: a PSNR of %.1f dB, want %d", s.name, pal, kept, leastPSNR)
				}
			}
			for _, f := range shown {
				var b bytes.Buffer
				if err := quick.Encode(&b, contactSheet(pictures, f)); err != nil {
					t.Fatal(err)
				}
				keep(t, filepath.Join(folder, fmt.Sprintf("%s-%s-%s.png", game, pal, f.name)), b.Bytes())
			}
		}
	}
	vectors := oneOfEach(t)
	for game, p := range vectors {
		keep(t, filepath.Join(folder, game+".svg"), mustVectors(t, p))
	}
	files, err := os.ReadDir(folder)
	if want := palettes*len(shown)*len(all) + len(vectors); err != nil || len(files) != want {
		t.Errorf("%d sheets and vectors in %s, %v, want %d", len(files), folder, err, want)
	}
	t.Logf("%d sheets and vectors in %s", len(files), folder)
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
