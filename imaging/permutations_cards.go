package imaging

import (
	"math"
	"strconv"

	"parlour/games/permutations"
)

// cardInk returns the ink of a playing card of a colour.
func (p *palette) cardInk(colour permutations.Colour) ink {
	switch colour {
	case permutations.Red:
		return p.red
	case permutations.Yellow:
		return p.yellow
	case permutations.Green:
		return p.green
	case permutations.Blue:
		return p.blue
	}
	return p.grey
}

// drawFront draws a playing card with its front up.
func drawFront(c *canvas, b box, card permutations.Card) {
	c.stamp(key{what: "front", args: [4]int{int(card)}}, b, func(b box) { paintFront(c, b, card) })
}

// paintFront draws the number of a card, and below it the shape of its colour and its icon.
func paintFront(c *canvas, b box, card permutations.Card) {
	inner := paintPaper(c, b)
	if card == permutations.Multicoloured {
		paintFourColours(c, inner)
		return
	}
	i := c.pal.cardInk(card.Colour())
	c.round(inner, 0.09*b.w)
	c.fill(i.ground)
	mid, low := b.x+b.w/2, b.y+0.73*b.h
	c.write(label{text: strconv.Itoa(int(card)), style: style{true, 0.6 * b.w}, ink: i, x: mid, y: b.y + 0.31*b.h, align: 0.5})
	if card.Icon() == permutations.NoIcon {
		c.round(box{mid - 0.2*b.w, low - 0.04*b.w, 0.4 * b.w, 0.08 * b.w}, 0.04*b.w)
	} else {
		suitPath(c.pen, card.Colour(), b.x+0.29*b.w, low, 0.185*b.w)
		iconPath(c.pen, card.Icon(), b.x+0.7*b.w, low, 0.2*b.w)
	}
	c.fill(i.text)
}

// paintPaper draws a blank card, and returns the room within its rim.
func paintPaper(c *canvas, b box) box {
	c.round(b, 0.14*b.w)
	c.fill(c.pal.paper)
	return b.grow(-0.055 * b.w)
}

// paintFourColours draws the front of the card that is of every colour.
func paintFourColours(c *canvas, b box) {
	x, y := b.x+b.w/2, b.y+b.h/2
	for colour := range permutations.Colour(permutations.Colours) {
		dx, dy := float64(colour%2)-0.5, float64(colour/2)-0.5
		i := c.pal.cardInk(colour)
		c.dc.DrawRectangle(x+(dx-0.5)*b.w/2, y+(dy-0.5)*b.h/2, b.w/2, b.h/2)
		c.fill(i.ground)
		suitPath(c.pen, colour, x+0.54*dx*b.w, y+0.68*dy*b.h, 0.15*b.w)
		c.fill(i.text)
	}
	c.dc.DrawCircle(x, y, 0.27*b.w)
	c.fill(c.pal.paper)
	zero := label{text: "0", style: style{true, 0.45 * b.w}, ink: ink{c.pal.ink, c.pal.paper}, x: x, y: y, align: 0.5}
	c.write(zero)
}

// drawBack draws a card with its back up, and on it a count of cards unless that is empty.
func drawBack(c *canvas, b box, count string) {
	c.stamp(key{what: "back", text: [4]string{count}}, b, func(b box) { paintBack(c, b, count) })
}

// paintBack draws the back of a card for [drawBack].
func paintBack(c *canvas, b box, count string) {
	inner := paintPaper(c, b)
	c.round(inner, 0.09*b.w)
	c.fill(c.pal.back.ground)
	x, y := b.x+b.w/2, b.y+b.h/2
	if count == "" {
		for _, r := range []float64{0.3, 0.15} {
			c.polygon(x, y-1.3*r*b.w, x+r*b.w, y, x, y+1.3*r*b.w, x-r*b.w, y)
		}
		c.stroke(c.pal.back.text, 0.05*b.w)
		return
	}
	c.write(label{text: count, style: style{true, 0.6 * b.w}, ink: c.pal.back, x: x, y: y, align: 0.5})
}

// drawSlot draws the outline of a card that is missing.
func drawSlot(c *canvas, b box) {
	c.stamp(key{what: "slot"}, b, func(b box) {
		c.dc.SetDash(0.7*unit, 0.6*unit)
		c.round(b.grow(-0.2*unit), 0.14*b.w)
		c.stroke(c.pal.pivot, 0.25*unit)
		c.dc.SetDash()
	})
}

// suitPath makes the path of the shape of a colour around a point: a heart, a diamond, a clover
// or a drop.
func suitPath(p *pen, colour permutations.Colour, x, y, r float64) {
	switch colour {
	case permutations.Red:
		p.dc.MoveTo(x, y+r)
		p.dc.CubicTo(x-1.6*r, y, x-r, y-1.5*r, x, y-0.45*r)
		p.dc.CubicTo(x+r, y-1.5*r, x+1.6*r, y, x, y+r)
	case permutations.Yellow:
		p.polygon(x, y-1.1*r, x+0.85*r, y, x, y+1.1*r, x-0.85*r, y)
	case permutations.Green:
		for _, leaf := range [][2]float64{{0, -0.55}, {-0.52, 0.25}, {0.52, 0.25}} {
			p.dc.DrawCircle(x+leaf[0]*r, y+leaf[1]*r, 0.48*r)
		}
		p.polygon(x, y-0.4*r, x+0.38*r, y+1.1*r, x-0.38*r, y+1.1*r)
	case permutations.Blue:
		p.dc.MoveTo(x, y-1.15*r)
		p.dc.CubicTo(x+0.3*r, y-0.5*r, x+0.8*r, y-0.1*r, x+0.8*r, y+0.35*r)
		p.dc.CubicTo(x+0.8*r, y+1.3*r, x-0.8*r, y+1.3*r, x-0.8*r, y+0.35*r)
		p.dc.CubicTo(x-0.8*r, y-0.1*r, x-0.3*r, y-0.5*r, x, y-1.15*r)
	}
	p.dc.ClosePath()
}

// iconPath makes the path of an icon around a point.
func iconPath(p *pen, i permutations.Icon, x, y, r float64) {
	switch i {
	case permutations.Star:
		starPath(p, x, y, 1.1*r)
	case permutations.Moon:
		moonPath(p, x+0.2*r, y, 1.05*r)
	case permutations.Sun:
		sunPath(p, x, y, r)
	}
}

// starPath makes the path of a star of five points.
func starPath(p *pen, x, y, r float64) {
	var points []float64
	for i := range 10 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		far := r * (1 - 0.55*float64(i%2))
		points = append(points, x+far*sin, y-far*cos)
	}
	p.polygon(points...)
}

// moonPath makes the path of a waning moon: a disc from which a smaller one at the right is
// cut out. Both go through the two horns.
func moonPath(p *pen, x, y, r float64) {
	const horn, off = 0.9, 0.45 // the angle of a horn, and the distance of the middles
	sin, cos := math.Sincos(horn)
	bite := math.Atan2(sin, cos-off)
	p.dc.DrawArc(x, y, r, horn, 2*math.Pi-horn)
	p.dc.DrawArc(x+off*r, y, math.Hypot(sin, cos-off)*r, 2*math.Pi-bite, bite)
	p.dc.ClosePath()
}

// sunPath makes the path of a sun: a disc with eight rays.
func sunPath(p *pen, x, y, r float64) {
	p.dc.DrawCircle(x, y, 0.52*r)
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		at := func(out, side float64) (float64, float64) {
			return x + r*(out*cos-side*sin), y + r*(out*sin+side*cos)
		}
		x1, y1 := at(0.66, -0.2)
		x2, y2 := at(1.15, 0)
		x3, y3 := at(0.66, 0.2)
		p.polygon(x1, y1, x2, y2, x3, y3)
	}
}

// permutationsGamut adds the colours of a picture of Permutations.
func (p *palette) permutationsGamut(g *gamut) {
	g.on(p.paper, p.board, p.card, p.ink, p.seat.ground, p.halo)
	for _, i := range []ink{p.red, p.yellow, p.green, p.blue, p.grey, p.back} {
		g.on(p.paper, i.ground)
		g.written(i)
	}
	g.on(p.card, p.pivot, p.accent, p.badge.ground, p.mine.ground)
	g.on(p.board, p.seat.ground, p.turn.ground, p.pivot)
	g.on(p.halo, p.accent)
	g.written(p.badge, p.mine, p.sheet, p.sheetNow, p.leading, p.endangered)
}
