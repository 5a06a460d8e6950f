package permutations

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// greedyName is the name of the yardstick.
const greedyName = "greedy"

// Yardsticks names the bidder who counts what a card brings at once.
func (Game) Yardsticks() []string { return []string{greedyName} }

// Player returns who plays at a level, or the yardstick, which easy is too. Medium
// and hard search alike, so that a time for each move makes them one.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	playouts, searches := searching[games.Level(name)]
	switch {
	case name != greedyName && !slices.Contains(games.Levels, games.Level(name)):
		return nil, games.NoPlayer(g, name)
	case each > 0 && !searches:
		return nil, games.Untimed(g, name)
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		rng := seed.Rand(v.moment(seat))
		if !searches {
			return greedy(v, int(seat), rng).move()
		}
		t := thinker{v, int(seat), rng, &instincts, search.Budget{Playouts: playouts, Time: each}}
		return t.best().move()
	}, nil
}

// searching says how many playouts the levels that search have for a move. A
// playout takes below 60 µs on a core of today from the start of a game of any
// size, and less and less as the game goes on.
var searching = map[games.Level]int{games.Medium: 60, games.Hard: 3000}

// moment numbers what a seat may do in a game, in order.
func (v View) moment(seat games.Seat) int {
	return ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(seat)
}

// duelPlayouts is how many playouts the best move and one that was made are weighed
// with against each other, after a search like that of hard.
const duelPlayouts = 8000

// Advise tells how many of a hundred games a move wins.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	t := thinker{v, int(seat), seed.Rand(v.moment(seat)), &instincts, search.Budget{Playouts: searching[games.Hard]}}
	return t.advise(made, duelPlayouts)
}

// advise finds the best move, and weighs it against one that was made.
func (t *thinker) advise(made games.Move, playouts int) games.Advice {
	moves := []option{{typedMove: t.best().typedMove}}
	typed, ok := parse(string(made))
	if ok && made != moves[0].move() {
		moves = append(moves, option{typedMove: typed})
	}
	cost := t.duel(moves, playouts)
	a := games.Advice{Best: moves[0].move(), Worth: moves[0].say()}
	if ok {
		a.Made, a.Cost = moves[len(moves)-1].say(), cost
	}
	return a
}

// duel weighs moves in the same positions, and returns how many of its games the
// last one wins less than the first, from 0 to 1: 0 where that may well be chance.
func (t *thinker) duel(moves []option, playouts int) float64 {
	first, last := &moves[0], &moves[len(moves)-1]
	n := max(1, playouts/len(moves))
	squares, before := 0.0, 0.0
	for range n {
		t.try(moves)
		lead := first.wins - last.wins
		squares += (lead - before) * (lead - before)
		before = lead
	}
	lead := (first.wins - last.wins) / float64(n)
	spread := math.Sqrt(max(0, squares/float64(n)-lead*lead) / float64(n))
	if first.worth <= last.worth || lead <= 2*spread {
		return 0
	}
	return lead
}

// say says how many of a hundred games a move wins.
func (o option) say() games.Text {
	return games.Say("permutations.advice.wins", "Wins", int(math.Round(100*o.wins/float64(max(1, o.tries)))))
}

// A thinker weighs what a seat may do: in positions that fit what the seat sees it
// tries each move, and has everybody play on by instinct to the end of the game. In
// one position all moves are tried with the same chance. The worse half of them is
// dropped time and again, so that the best are weighed most.
type thinker struct {
	view  View
	seat  int
	rng   *rand.Rand
	habit *instinct // by which everybody plays on
	search.Budget
}

// An option is a move and what came of it.
type option struct {
	typedMove
	tries int
	worth float64 // the sum of what its playouts were worth
	wins  float64 // how many of them were won
}

// mean is what the move is worth, from 0 to 1.
func (o option) mean() float64 { return o.worth / float64(max(1, o.tries)) }

// options returns all that the seat may do, bids without what they would take.
func (t *thinker) options() []option {
	v, cards := bid, t.view.Sides[t.seat].Hand
	if t.view.Phase == Taking {
		v, cards = take, t.view.Pool
	}
	var all []option
	for _, c := range cards {
		all = append(all, option{typedMove: typedMove{verb: v, card: c}})
	}
	return all
}

// best returns the best move. A bid names nothing to take: who chooses when the bids
// are revealed knows the next pool, and beats who does not in seven games of ten.
func (t *thinker) best() option { return t.rank(t.options(), t.Budget)[0] }

// rank weighs moves and returns them, the best first.
func (t *thinker) rank(all []option, b search.Budget) []option {
	alive, stages := all, bits.Len(uint(len(all)-1))
	for range stages {
		for clock := b.Part(1, stages).Start(); clock.Next(len(alive)); {
			t.try(alive)
		}
		slices.SortStableFunc(alive, func(x, y option) int { return cmp.Compare(y.mean(), x.mean()) })
		alive = alive[:(len(alive)+1)/2]
	}
	return all
}

// try tries each move in one position.
func (t *thinker) try(moves []option) {
	p, key := t.draw(), t.rng.Uint64()
	for i := range moves {
		q := p
		if moves[i].verb == take {
			q.Take(moves[i].card)
		} else {
			q.Bid(t.seat, moves[i].card, moves[i].wish)
		}
		t.habit.playout(&q, key)
		worth, won := t.value(&q)
		o := &moves[i]
		o.tries, o.worth, o.wins = o.tries+1, o.worth+worth, o.wins+won
	}
}

// draw draws a position. Those who are asked bid by instinct, not at random.
func (t *thinker) draw() Position {
	p := Sample(t.view, t.rng)
	for seat := range p.Humans() {
		if p.phase == Bidding && p.Asked(seat) {
			p.bids[seat], p.wishes[seat] = None, noWishes
		}
	}
	return p
}

// value returns what the end of a game is worth to the seat, from 0 to 1, and its
// share of the victory. Of the worth, one half is to be ahead of the other players
// and one to be ahead of the dummies too. The earlier it is, the more margins count.
func (t *thinker) value(p *Position) (worth, won float64) {
	scores := p.Scores()
	own, equal := scores[t.seat], 0
	var players, all int // the most that another player has, and another seat
	for seat, score := range scores[:p.Seats()] {
		if seat == t.seat {
			continue
		}
		all = max(all, score)
		if seat < p.Humans() {
			players = max(players, score)
		}
		if score == own {
			equal++
		}
	}
	if own >= all {
		won = 1 / float64(1+equal)
	}
	left := (rounds-t.view.Round)*t.view.Auctions + t.view.Auctions - t.view.Auction
	scale := 2 + 0.4*float64(left)
	chance := func(margin int) float64 { return 1 / (1 + math.Exp(-float64(margin)/scale)) }
	return (chance(own-players) + chance(own-all)) / 2, won
}

// The greedy bidder counts what a card brings at once. It weighs each of its cards
// by what it would get for it in this auction, over some ways in which the others
// may bid, less a little for a high card; and then takes what brings most.

const (
	greedyDraws = 60 // ways in which the others may bid
	greedyMoon  = 1  // points for a moon, beyond what it brings at once
	greedySun   = 2  // points that a sun costs
	greedyBurnt = 6  // points that it costs to be the one with the most suns
	greedyPower = 2  // points that its highest card costs more than its lowest, as a bid
)

// greedy is the greedy bidder.
func greedy(v View, seat int, rng *rand.Rand) typedMove {
	p := Sample(v, rng)
	if v.Phase == Taking {
		return typedMove{verb: take, card: greedyTake(&p, seat)}
	}
	best, most := None, 0.0
	hand := p.hands[seat]
	gains := make([]float64, hand.Count())
	for range greedyDraws {
		p := Sample(v, rng)
		p.drawBids(rng)
		for rank := range gains {
			gains[rank] += greedyGain(p, seat, hand.At(rank)) / greedyDraws
		}
	}
	for rank, gain := range gains {
		gain -= greedyPower * float64(rank) / float64(len(gains))
		if best == None || gain > most {
			best, most = hand.At(rank), gain
		}
	}
	return typedMove{verb: bid, card: best}
}

// greedyGain returns what a bid brings at once when the others bid as they do in a
// position, and all take what brings most.
func greedyGain(p Position, seat int, c Card) float64 {
	p.Bid(seat, c, nil)
	p.Reveal()
	for p.Next() != seat {
		p.Take(greedyTake(&p, p.Next()))
	}
	c = greedyTake(&p, seat)
	return greedyWorth(&p, seat, c)
}

// greedyTake returns the card of the pool that brings a seat most at once; the
// rules take for who is not asked.
func greedyTake(p *Position, seat int) Card {
	best, most := p.pool.Lowest(), 0.0
	if !p.Asked(seat) {
		return best
	}
	for left := p.pool; left != 0; left &= left - 1 {
		c := left.Lowest()
		if worth := greedyWorth(p, seat, c); c == best || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// greedyWorth returns what a card brings a seat at once.
func greedyWorth(p *Position, seat int, c Card) float64 {
	q := *p
	q.taken[q.round-1][seat] |= SetOf(c)
	return greedyStanding(&q, seat) - greedyStanding(p, seat)
}

// greedyStanding returns what a seat has in this round as it stands.
func greedyStanding(p *Position, seat int) float64 {
	own := p.taken[p.round-1][seat]
	n := float64(Score(own, p.MoonBonus() == seat)) +
		greedyMoon*float64((own&moons).Count()) - greedySun*float64((own&suns).Count())
	if p.Burnt() == seat {
		n -= greedyBurnt
	}
	return n
}
