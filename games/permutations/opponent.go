package permutations

import (
	"math"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// greedyName is the name of the yardstick that counts only what a card brings at once.
const greedyName = "greedy"

// steps are those of the ladder, the weakest first. A playout takes less than 60 µs on a current core at the start of
// a game of any size, and less as the game goes on.
var steps = search.Steps{{60, 0.5}, {60, 0.27}, {60, 0}, {180, 0}, {hardPlayouts, 0}}

// hardPlayouts is the number of playouts of the last step.
const hardPlayouts = 3000

// seeing is the number of playouts from which on the last step foresees bids. Of fewer it can spare none for that.
const seeing = 1000

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return search.Table[View]{
		Levels: games.Ladder(len(steps), 3),
		Decide: func(step int) search.Searcher[View] {
			return func(v View, b search.Budget, rng *rand.Rand) games.Move {
				t := newThinker(v.sight(), int(v.Seat), rng, b)
				if step == len(steps) && (b.Time > 0 || b.Playouts >= seeing) {
					t.foresee()
				}
				return v.write(t.best())
			}
		},
		Playouts:  func(step, _ int) int { return steps[step-1].Playouts },
		Overlooks: steps.Overlooks,
		Yardsticks: []search.Yardstick[View]{
			{Name: greedyName, Decide: plain(func(s sight, seat int, _ search.Budget, rng *rand.Rand) Bid { return greedy(s, seat, rng) })},
			{Name: search.Beginner, Decide: plain(begin)}, {Name: search.Exploiter, Decide: exploit, Searches: true},
		},
		See: func(view games.View, _ games.Seat) (v View, cells, moment int) {
			v = view.(View)
			return v, 0, v.moment()
		},
		Curves: chances,
	}
}

// plain makes a searcher of a function that does not search.
func plain(choose func(sight, int, search.Budget, *rand.Rand) Bid) search.Searcher[View] {
	return func(v View, b search.Budget, rng *rand.Rand) games.Move {
		return v.write(choose(v.sight(), int(v.Seat), b, rng))
	}
}

// thinker returns a thinker like that of hard for the seat that looks, with chance of its own for each decision.
func (v View) thinker(seed games.Seed, b search.Budget) *thinker {
	t := newThinker(v.sight(), int(v.Seat), seed.Rand(v.moment()), b)
	t.foresee()
	return t
}

// moment numbers the decisions of a game in order, so that each one gets its own
// chance.
func (v View) moment() int {
	return ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(v.Seat)
}

// write writes what a thinker chose at this time. Where each bid needs an order of takes, a bid without one gets that of
// the instinct.
func (v View) write(b Bid) games.Move {
	if v.Phase == Taking {
		return take.of(b)
	}
	if v.Orders && len(b.Take) == 0 {
		s := v.sight()
		b.Take = instincts.order(&s.position, int(v.Seat))
	}
	return bid.of(b)
}

// duelPlayouts is the number of playouts for comparing the best moves and the one that was made, after a search like
// that of hard.
const duelPlayouts = 8000

// Advise says in how many of a hundred games a move ends ahead of the other players, which moves are as good as the
// best, and which comes next. Bids are secret, so there is no play to foretell.
func (Game) Advise(view games.View, _ games.Seat, made games.Move, against games.Level, seed games.Seed) games.Advice {
	v := view.(View)
	return v.advise(v.thinker(seed, search.Budget{Playouts: hardPlayouts}), made, duelPlayouts, v.curve(against))
}

// curve returns the curve for so many players, about as strong as a level.
func (v View) curve(l games.Level) search.Curve {
	return chances.At(0, v.Humans, search.BandOf(l, Game{}.Levels()))
}

// advise judges a move by a number of playouts.
func (v View) advise(t *thinker, made games.Move, playouts int, c search.Curve) games.Advice {
	var mine *Bid
	if typed, ok := parse(string(made)); ok {
		mine = &typed.Bid
	}
	best, own, others := t.judge(mine, playouts)
	a := games.Advice{Best: v.write(best.Bid), Worth: v.ahead(best, c)}
	for _, o := range others {
		good := float64(said(best, c)-said(o, c)) <= 100*search.Alike
		a.Others = append(a.Others, games.Candidate{Move: v.write(o.Bid), Worth: v.ahead(o, c), Good: good})
	}
	if mine != nil {
		a.Made, a.Cost = v.ahead(own, c), lost(best, own, c)
	}
	return a
}

// ahead says in how many of a hundred games a move ends ahead of the other players, where that was measured, and what a bid
// mostly gets. It says nothing where it knows neither.
func (v View) ahead(o option, c search.Curve) games.Text {
	cards := o.mostly()
	if c.Games == 0 && len(cards) == 0 {
		return games.Text{}
	}
	var gets games.Text
	points, also, moons := 0, 0, 0
	switch len(cards) {
	case 1:
		gets, points = say(cards[0]), max(v.gain(v.Seat, cards[0]), 0)
		if v.leads(v.Seat, cards[0]) {
			moons = 1
		}
	case 2:
		gets = games.Say("permutations.advice.either", "One", say(cards[0]), "Other", say(cards[1]))
		if one, other := v.gain(v.Seat, cards[0]), v.gain(v.Seat, cards[1]); one > 0 && other > 0 && one != other {
			points, also = one, other
		} else if one > 0 && one == other {
			points = one
		}
	}
	pairs := []any{"By", "", "Gets", gets, "Points", points, "Also", also, "Moons", moons}
	if c.Games == 0 {
		return games.Say("permutations.advice.gets", pairs...)
	}
	if v.Humans == 2 {
		pairs = append(pairs, "Player", 1-v.Seat)
	}
	return games.Say("permutations.advice.ahead", append(pairs, "Wins", said(o, c), "Count", v.Humans-1)...)
}

// mostly returns the card that a bid took in most of its playouts, or the two that it took in two thirds of them; nil
// for no bid, and where that takes more cards.
func (o option) mostly() (cards []Card) {
	gets, taken := o.gets, 0
	for range 2 {
		most := None
		for c, n := range gets {
			if n > 0 && (most == None || n > gets[most]) {
				most = Card(c)
			}
		}
		if most == None {
			break
		}
		cards, taken = append(cards, most), taken+int(gets[most])
		if gets[most] = 0; 3*taken >= 2*o.tries || len(cards) == 1 && 2*taken > o.tries {
			return cards
		}
	}
	return nil
}

// judgePlayouts is the number of playouts with which a move is judged for the curves: as many as one
// of the moves has that advice compares.
const judgePlayouts = duelPlayouts / 4

// Judge implements [search.Teller]. The chance is that of being ahead of the other players.
func (Game) Judge(view games.View, _ games.Seat, m games.Move, against games.Level, seed games.Seed) (raw, chance float64, ok bool) {
	typed, ok := parse(string(m))
	if !ok {
		return 0, 0, false
	}
	v := view.(View)
	raw = v.thinker(seed, search.Budget{Playouts: hardPlayouts}).chance(typed.Bid, judgePlayouts)
	return raw, v.curve(against).Of(raw), true
}

// said returns [share] of a hundred games.
func said(o option, c search.Curve) int { return int(math.Round(100 * share(o, c))) }

// share puts a curve on the share of games in which a move ends ahead.
func share(o option, c search.Curve) float64 { return c.Of(float64(o.percent()) / 100) }

// lost returns what a move costs beside the best one: nothing if a search says that the difference may well be chance.
func lost(best, made option, c search.Curve) float64 {
	if made.cost == 0 {
		return 0
	}
	return max(0, share(best, c)-share(made, c))
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
func greedy(s sight, seat int, rng *rand.Rand) Bid {
	p := s.sample(rng)
	if p.Phase == Taking {
		return Bid{Card: greedyTake(&p, seat)}
	}
	hand := p.Hands[seat]
	gains := make([]float64, hand.Count())
	for range greedyDraws {
		p := s.sample(rng)
		drawBids(&p, rng)
		for rank := range gains {
			gains[rank] += greedyGain(p, seat, hand.At(rank)) / greedyDraws
		}
	}
	rank := -1
	return Bid{Card: hand.best(func(Card) float64 {
		rank++
		return gains[rank] - greedyPower*float64(rank)/float64(len(gains))
	})}
}

// begin returns the move of a beginner: any, or the greedy one.
func begin(s sight, seat int, b search.Budget, rng *rand.Rand) Bid {
	if !b.Careless(rng) {
		return greedy(s, seat, rng)
	}
	cards := s.Hands[seat]
	if s.Phase == Taking {
		cards = s.Pool
	}
	return Bid{Card: cards.At(rng.IntN(cards.Count()))}
}

// drawBids draws every missing bid.
func drawBids(p *position, rng *rand.Rand) {
	for seat := range p.Seats {
		if p.Bids[seat] == None {
			p.Bids[seat] = p.Hands[seat].At(rng.IntN(p.Hands[seat].Count()))
		}
	}
}

// greedyGain returns what a bid brings at once if the others keep their bids of p and
// all take the card that brings them most.
func greedyGain(p position, seat int, c Card) float64 {
	p.bid(seat, Bid{Card: c})
	p.reveal()
	for p.Next() != seat {
		p.take(greedyTake(&p, p.Next()))
	}
	c = greedyTake(&p, seat)
	return greedyWorth(&p, seat, c)
}

// greedyTake returns the card of the pool that brings a seat most at once. A seat that
// is not asked takes the lowest card.
func greedyTake(p *position, seat int) Card {
	if !p.asked(seat) {
		return p.Pool.lowest()
	}
	return p.Pool.best(func(c Card) float64 { return greedyWorth(p, seat, c) })
}

// greedyWorth returns how much a card improves the standing of a seat.
func greedyWorth(p *position, seat int, c Card) float64 {
	q := *p
	q.Taken[q.Round-1][seat] |= SetOf(c)
	return greedyStanding(&q, seat) - greedyStanding(p, seat)
}

// greedyStanding returns the standing of a seat in this round: its points, adjusted for
// its moons and suns.
func greedyStanding(p *position, seat int) float64 {
	own := p.Taken[p.Round-1][seat]
	n := float64(Score(own, p.moonBonus() == seat)) +
		greedyMoon*float64((own&Moons).Count()) - greedySun*float64((own&Suns).Count())
	if p.Burnt() == seat {
		n -= greedyBurnt
	}
	return n
}
