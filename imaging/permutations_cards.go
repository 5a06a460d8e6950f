package imaging

import (
	"math"
	"strconv"

	"parlour/games/permutations"
)

// cardInk returns the ink of a playing card of a colour.
func (c *canvas) cardInk(colour permutations.Colour) ink {
	switch colour {
	case permutations.Red:
		return c.pal.red
	case permutations.Yellow:
		return c.pal.yellow
	case permutations.Green:
		return c.pal.green
	case permutations.Blue:
		return c.pal.blue
	}
	return c.pal.grey
}

// front draws a playing card with its front up.
func (c *canvas) front(b box, card permutations.Card) {
	c.stamp(key{what: "front", args: [4]int{int(card)}}, b, func(b box) { c.drawFront(b, card) })
}

// drawFront draws the number of a card, and below it the shape of its colour and its icon.
func (c *canvas) drawFront(b box, card permutations.Card) {
	inner := c.sheetOfPaper(b)
	if card == permutations.Multicoloured {
		c.fourColours(inner)
		return
	}
	i := c.cardInk(card.Colour())
	c.round(inner, 0.09*b.w)
	c.fill(i.ground)
	mid, low := b.x+b.w/2, b.y+0.73*b.h
	c.write(label{text: strconv.Itoa(int(card)), style: style{true, 0.6 * b.w}, ink: i, x: mid, y: b.y + 0.31*b.h, align: 0.5})
	if card.Icon() == permutations.NoIcon {
		c.round(box{mid - 0.2*b.w, low - 0.04*b.w, 0.4 * b.w, 0.08 * b.w}, 0.04*b.w)
	} else {
		c.suit(card.Colour(), b.x+0.29*b.w, low, 0.185*b.w)
		c.icon(card.Icon(), b.x+0.7*b.w, low, 0.2*b.w)
	}
	c.fill(i.text)
}

// sheetOfPaper draws a blank card, and returns the room within its rim.
func (c *canvas) sheetOfPaper(b box) box {
	c.round(b, 0.14*b.w)
	c.fill(c.pal.paper)
	return b.grow(-0.055 * b.w)
}

// fourColours draws the front of the card that is of every colour.
func (c *canvas) fourColours(b box) {
	x, y := b.x+b.w/2, b.y+b.h/2
	for colour := range permutations.Colour(permutations.Colours) {
		dx, dy := float64(colour%2)-0.5, float64(colour/2)-0.5
		i := c.cardInk(colour)
		c.dc.DrawRectangle(x+(dx-0.5)*b.w/2, y+(dy-0.5)*b.h/2, b.w/2, b.h/2)
		c.fill(i.ground)
		c.suit(colour, x+0.54*dx*b.w, y+0.68*dy*b.h, 0.15*b.w)
		c.fill(i.text)
	}
	c.dc.DrawCircle(x, y, 0.27*b.w)
	c.fill(c.pal.paper)
	zero := label{text: "0", style: style{true, 0.45 * b.w}, ink: ink{c.pal.ink, c.pal.paper}, x: x, y: y, align: 0.5}
	c.write(zero)
}

// back draws a card with its back up, and on it a count of cards unless that is empty.
func (c *canvas) back(b box, count string) {
	c.stamp(key{what: "back", text: [4]string{count}}, b, func(b box) { c.drawBack(b, count) })
}

// drawBack draws the back of a card for [canvas.back].
func (c *canvas) drawBack(b box, count string) {
	inner := c.sheetOfPaper(b)
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

// slot draws the outline of a card that is missing.
func (c *canvas) slot(b box) {
	c.stamp(key{what: "slot"}, b, func(b box) {
		c.dc.SetDash(0.7*unit, 0.6*unit)
		c.round(b.grow(-0.2*unit), 0.14*b.w)
		c.stroke(c.pal.pivot, 0.25*unit)
		c.dc.SetDash()
	})
}

// suit makes the path of the shape of a colour around a point: a heart, a diamond, a clover
// or a drop.
func (c *canvas) suit(colour permutations.Colour, x, y, r float64) {
	switch colour {
	case permutations.Red:
		c.dc.MoveTo(x, y+r)
		c.dc.CubicTo(x-1.6*r, y, x-r, y-1.5*r, x, y-0.45*r)
		c.dc.CubicTo(x+r, y-1.5*r, x+1.6*r, y, x, y+r)
	case permutations.Yellow:
		c.polygon(x, y-1.1*r, x+0.85*r, y, x, y+1.1*r, x-0.85*r, y)
	case permutations.Green:
		for _, leaf := range [][2]float64{{0, -0.55}, {-0.52, 0.25}, {0.52, 0.25}} {
			c.dc.DrawCircle(x+leaf[0]*r, y+leaf[1]*r, 0.48*r)
		}
		c.polygon(x, y-0.4*r, x+0.38*r, y+1.1*r, x-0.38*r, y+1.1*r)
	case permutations.Blue:
		c.dc.MoveTo(x, y-1.15*r)
		c.dc.CubicTo(x+0.3*r, y-0.5*r, x+0.8*r, y-0.1*r, x+0.8*r, y+0.35*r)
		c.dc.CubicTo(x+0.8*r, y+1.3*r, x-0.8*r, y+1.3*r, x-0.8*r, y+0.35*r)
		c.dc.CubicTo(x-0.8*r, y-0.1*r, x-0.3*r, y-0.5*r, x, y-1.15*r)
	}
	c.dc.ClosePath()
}

// icon makes the path of an icon around a point.
func (c *canvas) icon(i permutations.Icon, x, y, r float64) {
	switch i {
	case permutations.Star:
		c.star(x, y, 1.1*r)
	case permutations.Moon:
		c.crescent(x+0.2*r, y, 1.05*r)
	case permutations.Sun:
		c.shining(x, y, r)
	}
}

// star makes the path of a star of five points.
func (c *canvas) star(x, y, r float64) {
	var points []float64
	for i := range 10 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		far := r * (1 - 0.55*float64(i%2))
		points = append(points, x+far*sin, y-far*cos)
	}
	c.polygon(points...)
}

// crescent makes the path of a waning moon: a disc from which a smaller one at the right is
// cut out. Both go through the two horns.
func (c *canvas) crescent(x, y, r float64) {
	const horn, off = 0.9, 0.45 // the angle of a horn, and the distance of the middles
	sin, cos := math.Sincos(horn)
	bite := math.Atan2(sin, cos-off)
	c.dc.DrawArc(x, y, r, horn, 2*math.Pi-horn)
	c.dc.DrawArc(x+off*r, y, math.Hypot(sin, cos-off)*r, 2*math.Pi-bite, bite)
	c.dc.ClosePath()
}

// shining makes the path of a sun: a disc with eight rays.
func (c *canvas) shining(x, y, r float64) {
	c.dc.DrawCircle(x, y, 0.52*r)
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		at := func(out, side float64) (float64, float64) {
			return x + r*(out*cos-side*sin), y + r*(out*sin+side*cos)
		}
		x1, y1 := at(0.66, -0.2)
		x2, y2 := at(1.15, 0)
		x3, y3 := at(0.66, 0.2)
		c.polygon(x1, y1, x2, y2, x3, y3)
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
