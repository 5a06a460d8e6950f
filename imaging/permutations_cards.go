package imaging

import (
	"image/color"
	"math"
	"strconv"

	"parlour/games/permutations"
)

// cardInk returns the ink of a playing card of a colour.
func cardInk(p *palette, colour permutations.Colour) ink {
	if colour < permutations.Colours {
		return p.cards[colour]
	}
	return p.onPaper()
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
func permutationsFront(c *canvas, b box, card permutations.Card, look cardLook) {
	c.stamp(key{what: "front", args: [4]int{int(card), int(look)}}, b, func(pen *Pen, b box) {
		paintFront(c, pen, b, card, look)
	})
}

// paintFront draws the number of a card, the shape of its colour, and its icon.
func paintFront(c *canvas, pen *Pen, b box, card permutations.Card, look cardLook) {
	i := cardInk(c.pal, card.Colour())
	inner := paintPaper(c, pen, b, i.ground)
	if card == permutations.Multicoloured {
		paintFourColours(c, pen, inner)
		return
	}
	unit := min(b.w, 0.77*b.h)
	size := min(0.57*b.w, 0.45*b.h)
	mid, low := b.x+b.w/2, b.y+b.h-0.35*unit-max(0, 0.1*(b.h-1.3*b.w))
	number := label{text: strconv.Itoa(int(card)), style: style{true, size}, ink: i, x: mid, y: b.y + math.Round(0.64*size), align: 0.5}
	suit, icon := [2]float64{mid - 0.235*unit, low}, [2]float64{mid + 0.225*unit, low}
	r := 0.19 * unit
	switch look {
	case cardTagged:
		number.x -= 0.12 * b.w
	case cardNarrow:
		number.style.size = 0.62 * b.w
		r = min(0.12*b.h, 0.3*b.w)
		suit, icon = [2]float64{mid, b.y + 0.54*b.h}, [2]float64{mid, b.y + 0.83*b.h}
	}
	c.write(number)
	if card.Icon() == permutations.NoIcon {
		pen.rounded(box{mid - 0.2*b.w, low - 0.04*b.w, 0.4 * b.w, 0.08 * b.w}, 0.04*b.w)
	} else {
		suitPath(pen, card.Colour(), suit[0], suit[1], r)
		iconPath(pen, card.Icon(), icon[0], icon[1], 1.05*r)
	}
	pen.fill(i.text)
}

// paintPaper draws a blank card, and returns the room within its rim, if it has one.
func paintPaper(c *canvas, pen *Pen, b box, ground color.RGBA) box {
	r := 0.09 * min(b.w, b.h)
	if c.pal.rimmed {
		pen.rounded(b, r)
		pen.fill(c.pal.paper)
		b = b.grow(-math.Round(max(1, 0.045*min(b.w, b.h))))
	}
	pen.rounded(b, r)
	pen.fill(ground)
	return b
}

// paintFourColours draws the front of the card that is of every colour, on a blank card.
func paintFourColours(c *canvas, pen *Pen, b box) {
	x, y := b.mid()
	pen.rounded(b, 0.09*min(b.w, b.h))
	pen.clipped(func() {
		for colour := range permutations.Colour(permutations.Colours) {
			dx, dy := float64(colour%2)-0.5, float64(colour/2)-0.5
			i := cardInk(c.pal, colour)
			pen.rectangle(x+(dx-0.5)*b.w/2, y+(dy-0.5)*b.h/2, b.w/2, b.h/2)
			pen.fill(i.ground)
			suitPath(pen, colour, x+0.58*dx*b.w, y+0.68*dy*b.h, 0.13*b.w)
			pen.fill(i.text)
		}
	})
	r := 0.3 * min(b.w, b.h)
	pen.circle(x, y, r)
	pen.fill(c.pal.paper)
	c.write(label{text: "0", style: style{true, 1.5 * r}, ink: c.pal.onPaper(), x: x, y: y, align: 0.5})
}

// permutationsBack draws a card with its back up, which is a bid that is sealed.
func permutationsBack(c *canvas, b box) {
	c.stamp(key{what: "back"}, b, func(pen *Pen, b box) {
		inner := paintPaper(c, pen, b, c.pal.dim)
		x, y := inner.mid()
		r := 0.3 * min(b.w, b.h)
		pen.moveTo(x-r, y)
		pen.lineTo(x-0.3*r, y+0.6*r)
		pen.lineTo(x+r, y-0.7*r)
		pen.stroke(c.pal.ground, 0.26*r)
	})
}

// permutationsIcon draws an icon around a point.
func permutationsIcon(c *canvas, icon permutations.Icon, x, y, r float64, col color.RGBA) {
	c.stamp(key{what: "icon", args: [4]int{int(icon)}, ink: col}, around(x, y, 1.25*r), func(pen *Pen, b box) {
		x, y := b.mid()
		iconPath(pen, icon, x, y, b.w/2.5)
		pen.fill(col)
	})
}

// permutationsChip draws a number on the colour of a set, with its shape, in a box.
func permutationsChip(c *canvas, b box, colour permutations.Colour, n int) {
	i := cardInk(c.pal, colour)
	c.stamp(key{what: "chip", args: [4]int{int(colour)}}, b, func(pen *Pen, b box) {
		inner := paintPaper(c, pen, b, i.ground)
		if colour == permutations.All {
			paintFourColours(c, pen, inner)
			return
		}
		r := min(0.3*b.h, 0.22*b.w)
		suitPath(pen, colour, b.x+1.3*r, b.y+b.h/2, r)
		pen.fill(i.text)
	})
	if colour != permutations.All {
		c.write(label{text: strconv.Itoa(n), style: style{true, c.px(textSmall)}, ink: i, x: b.x + b.w - c.px(4), y: b.y + b.h/2, align: 1})
	}
}

// suitPath makes the path of the shape of a colour around a point: a heart, a diamond, a clover
// or a drop.
func suitPath(pen *Pen, colour permutations.Colour, x, y, r float64) {
	switch colour {
	case permutations.Red:
		pen.moveTo(x, y+r)
		pen.curveTo(x-1.6*r, y, x-r, y-1.5*r, x, y-0.45*r)
		pen.curveTo(x+r, y-1.5*r, x+1.6*r, y, x, y+r)
	case permutations.Yellow:
		pen.polygon(x, y-1.1*r, x+0.85*r, y, x, y+1.1*r, x-0.85*r, y)
	case permutations.Green:
		for _, leaf := range [][2]float64{{0, -0.55}, {-0.52, 0.25}, {0.52, 0.25}} {
			pen.circle(x+leaf[0]*r, y+leaf[1]*r, 0.48*r)
		}
		pen.polygon(x, y-0.4*r, x+0.38*r, y+1.1*r, x-0.38*r, y+1.1*r)
	case permutations.Blue:
		pen.moveTo(x, y-1.15*r)
		pen.curveTo(x+0.3*r, y-0.5*r, x+0.8*r, y-0.1*r, x+0.8*r, y+0.35*r)
		pen.curveTo(x+0.8*r, y+1.3*r, x-0.8*r, y+1.3*r, x-0.8*r, y+0.35*r)
		pen.curveTo(x-0.8*r, y-0.1*r, x-0.3*r, y-0.5*r, x, y-1.15*r)
	}
	pen.close()
}

// iconPath makes the path of an icon around a point.
func iconPath(pen *Pen, i permutations.Icon, x, y, r float64) {
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
func starPath(pen *Pen, x, y, r float64) {
	var points []float64
	for i := range 10 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		far := r * (1 - 0.55*float64(i%2))
		points = append(points, x+far*sin, y-far*cos)
	}
	pen.polygon(points...)
}

// moonPath makes the path of a waning moon: a disc from which a smaller one at the right is
// cut out. Both go through the two horns.
func moonPath(pen *Pen, x, y, r float64) {
	const horn, off = 0.9, 0.45 // the angle of a horn, and the distance of the middles
	sin, cos := math.Sincos(horn)
	bite := math.Atan2(sin, cos-off)
	pen.arc(x, y, r, horn, 2*math.Pi-horn)
	pen.arc(x+off*r, y, math.Hypot(sin, cos-off)*r, 2*math.Pi-bite, bite)
	pen.close()
}

// sunPath makes the path of a sun: a disc with eight rays.
func sunPath(pen *Pen, x, y, r float64) {
	pen.circle(x, y, 0.52*r)
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		at := func(out, side float64) (float64, float64) {
			return x + r*(out*cos-side*sin), y + r*(out*sin+side*cos)
		}
		x1, y1 := at(0.66, -0.2)
		x2, y2 := at(1.15, 0)
		x3, y3 := at(0.66, 0.2)
		pen.polygon(x1, y1, x2, y2, x3, y3)
	}
}

// permutationsGamut tells the colours of a picture of Permutations. The steps of its many small
// letters and shapes were chosen by measure: those between dark and light serve two pairs each.
func permutationsGamut(p *palette) gamut {
	flat := []color.RGBA{p.ground, p.floor, p.paper, p.dim, p.accent, p.trial}
	meet := [][2]color.RGBA{{p.ground, p.dim}, {p.floor, p.paper}}
	for _, i := range p.cards {
		flat = append(flat, i.ground)
		meet = append(meet, [2]color.RGBA{i.ground, i.text})
	}
	return gamut{flat, append(meet, [2]color.RGBA{p.ground, p.accent})}
}
