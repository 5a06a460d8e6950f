package permutations

import (
	"slices"
	"strconv"

	"parlour/games"
)

// Words says what the last ply set off, and the totals.
func (v View) Words() games.Words {
	w := games.Words{
		Last: v.last(), Score: v.score(), Owes: games.Say("permutations.owes." + string(Bidding)),
		Dummies: len(v.Sides) - v.Humans,
	}
	if v.Phase == Taking {
		w.Owes = games.Say("permutations.owes." + string(Taking))
	}
	if v.Phase == Bidding && v.Own != nil {
		w.Own = v.Own.say()
	}
	return w
}

// say says a bid with what it would take.
func (b Bid) say() games.Text {
	if len(b.Take) == 0 {
		return games.Say("permutations.own", "Card", say(b.Card))
	}
	last := len(b.Take) - 1
	wish := say(b.Take[last])
	for _, c := range slices.Backward(b.Take[:last]) {
		wish = games.Say("permutations.own.then", "Card", say(c), "Rest", wish)
	}
	return games.Say("permutations.own.wish", "Card", say(b.Card), "Wish", wish)
}

// score says how it stands.
func (v View) score() games.Text {
	var seats []games.Seat
	var totals []int
	for seat, side := range v.Sides {
		seats, totals = append(seats, games.Seat(seat)), append(totals, side.Total)
	}
	if v.Phase == Over {
		return games.Say("permutations.score.over", "Totals", pairs(seats, v.Scores))
	}
	return games.Say("permutations.score", "Round", v.Round, "Auction", v.Auction, "Auctions", v.Auctions,
		"Totals", pairs(seats, totals))
}

// last says the news, a sentence for each. That the last one to bid has bid need
// not be said beside the bids.
func (v View) last() []games.Text {
	var said []games.Text
	for i, e := range v.News {
		if e.Kind != Sealed || i == len(v.News)-1 {
			said = append(said, v.say(e))
		}
	}
	return said
}

// say says one event.
func (v View) say(e Event) games.Text {
	key := "permutations.last." + string(e.Kind)
	switch e.Kind {
	case Revealed, Taken:
		return games.Say(key, "List", pairs(e.Seats, e.Numbers))
	case Scored:
		return games.Say(key, "Round", len(v.Rounds), "List", pairs(e.Seats, e.Numbers))
	case Burnt:
		return games.Say(key, "Player", e.Seats[0], "Count", e.Numbers[0])
	}
	return games.Say(key, "Player", e.Seats[0])
}

// pairs lists seats, each with its number.
func pairs(seats []games.Seat, numbers []int) games.Text {
	var args []any
	for i, seat := range seats {
		n := strconv.Itoa(i + 1)
		args = append(args, "Player"+n, seat, "Number"+n, numbers[i])
	}
	return games.Say("permutations.list."+strconv.Itoa(len(seats)), args...)
}

// say names a card with its colour and icon.
func say(c Card) games.Text {
	icon := [...]string{"", "star", "moon", "sun"}[c.Icon()]
	switch c {
	case Multicoloured:
		return games.Say("permutations.card.multicoloured")
	case Colourless:
		return games.Say("permutations.card.colourless")
	}
	colour := [...]string{"red", "yellow", "green", "blue"}[c.Colour()]
	return games.Say("permutations.card."+icon, "Number", int(c), "Colour", games.Say("permutations.colour."+colour))
}
