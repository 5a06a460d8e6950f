package magic

import (
	"strings"

	"parlour/games"
)

// readTurn reads a move in its one spelling and checks that the seat to move may
// make it. Its refusals say what would have been right.
func (s state) readTurn(m games.Move) (Turn, error) {
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if !ok || typed.move() != m {
		return Turn{}, games.Refuse("magic.refuse.notation", "Typed", string(m))
	}
	if err := s.checkFlip(typed); err != nil {
		return Turn{}, err
	}
	t := typed.turn()
	free := t.free(s.pos.empty())
	switch {
	case free&t.Place.bit() != 0:
		return t, nil
	case t.Place == t.To:
		return Turn{}, games.Refuse("magic.refuse.flipped", "Cell", t.Place.String(), "Free", names(free))
	}
	return Turn{}, games.Refuse("magic.refuse.taken", "Cell", t.Place.String(), "Free", names(free))
}

// checkFlip refuses a flip that cannot be made, and a missing one.
func (s state) checkFlip(t typedTurn) error {
	theirs := side(1 - s.pos.mover)
	switch {
	case !t.flips && !s.pos.MustFlip():
		return nil
	case !t.flips:
		return games.Refuse("magic.refuse.no-flip", "Move", string(t.move()),
			"Side", theirs, "Tiles", names(s.pos.flippable()))
	case !s.pos.MustFlip():
		t.flips = false
		if empty := s.pos.empty(); empty&t.place.bit() == 0 {
			t.place = lowest(empty)
		}
		return games.Refuse("magic.refuse.flip", "Side", theirs, "Move", string(t.move()))
	case s.pos.movable(t.direction)&t.from.bit() != 0:
		return nil
	}
	return s.refuseFlip(t)
}

// refuseFlip says why a flip cannot be made, where another can.
func (s state) refuseFlip(t typedTurn) error {
	theirs := side(1 - s.pos.mover)
	from, flippable := t.from.String(), s.pos.flippable()
	switch {
	case s.pos.empty()&t.from.bit() != 0:
		return games.Refuse("magic.refuse.nothing", "Cell", from, "Side", theirs, "Tiles", names(flippable))
	case s.pos.of(s.pos.mover)&t.from.bit() != 0:
		return games.Refuse("magic.refuse.own", "Cell", from, "Side", theirs, "Tiles", names(flippable))
	case flippable&t.from.bit() == 0:
		return games.Refuse("magic.refuse.stuck", "Cell", from, "Tiles", names(flippable))
	}
	to := t.from.step(t.direction)
	if to == NoSquare {
		return games.Refuse("magic.refuse.edge", "Cell", from, "Direction", t.direction.text(), "Flips", s.flipsOf(t.from))
	}
	return games.Refuse("magic.refuse.blocked", "Cell", from, "Direction", t.direction.text(),
		"To", to.String(), "Flips", s.flipsOf(t.from))
}

// flippable returns the squares of the tiles that can be flipped.
func (p Position) flippable() uint16 {
	var set uint16
	for d := range directions {
		set |= p.movable(d)
	}
	return set
}

// flipsOf writes the flips of the tile on a square: "b3E, b3N".
func (s state) flipsOf(from Square) string {
	var flips []string
	for d := range directions {
		if s.pos.movable(d)&from.bit() != 0 {
			flips = append(flips, flipName(from, d))
		}
	}
	return strings.Join(flips, ", ")
}

// names writes the squares of a set: "a1, b3".
func names(set uint16) string {
	var all []string
	for ; set != 0; set &= set - 1 {
		all = append(all, lowest(set).String())
	}
	return strings.Join(all, ", ")
}
