package magic

import "math/bits"

// allTiles is how many tiles fill the board.
var allTiles = bits.OnesCount16(board)

// A Solved says what the positions of a number of tiles are worth to the player
// to move, up to symmetry. The few that are symmetric themselves may be counted
// more than once.
type Solved struct {
	Tiles              int
	Wins, Ties, Losses int
	LongestWin         int // in turns; -1 when there is none
	LongestLoss        int
}

// Solve works out the value of every position with so many workers, from the full
// board back to the empty one, and returns the table of those of up to eight
// tiles. It calls each when the positions of a number of tiles are done. It takes
// less than 1 GB.
func Solve(workers int, each func(Solved)) []byte {
	var next *layer
	var values []Value
	w := newWriter()
	for tiles := allTiles; tiles >= 0; tiles-- {
		l := newLayer(tiles)
		values = l.solve(workers, next, values)
		next = l
		each(summary(tiles, values))
		if tiles <= tableTiles {
			l.code(w, values)
		}
	}
	return w.close()
}

func summary(tiles int, values []Value) Solved {
	s := Solved{Tiles: tiles, LongestWin: -1, LongestLoss: -1}
	for _, v := range values {
		switch {
		case v > tie:
			s.Wins++
			s.LongestWin = max(s.LongestWin, v.Plies())
		case v < tie:
			s.Losses++
			s.LongestLoss = max(s.LongestLoss, v.Plies())
		default:
			s.Ties++
		}
	}
	return s
}

// CountReached counts the positions that a game can come to with so many workers,
// from the empty board on. It calls each when those of a number of tiles are
// counted, and returns the sum. It takes less than 1 GB.
func CountReached(workers int, each func(tiles int, n Reached)) Reached {
	var before *layer
	var goOn []uint8
	var sum Reached
	for tiles := range allTiles + 1 {
		l := newLayer(tiles)
		var n Reached
		goOn, n = l.reach(workers, before, goOn)
		before = l
		sum.All += n.All
		sum.Canonical += n.Canonical
		each(tiles, n)
	}
	return sum
}
