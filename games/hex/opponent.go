package hex

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// ladder has the playouts of the levels for a move on every board, and the share of its moves that each overlooks. Hard
// has as many as take about a quarter of a second on a core of today.
var ladder = search.Steps{
	{45, 0.575}, {57, 0.515}, {84, 0.435}, {145, 0.32}, {235, 0.21}, {400, 0.1}, {700, 0}, {2_000, 0}, {6_000, 0}, {0, 0},
}

// playouts returns the number of playouts of a level for a move on a board of so many cells.
func playouts(step, cells int) int {
	if step == len(ladder) {
		return 3_000_000 / cells
	}
	return ladder[step-1].Playouts
}

// mind holds the best tuning known. It searches for players who are the sides, and knows no swap.
var mind = search.Mind[View, Position, Cell, *Position]{
	Levels: games.Ladder(len(ladder), 6), Playouts: playouts, Overlooks: ladder.Overlooks,
	Moves: stride * stride, Tuning: search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}, Explore: 0.5,
	Root: View.position, Read: read, Lead: (*Position).lead,
}

// Table says how the players think.
func (Game) Table() search.Table[View] {
	t := mind.Table(chances)
	t.Decide = func(int) search.Searcher[View] { return decide }
	t.Yardsticks = []search.Yardstick[View]{
		{Name: search.PlainUCT, Decide: plainly, Searches: true}, {Name: search.Beginner, Decide: begin},
	}
	t.Rank, t.Chance, t.Values = rank, chance, View.values
	return t
}

// read returns the cell of a legal move.
func read(m games.Move) Cell {
	col, row, _ := board.ReadCell(string(m))
	return cellAt(col, row)
}

// lead returns by how many stones fewer a side needs for its chain than the other one.
func (p *Position) lead(side int) int {
	own := Red + Stone(side)
	return p.needs(own.other()) - p.needs(own)
}

// decide returns the move of a [search.Thinker]. Where the seat may swap, it does so if the other side is better; where the
// other seat may, decide looks for the stone after which both sides are worth the same.
func decide(v View, b search.Budget, rng *rand.Rand) games.Move {
	t := mind.Thinker(rng)
	t.Even, t.Stops = v.Offers, !v.MaySwap // whether to swap depends on the worth, which every playout changes
	best, worth := mind.Think(t, v.position(), b)
	if v.MaySwap && worth < 0.5 {
		return games.SwapMove
	}
	return best
}

// plainly returns the move of plain UCT, which leaves the swap and the stone that may be swapped to decide.
func plainly(v View, b search.Budget, rng *rand.Rand) games.Move {
	if v.MaySwap || v.Offers {
		return decide(v, b, rng)
	}
	p := v.position()
	return p.Nth(search.UCT(plainPosition{p}, mind.Explore, b, rng)).Move()
}

// A plainPosition is what plain UCT plays: its playouts save no bridges.
type plainPosition struct{ Position }

func (p *plainPosition) Playout(rng *rand.Rand) float64 {
	p.fill(rng, nil, false)
	return float64(p.Worth()[0])
}

// begin returns the move of the beginner, who swaps as often as not.
func begin(v View, b search.Budget, rng *rand.Rand) games.Move {
	if v.MaySwap && rng.IntN(2) == 0 {
		return games.SwapMove
	}
	return mind.Begin(v, b, rng)
}

// rank returns the best cells of a search with the play that it expects; while a swap is possible, only what decide
// returns.
func rank(v View, most int, b search.Budget, rng *rand.Rand) [][]games.Move {
	if v.MaySwap || v.Offers {
		return [][]games.Move{{decide(v, b, rng)}}
	}
	return mind.Rank(v, most, b, rng)
}

// chance estimates the chance that the seat to move wins after a legal move. After a swap the other seat goes on. A stone
// that may be swapped is worth no more than the worse side. Bridges from edge to edge win for sure, as [Game.Why] says.
func chance(v View, m games.Move, b search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	if m == games.SwapMove {
		return mind.ChanceAfter(p, b, rng)
	}
	side := p.mover
	p.Play(read(m))
	if _, sure := p.bridged(side); sure && !v.Offers {
		return 1
	}
	won := mind.ChanceAfter(p, b, rng)
	if v.Offers {
		won = min(won, 1-won)
	}
	return won
}
