package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
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

// bannerFile is the picture above Parlour's profile in Discord, and at the top of the README.
const bannerFile = "../docs/directory/banner.png"

// drawBanner draws the banner: the name, and a row of pieces.
func drawBanner() *image.RGBA {
	const wide, high = 1360, 480
	c, table := canvas.NewPlain(wide), permute.Painter.Table
	p := table.Classic()
	c.Begin(wide, &p, true)
	x := c.Write(canvas.Label{Text: "Parlour", Title: true, Size: 190, Ink: p.Bright(), X: 80, Y: 150})
	c.Write(canvas.Label{Text: "board games, a move at a time", Size: 42, Ink: p.Quiet(), X: 86, Y: 292, Room: x + 400})
	icon := drawIcon(360)
	draw.Draw(c.Pixels(), image.Rect(940, 20, 1300, 380), icon, image.Point{}, draw.Src)
	row := []iconStone{
		{0, 0, stones.Disc, 0xff8f3f, 0x96506a}, {0, 0, stones.Square, 0xffe58a, 0x7f90a8},
		{0, 0, stones.Cushion, 0xff98bd, 0x815487}, {0, 0, stones.Diamond, 0xd9f7e4, 0x5f9691},
		{0, 0, stones.Hexagon, 0x2fb782, 0x2a6b78}, {0, 0, stones.Clover, 0xffc6cf, 0x9f8097},
		{0, 0, stones.Disc, 0xfff3dc, 0xa79eae}, {0, 0, stones.Hexagon, 0x5aaefb, 0x3b65a5},
	}
	c.Stamp(canvas.Key{}, canvas.NewBox(0, 0, wide, high), func(pen *canvas.Pen, _ canvas.Box) {
		const cell = 96
		slab := canvas.NewBox(70, 350, float64(len(row))*cell+20, cell+12)
		for i, col := range []color.RGBA{p.Shade, p.Board} {
			pen.RoundRect(canvas.NewBox(slab.X, slab.Y+8*float64(1-i), slab.W, slab.H), 16)
			pen.Fill(col)
		}
		for i, s := range row {
			table.Sides[i%2] = [2]uint32{s.lit, s.dim}
			on := table.Classic()
			x, y, side := slab.X+10+cell*(float64(i)+0.5), slab.Y+slab.H/2-2, on.Side(i%2)
			stones.Raised(pen, &on, side, cell, func(grow, down float64) { s.shape(pen, x, y+down, cell+2*grow) })
			s.shape(pen, x, y, 0.66*cell)
			pen.Fill(side.Dish)
		}
	})
	return c.Pixels().SubImage(image.Rect(0, 0, wide, high)).(*image.RGBA)
}

// TestBanner compares the file of the banner with the banner; with -update it writes it if pixels differ.
func TestBanner(t *testing.T) { isKept(t, bannerFile, drawBanner()) }

// TestIcon compares the files of the mark with the mark; with -update it writes those whose pixels differ.
func TestIcon(t *testing.T) {
	for file, size := range icons {
		isKept(t, file, drawIcon(size))
	}
}

// isKept compares a file with a picture; with -update it writes it if pixels differ.
func isKept(t *testing.T, file string, got *image.RGBA) {
	t.Helper()
	want := image.NewRGBA(got.Rect)
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
	case !*gametest.Update && off > got.Rect.Dx()*got.Rect.Dy()*strayed/10000:
		t.Errorf("%d pixels of %s differ from what is drawn, %v (make golden writes it)", off, file, err)
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
