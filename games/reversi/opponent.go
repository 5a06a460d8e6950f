package reversi

import (
	"math"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// ladder has the levels: how many positions each looks at for a move, and the share of its moves that it overlooks.
var ladder = search.Steps{
	{8, 0.95}, {20, 0.8}, {50, 0.65}, {150, 0.48}, {480, 0.33}, {1500, 0.2}, {5000, 0.09}, {16_000, 0.02}, {70_000, 0}, {400_000, 0},
}

// mind has the yardsticks: plain UCT and the beginner, who looks for the most discs.
var mind = search.Mind[View, Position, Turn, *Position]{
	Levels: games.Ladder(len(ladder), 5), Overlooks: ladder.Overlooks,
	Playouts: func(step, _ int) int { return ladder[step-1].Playouts },
	Explore:  0.5, Root: View.position, Lead: (*Position).Lead,
}

// Table says how the players think.
func (Game) Table() search.Table[View] {
	t := mind.Table(chances)
	t.Decide = func(int) search.Searcher[View] { return decide }
	t.Rank, t.Chance, t.Values = rank, chanceOf, View.values
	return t
}

// decide returns the best move by alpha-beta, of those that a level does not overlook.
func decide(v View, b search.Budget, rng *rand.Rand) games.Move {
	p := v.position()
	return Turn{p.size, newSearcher(p.shape(), b, rng.Uint64()).root(p, b.Overlooks, rng)[0].cell}.Move()
}

// linePlies is the length of the play that advice tells.
const linePlies = 3

// rank returns the moves that a search holds for best, each with the play that it expects.
func rank(v View, most int, b search.Budget, rng *rand.Rand) (lines [][]games.Move) {
	p := v.position()
	s := newSearcher(p.shape(), b, rng.Uint64())
	all := s.root(p, 0, rng)
	for _, b := range all[:min(most, len(all))] {
		var line []games.Move
		s.line(&line, p, b.cell)
		lines = append(lines, line)
	}
	return lines
}

// line adds a turn on a cell to a line, with the play that a search expects after it.
func (s *searcher) line(line *[]games.Move, p Position, c Cell) {
	for len(*line) < linePlies && p.open.has(c.bit()) {
		t := Turn{p.size, c}
		*line = append(*line, t.Move())
		p.Play(t)
		key := hash(p.sides())
		m := &s.table[key%tableSize]
		if m.key != key {
			break
		}
		c = m.cell
	}
}

// steep is the number of points ahead at which a first guess of the chance to win is 73 %.
const steep = 60

// chanceOf returns a first guess of the chance to win after a move: by the mean of the two deepest searches, as each
// favours the side that moves last in it.
func chanceOf(v View, m games.Move, b search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	t, _ := state{pos: p}.readTurn(m) // legal, so it is one
	by := p.mover
	p.Play(t)
	s := newSearcher(p.shape(), b, rng.Uint64())
	own, other := p.sides()
	var found [2]worth
	for depth := range p.left() + 1 {
		w := s.value(own, other, depth, -2*won, 2*won)
		if s.stopped {
			break
		}
		if found[0], found[1] = found[1], w; depth == 0 || max(w, -w) >= won {
			found[0] = w
		}
	}
	mean := float64(found[0]+found[1]) / 2
	if by != p.mover {
		mean = -mean
	}
	return 1 / (1 + math.Exp(-mean/steep))
}
