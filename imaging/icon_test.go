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
	"parlour/imaging/stones"
)

// icons are the files with Parlour's mark, by their width: for Discord's Developer Portal and its directory,
// and for the tab of the sandbox's page.
var icons = map[string]int{"../docs/directory/icon.png": 1024, "../bot/sandbox/page/icon.png": 64}

// The mark is a board of four stones of four games in a speech bubble, because Parlour's games are played by messages.
// Lengths are those of the design. Its middle is that of the picture, so that it can be cut round.
const (
	bubbleLeft, bubbleTop   = 130, 98
	bubbleWide, bubbleHigh  = 540, 500
	bubbleRound, bubbleTail = 110, 105
	stoneCell               = 225
)

// An iconStone is where the middle of a stone lies, its shape and its colours.
type iconStone struct {
	x, y     float64
	shape    stones.Shape
	lit, dim uint32
}

var iconStones = []iconStone{
	{278, 232, stones.Disc, 0xff8f3f, 0x96506a}, {522, 232, stones.Hexagon, 0x2fb782, 0x2a6b78},
	{278, 460, stones.Diamond, 0xd8403c, 0x7a2a3c}, {522, 460, stones.Cushion, 0x5480f2, 0x1c3f94},
}

// drawIcon draws the mark, whose stones stand on paper.
func drawIcon(size int) *image.RGBA {
	c, table := canvas.NewPlain(size), permute.Painter.Table
	p := table.Classic()
	c.Begin(size, &p, true)
	whole := c.Box(0, 0, canvas.Size, canvas.Size)
	c.Stamp(canvas.Key{}, whole, func(pen *canvas.Pen, _ canvas.Box) {
		bubble := c.Box(bubbleLeft, bubbleTop, bubbleWide, bubbleHigh)
		low := bubble.Y + bubble.H
		body := func(down float64, col color.RGBA) {
			pen.RoundRect(canvas.NewBox(bubble.X, bubble.Y+down, bubble.W, bubble.H), c.Px(bubbleRound))
			pen.Fill(col)
			pen.Polygon(c.Px(400), low-c.Px(30)+down, c.Px(235), low+c.Px(bubbleTail)+down, c.Px(235), low-c.Px(30)+down)
			pen.Fill(col)
		}
		body(c.Px(14), canvas.Mixed(p.Muted, p.Ground, 0.3))
		body(0, p.Paper)
		table.Board = 0xf8f2e4
		for _, s := range iconStones {
			table.Sides[1] = [2]uint32{s.lit, s.dim}
			on := table.Classic()
			x, y, cell := c.Px(s.x), c.Px(s.y), c.Px(stoneCell)
			stones.Raised(pen, &on, on.Second, cell, func(grow, down float64) { s.shape(pen, x, y+down, cell+2*grow) })
			s.shape(pen, x, y, 0.66*cell)
			pen.Fill(on.Second.Dish)
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
