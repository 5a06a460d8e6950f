package permutations

import (
	"math"
	"slices"
	"strconv"

	"parlour/games"
)

// Step asks for a card first. A bid is a move already, unless it needs an order of takes; its further steps ask which
// cards of the pool to take, best first, until none is left to name or the rest follows by a rule. Only takes are Open.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	verb, cards := s.options(seat)
	if cards == 0 {
		return games.Step{}
	}
	if len(picked) == 0 {
		step := ask(verb, cards)
		if verb == bid {
			step.Note = s.orderNote(seat)
		}
		return step
	}
	b, ok := s.picked(seat, picked)
	left := s.pos.Pool &^ SetOf(b.Take...)
	if !ok || verb == take || left == 0 {
		return games.Step{}
	}
	return s.askWish(b, left)
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
		if c.Rest.Key == "" {
			v.Cards = append(v.Cards, cardOf(c.Value))
		}
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
// is left completes the bid, and so does [lowest].
func (s state) askWish(b Bid, left Cards) games.Step {
	kind, asks := "wish", "wish"
	switch {
	case len(b.Take) > 0:
		kind, asks = "else", "else"
	case s.pos.Orders:
		asks = "order"
	}
	step := games.Step{Ask: games.Say("permutations.ask." + asks), Lies: games.Row}
	if !s.pos.Orders || left.Count() == 1 {
		step.Done = bid.of(b)
	}
	for _, c := range left.list() {
		choice, longer := choice("permutations.choice."+kind, c), Bid{b.Card, append(slices.Clone(b.Take), c)}
		choice.Short = games.Say("permutations.short.wish", "Card", short(c)) // not of the hand, which stands above
		choice.Echo = longer.say()
		if left == SetOf(c) {
			choice.Move = bid.of(longer)
		}
		step.Choices = append(step.Choices, choice)
	}
	if left.Count() > 1 {
		whole, label := Bid{b.Card, lowestFirst(b.Take, left)}, "permutations.choice.lowest"
		if len(b.Take) > 0 {
			label += ".then"
		}
		step.Choices = append(step.Choices, games.Choice{
			Value: lowest, Label: games.Say(label), Short: games.Say("permutations.short.lowest"),
			Echo: whole.say(), Rest: games.Say("permutations.rest"), Move: bid.of(whole), X: -1,
		})
	}
	return step
}

// lowest is the value that ends an order of takes with all other cards of the pool, the lowest number first.
const lowest = "lowest"

// lowestFirst returns cards that were named, and then those that are left of some others, the lowest first.
func lowestFirst(named []Card, left Cards) []Card {
	return append(slices.Clip(named), (left &^ SetOf(named...)).list()...)
}

// costs are the games that one player won of 200 who named an order with each bid against others who named none, by the
// number of players: the order that a search finds best, and [lowest]. See opponent.md.
var costs = map[int][2]float64{2: {70, 49}, 3: {43, 59}, 4: {32.5, 44}, 5: {19.5, 32}}

// orderNote says what an order of takes costs; nothing where all give one, and to a player who did when they last could.
func (s state) orderNote(seat games.Seat) games.Text {
	if s.pos.Orders || s.orders.Has(int(seat)) {
		return games.Text{}
	}
	won, n := costs[s.pos.Humans], s.pos.Humans
	of100 := func(won float64) int { return int(math.Round(won / 2)) }
	return games.Say("permutations.note.order", "Even", 100/n, "Least", of100(min(won[0], won[1])), "Most", of100(max(won[0], won[1])))
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
		case value == lowest && verb == bid && i > 0 && cards.Count() > 1:
			b.Take, cards = lowestFirst(b.Take, cards), 0
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
