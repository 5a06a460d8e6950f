package permutations

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/permutations/deal"
	"parlour/games/search"
)

// greedyName is the name of the only yardstick.
const greedyName = "greedy"

// Yardsticks names the greedy bidder, which counts only what a card brings at once.
func (Game) Yardsticks() []string { return []string{greedyName} }

// Player returns the player of a level or the yardstick; the level easy is the greedy
// yardstick. Medium and hard differ only in their playouts, so with a time for each
// move they play alike.
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

// searching is the number of playouts for a move, by level. A playout takes less than
// 60 µs on a current core at the start of a game of any size, and less as the game goes
// on.
var searching = map[games.Level]int{games.Medium: 60, games.Hard: 3000}

// moment numbers the decisions of a game in order, so that each one gets its own
// chance.
func (v View) moment(seat games.Seat) int {
	return ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(seat)
}

// duelPlayouts is the number of playouts for comparing the best move with the one that
// was made, after a search like that of hard.
const duelPlayouts = 8000

// Advise says how many of a hundred games the best move wins, and the move that was
// made.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	t := thinker{v, int(seat), seed.Rand(v.moment(seat)), &instincts, search.Budget{Playouts: searching[games.Hard]}}
	return t.advise(made, duelPlayouts)
}

// advise finds the best move and compares it with the one that was made.
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

// duel tries moves in the same positions. It returns the share of games that the first
// wins more than the last, or 0 if that may well be chance.
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

// A thinker weighs the moves of a seat. It tries every move in positions that fit the
// seat's [View], lets everybody play on by [instinct] to the end, and drops the worse
// half of the moves again and again. All moves meet the same chance in a position, so
// that luck does not decide between them.
type thinker struct {
	view  View
	seat  int
	rng   *rand.Rand
	habit *instinct // the weights by which everybody plays on
	search.Budget
}

// An option is a move with the results of its playouts.
type option struct {
	typedMove
	tries int
	worth float64 // sum of the worths of its playouts
	wins  float64 // number of playouts won; shared wins count in part
}

// mean returns the average worth of the playouts, from 0 to 1.
func (o option) mean() float64 { return o.worth / float64(max(1, o.tries)) }

// options lists the moves of the seat; bids come without wishes.
func (t *thinker) options() []option {
	v, cards := bid, t.view.Sides[t.seat].Hand
	if t.view.Phase == deal.Taking {
		v, cards = take, t.view.Pool
	}
	var all []option
	for _, c := range cards {
		all = append(all, option{typedMove: typedMove{verb: v, card: c}})
	}
	return all
}

// best returns the best move. Its bids have no wishes: choosing after the reveal, when
// the next pool is known, won seven of ten games against naming wishes.
func (t *thinker) best() option { return t.rank(t.options(), t.Budget)[0] }

// rank weighs the moves within a budget and returns them, best first.
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

// try plays each move once, all in the same position.
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

// draw returns a position that fits the [View]. It removes the bids of the players who
// are asked, as they bid by instinct and not at random.
func (t *thinker) draw() deal.Position {
	p := Sample(t.view, t.rng)
	for seat := range p.Humans {
		if p.Phase == deal.Bidding && p.Asked(seat) {
			p.Bids[seat], p.Wishes[seat] = deal.None, deal.NoWishes
		}
	}
	return p
}

// value returns the worth of a finished game to the seat, from 0 to 1, and its share of
// the victory. Half of the worth is the lead over the other players, half the lead over
// all seats. The earlier the [View], the more the size of a lead counts.
func (t *thinker) value(p *deal.Position) (worth, won float64) {
	scores := p.Scores()
	own, equal := scores[t.seat], 0
	var players, all int // highest score of the other players, and of all other seats
	for seat, score := range scores[:p.Seats] {
		if seat == t.seat {
			continue
		}
		all = max(all, score)
		if seat < p.Humans {
			players = max(players, score)
		}
		if score == own {
			equal++
		}
	}
	if own >= all {
		won = 1 / float64(1+equal)
	}
	left := (deal.Rounds-t.view.Round)*t.view.Auctions + t.view.Auctions - t.view.Auction
	scale := 2 + 0.4*float64(left)
	chance := func(margin int) float64 { return 1 / (1 + math.Exp(-float64(margin)/scale)) }
	return (chance(own-players) + chance(own-all)) / 2, won
}

const (
	greedyDraws = 60 // samples of how the others may bid
	greedyMoon  = 1  // points for a moon, on top of what it brings at once
	greedySun   = 2  // points lost with each sun
	greedyBurnt = 6  // points lost by the seat with the most suns
	greedyPower = 2  // points that bidding the highest card costs, compared with the lowest
)

// greedy returns the move of the yardstick, which counts what a card brings at once.
// For a bid it weighs each card of its hand by what that would win in this auction,
// over several ways in which the others may bid, less a little for a high card.
func greedy(v View, seat int, rng *rand.Rand) typedMove {
	p := Sample(v, rng)
	if v.Phase == deal.Taking {
		return typedMove{verb: take, card: greedyTake(&p, seat)}
	}
	best, most := deal.None, 0.0
	hand := p.Hands[seat]
	gains := make([]float64, hand.Count())
	for range greedyDraws {
		p := Sample(v, rng)
		p.DrawBids(rng)
		for rank := range gains {
			gains[rank] += greedyGain(p, seat, hand.At(rank)) / greedyDraws
		}
	}
	for rank, gain := range gains {
		gain -= greedyPower * float64(rank) / float64(len(gains))
		if best == deal.None || gain > most {
			best, most = hand.At(rank), gain
		}
	}
	return typedMove{verb: bid, card: best}
}

// greedyGain returns what a bid brings at once if the others keep their bids of p and
// all take the card that brings them most.
func greedyGain(p deal.Position, seat int, c deal.Card) float64 {
	p.Bid(seat, c, nil)
	p.Reveal()
	for p.Next() != seat {
		p.Take(greedyTake(&p, p.Next()))
	}
	c = greedyTake(&p, seat)
	return greedyWorth(&p, seat, c)
}

// greedyTake returns the card of the pool that brings a seat most at once. A seat that
// is not asked takes the lowest card.
func greedyTake(p *deal.Position, seat int) deal.Card {
	best, most := p.Pool.Lowest(), 0.0
	if !p.Asked(seat) {
		return best
	}
	for left := p.Pool; left != 0; left &= left - 1 {
		c := left.Lowest()
		if worth := greedyWorth(p, seat, c); c == best || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// greedyWorth returns how much a card improves the standing of a seat.
func greedyWorth(p *deal.Position, seat int, c deal.Card) float64 {
	q := *p
	q.Taken[q.Round-1][seat] |= deal.SetOf(c)
	return greedyStanding(&q, seat) - greedyStanding(p, seat)
}

// greedyStanding returns the standing of a seat in this round: its points, adjusted for
// its moons and suns.
func greedyStanding(p *deal.Position, seat int) float64 {
	own := p.Taken[p.Round-1][seat]
	n := float64(deal.Score(own, p.MoonBonus() == seat)) +
		greedyMoon*float64((own&deal.Moons).Count()) - greedySun*float64((own&deal.Suns).Count())
	if p.Burnt() == seat {
		n -= greedyBurnt
	}
	return n
}
