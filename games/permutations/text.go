package permutations

import (
	"fmt"
	"strconv"
	"strings"

	"parlour/games"
)

// String writes the board in notation: round and auction, the pool in braces,
// and for each seat its number (D for the dummies), its total, its suns, its bid
// and take, its hand in parentheses, or how many cards that are, and its
// collection in brackets. A letter after a card is its colour.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:%d/%d  {%s}\n", v.Round, v.Auction, v.Auctions, spread(v.Pool))
	for seat, side := range v.Sides {
		mark := " "
		if v.Seat == games.Seat(seat) {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s%-2s %3d *%-2d %s", mark, v.name(seat), side.Total, side.Suns, v.deal(seat))
		if side.Hand == nil {
			fmt.Fprintf(&b, " (%d)", side.Cards)
		} else if len(side.Hand) > 0 {
			fmt.Fprintf(&b, "\n   (%s)", spread(side.Hand))
		}
		if len(side.Collection) > 0 {
			fmt.Fprintf(&b, "\n   [%s]", spread(side.Collection))
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// name numbers the players from 1, with a d where a dummy plays for one, and the
// dummies.
func (v View) name(seat int) string {
	switch {
	case seat >= v.Humans:
		return "D" + strconv.Itoa(seat-v.Humans+1)
	case v.Sides[seat].Dummy || v.Sides[seat].Away:
		return strconv.Itoa(seat+1) + "d"
	}
	return strconv.Itoa(seat + 1)
}

// deal writes the bid of a seat, with ? for one that is not shown and - for one
// that is not made; the looker's own with what it would take, best first; and in
// the take phase its take.
func (v View) deal(seat int) string {
	side := v.Sides[seat]
	switch {
	case v.Phase == Over:
		return fmt.Sprint("= ", v.Scores[seat])
	case v.Phase == Taking && v.Shown.Takes[seat] == None:
		return "bid " + spell1(side.Bid) + " take   -"
	case v.Phase == Taking:
		return "bid " + spell1(side.Bid) + " take " + spell1(v.Shown.Takes[seat])
	case side.Bid != None:
		return "bid " + spell1(side.Bid) + v.wishes(seat)
	case side.HasBid:
		return "bid   ?"
	}
	return "bid   -"
}

// wishes writes what the looker would take.
func (v View) wishes(seat int) string {
	if v.Own == nil || v.Seat != games.Seat(seat) || len(v.Own.Take) == 0 {
		return ""
	}
	return " >" + spread(v.Own.Take)
}

// spread writes cards in columns of equal width.
func spread(cards []Card) string {
	all := make([]string, len(cards))
	for i, c := range cards {
		all[i] = spell1(c)
	}
	return strings.Join(all, " ")
}

// spell1 writes one card in three characters, with the letter of its colour.
func spell1(c Card) string {
	number := strconv.Itoa(int(c))
	return " "[len(number)-1:] + number + "rygb  "[c.Colour():][:1]
}
