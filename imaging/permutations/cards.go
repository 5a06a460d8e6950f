package permutations

import (
	"image/color"
	"math"
	"strconv"

	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// ink returns the ink of a playing card of a colour.
func ink(p *canvas.Palette, colour permutations.Colour) canvas.Ink {
	if colour < permutations.Colours {
		return p.Cards[colour]
	}
	return p.OnPaper()
}

// A look says how the front of a card is laid out.
type look int

// The layouts.
const (
	plain  look = iota // the number above, the shape of the colour and the icon side by side
	tagged             // so too, with room for a tag in the upper right corner
	narrow             // all three one above the other
)

// front draws a playing card with its front up: its number, the shape of its colour, and its icon.
func (b *painting) front(at canvas.Box, card permutations.Card, look look) {
	b.Stamp(canvas.Key{Kind: "front", Args: [4]int{int(card), int(look)}}, at, func(pen *canvas.Pen, at canvas.Box) {
		b.paintFront(pen, at, card, look)
	})
}

// paintFront makes the sprite of a front.
func (b *painting) paintFront(pen *canvas.Pen, at canvas.Box, card permutations.Card, look look) {
	i := ink(b.Palette, card.Colour())
	inner := b.paper(pen, at, i.Ground)
	if card == permutations.Multicoloured {
		b.fourColours(pen, inner)
		return
	}
	unit := min(at.W, 0.77*at.H)
	size := max(min(0.57*at.W, 0.45*at.H), b.Px(canvas.SmallText))
	mid, low := at.X+at.W/2, at.Y+at.H-0.35*unit-max(0, 0.1*(at.H-1.3*at.W))
	number := canvas.Label{Text: strconv.Itoa(int(card)), Bold: true, Size: size, Ink: i, X: mid,
		Y: at.Y + math.Round(0.64*size), Align: 0.5}
	suit, icon := [2]float64{mid - 0.235*unit, low}, [2]float64{mid + 0.225*unit, low}
	r := 0.19 * unit
	switch look {
	case tagged:
		number.X, number.Y, number.Size = at.X+0.4*at.W, at.Y+0.41*at.H, 0.85*size
	case narrow:
		number.Size = 0.62 * at.W
		r = min(0.12*at.H, 0.3*at.W)
		suit, icon = [2]float64{mid, at.Y + 0.54*at.H}, [2]float64{mid, at.Y + 0.83*at.H}
	}
	b.Write(number)
	if card.Icon() == permutations.NoIcon {
		pen.RoundRect(canvas.NewBox(mid-0.2*at.W, low-0.04*at.W, 0.4*at.W, 0.08*at.W), 0.04*at.W)
	} else {
		suitPath(pen, card.Colour(), suit[0], suit[1], r)
		iconPath(pen, card.Icon(), icon[0], icon[1], 1.05*r)
	}
	pen.Fill(i.Text)
}

// paper draws a blank card, and returns the room within its rim, if it has one.
func (b *painting) paper(pen *canvas.Pen, at canvas.Box, ground color.RGBA) canvas.Box {
	r := 0.09 * min(at.W, at.H)
	if b.Rimmed {
		pen.RoundRect(at, r)
		pen.Fill(b.Paper)
		at = at.Grow(-math.Round(max(1, 0.045*min(at.W, at.H))))
	}
	pen.RoundRect(at, r)
	pen.Fill(ground)
	return at
}

// fourColours draws the front of the card that is of every colour, on a blank card.
func (b *painting) fourColours(pen *canvas.Pen, at canvas.Box) {
	x, y := at.Mid()
	pen.RoundRect(at, 0.09*min(at.W, at.H))
	pen.Clipped(func() {
		for colour := range permutations.Colour(permutations.Colours) {
			dx, dy := float64(colour%2)-0.5, float64(colour/2)-0.5
			i := ink(b.Palette, colour)
			pen.Rectangle(canvas.NewBox(x+(dx-0.5)*at.W/2, y+(dy-0.5)*at.H/2, at.W/2, at.H/2))
			pen.Fill(i.Ground)
			suitPath(pen, colour, x+0.58*dx*at.W, y+0.68*dy*at.H, 0.13*at.W)
			pen.Fill(i.Text)
		}
	})
	r := 0.3 * min(at.W, at.H)
	pen.Circle(x, y, r)
	pen.Fill(b.Paper)
	b.Write(canvas.Label{Text: "0", Bold: true, Size: 1.5 * r, Ink: b.OnPaper(), X: x, Y: y, Align: 0.5})
}

// back draws a card with its back up, which is a bid that is sealed.
func (b *painting) back(at canvas.Box) {
	b.Stamp(canvas.Key{Kind: "back"}, at, func(pen *canvas.Pen, at canvas.Box) {
		inner := b.paper(pen, at, b.Muted)
		x, y := inner.Mid()
		r := 0.3 * min(at.W, at.H)
		pen.MoveTo(x-r, y)
		pen.LineTo(x-0.3*r, y+0.6*r)
		pen.LineTo(x+r, y-0.7*r)
		pen.Stroke(b.Ground, 0.26*r)
	})
}

// icon draws an icon around a point of the design.
func (b *painting) icon(icon permutations.Icon, x, y, r float64, col color.RGBA) {
	around := canvas.Around(b.Px(x), b.Px(y), 1.25*b.Px(r))
	b.Stamp(canvas.Key{Kind: "icon", Args: [4]int{int(icon)}, Ink: col}, around, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		iconPath(pen, icon, x, y, at.W/2.5)
		pen.Fill(col)
	})
}

// suit draws the shape of a colour around a point of the design, in that colour.
func (b *painting) suit(colour permutations.Colour, x, y, r float64) {
	around := canvas.Around(b.Px(x), b.Px(y), 1.4*b.Px(r))
	b.Stamp(canvas.Key{Kind: "suit", Args: [4]int{int(colour)}}, around, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		if b.Rimmed {
			suitPath(pen, colour, x, y, at.W/2.8)
			pen.Stroke(b.Paper, 0.16*at.W)
		}
		suitPath(pen, colour, x, y, at.W/2.8)
		pen.Fill(ink(b.Palette, colour).Ground)
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
	pen.Arc(x, y, r, r, horn, 2*math.Pi-horn)
	inner := math.Hypot(sin, cos-off) * r
	pen.Arc(x+off*r, y, inner, inner, 2*math.Pi-bite, bite)
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

// gamut tells the colours of a picture of Permutations. The steps of its many small
// letters and shapes were chosen by measure: those between dark and light serve two pairs each.
func gamut(p *canvas.Palette) canvas.Gamut {
	g := p.Gamut([][2]color.RGBA{{p.Ground, p.Muted}, {p.Floor, p.Paper}})
	for _, i := range p.Cards {
		g.Flat = append(g.Flat, i.Ground)
		g.Meet = append(g.Meet, [2]color.RGBA{i.Ground, i.Text})
	}
	g.Meet = append(g.Meet, [2]color.RGBA{p.Ground, p.Accent})
	return g
}
