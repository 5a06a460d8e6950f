package pentago

import (
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
	"parlour/games/search/levels"
)

// Levels returns the ladder.
func (Game) Levels() []games.Level { return ladder }

// ladder is that of the levels.
var ladder = games.Ladder(3, 2)

// Yardsticks names plain UCT, as which other programs play games that they know nothing of, and a
// beginner, half of whose turns are drawn, while the others look best at one glance.
func (Game) Yardsticks() []string { return []string{levels.UCT, levels.Beginner} }

// looks are the budgets of the players, in boards looked at, or in playouts of plain UCT. At easy
// they are turns drawn, of which the best is played; medium looks at every turn once, as there are
// no more; hard takes half a second to a second on a core of today.
var looks = map[string]int{
	string(games.Easy): 18, string(games.Medium): cells * twistings, string(games.Hard): 4_000_000, levels.UCT: 400_000,
}

// Player returns the player of a level or a yardstick. Only those that search take a time: hard, medium
// and plain UCT.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	budget := search.Budget{Playouts: looks[name], Time: each}
	choose := decide
	switch {
	case name == levels.Beginner || name == string(games.Easy):
		if each > 0 {
			return nil, games.Untimed(g, name)
		}
		if choose = glimpse; name == levels.Beginner {
			choose = guess
		}
	case name == levels.UCT:
		choose = plainDecide
	case looks[name] == 0:
		return nil, games.NoPlayer(g, name)
	}
	return playerOf(choose, budget), nil
}

// A chooser chooses the turn of the mover of a position that is not over.
type chooser func(Position, search.Budget, *rand.Rand) Turn

// playerOf returns the player of a chooser with a budget.
func playerOf(choose chooser, budget search.Budget) games.Player {
	return func(view games.View, _ games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return choose(v.position(), budget, seed.Rand(v.Ply)).Move()
	}
}

// Budget implements [games.Thrifty]. Only hard can do with less, as little as medium has.
func (Game) Budget(l games.Level, _ games.View, _ games.Seat) (full, least int) {
	full = looks[string(l)]
	return full, min(full, looks[string(games.Medium)])
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	if !slices.Contains(ladder, l) {
		return nil, games.NoPlayer(g, string(l))
	}
	choose := decide
	if l == games.Easy {
		choose = glimpse
	}
	return playerOf(choose, search.Budget{Playouts: playouts}), nil
}

// position returns the position of a View.
func (v View) position() Position {
	p := Position{loose: v.Neutral, corner: v.Corner}
	for i, stone := range v.Cells {
		if stone != Empty {
			p.stones[stone-White] |= CellAt(i%Side, i/Side).bit()
		}
	}
	return p
}

// decide returns the best turn by alpha-beta.
func decide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	return newSearcher(rng, budget).root(p)[0].turn
}

// glimpse draws as many turns as the budget has, and returns the best of them by one look at each.
func glimpse(p Position, budget search.Budget, rng *rand.Rand) Turn {
	most, best := -won, Turn{}
	for range budget.Playouts {
		t := p.draw(rng)
		if w := p.after(t).judge(); w > most {
			most, best = w, t
		}
	}
	return best
}

// guess returns any turn or, as often, a greedy one: a turn that wins, or else one after which the lines
// on the board are best for the mover, drawn from the best ones.
func guess(p Position, _ search.Budget, rng *rand.Rand) Turn {
	if rng.IntN(2) == 0 {
		return p.draw(rng)
	}
	most, best, same := -won, Turn{}, 0
	for n := range p.Count() {
		t := p.Nth(n)
		b := p.after(t)
		w := b.worth
		if !b.over {
			var mine, theirs reach
			b.other.reach(&mine)
			b.own.reach(&theirs)
			var g glance
			g.add(&mine, &theirs, NoTwist, stillTwo, stillThree, stillFour)
			w = worth(g.score)
		}
		switch {
		case w > most:
			most, best, same = w, t, 1
		case w == most:
			if same++; rng.IntN(same) == 0 {
				best = t
			}
		}
	}
	return best
}

// after returns the branch of a legal turn, not judged yet.
func (p Position) after(t Turn) *branch {
	mover := p.Mover()
	p.Play(t)
	b := &branch{own: p.stones[1-mover], other: p.stones[mover], turn: t}
	if winner, over := p.Judge(); over {
		b.over = true
		switch winner {
		case games.Seat(mover):
			b.worth = won - 1
		case games.Spectator:
			b.worth = draw
		default:
			b.worth = 1 - won
		}
	}
	return b
}

// exploration is the constant of UCB1 with which plain UCT plays.
const exploration = 0.15

// A searched position is what [search.UCT] plays.
type searched struct{ Position }

func (s *searched) Player() int { return s.Mover() }

// Count returns 0 when the game is over.
func (s *searched) Count() int {
	if s.Over() {
		return 0
	}
	return s.Position.Count()
}

func (s *searched) PlayNth(n int) { s.Play(s.Nth(n)) }

// Playout returns 1 for a win of seat 0, and a half for a draw.
func (s *searched) Playout(rng *rand.Rand) float64 {
	switch s.Position.Playout(rng) {
	case 0:
		return 1
	case 1:
		return 0
	}
	return 0.5
}

// plainDecide returns the turn of plain UCT.
func plainDecide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	return p.Nth(search.UCT(searched{p}, exploration, budget, rng))
}
