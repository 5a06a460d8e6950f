package permutations

import (
	"slices"
	"strconv"
	"strings"

	"parlour/games"
)

// InWords says the pool, then of each seat its points, its bid and its cards. It implements [games.Spoken].
func (v View) InWords() games.Text {
	lines := []games.Text{games.Say("permutations.board.pool", "Cards", byColour(v.Pool))}
	if len(v.Pool) == 0 {
		lines = nil
	}
	for seat := range v.Sides {
		lines = append(lines, v.inWords(seat))
	}
	return games.Join("permutations.lines", lines...)
}

// inWords says what is known of a seat.
func (v View) inWords(seat int) games.Text {
	side := v.Sides[seat]
	points, cards := side.Total, side.Cards
	if v.Phase == Over {
		points = v.Scores[seat]
	}
	if side.HasBid {
		cards--
	}
	hand := v.held(seat)
	if len(hand) > 0 {
		cards = 0
	}
	return games.Say("permutations.board.seat", "Player", games.Seat(seat), "Out", v.isOut(seat), "Points", points,
		"Suns", side.Suns, "Did", v.did(seat), "Hand", byColour(hand), "Cards", cards, "Has", byColour(side.Collection))
}

// did says the bid of a seat and what it took.
func (v View) did(seat int) games.Text {
	side := v.Sides[seat]
	switch {
	case v.Phase == Over:
		return games.Text{}
	case v.Phase == Taking && v.Shown.Takes[seat] == None:
		return games.Say("permutations.board.waits", "Bid", int(side.Bid))
	case v.Phase == Taking:
		return games.Say("permutations.board.took", "Bid", int(side.Bid), "Card", int(v.Shown.Takes[seat]))
	case side.Bid == None && side.HasBid:
		return games.Say("permutations.board.has-bid")
	case side.Bid == None:
		return games.Say("permutations.board.owes")
	case v.Own != nil && v.Seat == games.Seat(seat) && len(v.Own.Take) > 0:
		return games.Say("permutations.board.wishes", "Bid", int(side.Bid), "Cards", games.Either(numbers(v.Own.Take)))
	}
	return games.Say("permutations.board.bids", "Bid", int(side.Bid))
}

// byColour says cards by their colours, nothing of none. The cards without a colour come last.
func byColour(cards []Card) games.Text {
	var all []games.Text
	for colour := Red; colour <= NoColour; colour++ {
		set := slices.DeleteFunc(slices.Clone(cards), func(c Card) bool { return c.Colour() != colour })
		name := games.Text{}
		if int(colour) < Colours {
			name = games.Say("permutations.colour." + colourNames[colour])
		}
		if len(set) > 0 {
			all = append(all, games.Say("permutations.board.set", "Colour", name, "Numbers", strings.Join(numbers(set), " ")))
		}
	}
	return games.Join("permutations.then", all...)
}

// numbers writes the numbers of cards.
func numbers(cards []Card) (all []string) {
	for _, c := range cards {
		all = append(all, strconv.Itoa(int(c)))
	}
	return all
}
