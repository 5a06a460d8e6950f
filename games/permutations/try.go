package permutations

import "parlour/games"

// Try is what a seat sees when it tries a legal move: its bid, or the card that it
// would take, and nothing that follows, as the last bid would reveal the others.
func (s state) Try(seat games.Seat, m games.Move) games.View {
	v := s.View(seat).(View)
	t, _ := parse(string(m))
	if t.verb == bid {
		v.Own = &Bid{Card: t.card, Take: t.wish}
	} else {
		v.Tried = &t.card
	}
	return v
}

// Open returns a sealed bid without the cards that it would take, which stay secret.
func (Game) Open(m games.Move) games.Move {
	t, ok := parse(string(m))
	if !ok || t.verb != bid {
		return m
	}
	return write(bid, t.card, nil)
}
