package permutations

import "math/rand/v2"

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
