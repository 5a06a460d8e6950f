package canvas

import (
	"math"
	"testing"

	"parlour/games"
)

// TestGrid checks that cells have whole, even pixels and fill the room for the board, at every
// size of picture.
func TestGrid(t *testing.T) {
	c := New()
	pal := Table{}.Classic()
	for _, size := range []int{350, 517, 800, 1600} {
		c.Begin(size, &pal, false)
		for n := 2; n <= 26; n++ {
			room := c.BoardRoom(games.Drawing{})
			g := c.NewGrid(room, n, n)
			for _, v := range []float64{g.Cell / 2, g.left / 2, g.top} {
				if v != math.Trunc(v) {
					t.Errorf("newGrid(%d) = %+v, want whole and even pixels", n, g)
				}
			}
			all := Box{g.left, g.top, g.Cell * float64(n), g.Cell * float64(n)}
			if spare := room.W - all.W; spare < 0 || spare >= float64(2*n) || all.X < room.X-2 || all.X+all.W > room.X+room.W+2 {
				t.Errorf("newGrid(%d) lies at %+v in a room of %+v", n, all, room)
			}
		}
	}
}
