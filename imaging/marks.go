package imaging

import (
	"image/color"
	"math"
)

// drawPointer draws an arrow head that points left, the mark of a player who is to move.
func drawPointer(p *pen, x, y float64, col color.RGBA) {
	p.polygon(x+1.7*unit, y-2.1*unit, x-1.9*unit, y, x+1.7*unit, y+2.1*unit)
	p.fill(col)
}

// drawCrown draws a crown, the mark of a player who won.
func drawCrown(p *pen, x, y float64, col color.RGBA) {
	points := []float64{-2.6, -1.4, -1.3, 0.1, 0, -2.3, 1.3, 0.1, 2.6, -1.4, 2.1, 2.1, -2.1, 2.1}
	for i := range points {
		points[i] = points[i]*unit + [2]float64{x, y}[i%2]
	}
	p.polygon(points...)
	p.fill(col)
}

// drawTurned draws a square frame around a point, at the distance r from it. Its arrows show
// which way the content was turned.
func drawTurned(c *canvas, x, y, r float64, clockwise bool) {
	line, size := within(0.35*unit, 0.055*r, 0.7*unit), within(1.1*unit, 0.16*r, 1.8*unit)
	halo := min(0.05*r, 0.5*unit)
	k := key{what: "turned"}
	if clockwise {
		k.args[0] = 1
	}
	c.stamp(k, around(x, y, r+1.5*size+halo), func(b box) {
		x, y := b.mid()
		paint := func(col color.RGBA, more float64) {
			c.round(around(x, y, r), 0.2*r)
			c.stroke(col, line+1.4*more)
			arrowHeads(c.pen, x, y, r, size+more, clockwise)
			c.fill(col)
		}
		paint(c.pal.halo, halo)
		paint(c.pal.accent, 0)
	})
}

// arrowHeads makes the path of an arrow head on each side of a frame.
func arrowHeads(p *pen, x, y, r, size float64, clockwise bool) {
	way := 1.0
	if !clockwise {
		way = -1
	}
	for side := range 4 {
		sin, cos := math.Sincos(float64(side) * math.Pi / 2)
		put := func(along, out float64) (float64, float64) {
			return x + out*sin + way*along*cos, y - out*cos + way*along*sin
		}
		x1, y1 := put(size*1.2, r)
		x2, y2 := put(-size, r-size)
		x3, y3 := put(-size, r+size)
		p.polygon(x1, y1, x2, y2, x3, y3)
	}
}

// within returns v, or the bound that v exceeds.
func within(least, v, most float64) float64 { return min(max(least, v), most) }
