package permutations

import (
	"slices"
	"strconv"

	"parlour/games"
)

// enough is the value of the choice that completes a bid.
const enough = "enough"

// Step returns the next step.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	return games.Step{Choices: s.choices(seat, picked)}
}

// Shown returns the View with the move in the making.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	v := s.View(seat).(View)
	v.Making = &games.Making{Picked: picked, Step: s.Step(seat, picked)}
	return v
}

// choices offers a card first. After a bid it offers the cards to take, best first and
// one at a time, until the player has named enough.
func (s state) choices(seat games.Seat, picked []string) []games.Choice {
	verb, cards := s.options(seat)
	if len(picked) == 0 {
		return first(verb, cards)
	}
	card, ok := pickedIn(cards, picked[0])
	if !ok || verb == take {
		return nil
	}
	var wish []Card
	left := s.pos.pool
	for _, value := range picked[1:] {
		c, ok := pickedIn(left, value)
		if !ok {
			return nil
		}
		left &^= SetOf(c)
		wish = append(wish, c)
	}
	return more(card, wish, left)
}

// first lists the cards of the first step.
func first(v verb, cards Cards) []games.Choice {
	var steps []games.Choice
	for _, c := range cards.List() {
		step := choice("permutations.choice."+string(v), c)
		if v == take {
			step.Move = write(take, c, nil)
		} else {
			step.Echo = Bid{Card: c}.say()
		}
		steps = append(steps, step)
	}
	return steps
}

// more lists the steps that may follow a bid and the wishes named so far. Naming the
// last card of the pool completes the bid.
func more(card Card, wish []Card, left Cards) []games.Choice {
	if left == 0 {
		return nil
	}
	key := "permutations.choice.enough"
	if len(wish) == 0 {
		key = "permutations.choice.plain"
	}
	steps := []games.Choice{{Value: enough, Label: games.Say(key), Echo: Bid{card, wish}.say(), Move: write(bid, card, wish)}}
	key = "permutations.choice.wish"
	if len(wish) > 0 {
		key = "permutations.choice.else"
	}
	for _, c := range left.List() {
		step, longer := choice(key, c), append(slices.Clone(wish), c)
		step.Echo = Bid{card, longer}.say()
		if left == SetOf(c) {
			step.Move = write(bid, card, longer)
		}
		steps = append(steps, step)
	}
	return steps
}

// choice offers a card under a key of the catalogue.
func choice(key string, c Card) games.Choice {
	return games.Choice{Value: strconv.Itoa(int(c)), Label: games.Say(key, "Card", say(c))}
}

// pickedIn reads a value as a card of a set. It accepts only the spelling that [choice]
// offers.
func pickedIn(cards Cards, value string) (Card, bool) {
	for _, c := range cards.List() {
		if strconv.Itoa(int(c)) == value {
			return c, true
		}
	}
	return None, false
}
