package permutations

import (
	"slices"
	"strconv"

	"parlour/games"
)

// Step asks for a card first. A bid is a move already; its further steps ask which cards of
// the pool to take, best first, until none is left to name. Only takes are Open.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	verb, cards := s.options(seat)
	if cards == 0 {
		return games.Step{}
	}
	if len(picked) == 0 {
		return ask(verb, cards)
	}
	b, ok := s.picked(seat, picked)
	left := s.pos.Pool &^ SetOf(b.Take...)
	if !ok || verb == take || left == 0 {
		return games.Step{}
	}
	return askWish(b, left)
}

// Offers returns the kind of move that a seat may make and the cards for it.
func (s state) Offers(seat games.Seat) any {
	v, cards := s.options(seat)
	return struct {
		verb
		Cards
	}{v, cards}
}

// Shown shows what is picked as [state.Try] does, and the next step. Values that complete a
// move, [games.Enough] too, give the view that tries it.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	if m := games.Made(s, seat, picked); m != "" {
		return s.Try(seat, m)
	}
	v, step := s.View(seat).(View), s.Step(seat, picked)
	if len(step.Choices) == 0 {
		return v
	}
	if b, ok := s.picked(seat, picked); ok {
		v = s.Try(seat, bid.of(b)).(View)
	}
	v.Making = &games.Making{Picked: slices.Clone(picked), Step: step}
	for _, c := range step.Choices {
		v.Cards = append(v.Cards, cardOf(c.Value))
	}
	return v
}

// ask returns the first step, which offers cards to bid or to take.
func ask(v verb, cards Cards) games.Step {
	step := games.Step{Ask: games.Say("permutations.ask." + string(v)), Lies: games.Row, Open: v == take}
	for _, c := range cards.list() {
		choice := choice("permutations.choice."+string(v), c)
		if v == take {
			choice.Move = take.of(Bid{Card: c})
		} else {
			choice.Echo = Bid{Card: c}.say()
		}
		step.Choices = append(step.Choices, choice)
	}
	return step
}

// askWish returns a step that adds a card of the pool to a bid. Naming the last card that
// is left completes the bid.
func askWish(b Bid, left Cards) games.Step {
	kind := "wish"
	if len(b.Take) > 0 {
		kind = "else"
	}
	step := games.Step{Ask: games.Say("permutations.ask." + kind), Lies: games.Row, Done: bid.of(b)}
	for _, c := range left.list() {
		choice, longer := choice("permutations.choice."+kind, c), Bid{b.Card, append(slices.Clone(b.Take), c)}
		choice.Short = games.Say("permutations.short.wish", "Card", short(c)) // not of the hand, which stands above
		choice.Echo = longer.say()
		if left == SetOf(c) {
			choice.Move = bid.of(longer)
		}
		step.Choices = append(step.Choices, choice)
	}
	return step
}

// choice offers a card under a key of the catalogue.
func choice(key string, c Card) games.Choice {
	return games.Choice{Value: strconv.Itoa(int(c)), Label: games.Say(key, "Card", say(c)), Short: short(c)}
}

// picked reads values as a card to bid or take, and after a bid as cards of the pool. It
// reports false for no values and for values that no step offers in this spelling.
func (s state) picked(seat games.Seat, picked []string) (b Bid, ok bool) {
	verb, cards := s.options(seat)
	for i, value := range picked {
		c := cardOf(value)
		switch {
		case !cards.Has(c) || strconv.Itoa(int(c)) != value || i > 0 && verb == take:
			return Bid{}, false
		case i == 0:
			b.Card, cards = c, s.pos.Pool
		default:
			b.Take, cards = append(b.Take, c), cards&^SetOf(c)
		}
	}
	return b, len(picked) > 0
}
