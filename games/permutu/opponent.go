package permutu

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// greedyName is the name of the only yardstick.
const greedyName = "greedy"

// Levels returns the ladder.
func (Game) Levels() []games.Level { return ladder }

// ladder is that of the levels.
var ladder = games.Ladder(3, 2)

// Yardsticks names the greedy player, which takes what brings the most points at once.
func (Game) Yardsticks() []string { return []string{greedyName} }

// A chooser chooses a move in a position that is not over.
type chooser func(p *Position, b search.Budget, rng *rand.Rand) Take

// Player returns the player of a level or the yardstick; the level easy is the greedy
// yardstick. Against others, medium and hard differ only in their playouts, so with a
// time for each move they play alike; a solo attempt hardly needs time and ignores it.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	choose, ok := choosers[name]
	switch {
	case !ok:
		return nil, games.NoPlayer(g, name)
	case each > 0 && !slices.Contains(searching, name):
		return nil, games.Untimed(g, name)
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		p := view.(View).position(seat)
		b := search.Budget{Playouts: playouts(name, p.columns), Time: each}
		return choose(&p, b, seed.Rand(p.Left())).Move()
	}, nil
}

// Budget implements [games.Thrifty]. Easy does not search, so medium has no level below to
// fall to, and a solo attempt is solved by no playouts.
func (Game) Budget(l games.Level, view games.View, seat games.Seat) (full, least int) {
	p := view.(View).position(seat)
	full = playouts(string(l), p.columns)
	if l != games.Hard || p.seats == 1 {
		return full, full
	}
	return full, playouts(string(games.Medium), p.columns)
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	choose, ok := choosers[string(l)]
	if !ok || !slices.Contains(ladder, l) {
		return nil, games.NoPlayer(g, string(l))
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		p := view.(View).position(seat)
		return choose(&p, search.Budget{Playouts: playouts}, seed.Rand(p.Left())).Move()
	}, nil
}

// searching names the players that play better with more time.
var searching = []string{string(games.Medium), string(games.Hard)}

// choosers holds the players by name.
var choosers = map[string]chooser{
	string(games.Easy): greedy, string(games.Medium): medium, string(games.Hard): hard, greedyName: greedy,
}

// hardPlayouts is the number of playouts of hard for a move. From the start of the
// largest board they take some tenths of a second on a current core, half a second with
// six players, and less as the game goes on.
const hardPlayouts = 40_000

// playouts returns how many playouts a player has for a move, by the number of columns.
func playouts(name string, columns int) int {
	if name != string(games.Hard) {
		return 2 * columns
	}
	return hardPlayouts
}

// medium searches within a budget. In a solo attempt it tries a few ways to the end.
func medium(p *Position, b search.Budget, rng *rand.Rand) Take {
	if p.seats == 1 {
		const tries = 4
		first, _ := bestTry(p, tries, rng)
		return first
	}
	return newThinker(hardest, rng).think(*p, b)
}

// hard searches within a budget. In a solo attempt it finds the fewest single blocks
// that finish it.
func hard(p *Position, b search.Budget, rng *rand.Rand) Take {
	if p.seats == 1 {
		first, _ := solve(p, soloNodes, rng)
		return first
	}
	return newThinker(hardest, rng).think(*p, b)
}

// position returns the position of a [View], with a seat to move.
func (v View) position(mover games.Seat) Position {
	p := Position{
		columns: len(v.Columns), seats: len(v.Own), mover: mover, starter: v.Starter,
		singles: v.Singles, gone: len(v.Out),
	}
	for column, blocks := range v.Columns {
		for c, b := range blocks {
			p.dealt[column][c] = b.Symbol
			if !b.Taken() {
				p.left[column] |= 1 << c
				continue
			}
			p.held[b.Owner][c] |= b.Symbol.bit()
			p.owned[b.Owner] |= b.Symbol.bit()
			p.taken |= b.Symbol.bit()
		}
	}
	for i, seat := range v.Out {
		p.leftAt[seat] = uint8(i + 1)
	}
	return p
}

// advicePlayouts is the number of playouts that weigh a move for advice, after the
// search of hard.
const advicePlayouts = 20_000

// noise is the largest difference between two worths that may be chance alone.
const noise = 0.02

// Advise says what hard would play. It weighs moves by playing on from after them; in a
// solo attempt, by the best result that they allow.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	p := view.(View).position(seat)
	return advise(&p, made, seed, hardPlayouts, advicePlayouts)
}

// advise searches with one number of playouts, and weighs each move with another.
func advise(p *Position, made games.Move, seed games.Seed, thinking, weighing int) games.Advice {
	best := hard(p, search.Budget{Playouts: thinking}, seed.Rand(p.Left()))
	opinionOf := func(t Take) opinion { return weigh(p, t, seed, weighing) }
	if p.seats == 1 {
		opinionOf = func(t Take) opinion { return weighAlone(p, t, seed) }
	}
	hope := opinionOf(best)
	a := games.Advice{Best: best.Move(), Worth: hope.words}
	if made == a.Best {
		a.Made = hope.words
	} else if t, ok := readNotation(made); ok {
		got := opinionOf(t)
		a.Made = got.words
		if cost := hope.worth - got.worth; cost > noise {
			a.Cost = min(cost, 1)
		}
	}
	return a
}

// An opinion is the worth of a move, as a number and in words. The number is from 0 to
// 1, except in a solo attempt, where it is the negative of its cost.
type opinion struct {
	worth float64
	words games.Text
}

// weigh plays on from after a move of the seat that is to move. The worth is the share
// of games won.
func weigh(p *Position, take Take, seed games.Seed, playouts int) opinion {
	me, after := p.mover, *p
	after.Play(take)
	if after.mover == games.Spectator {
		return judge(&after, me)
	}
	t := newThinker(hardest, seed.Rand(p.Left()))
	t.search(&after, search.Budget{Playouts: playouts})
	return t.ends.opinion(&after, me)
}

// judge returns the opinion of a seat on the end of a game.
func judge(end *Position, me games.Seat) opinion {
	var e prospect
	wins, points := end.wins(), end.points()
	e.add(&wins, &points)
	return e.opinion(end, me)
}

// opinion says how the playouts ended for a seat.
func (e *prospect) opinion(p *Position, me games.Seat) opinion {
	mean := func(points int) int { return int(math.Round(float64(points) / float64(e.n))) }
	worth := p.curved(e.share(me))
	return opinion{worth, games.Say("permutu.worth",
		"Own", mean(e.points[me]), "Other", mean(p.bestOther(int(me), &e.points)),
		"Wins", int(math.Round(100*worth)))}
}

// The costs of a solo attempt. A single block costs enough that one too many counts as
// a turning point. A failed attempt costs more than the most singles there can be, and
// a little for each block that is left.
const (
	singleCost = 0.125
	failCost   = 4
	leftCost   = 0.02
)

// weighAlone says what a solo attempt comes to at best after a move.
func weighAlone(p *Position, take Take, seed games.Seed) opinion {
	after := *p
	after.Play(take)
	r := after.Solo()
	if after.mover != games.Spectator {
		_, r = solve(&after, soloNodes, seed.Rand(p.Left()))
	}
	if r.Finished() {
		return opinion{-singleCost * float64(r.Singles), games.Say("permutu.worth.finished", "Count", r.Singles)}
	}
	return opinion{-failCost - leftCost*float64(r.Left), games.Say("permutu.worth.failed", "Count", r.Left)}
}

// greedy is the yardstick: it takes what gains the most points at once. Ties go to the
// most blocks and then to chance; in a solo attempt a column goes before a single
// block.
func greedy(p *Position, _ search.Budget, rng *rand.Rand) Take {
	var buf [MaxTakes]Take
	var best Take
	most, equals := -1, 0
	for _, t := range p.Takes(p.mover, buf[:0]) {
		switch worth := greed(p, t); {
		case worth > most:
			best, most, equals = t, worth, 1
		case worth == most:
			if equals++; rng.IntN(equals) == 0 {
				best = t
			}
		}
	}
	return best
}

// greed returns what a move gains at once as one number, points before blocks. A solo
// attempt takes columns first, as no column gains less than a single block.
func greed(p *Position, t Take) int {
	after := *p
	after.Play(t)
	gain := after.Points(p.mover) - p.Points(p.mover)
	return gain*(colours+1) + p.Left() - after.Left()
}
