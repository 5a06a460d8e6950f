package search

// Steps are the levels of a ladder, the weakest first: with how many playouts for a move each plays, and the share of its
// own moves that it overlooks.
type Steps []struct {
	Playouts   int
	Overlooked float64
}

// Overlooks returns the share of its moves that a level overlooks.
func (s Steps) Overlooks(step int) float64 { return s[step-1].Overlooked }

// A Falling ladder has the playouts of each level by those of the next. The last level and plain UCT have as many as
// take about a second on a core of today at the start of any board that a table offers, and less later in the game: so
// many cells, counted once for each playout, and so many playouts at most. Each level below has a part of those of the
// next, Times of Of; the last one is two such steps above the one before.
type Falling struct {
	Steps, Cells, Most, Times, Of int
	Overlooked                    []float64 // the shares of their moves that the first levels overlook
}

// Playouts returns the playouts of a level for one move on a board of so many cells.
func (f Falling) Playouts(step, cells int) int {
	n := min(f.Cells/cells, f.Most)
	if step == f.Steps {
		return n
	}
	for range f.Steps + 1 - step {
		n = n * f.Times / f.Of
	}
	return n
}

// Overlooks returns the share of its moves that a level overlooks.
func (f Falling) Overlooks(step int) float64 {
	if step > len(f.Overlooked) {
		return 0
	}
	return f.Overlooked[step-1]
}
