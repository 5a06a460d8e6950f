package imaging

import (
	"image/color"
	"math"
	"strconv"

	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// cardInk returns the ink of a playing card of a colour.
func cardInk(p *canvas.Palette, colour permutations.Colour) canvas.Ink {
	if colour < permutations.Colours {
		return p.Cards[colour]
	}
	return p.OnPaper()
}

// A cardLook says how the front of a card is laid out.
type cardLook int

// The layouts.
const (
	cardPlain  cardLook = iota // the number above, the shape of the colour and the icon side by side
	cardTagged                 // so too, with room for a tag in the upper right corner
	cardNarrow                 // all three one above the other
)

// permutationsFront draws a playing card with its front up.
func permutationsFront(c *canvas.Canvas, b canvas.Box, card permutations.Card, look cardLook) {
	c.Stamp(canvas.Key{Kind: "front", Args: [4]int{int(card), int(look)}}, b, func(pen *canvas.Pen, b canvas.Box) {
		paintFront(c, pen, b, card, look)
	})
}

// paintFront draws the number of a card, the shape of its colour, and its icon.
func paintFront(c *canvas.Canvas, pen *canvas.Pen, b canvas.Box, card permutations.Card, look cardLook) {
	i := cardInk(c.Palette, card.Colour())
	inner := paintPaper(c, pen, b, i.Ground)
	if card == permutations.Multicoloured {
		paintFourColours(c, pen, inner)
		return
	}
	unit := min(b.W, 0.77*b.H)
	size := max(min(0.57*b.W, 0.45*b.H), c.Px(canvas.SmallText))
	mid, low := b.X+b.W/2, b.Y+b.H-0.35*unit-max(0, 0.1*(b.H-1.3*b.W))
	number := canvas.Label{Text: strconv.Itoa(int(card)), Style: canvas.Bold(size), Ink: i, X: mid, Y: b.Y + math.Round(0.64*size), Align: 0.5}
	suit, icon := [2]float64{mid - 0.235*unit, low}, [2]float64{mid + 0.225*unit, low}
	r := 0.19 * unit
	switch look {
	case cardTagged:
		number.X, number.Y, number.Style.Size = b.X+0.4*b.W, b.Y+0.41*b.H, 0.85*size
	case cardNarrow:
		number.Style.Size = 0.62 * b.W
		r = min(0.12*b.H, 0.3*b.W)
		suit, icon = [2]float64{mid, b.Y + 0.54*b.H}, [2]float64{mid, b.Y + 0.83*b.H}
	}
	c.Write(number)
	if card.Icon() == permutations.NoIcon {
		pen.RoundRect(canvas.NewBox(mid-0.2*b.W, low-0.04*b.W, 0.4*b.W, 0.08*b.W), 0.04*b.W)
	} else {
		suitPath(pen, card.Colour(), suit[0], suit[1], r)
		iconPath(pen, card.Icon(), icon[0], icon[1], 1.05*r)
	}
	pen.Fill(i.Text)
}

// paintPaper draws a blank card, and returns the room within its rim, if it has one.
func paintPaper(c *canvas.Canvas, pen *canvas.Pen, b canvas.Box, ground color.RGBA) canvas.Box {
	r := 0.09 * min(b.W, b.H)
	if c.Palette.Rimmed {
		pen.RoundRect(b, r)
		pen.Fill(c.Palette.Paper)
		b = b.Grow(-math.Round(max(1, 0.045*min(b.W, b.H))))
	}
	pen.RoundRect(b, r)
	pen.Fill(ground)
	return b
}

// paintFourColours draws the front of the card that is of every colour, on a blank card.
func paintFourColours(c *canvas.Canvas, pen *canvas.Pen, b canvas.Box) {
	x, y := b.Mid()
	pen.RoundRect(b, 0.09*min(b.W, b.H))
	pen.Clipped(func() {
		for colour := range permutations.Colour(permutations.Colours) {
			dx, dy := float64(colour%2)-0.5, float64(colour/2)-0.5
			i := cardInk(c.Palette, colour)
			pen.Rectangle(x+(dx-0.5)*b.W/2, y+(dy-0.5)*b.H/2, b.W/2, b.H/2)
			pen.Fill(i.Ground)
			suitPath(pen, colour, x+0.58*dx*b.W, y+0.68*dy*b.H, 0.13*b.W)
			pen.Fill(i.Text)
		}
	})
	r := 0.3 * min(b.W, b.H)
	pen.Circle(x, y, r)
	pen.Fill(c.Palette.Paper)
	c.Write(canvas.Label{Text: "0", Style: canvas.Bold(1.5 * r), Ink: c.Palette.OnPaper(), X: x, Y: y, Align: 0.5})
}

// permutationsBack draws a card with its back up, which is a bid that is sealed.
func permutationsBack(c *canvas.Canvas, b canvas.Box) {
	c.Stamp(canvas.Key{Kind: "back"}, b, func(pen *canvas.Pen, b canvas.Box) {
		inner := paintPaper(c, pen, b, c.Palette.Dim)
		x, y := inner.Mid()
		r := 0.3 * min(b.W, b.H)
		pen.MoveTo(x-r, y)
		pen.LineTo(x-0.3*r, y+0.6*r)
		pen.LineTo(x+r, y-0.7*r)
		pen.Stroke(c.Palette.Ground, 0.26*r)
	})
}

// permutationsIcon draws an icon around a point.
func permutationsIcon(c *canvas.Canvas, icon permutations.Icon, x, y, r float64, col color.RGBA) {
	c.Stamp(canvas.Key{Kind: "icon", Args: [4]int{int(icon)}, Ink: col}, canvas.Around(x, y, 1.25*r), func(pen *canvas.Pen, b canvas.Box) {
		x, y := b.Mid()
		iconPath(pen, icon, x, y, b.W/2.5)
		pen.Fill(col)
	})
}

// permutationsSuit draws the shape of a colour around a point, in that colour.
func permutationsSuit(c *canvas.Canvas, colour permutations.Colour, x, y, r float64) {
	c.Stamp(canvas.Key{Kind: "suit", Args: [4]int{int(colour)}}, canvas.Around(x, y, 1.4*r), func(pen *canvas.Pen, b canvas.Box) {
		x, y := b.Mid()
		if c.Palette.Rimmed {
			suitPath(pen, colour, x, y, b.W/2.8)
			pen.Stroke(c.Palette.Paper, 0.16*b.W)
		}
		suitPath(pen, colour, x, y, b.W/2.8)
		pen.Fill(cardInk(c.Palette, colour).Ground)
	})
}

// suitPath makes the path of the shape of a colour around a point: a heart, a diamond, a clover
// or a drop.
func suitPath(pen *canvas.Pen, colour permutations.Colour, x, y, r float64) {
	switch colour {
	case permutations.Red:
		pen.MoveTo(x, y+r)
		pen.CurveTo(x-1.6*r, y, x-r, y-1.5*r, x, y-0.45*r)
		pen.CurveTo(x+r, y-1.5*r, x+1.6*r, y, x, y+r)
	case permutations.Yellow:
		pen.Polygon(x, y-1.1*r, x+0.85*r, y, x, y+1.1*r, x-0.85*r, y)
	case permutations.Green:
		for _, leaf := range [][2]float64{{0, -0.55}, {-0.52, 0.25}, {0.52, 0.25}} {
			pen.Circle(x+leaf[0]*r, y+leaf[1]*r, 0.48*r)
		}
		pen.Polygon(x, y-0.4*r, x+0.38*r, y+1.1*r, x-0.38*r, y+1.1*r)
	case permutations.Blue:
		pen.MoveTo(x, y-1.15*r)
		pen.CurveTo(x+0.3*r, y-0.5*r, x+0.8*r, y-0.1*r, x+0.8*r, y+0.35*r)
		pen.CurveTo(x+0.8*r, y+1.3*r, x-0.8*r, y+1.3*r, x-0.8*r, y+0.35*r)
		pen.CurveTo(x-0.8*r, y-0.1*r, x-0.3*r, y-0.5*r, x, y-1.15*r)
	}
	pen.Close()
}

// iconPath makes the path of an icon around a point.
func iconPath(pen *canvas.Pen, i permutations.Icon, x, y, r float64) {
	switch i {
	case permutations.Star:
		starPath(pen, x, y, 1.1*r)
	case permutations.Moon:
		moonPath(pen, x+0.2*r, y, 1.05*r)
	case permutations.Sun:
		sunPath(pen, x, y, r)
	}
}

// starPath makes the path of a star of five points.
func starPath(pen *canvas.Pen, x, y, r float64) {
	var points []float64
	for i := range 10 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		far := r * (1 - 0.55*float64(i%2))
		points = append(points, x+far*sin, y-far*cos)
	}
	pen.Polygon(points...)
}

// moonPath makes the path of a waning moon: a disc from which a smaller one at the right is
// cut out. Both go through the two horns.
func moonPath(pen *canvas.Pen, x, y, r float64) {
	const horn, off = 0.9, 0.45 // the angle of a horn, and the distance of the middles
	sin, cos := math.Sincos(horn)
	bite := math.Atan2(sin, cos-off)
	pen.Arc(x, y, r, horn, 2*math.Pi-horn)
	pen.Arc(x+off*r, y, math.Hypot(sin, cos-off)*r, 2*math.Pi-bite, bite)
	pen.Close()
}

// sunPath makes the path of a sun: a disc with eight rays.
func sunPath(pen *canvas.Pen, x, y, r float64) {
	pen.Circle(x, y, 0.52*r)
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		at := func(out, side float64) (float64, float64) {
			return x + r*(out*cos-side*sin), y + r*(out*sin+side*cos)
		}
		x1, y1 := at(0.66, -0.2)
		x2, y2 := at(1.15, 0)
		x3, y3 := at(0.66, 0.2)
		pen.Polygon(x1, y1, x2, y2, x3, y3)
	}
}

// permutationsGamut tells the colours of a picture of Permutations. The steps of its many small
// letters and shapes were chosen by measure: those between dark and light serve two pairs each.
func permutationsGamut(p *canvas.Palette) canvas.Gamut {
	flat := []color.RGBA{p.Ground, p.Floor, p.Paper, p.Dim, p.Accent, p.Trial}
	meet := [][2]color.RGBA{{p.Ground, p.Dim}, {p.Floor, p.Paper}}
	for _, i := range p.Cards {
		flat = append(flat, i.Ground)
		meet = append(meet, [2]color.RGBA{i.Ground, i.Text})
	}
	return canvas.Gamut{Flat: flat, Meet: append(meet, [2]color.RGBA{p.Ground, p.Accent})}
}
