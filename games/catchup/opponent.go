package catchup

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// The names of the yardsticks.
const (
	uct      = "uct"      // plain UCT
	beginner = "beginner" // makes half of its turns at random, and the others greedily
)

// Yardsticks names plain UCT and a beginner.
func (Game) Yardsticks() []string { return []string{uct, beginner} }

// Player returns the player of a level, or a yardstick. The levels search alike, with more and more
// playouts, so that a time for each move makes them equal.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	choose := decide
	switch {
	case name == uct:
		choose = plainDecide
	case name == beginner && each > 0:
		return nil, games.Untimed(g, name)
	case name == beginner:
		choose = begin
	case !slices.Contains(games.Levels, games.Level(name)):
		return nil, games.NoPlayer(g, name)
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		budget := search.Budget{Playouts: playouts(name, len(v.Cells)), Time: each}
		return v.move(choose(v.position(), budget, seed.Rand(v.Ply)))
	}, nil
}

// Budget implements [games.Thrifty]. All levels search alike, so each can do with the playouts
// of the one below.
func (Game) Budget(l games.Level, view games.View, _ games.Seat) (full, least int) {
	cells := len(view.(View).Cells)
	below := games.Levels[max(slices.Index(games.Levels, l)-1, 0)]
	return playouts(string(l), cells), playouts(string(below), cells)
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	if !slices.Contains(games.Levels, l) {
		return nil, games.NoPlayer(g, string(l))
	}
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return v.move(decide(v.position(), search.Budget{Playouts: playouts}, seed.Rand(v.Ply)))
	}, nil
}

// easyPlayouts are as many as lose about half of the games against a beginner, on boards of all
// sizes.
const easyPlayouts = 18

// playouts returns the number of playouts of a player for one turn on a board of so many cells.
// Those of hard and of the yardstick take about a second on a core of today at most.
func playouts(name string, cells int) int {
	switch games.Level(name) {
	case games.Easy:
		return easyPlayouts
	case games.Medium:
		return 10 * cells
	}
	return min(8_000_000/cells, 150_000)
}

// move writes a turn as a move.
func (v View) move(t Turn) games.Move { return shapes[v.Size]().move(t) }

// decide returns the turn of a [thinker].
func decide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	turn, _ := newThinker(hardest, rng).think(p, budget)
	return turn
}

// Advise lets hard choose, and judges its move and the one that was made by a search each, with the
// same budget and the same seed.
func (g Game) Advise(view games.View, _ games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	hard := playouts(string(games.Hard), len(v.Cells))
	return v.advise(made, seed, search.Budget{Playouts: hard}, search.Budget{Playouts: hard / 8})
}

// advise finds the best move with one budget and judges each move with another.
func (v View) advise(made games.Move, seed games.Seed, find, judge search.Budget) games.Advice {
	p := v.position()
	best := decide(p, find, seed.Rand(v.Ply))
	chance := p.chance(best, judge, seed.Rand(v.Ply))
	a := games.Advice{Best: v.move(best), Worth: ofHundred(chance)}
	if made == "" {
		return a
	}
	t, err := p.readTurn(made)
	if err != nil {
		return a
	}
	mine := p.chance(t, judge, seed.Rand(v.Ply))
	a.Made, a.Cost = ofHundred(mine), max(0, chance-mine)
	return a
}

// ofHundred returns the words for a chance to win.
func ofHundred(chance float64) games.Text {
	return games.Say("catchup.worth", "Wins", int(math.Round(100*chance)))
}

// chance estimates, by a search, the chance that the mover wins after a turn: from 0 to 1.
func (p Position) chance(t Turn, budget search.Budget, rng *rand.Rand) float64 {
	mover := p.mover
	p.Play(t)
	if !p.Over() {
		_, worth := newThinker(hardest, rng).think(p, budget)
		return 1 - worth
	}
	if s, won := p.Winner(); won && s == mover {
		return 1
	}
	return 0
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in matches between
// constants.
const exploration = 0.3

// A searched position is what [search.UCT] plays, stone by stone. Its moves are the empty cells and,
// once a stone of the turn lies, the end of the turn.
type searched struct{ Position }

func (s *searched) Player() int { return int(s.mover) }

func (s *searched) Count() int {
	switch {
	case s.placed == 0:
		return int(s.left)
	case s.bonus != Quiet:
		return int(s.left) + 1
	}
	n := 1
	for _, c := range s.free[:s.left] {
		if s.May(c) {
			n++
		}
	}
	return n
}

func (s *searched) PlayNth(n int) { s.step(s.nth(n)) }

// nth returns the key of a move by its number: the end of the turn has the last.
func (s *searched) nth(n int) key {
	if s.placed == 0 || s.bonus != Quiet {
		if n < int(s.left) {
			return key(s.free[n])
		}
		return s.enough()
	}
	for _, c := range s.free[:s.left] {
		if s.May(c) {
			if n == 0 {
				return key(c)
			}
			n--
		}
	}
	return s.enough()
}

// Playout plays with as many stones as are allowed.
func (s *searched) Playout(rng *rand.Rand) float64 { return worth(s.Position.Playout(rng)) }

// plainDecide returns the turn of plain UCT, the yardstick of the arena, which searches for each
// stone anew.
func plainDecide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	var turn Turn
	s, side := searched{p}, p.mover
	for left := int(p.limit); s.mover == side && !s.Over(); left-- {
		k := s.nth(search.UCT(s, exploration, budget.Part(1, int(p.limit)), rng))
		if k < MaxCells {
			turn = turnOf(append(turn.Cells(), Cell(k))...)
		}
		s.step(k)
	}
	return turn
}

// begin returns the turn of a beginner: with as many stones as are allowed, at random, or in half of
// the turns greedily. Then each stone goes where it makes the largest group and keeps the other side
// from its largest, the sizes of both taken together. A beginner who only made groups would be worse
// than one at random, because that earns the other side its third stones.
func begin(p Position, _ search.Budget, rng *rand.Rand) Turn {
	var turn Turn
	greedy := rng.IntN(2) == 0
	for p.More() {
		c, most, ties := outside, -1, 0
		for _, o := range p.free[:p.left] {
			if !p.May(o) {
				continue
			}
			size := 0
			if greedy {
				size = p.Joined(o, 0) + p.Joined(o, 1)
			}
			switch {
			case size > most:
				c, most, ties = o, size, 1
			case size == most:
				if ties++; rng.IntN(ties) == 0 {
					c = o
				}
			}
		}
		turn = turnOf(append(turn.Cells(), c)...)
		p.Place(c)
	}
	return turn
}
