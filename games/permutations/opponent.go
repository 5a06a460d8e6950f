package permutations

import (
	"slices"
	"time"

	"parlour/games"
	"parlour/games/permutations/deal"
	"parlour/games/permutations/mind"
	"parlour/games/search"
)

// greedyName is the name of the only yardstick.
const greedyName = "greedy"

// Levels returns the ladder.
func (Game) Levels() []games.Level { return ladder }

// ladder is that of the levels.
var ladder = games.Ladder(3, 2)

// Yardsticks names the greedy bidder, which counts only what a card brings at once.
func (Game) Yardsticks() []string { return []string{greedyName} }

// Player returns the player of a level or the yardstick; the level easy is the greedy
// yardstick. Medium and hard differ only in their playouts, so with a time for each
// move they play alike.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	playouts, searches := searching[games.Level(name)]
	switch {
	case name != greedyName && !slices.Contains(ladder, games.Level(name)):
		return nil, games.NoPlayer(g, name)
	case each > 0 && !searches:
		return nil, games.Untimed(g, name)
	case searches:
		return thinking(search.Budget{Playouts: playouts, Time: each}), nil
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return v.write(mind.Greedy(v.sight(), int(seat), seed.Rand(v.moment(seat))))
	}, nil
}

// thinking returns the player who searches within a budget.
func thinking(b search.Budget) games.Player {
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return v.write(v.thinker(seat, seed, b).Best())
	}
}

// Budget implements [games.Thrifty]. Easy does not search, so medium has no level below to
// fall to.
func (Game) Budget(l games.Level, _ games.View, _ games.Seat) (full, least int) {
	if l == games.Hard {
		return searching[games.Hard], searching[games.Medium]
	}
	return searching[l], searching[l]
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	if _, searches := searching[l]; !searches {
		return g.Player(string(l), 0)
	}
	return thinking(search.Budget{Playouts: playouts}), nil
}

// searching is the number of playouts for a move, by level. A playout takes less than
// 60 µs on a current core at the start of a game of any size, and less as the game goes
// on.
var searching = map[games.Level]int{games.Medium: 60, games.Hard: 3000}

// duelPlayouts is the number of playouts for comparing the best move with the one that
// was made, after a search like that of hard.
const duelPlayouts = 8000

// thinker returns a thinker for a seat, with chance of its own for each decision.
func (v View) thinker(seat games.Seat, seed games.Seed, b search.Budget) *mind.Thinker {
	return mind.New(v.sight(), int(seat), seed.Rand(v.moment(seat)), b)
}

// moment numbers the decisions of a game in order, so that each one gets its own
// chance.
func (v View) moment(seat games.Seat) int {
	return ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(seat)
}

// write writes what a thinker chose at this time.
func (v View) write(m mind.Move) games.Move {
	if v.Phase == deal.Taking {
		return write(take, m.Card, nil)
	}
	return write(bid, m.Card, m.Wish)
}

// Advise says how many of a hundred games the best move wins, and the move that was
// made.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	return v.advise(v.thinker(seat, seed, search.Budget{Playouts: searching[games.Hard]}), made, duelPlayouts)
}

// advise judges a move by a number of playouts.
func (v View) advise(t *mind.Thinker, made games.Move, playouts int) games.Advice {
	typed, ok := parse(string(made))
	if !ok {
		j := t.Judge(nil, playouts)
		return games.Advice{Best: v.write(j.Best), Worth: wins(v.said(j.Wins))}
	}
	j := t.Judge(&mind.Move{Card: typed.card, Wish: typed.wish}, playouts)
	return games.Advice{Best: v.write(j.Best), Worth: wins(v.said(j.Wins)), Made: wins(v.said(j.Made)), Cost: v.lost(j.Wins, j.Made, j.Cost)}
}

// wins says how many of a hundred games a move wins.
func wins(n int) games.Text { return games.Say("permutations.advice.wins", "Wins", n) }
