package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"testing"

	scale "golang.org/x/image/draw"

	"parlour/games/gametest"
	"parlour/imaging/canvas"
	"parlour/imaging/permute"
)

// icons are the files with Parlour's mark, by their width: for Discord's Developer Portal and its directory,
// and for the tab of the sandbox's page.
var icons = map[string]int{"../docs/directory/icon.png": 1024, "../bot/sandbox/page/icon.png": 64}

// The mark is a board of four stones in a speech bubble, because Parlour's games are played by messages.
// Lengths are those of the design. Its middle is that of the picture, so that it can be cut round.
const (
	bubbleLeft, bubbleTop   = 130, 98
	bubbleWide, bubbleHigh  = 540, 500
	bubbleRound, bubbleTail = 110, 105
	stoneRadius             = 100
)

// An iconStone is where the middle of a stone lies, and whether it is a disc; others are squares.
type iconStone struct {
	x, y float64
	disc bool
}

var iconStones = []iconStone{{275, 233, true}, {525, 233, false}, {275, 463, false}, {525, 463, true}}

// drawIcon draws the mark in the classic palette.
func drawIcon(size int) *image.RGBA {
	c, p := canvas.NewPlain(size), permute.Painter.Table.Classic()
	c.Begin(size, &p, true)
	whole := c.Box(0, 0, canvas.Size, canvas.Size)
	c.Stamp(canvas.Key{}, whole, func(pen *canvas.Pen, _ canvas.Box) {
		bubble := c.Box(bubbleLeft, bubbleTop, bubbleWide, bubbleHigh)
		pen.RoundRect(bubble, c.Px(bubbleRound))
		pen.Fill(p.Paper)
		low := bubble.Y + bubble.H
		pen.Polygon(c.Px(235), low-c.Px(30), c.Px(235), low+c.Px(bubbleTail), c.Px(400), low-c.Px(30))
		pen.Fill(p.Paper)
		for _, s := range iconStones {
			x, y, r, col := c.Px(s.x), c.Px(s.y), c.Px(stoneRadius), p.First.Lit
			if s.disc {
				pen.Circle(x, y, r)
			} else {
				pen.RoundRect(canvas.Around(x, y, 0.9*r), 0.22*r)
				col = p.Ground
			}
			pen.Fill(col)
		}
	})
	return c.Pixels()
}

// TestIcon compares the files of the mark with the mark; with -update it writes those whose pixels differ.
func TestIcon(t *testing.T) {
	for file, size := range icons {
		got, want := drawIcon(size), image.NewRGBA(image.Rect(0, 0, size, size))
		raw, err := os.ReadFile(file)
		if err == nil {
			var im image.Image
			if im, err = png.Decode(bytes.NewReader(raw)); err == nil {
				scale.Copy(want, image.Point{}, im, im.Bounds(), scale.Src, nil)
			}
		}
		off := differ(got, want, near)
		switch {
		case *gametest.Update && off > 0:
			var b bytes.Buffer
			if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, got); err != nil {
				t.Fatal(err)
			}
			keep(t, file, b.Bytes())
		case !*gametest.Update && off > size*size*strayed/10000:
			t.Errorf("%d pixels of %s differ from the mark, %v (make golden writes it)", off, file, err)
		}
	}
}

// The mark can be cut round, and on 32 pixels every stone still has its colour, with the bubble between them.
func TestIconIsSeenSmallAndRound(t *testing.T) {
	const size, small = 256, 32
	p, im := permute.Painter.Table.Classic(), drawIcon(size)
	for y := range size {
		for x := range size {
			if math.Hypot(float64(x)+0.5-size/2, float64(y)+0.5-size/2) > size/2 && im.RGBAAt(x, y) != p.Ground {
				t.Fatalf("the pixel at %d, %d is cut off by a circle", x, y)
			}
		}
	}
	tiny := image.NewRGBA(image.Rect(0, 0, small, small))
	scale.CatmullRom.Scale(tiny, tiny.Rect, im, im.Bounds(), scale.Src, nil)
	at := func(x, y float64) color.RGBA { return tiny.RGBAAt(int(x*small/canvas.Size), int(y*small/canvas.Size)) }
	ground := at(400, 20)
	for _, s := range iconStones {
		between := at(400, s.y)
		if contrast(ground, between) < 7 || contrast(at(s.x, s.y), between) < 2 {
			t.Errorf("on %d pixels the stone at %v, %v has the colour %v, the bubble beside it %v and the ground %v", small, s.x, s.y, at(s.x, s.y), between, ground)
		}
	}
}
