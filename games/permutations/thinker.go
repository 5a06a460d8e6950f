package permutations

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"parlour/games/search"
)

// A thinker weighs the moves of a seat. It tries every move in samples of the seat's
// [sight], lets everybody play on by [instinct] to the end, and drops the worse half of
// the moves again and again. It may first [thinker.foresee] what the others bid in this
// auction. All moves meet the same chance in a position, so that luck does not decide
// between them.
type thinker struct {
	sight sight
	seat  int
	rng   *rand.Rand
	habit *instinct // the weights by which everybody plays on
	search.Budget
	bids  *[maxSeats]mix // how often the players of the other seats bid each card in this auction; nil if by instinct
	whole bool           // whether a search goes on when its best move is certain
}

// newThinker returns a thinker for a seat that may move, with a budget for its search.
func newThinker(s sight, seat int, rng *rand.Rand, b search.Budget) *thinker {
	return &thinker{sight: s, seat: seat, rng: rng, habit: &instincts, Budget: b}
}

// best returns the best move. Its bids have no wishes unless all bids have: choosing after the reveal, when the next
// pool is known, wins more games.
func (t *thinker) best() Bid {
	b := t.rank(search.Noticed(t.options(), t.Overlooks, t.rng), t.Budget)[0].Bid
	if t.sight.Orders && t.sight.Phase == Bidding {
		b.Take = t.order(b.Card)
	}
	return b
}

// order returns the cards of the pool as they serve a bid best, if each is the first to be taken.
func (t *thinker) order(bid Card) (order []Card) {
	var all []option
	for _, c := range t.sight.Pool.list() {
		all = append(all, option{Bid: Bid{Card: bid, Take: []Card{c}}})
	}
	for _, o := range t.rank(all, t.Budget) {
		order = append(order, o.Take[0])
	}
	return order
}

// compared is how many of the best moves advice compares.
const compared = 4

// judge finds the best move and some others, the best first, and tries them and the move that was made, nil for none,
// in a number of playouts. None of the others is judged better than the best.
func (t *thinker) judge(made *Bid, playouts int) (best, mine option, others []option) {
	t.whole = true // a shorter search would leave other chance to the duel
	var moves []option
	for _, o := range t.rank(t.options(), t.Budget) {
		if len(moves) < compared {
			moves = append(moves, option{Bid: o.Bid})
		}
	}
	few, at := len(moves), 0 // where the move that was made is among them
	if made != nil {
		at = slices.IndexFunc(moves, func(o option) bool { return o.Card == made.Card && len(made.Take) == 0 })
		if at < 0 {
			at, moves = few, append(moves, option{Bid: *made})
		}
	}
	t.duel(moves, playouts)
	best, mine, others = moves[0], moves[at], moves[1:few]
	for i := range others {
		others[i].wins = min(others[i].wins, best.wins) // the search that found the best has seen more
	}
	slices.SortStableFunc(others, func(x, y option) int { return cmp.Compare(y.percent(), x.percent()) })
	return best, mine, others
}

// duel tries moves in the same positions, and finds their costs.
func (t *thinker) duel(moves []option, playouts int) {
	n := max(1, playouts/len(moves))
	squares, before := make([]float64, len(moves)), make([]float64, len(moves))
	for range n {
		t.try(moves)
		for i := range moves {
			lead := moves[0].wins - moves[i].wins
			squares[i] += (lead - before[i]) * (lead - before[i])
			before[i] = lead
		}
	}
	for i := range moves {
		lead := before[i] / float64(n)
		spread := math.Sqrt(max(0, squares[i]/float64(n)-lead*lead) / float64(n))
		if moves[0].worth > moves[i].worth && lead > 2*spread {
			moves[i].cost = lead
		}
	}
}

// An option is a move with the results of its playouts.
type option struct {
	Bid
	tries int
	worth float64                // sum of the worths of its playouts
	wins  float64                // number of playouts that end ahead of the other players; level ones count in part
	cost  float64                // the share of games that the first move of a duel wins more, or 0 if that may well be chance
	gets  [Colourless + 1]uint16 // of a bid: after how many playouts it took each card of the pool
}

// mean returns the average worth of the playouts, from 0 to 1.
func (o option) mean() float64 { return o.worth / float64(max(1, o.tries)) }

// percent returns in how many of a hundred playouts the move ended ahead.
func (o option) percent() int { return int(math.Round(100 * o.wins / float64(max(1, o.tries)))) }

// options lists the moves of the seat; bids come without wishes.
func (t *thinker) options() []option {
	cards := t.sight.Hands[t.seat]
	if t.sight.Phase == Taking {
		cards = t.sight.Pool
	}
	var all []option
	for _, c := range cards.list() {
		all = append(all, option{Bid: Bid{Card: c}})
	}
	return all
}

// rank weighs the moves within a budget and returns them, best first.
func (t *thinker) rank(all []option, b search.Budget) []option {
	alive, stages := all, bits.Len(uint(len(all)-1))
	for range stages {
		for clock := b.Part(1, stages).Start(); clock.Next(len(alive)); {
			t.try(alive)
			if !t.whole && len(alive) == 2 && clock.Decided(math.Abs(alive[0].worth-alive[1].worth), 2) {
				break
			}
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
		if q.Phase == Taking {
			q.take(moves[i].Card)
		} else {
			q.bid(t.seat, moves[i].Bid)
		}
		t.habit.playout(&q, key)
		worth, won := t.value(&q, t.seat)
		o := &moves[i]
		o.tries, o.worth, o.wins = o.tries+1, o.worth+worth, o.wins+won
		if p.Phase == Bidding {
			o.gets[(q.Taken[p.Round-1][t.seat]&p.Pool).lowest()]++
		}
	}
}

// draw returns a sample. It removes the bids of the players who are asked, as they don't bid at random: by what the
// thinker foresees, or else by instinct.
func (t *thinker) draw() position {
	p := t.sight.sample(t.rng)
	for seat := range p.Humans {
		if p.Phase == Bidding && p.asked(seat) {
			p.Bids[seat], p.Wishes[seat] = None, noWishes
			if t.bids != nil && seat != t.seat {
				p.Bids[seat] = t.bids[seat].draw(p.Hands[seat], t.rng)
			}
		}
	}
	return p
}

// value returns the worth of a finished game to a seat, from 0 to 1, and its share of being ahead of the other
// players. Half of the worth is the lead over the other players, half the lead over all seats. The earlier the
// [sight], the more the size of a lead counts.
func (t *thinker) value(p *position, seat int) (worth, won float64) {
	scores := p.scores()
	own, equal := scores[seat], 0
	var players, all int // highest score of the other players, and of all other seats
	for other, score := range scores[:p.Seats] {
		if other == seat {
			continue
		}
		all = max(all, score)
		if other < p.Humans {
			players = max(players, score)
			if score == own {
				equal++
			}
		}
	}
	if own >= players {
		won = 1 / float64(1+equal)
	}
	left := (rounds-t.sight.Round)*t.sight.Auctions + t.sight.Auctions - t.sight.Auction
	scale := 2 + 0.4*float64(left)
	chance := func(margin int) float64 { return 1 / (1 + math.Exp(-float64(margin)/scale)) }
	return (chance(own-players) + chance(own-all)) / 2, won
}

// chance returns the share of a number of playouts in which a move comes out ahead of the
// other players, as [thinker.judge] counts it.
func (t *thinker) chance(m Bid, playouts int) float64 {
	moves := []option{{Bid: m}}
	t.duel(moves, playouts)
	return moves[0].wins / float64(max(1, moves[0].tries))
}

// A sight is what one seat knows of a position. The position has only what lies open: a
// hidden hand lacks its unseen cards, and a hidden bid is [None].
type sight struct {
	position
	Unseen Cards         // the cards that may be in hidden hands
	Hidden [maxSeats]int // number of unseen cards in each hand
	Sealed seatSet       // the seats whose bids are hidden
}

// sample returns a random position that fits the sight, each equally likely. The unseen
// cards are dealt to the hidden hands, and each sealed bid is any card of its hand;
// wishes of others are not guessed.
func (s *sight) sample(rng *rand.Rand) position {
	p := s.position
	var cards [Colourless + 1]Card
	unseen := cards[:0]
	for left := s.Unseen; left != 0; left &= left - 1 {
		unseen = append(unseen, left.lowest())
	}
	rng.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	for seat := range p.Seats {
		n := s.Hidden[seat]
		p.Hands[seat] |= SetOf(unseen[:n]...)
		unseen = unseen[n:]
	}
	for seat := range p.Seats {
		if s.Sealed.Has(seat) {
			p.Bids[seat] = p.Hands[seat].At(rng.IntN(p.Hands[seat].Count()))
		}
	}
	return p
}
