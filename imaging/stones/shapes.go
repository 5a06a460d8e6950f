package stones

import (
	"image/color"
	"math"

	"parlour/imaging/canvas"
)

// A Shape makes the path of a stone around a point, for a cell of a size.
type Shape func(pen *canvas.Pen, x, y, cell float64)

// Disc is a disc.
func Disc(pen *canvas.Pen, x, y, cell float64) { pen.Circle(x, y, 0.4*cell) }

// Square is a square.
func Square(pen *canvas.Pen, x, y, cell float64) {
	pen.RoundRect(canvas.Around(x, y, 0.36*cell), 0.09*cell)
}

// Cushion is a square with wide corners.
func Cushion(pen *canvas.Pen, x, y, cell float64) {
	pen.RoundRect(canvas.Around(x, y, 0.365*cell), 0.2*cell)
}

// Diamond is a square on its corner.
func Diamond(pen *canvas.Pen, x, y, cell float64) {
	pen.Rotated(math.Pi/4, x, y, func() { pen.RoundRect(canvas.Around(x, y, 0.315*cell), 0.07*cell) })
}

// Hexagon is a hexagon with a corner up.
func Hexagon(pen *canvas.Pen, x, y, cell float64) { RoundHexagon(pen, x, y, 0.43*cell, 0.06*cell) }

// RoundHexagon makes the path of a hexagon with a corner up, whose corners lie so far from its middle and are
// rounded by so much.
func RoundHexagon(pen *canvas.Pen, x, y, r, round float64) {
	var corners [12]float64
	for i := range 6 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 3)
		corners[2*i], corners[2*i+1] = x+r*sin, y-r*cos
	}
	RoundPolygon(pen, round, corners[:]...)
}

// FillHexagon fills a regular hexagon around a point, with corners that are hardly round and lie at r from it.
func FillHexagon(c *canvas.Canvas, x, y, r float64, ink color.RGBA) {
	k := canvas.Key{Kind: "hexagon", Args: [4]int{int(64 * r)}, Ink: ink}
	c.Stamp(k, canvas.Around(x, y, math.Ceil(r)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		RoundHexagon(pen, x, y, r, 0.05*r)
		pen.Fill(ink)
	})
}

// DashHexagon draws dashes along the edge of a hexagon that may be picked. A dash lies on each corner: one on an upright
// side would look like a 1 beside the number of a cell.
func DashHexagon(c *canvas.Canvas, x, y, edge, line float64) {
	k := canvas.Key{Kind: "hexagon dashes", Args: [4]int{int(64 * edge), int(64 * line)}}
	c.Stamp(k, canvas.Around(x, y, math.Ceil(edge)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		r := 0.86 * edge
		pen.Dash(0.56*r, 0.44*r)
		pen.MoveTo(x-math.Sqrt(3)/2*r, y-0.22*r)
		for corner := range 6 {
			sin, cos := math.Sincos(float64(corner-1) * math.Pi / 3)
			pen.LineTo(x+r*sin, y-r*cos)
		}
		pen.LineTo(x-math.Sqrt(3)/2*r, y-0.22*r)
		pen.Stroke(c.Paper, line)
	})
}

// RoundPolygon makes a closed path through points, given as x, y, x, y, …, which are corners that are round from so far
// before them to as far behind.
func RoundPolygon(pen *canvas.Pen, round float64, xy ...float64) {
	for i := 0; i < len(xy); i += 2 {
		x, y := xy[i], xy[i+1]
		beside := func(other int) (float64, float64) {
			dx, dy := xy[other%len(xy)]-x, xy[(other+1)%len(xy)]-y
			part := round / math.Hypot(dx, dy)
			return x + part*dx, y + part*dy
		}
		x1, y1 := beside(i + len(xy) - 2)
		x2, y2 := beside(i + 2)
		if i == 0 {
			pen.MoveTo(x1, y1)
		} else {
			pen.LineTo(x1, y1)
		}
		pen.CurveTo((x1+x)/2, (y1+y)/2, (x2+x)/2, (y2+y)/2, x2, y2)
	}
	pen.Close()
}

// Clover has four leaves.
func Clover(pen *canvas.Pen, x, y, cell float64) {
	for _, leaf := range [][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		pen.Circle(x+leaf[0]*0.175*cell, y+leaf[1]*0.175*cell, 0.225*cell)
	}
	pen.Rectangle(canvas.Around(x, y, 0.2*cell))
}

// bridges makes the path of bridges from a stone to the edges of its cell, wider and further down by so much.
func bridges(pen *canvas.Pen, joins int, at canvas.Box, grow, down float64) {
	x, y := at.Mid()
	half, w := at.W/2, math.Round(0.15*at.W)+grow
	top := at.Y + max(0, down)              // none reaches beyond its cell
	for bit, bridge := range [4]canvas.Box{ // right, above, left, below
		canvas.NewBox(x, y-w+down, half, 2*w), canvas.NewBox(x-w, top, 2*w, y+down-top),
		canvas.NewBox(x-half, y-w+down, half, 2*w), canvas.NewBox(x-w, y+down, 2*w, half-max(0, down)),
	} {
		if joins&(1<<bit) != 0 {
			pen.Rectangle(bridge)
		}
	}
}
