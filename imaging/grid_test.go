package imaging

import (
	"math"
	"testing"
)

// TestGrid checks that cells have whole, even pixels and fill the room for the board, at every
// size of picture.
func TestGrid(t *testing.T) {
	c := newCanvas()
	pal := classic()
	for _, size := range []int{350, 517, 800, 1600} {
		c.begin(size, &pal)
		for n := 2; n <= 26; n++ {
			room := c.boardRoom(false)
			g := newGrid(room, n, n)
			for _, v := range []float64{g.cell / 2, g.left / 2, g.top} {
				if v != math.Trunc(v) {
					t.Errorf("newGrid(%d) = %+v, want whole and even pixels", n, g)
				}
			}
			all := box{g.left, g.top, g.cell * float64(n), g.cell * float64(n)}
			if spare := room.w - all.w; spare < 0 || spare >= float64(2*n) || all.x < room.x-2 || all.x+all.w > room.x+room.w+2 {
				t.Errorf("newGrid(%d) lies at %+v in a room of %+v", n, all, room)
			}
		}
	}
}
