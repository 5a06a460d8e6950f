package permutations

import (
	"cmp"
	"image/color"
	"math"
	"strconv"

	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// A look says how large a card is, in pixels of the design.
type look struct {
	wide, high float64
	seen       float64 // of its width, with its number and its signs, if another card covers the rest; 0 for all
	halved     bool    // whether its band takes half of it, as on the narrow cards of a row
	flat       bool    // whether it lies in the felt, because it is in a hand and counts for nothing yet
}

// The looks of cards.
var (
	inPool = look{wide: 118, high: 170}
	inAim  = look{wide: 100, high: 140} // in the pool above a large hand
	asBid  = look{wide: 56, high: 80, halved: true}
	inLine = look{wide: 36, high: 80}
	inHand = look{wide: 34, high: 80, halved: true, flat: true}
)

// room is how much of the width of a card its number and its signs have, from the left.
func (l look) room() float64 { return cmp.Or(l.seen, l.wide) }

// number is the size of the number on a card.
func (l look) number() float64 { return max(min(0.72*l.room(), 0.39*l.high), canvas.SmallText) }

// low returns the look for a row of a height.
func (l look) low(high float64) look {
	l.high = min(l.high, high)
	return l
}

// upper is how much of a card is above its band.
func (l look) upper() float64 {
	if l.halved {
		return max(0.5*l.high, 27)
	}
	return max(0.6*l.high, 27)
}

// front draws a card with its front up, whose upper left corner is at a point of the design, and returns where it lies.
func (b *painting) front(card permutations.Card, l look, x, y float64) canvas.Box {
	at, edge := b.Box(x, y, l.wide, l.high), math.Ceil(b.Px(8))
	face := b.Face.Ground
	if l.flat {
		face = b.dim()
	}
	scale := int(64 * b.Scale())
	b.Stamp(canvas.Key{Kind: "paper", Args: [4]int{canvas.Bits(l.flat), scale}}, at.Grow(edge),
		func(pen *canvas.Pen, at canvas.Box) { b.paper(pen, at.Grow(-edge), face, l.flat) })
	inset, top := math.Round(max(b.Px(2), 0.025*at.W+b.Px(1))), math.Round(b.Px(l.upper()))
	band := canvas.NewBox(at.X+inset, at.Y+top, at.W-2*inset, at.H-top-inset)
	kind := int(card.Colour())<<2 | int(card.Icon())
	k := canvas.Key{Kind: "band tile", Args: [4]int{kind, int(l.room()), canvas.Bits(l.flat), scale}}
	b.Tile(k, band, face, func(band canvas.Box) {
		k.Kind = "band"
		b.Stamp(k, band, func(pen *canvas.Pen, band canvas.Box) { b.band(pen, band, card, b.Px(l.room()), inset) })
	})
	ink := canvas.Ink{Text: b.Face.Text, Ground: face}
	b.Write(canvas.Label{Text: strconv.Itoa(int(card)), Bold: true, Size: b.Px(l.number()), Ink: ink,
		X: at.X + b.Px(l.room()/2), Y: at.Y + b.Px(l.upper()/2), Align: 0.5})
	return at
}

// whole draws a card with its front up in a box.
func (b *painting) whole(card permutations.Card, at canvas.Box) {
	s := b.Scale()
	b.front(card, look{wide: at.W / s, high: at.H / s}, at.X/s, at.Y/s)
}

// paper draws a blank card with a shadow and an edge, or a flat one with a dark line at its top.
func (b *painting) paper(pen *canvas.Pen, at canvas.Box, face color.RGBA, flat bool) {
	r := b.Px(4) + 0.03*at.W
	put := func(left, up, right, down float64, col color.RGBA) {
		pen.RoundRect(canvas.NewBox(at.X-b.Px(left), at.Y-b.Px(up), at.W+b.Px(left+right), at.H+b.Px(up+down)), r)
		pen.Fill(col)
	}
	if flat {
		put(0, 2, 0, 0, b.Casing)
	} else {
		put(2, 0, 2, 7, b.Casing)
		put(0, 0, 0, 3.5, b.edge())
	}
	put(0, 0, 0, 0, face)
}

// band draws the band of a card over its lower part, with the sign of its suit and its icon, if they fit into the room
// from the left edge of the card on.
func (b *painting) band(pen *canvas.Pen, band canvas.Box, card permutations.Card, room, inset float64) {
	pen.RoundRect(band, b.Px(4))
	switch i := b.suit(card.Colour()); card.Colour() {
	case permutations.All:
		pen.Clipped(func() {
			wide := band.W / permutations.Colours
			for colour := range permutations.Colours {
				pen.Rectangle(canvas.NewBox(band.X+wide*float64(colour), band.Y, wide+1, band.H))
				pen.Fill(b.Palette.Cards[colour].Ground)
			}
		})
	case permutations.NoColour:
		pen.Fill(i.Ground)
	default:
		pen.Fill(i.Ground)
		x, mid := band.X-inset+room/2, band.Y+band.H/2
		r := min(0.34*band.H, 0.16*room)
		switch {
		case band.H < b.Px(10):
			return
		case band.H > 0.8*room: // one above the other
			r = min(0.2*band.H, 0.25*room)
			suitPath(pen, card.Colour(), x, mid-0.23*band.H, r)
			iconPath(pen, card.Icon(), x, mid+0.23*band.H, 1.05*r)
		case room < b.Px(46): // and low
			suitPath(pen, card.Colour(), x, mid, 0.4*min(band.H, room-2*inset))
		default:
			suitPath(pen, card.Colour(), x-0.22*room, mid, r)
			iconPath(pen, card.Icon(), x+0.2*room, mid, 1.05*r)
		}
		pen.Fill(i.Text)
	}
}

// suit returns the ink of signs on the band of a suit.
func (b *painting) suit(colour permutations.Colour) canvas.Ink {
	if colour < permutations.Colours {
		return b.Palette.Cards[colour]
	}
	return canvas.Ink{Text: b.Face.Text, Ground: canvas.Mixed(b.Face.Ground, b.Face.Text, 0.24)}
}

// lit has the colours of the signs of suits on the ground of a row: red, yellow, green and blue.
var lit = [permutations.Colours]color.RGBA{
	{0xff, 0x6f, 0x7d, 0xff}, {0xf2, 0xb8, 0x3a, 0xff}, {0x5c, 0xcf, 0x8f, 0xff}, {0x7e, 0xa6, 0xff, 0xff},
}

// dim is the face of a card that does not count.
func (b *painting) dim() color.RGBA { return canvas.Mixed(b.Face.Ground, b.Muted, 0.55) }

// edge is the lower edge of a card.
func (b *painting) edge() color.RGBA { return canvas.Mixed(b.Face.Ground, b.Face.Text, 0.4) }

// felt is the ground of a row, which lies deeper than the table.
func (b *painting) felt() color.RGBA { return canvas.Mixed(b.Ground, b.Board, 0.5) }

// hue is the colour of the ribbon of the end.
var hue = color.RGBA{0xf2, 0xd7, 0x8e, 0xff}

// back draws a card with its back up, which is a bid that is sealed.
func (b *painting) back(l look, x, y float64) {
	at, edge := b.Box(x, y, l.wide, l.high), math.Ceil(b.Px(8))
	k := canvas.Key{Kind: "back", Args: [4]int{int(64 * b.Scale())}}
	b.Stamp(k, at.Grow(edge), func(pen *canvas.Pen, at canvas.Box) {
		at = at.Grow(-edge)
		b.paper(pen, at, b.Face.Ground, false)
		pen.RoundRect(at.Grow(-math.Round(b.Px(3.5))), b.Px(4))
		pen.Fill(b.Back.Fill)
		x, y := at.Mid()
		r := 0.2 * min(at.W, at.H)
		for i, col := range []color.RGBA{b.Back.Mark, b.Face.Ground} {
			size := r * []float64{1.15, 0.55}[i]
			pen.Polygon(x, y-1.5*size, x+size, y, x, y+1.5*size, x-size, y)
			pen.Fill(col)
		}
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

// sign draws the sign of a suit around a point of the design.
func (b *painting) sign(colour permutations.Colour, x, y, r float64) {
	around := canvas.Around(b.Px(x), b.Px(y), 1.4*b.Px(r))
	b.Stamp(canvas.Key{Kind: "suit", Args: [4]int{int(colour)}}, around, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		suitPath(pen, colour, x, y, at.W/2.8)
		pen.Fill(lit[colour])
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

// gamut tells the colours of a picture of Permutations.
func gamut(p *canvas.Palette) canvas.Gamut {
	b := painting{Canvas: &canvas.Canvas{Palette: p}}
	g := p.Gamut([][2]color.RGBA{{p.Face.Ground, p.Face.Text}, {b.felt(), p.Muted}, {p.Plate, p.Paper}},
		p.Face.Ground, p.Face.Text, b.edge(), b.felt(), p.Floor, b.suit(permutations.NoColour).Ground, b.dim(),
		p.Back.Fill, p.Back.Mark, hue)
	for colour, i := range p.Cards {
		g.Flat = append(g.Flat, i.Ground, lit[colour])
		g.Meet = append(g.Meet, [2]color.RGBA{i.Ground, i.Text}, [2]color.RGBA{p.Face.Ground, i.Ground})
	}
	g.Meet = append(g.Meet, [][2]color.RGBA{{p.Ground, hue}, {p.Board, p.Accent}, {p.Ground, p.Trial}}...)
	g.Coarse = true
	return g
}
