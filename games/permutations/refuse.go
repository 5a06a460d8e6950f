package permutations

import (
	"slices"
	"strconv"
	"strings"

	"parlour/games"
)

// read reads a move in its one spelling and checks that a player's seat may make
// it. Its refusals say what would have been right.
func (s state) read(seat games.Seat, m games.Move) (typedMove, error) {
	t, ok := parse(string(m))
	if !ok || t.move() != m {
		return typedMove{}, games.Refuse("permutations.refuse.notation", "Typed", string(m))
	}
	may, cards := s.options(seat)
	switch {
	case cards == 0:
		return typedMove{}, s.notNow(seat)
	case t.verb != may:
		return typedMove{}, games.Refuse("permutations.refuse.now-"+string(may), "Cards", spell(cards))
	case !cards.Has(t.card):
		return typedMove{}, games.Refuse("permutations.refuse."+string(may), "Card", int(t.card), "Cards", spell(cards))
	}
	return t, s.checkWish(t.wish)
}

// notNow says why a seat may do nothing.
func (s state) notNow(seat games.Seat) error {
	switch {
	case s.pos.Asked(int(seat)):
		return games.Refuse("refuse.turn", "Player", games.Seat(s.pos.Next()))
	case s.pos.back.has(int(seat)):
		return games.Refuse("permutations.refuse.back")
	}
	return games.Refuse("permutations.refuse.away")
}

// checkWish refuses cards to take that are not there, or are named twice.
func (s state) checkWish(wish []Card) error {
	for i, c := range wish {
		if !s.pos.pool.Has(c) {
			return games.Refuse("permutations.refuse.wish", "Card", int(c), "Cards", spell(s.pos.pool))
		}
		if slices.Contains(wish[:i], c) {
			return games.Refuse("permutations.refuse.twice", "Card", int(c))
		}
	}
	return nil
}

// spell lists cards by their numbers.
func spell(cards Cards) string {
	var names []string
	for _, c := range cards.List() {
		names = append(names, strconv.Itoa(int(c)))
	}
	return strings.Join(names, ", ")
}
