package imaging

import (
	"image/color"
	"math"
)

// frame draws a frame with round corners along the edge of a box, with a halo of ground on
// both sides.
func (c *canvas) frame(b box, r, line float64, col color.RGBA) {
	halo := c.px(3)
	grow := line/2 + halo
	k := key{what: "frame", args: [4]int{int(64 * r), int(64 * line), int(64 * halo)}, ink: col}
	c.stamp(k, b.grow(grow), func(pen *Pen, b box) {
		b = b.grow(-grow)
		pen.rounded(b, r)
		pen.stroke(c.pal.ground, line+2*halo)
		pen.rounded(b, r)
		pen.stroke(col, line)
	})
}

// dashed draws a frame of dashes along the edge of a box: what is not there yet, or may be
// picked.
func (c *canvas) dashed(b box, r, line float64, col color.RGBA) {
	k := key{what: "dashed", args: [4]int{int(64 * r), int(64 * line), int(64 * c.scale)}, ink: col}
	c.stamp(k, b.grow(line), func(pen *Pen, b box) {
		pen.dash(c.px(16), c.px(12))
		pen.rounded(b.grow(-line), r)
		pen.stroke(col, line)
		pen.dash()
	})
}

// pill writes a text in the middle of a rounded ground of its own, around a point, and
// returns its box.
func (c *canvas) pill(text string, size, x, y float64, i ink) box {
	l := label{text: text, style: style{true, size}, ink: i, x: x, y: y, align: 0.5}
	w := c.fonts.wide(l) + 0.8*size
	b := box{math.Round(x - w/2), math.Round(y - 0.65*size), math.Round(w), math.Round(1.3 * size)}
	c.slab(b, 0.3*size, i.ground)
	c.write(l)
	return b
}

// number writes a number in a disc of paper, around a point.
func (c *canvas) number(text string, r, x, y float64) {
	c.disc(x, y, r, c.pal.paper)
	c.write(label{text: text, style: style{true, 1.3 * r}, ink: c.pal.onPaper(), x: x, y: y, align: 0.5})
}

// turned draws a square frame around a point, at the distance r from it. Two arrow heads show
// which way the content was turned.
func (c *canvas) turned(x, y, r float64, clockwise bool) {
	line := max(c.px(4), 0.075*r)
	size, halo := min(max(c.px(9), 0.15*r), c.px(15)), c.px(3)
	k := key{what: "turned", args: [4]int{1: int(64 * c.scale)}}
	if clockwise {
		k.args[0] = 1
	}
	c.stamp(k, around(x, y, r+1.5*size+halo), func(pen *Pen, b box) {
		x, y := b.mid()
		paint := func(col color.RGBA, more float64) {
			pen.rounded(around(x, y, r), 0.2*r)
			pen.stroke(col, line+2*more)
			arrowHeads(pen, x, y, r, size+more, clockwise)
			pen.fill(col)
		}
		paint(c.pal.ground, halo)
		paint(c.pal.accent, 0)
	})
}

// arrowHeads makes the path of an arrow head on the upper and the lower side of a frame.
func arrowHeads(pen *Pen, x, y, r, size float64, clockwise bool) {
	way := 1.0
	if !clockwise {
		way = -1
	}
	for _, up := range []float64{1, -1} {
		at := func(along, out float64) (float64, float64) { return x + up*way*along, y - up*out }
		x1, y1 := at(size*1.2, r)
		x2, y2 := at(-size, r-size)
		x3, y3 := at(-size, r+size)
		pen.polygon(x1, y1, x2, y2, x3, y3)
	}
}

// wayRound draws an arrow that goes round a point, at the distance r from it.
func (c *canvas) wayRound(x, y, r float64, clockwise bool, col color.RGBA) {
	k := key{what: "way", ink: col}
	if clockwise {
		k.args[0] = 1
	}
	c.stamp(k, around(x, y, 1.6*r), func(pen *Pen, b box) {
		x, y := b.mid()
		way := 1.0
		if !clockwise {
			way = -1
		}
		// It goes over the top, from the side away from its head.
		const from, to = math.Pi * 5 / 6, math.Pi * 13 / 6
		for i := range 33 {
			sin, cos := math.Sincos(from + (to-from)*float64(i)/32)
			pen.lineTo(x+way*r*cos, y+r*sin)
		}
		pen.stroke(col, 0.28*r)
		sin, cos := math.Sincos(to)
		put := func(along, out float64) (float64, float64) {
			return x + way*((r+out)*cos-along*sin), y + (r+out)*sin + along*cos
		}
		x1, y1 := put(0.75*r, 0)
		x2, y2 := put(-0.15*r, -0.5*r)
		x3, y3 := put(-0.15*r, 0.5*r)
		pen.polygon(x1, y1, x2, y2, x3, y3)
		pen.fill(col)
	})
}

// An arrow has a direction, which may have any length, and is measured in pixels from the
// point where it lies: forward to its tip, back to its tail.
type arrow struct {
	dx, dy    float64
	tail, tip float64
	wide      float64 // of the shaft
	head      float64 // its width; it is four fifths as long
}

// arrow draws an arrow that lies at a point, with a halo of ground.
func (c *canvas) arrow(a arrow, x, y float64, col color.RGBA) {
	halo := c.px(4)
	way := math.Atan2(a.dy, a.dx)
	k := key{what: "arrow", args: [4]int{int(math.Round(way * 180 / math.Pi)), int(64 * a.tail), int(64 * a.tip), int(64 * a.head)}, ink: col}
	r := math.Ceil(max(-a.tail, a.tip) + 2*halo)
	c.stamp(k, around(x, y, r), func(pen *Pen, b box) {
		x, y := b.mid()
		neck, shaft, head := x+a.tip-0.8*a.head, a.wide/2, a.head/2
		path := func() {
			pen.polygon(x+a.tail, y-shaft, neck, y-shaft, neck, y-head, x+a.tip, y, neck, y+head, neck, y+shaft, x+a.tail, y+shaft)
		}
		pen.rotated(way, x, y, func() {
			path()
			pen.stroke(c.pal.ground, 2*halo)
			path()
			pen.fill(col)
		})
	})
}
