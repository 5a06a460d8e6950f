package chess

import (
	"math"
	"math/rand/v2"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// ladder has the levels: how many positions each looks at for a move, and the share of its moves that it overlooks.
var ladder = search.Steps{
	{25, 0.9}, {50, 0.8}, {80, 0.7}, {120, 0.6}, {200, 0.49}, {380, 0.385}, {850, 0.255}, {1900, 0.145}, {4200, 0.09},
	{9000, 0.05}, {16_000, 0.029}, {30_000, 0.016}, {65_000, 0.006}, {300_000, 0},
}

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return search.Table[View]{
		Levels: games.Ladder(len(ladder), 6), Overlooks: ladder.Overlooks, Curves: chances,
		Playouts:   func(step, _ int) int { return ladder[step-1].Playouts },
		Yardsticks: []search.Yardstick[View]{{Name: search.Beginner, Decide: begin}},
		See:        func(view games.View, _ games.Seat) (View, int, int) { return view.(View), 64, view.(View).Ply },
		Decide:     func(int) search.Searcher[View] { return decide },
		Rank:       rank, Chance: chanceOf,
		Curve: func(_ View, b search.Band) search.Curve { return chances.At(0, 2, b) },
	}
}

// decide returns the best move by alpha-beta, of those that a level does not overlook.
func decide(v View, b search.Budget, rng *rand.Rand) games.Move {
	_, all, claims := think(v, b, rng)
	if claims {
		return claimMove
	}
	p := v.position()
	return p.move(all[0].turn)
}

// think searches a position. It claims a draw where it sees nothing better.
func think(v View, b search.Budget, rng *rand.Rand) (s *searcher, all []ranked, claims bool) {
	s = newSearcher(v.Past, b, rng.Uint64())
	all = s.root(v.position(), b.Overlooks, rng)
	return s, all, all[0].worth < 0 && v.state().claim() != ""
}

// linePlies is the length of the play that advice tells.
const linePlies = 3

// rank returns the moves that a search holds for best, each with the play that it expects.
func rank(v View, most int, b search.Budget, rng *rand.Rand) (lines [][]games.Move) {
	s, all, claims := think(v, b, rng)
	if claims {
		lines = append(lines, []games.Move{claimMove})
	}
	for _, r := range all[:min(most, len(all))] {
		var line []games.Move
		s.line(&line, v.position(), r.turn)
		lines = append(lines, line)
	}
	return lines
}

// line adds a turn to a line, with the play that a search expects after it.
func (s *searcher) line(line *[]games.Move, p Position, t Turn) {
	for len(*line) < linePlies && slices.Contains(p.turns(nil, false), t) {
		*line = append(*line, p.move(t))
		p.Play(t)
		m := s.memoryOf(p.key)
		if m.key != p.key {
			break
		}
		t = m.turn
	}
}

// begin chooses as a beginner does: any move, or one that takes most.
func begin(v View, b search.Budget, rng *rand.Rand) games.Move {
	p := v.position()
	all := p.turns(nil, false)
	return p.move(all[search.MostlyGreedy(len(all), func(n int) int {
		after := p
		after.Play(all[n])
		return p.points(1-p.mover) - after.points(1-p.mover)
	}, b, rng)])
}

// steep is the number of points ahead at which a first guess of the chance to win is 73 %.
const steep = 170

// chanceOf returns a first guess of the chance to win after a move, by what a search says of the position.
func chanceOf(v View, m games.Move, b search.Budget, rng *rand.Rand) float64 {
	s := v.state()
	t, _ := s.readTurn(m) // legal, so it is one
	if m == claimMove {
		return 0.5
	}
	next := s.playTurn(t, m)
	switch {
	case next.Ended != nil && next.Winner() == games.Spectator:
		return 0.5
	case next.Ended != nil: // by a mate
		return 1
	}
	found := newSearcher(next.past, b, rng.Uint64()).root(next.pos, 0, rng)[0].worth
	switch {
	case found > sure:
		return 0
	case found < -sure:
		return 1
	}
	return 1 / (1 + math.Exp(float64(found)/steep))
}
