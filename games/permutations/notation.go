package permutations

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
)

// A verb is the kind of a move.
type verb string

const (
	bid  verb = "bid"
	take verb = "take"
)

// A typedMove is a move as it is written; its numbers need not be cards.
type typedMove struct {
	verb verb
	Bid  // or the card to take
}

// moveText matches a move in lower case with single spaces: an optional verb, a number,
// and perhaps more numbers. The function parse explains what is valid.
var (
	moveText   = regexp.MustCompile(`^(bid|take)? ?([0-9]{1,2})((?: ?take)?(?: [0-9]{1,2})+| ?take[0-9]{1,2}(?: [0-9]{1,2})*)?$`)
	separators = strings.NewReplacer("->", " ", ">", " ", ",", " ", ";", " ", ":", " ")
	number     = regexp.MustCompile(`[0-9]+`)
)

// Parse accepts capitals and commas, colons or > between the cards. The word "bid" may
// be left out if cards to take follow; a number alone is refused, as it could be a bid
// or a take.
func (Game) Parse(text string) (games.Move, error) {
	typed := spelt(text)
	t, ok := parse(typed)
	switch {
	case ok:
		return t.move(), nil
	case number.FindString(typed) == typed && len(typed) > 0 && len(typed) <= 2:
		return "", games.Refuse("permutations.refuse.bare", "Card", typed)
	}
	return "", refuseNotation(text)
}

// spelt returns a text in lower case, with single spaces for what separates cards.
func spelt(text string) string {
	return strings.Join(strings.Fields(separators.Replace(strings.ToLower(text))), " ")
}

// refuseNotation refuses a text that is no move.
func refuseNotation(typed string) error {
	return games.Refuse("permutations.refuse.notation", "Typed", typed, "Example", "bid 17")
}

// Read understands what Parse does. Where a bid is owed, it also understands one without "bid": a number alone, and one
// that ends with [lowest], and its refusals name the cards of the hand.
func (s state) Read(seat games.Seat, text string) (games.Move, error) {
	if !s.Bidding() {
		return Game{}.Parse(text)
	}
	if named, ok := strings.CutSuffix(strings.TrimSpace(strings.ToLower(text)), lowest); ok {
		m, err := s.Read(seat, named)
		if t, _ := parse(string(m)); t.verb == bid {
			t.Take = lowestFirst(t.Take, s.pos.Pool)
			return t.move(), nil
		}
		return m, err
	}
	if m, err := (Game{}).Parse(text); err == nil {
		return m, nil
	}
	if m, err := (Game{}).Parse(string(bid) + " " + text); err == nil {
		return m, nil
	}
	return "", s.refuseBid(seat, spelt(text))
}

// refuseBid says what is wrong with a text in lower case with single spaces that is no bid: its first word that is no
// card, or that a number is missing.
func (s state) refuseBid(seat games.Seat, text string) error {
	_, hand := s.options(seat)
	words, example := strings.Fields(strings.TrimPrefix(text, string(bid))), bid.of(Bid{Card: hand.lowest()})
	for i, word := range words {
		isNumber, long := number.FindString(word) == word, len(word) > 2
		switch {
		case i == 0 && !isNumber:
			return games.Refuse("permutations.refuse.no-card", "Typed", text, "Cards", spell(hand))
		case i == 0 && (long || len(words) == 1):
			return games.Refuse("permutations.refuse.bid", "Card", word, "Cards", spell(hand))
		case i == 1 && word == string(take):
			example = bid.of(Bid{cardOf(words[0]), []Card{s.pos.Pool.lowest()}})
		case i > 0 && (!isNumber || long):
			return games.Refuse("permutations.refuse.no-wish", "Typed", word, "Cards", spell(s.pos.Pool))
		}
	}
	return games.Refuse("permutations.refuse.number", "Like", string(example))
}

// Complete returns the take of a card whose number was typed, or the bid.
func (s state) Complete(seat games.Seat, part string) games.Move {
	may, _ := s.options(seat)
	m, _ := Game{}.Parse(string(may) + " " + part)
	return m
}

// parse reads a move in lower case with single spaces; ok is false if it is no move.
func parse(text string) (typedMove, bool) {
	m := moveText.FindStringSubmatch(text)
	if m == nil {
		return typedMove{}, false
	}
	t := typedMove{verb(m[1]), Bid{Card: cardOf(m[2])}}
	for _, n := range number.FindAllString(m[3], -1) {
		t.Take = append(t.Take, cardOf(n))
	}
	if t.verb == "" && len(t.Take) > 0 {
		t.verb = bid
	}
	return t, t.verb == bid || t.verb == take && len(t.Take) == 0
}

// cardOf reads a number of one or two digits. Any other text gives some card.
func cardOf(digits string) Card {
	n, _ := strconv.Atoi(digits)
	return Card(n)
}

// move returns the move in its one spelling.
func (t typedMove) move() games.Move { return t.verb.of(t.Bid) }

// of returns a move in its one spelling.
func (v verb) of(b Bid) games.Move {
	text := string(v) + " " + strconv.Itoa(int(b.Card))
	if len(b.Take) > 0 {
		text += " " + string(take)
	}
	for _, w := range b.Take {
		text += " " + strconv.Itoa(int(w))
	}
	return games.Move(text)
}

// Open returns a sealed bid without its wishes, which stay secret. Every other move is
// returned as it is.
func (Game) Open(m games.Move) games.Move {
	t, ok := parse(string(m))
	if !ok || t.verb != bid {
		return m
	}
	return bid.of(Bid{Card: t.Card})
}

// read parses a move and checks that a player's seat may make it now. Its refusals say
// what is allowed instead.
func (s state) read(seat games.Seat, m games.Move) (typedMove, error) {
	t, ok := parse(string(m))
	if !ok || t.move() != m {
		return typedMove{}, refuseNotation(string(m))
	}
	may, cards := s.options(seat)
	switch {
	case cards == 0:
		return typedMove{}, s.notNow(seat)
	case t.verb != may:
		return typedMove{}, games.Refuse("permutations.refuse.now-"+string(may), "Cards", spell(cards))
	case !cards.Has(t.Card):
		return typedMove{}, games.Refuse("permutations.refuse."+string(may), "Card", int(t.Card), "Cards", spell(cards))
	}
	return t, s.checkWish(t.Take, t.verb == bid && s.pos.Orders)
}

// notNow explains why a seat may not move.
func (s state) notNow(seat games.Seat) error {
	switch {
	case s.pos.asked(int(seat)):
		if own := s.View(seat).Words().Own; own.Key != "" {
			return games.Refuse("refuse.turn.own", "Player", games.Seat(s.pos.Next()), "Own", own)
		}
		return games.Refuse("refuse.turn", "Player", games.Seat(s.pos.Next()))
	case s.pos.Back.Has(int(seat)):
		return games.Refuse("permutations.refuse.back")
	}
	return games.Refuse("permutations.refuse.away")
}

// checkWish refuses wishes that are not in the pool or are named twice. An order of takes names every card of the pool;
// the last may be left out.
func (s state) checkWish(wish []Card, order bool) error {
	for i, c := range wish {
		if !s.pos.Pool.Has(c) {
			return games.Refuse("permutations.refuse.wish", "Card", int(c), "Cards", spell(s.pos.Pool))
		}
		if slices.Contains(wish[:i], c) {
			return games.Refuse("permutations.refuse.twice", "Card", int(c))
		}
	}
	if order && len(wish) < s.pos.Pool.Count()-1 {
		example := Bid{Take: lowestFirst(wish, s.pos.Pool)}
		return games.Refuse("permutations.refuse.order", "Order", example.order())
	}
	return nil
}

// order spells the numbers of the cards to take in their order.
func (b Bid) order() string {
	_, order, _ := strings.Cut(string(bid.of(b)), string(take)+" ")
	return order
}

// spell lists the numbers of cards.
func spell(cards Cards) games.Either {
	var names games.Either
	for _, c := range cards.list() {
		names = append(names, strconv.Itoa(int(c)))
	}
	return names
}
