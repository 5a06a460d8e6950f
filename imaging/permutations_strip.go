package imaging

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"parlour/games/permutations"
)

const (
	countPitch = 9.8  // from a count to the next, in units
	cardPitch  = 0.98 // from a card to the next of its set, in its width
)

// column returns the middle of the points of a round.
func (b *permutationsBoard) column(round int) float64 {
	return (79.8 + 7.4*float64(round)) * unit
}

// strip draws all that is known of one seat: what is counted above, the cards
// below, the bid on a ground of its own.
func (b *permutationsBoard) strip(seat int, name, side string) {
	y := b.stripTop + float64(seat)*b.stripTall
	whole := box{margin * unit, y * unit, (100 - 2*margin) * unit, (b.stripTall - stripGap) * unit}
	plate := box{whole.x, whole.y, plateWide * unit, b.plateTall * unit}
	w, pad, under := b.cardWide*unit, stripPad*unit, plate.y+plate.h
	b.round(whole, 1.4*unit)
	b.fill(b.pal.board)
	b.round(box{whole.x, under - plate.h/2, w + 2*pad, whole.y + whole.h - under + plate.h/2}, 1.4*unit)
	b.fill(b.pal.seat.ground)
	b.lowPlate(plate, b.seatOf(seat, name, side))
	b.counts(seat, plate.y+plate.h/2)
	b.sheet(seat, plate.y+plate.h/2)

	place := box{whole.x + pad, (under + whole.y + whole.h - tall*w) / 2, w, tall * w}
	b.bid(seat, place)
	place.x += w + 2.6*unit
	b.collection(seat, place)
	place.x = whole.x + whole.w - pad
	b.smallHand(seat, place)
}

// counts draws how many stars and moons a seat has collected in the round, and
// how many suns in the game; a ground marks who leads in moons, and in suns.
func (b *permutationsBoard) counts(seat int, y float64) {
	cards := b.view.Sides[seat].Collection
	moon, sun := b.pal.sheet, b.pal.sheet
	if seat == b.moons {
		moon = b.pal.leading
	}
	if seat == b.suns {
		sun = b.pal.endangered
	}
	x := (margin + plateWide + 0.6) * unit
	b.count(permutations.Star, len(only(permutations.Star, cards)), x, y, b.pal.sheet)
	b.count(permutations.Moon, len(only(permutations.Moon, cards)), x+countPitch*unit, y, moon)
	b.count(permutations.Sun, b.view.Sides[seat].Suns, x+2*countPitch*unit, y, sun)
}

// count draws an icon and a number beside it.
func (b *permutationsBoard) count(icon permutations.Icon, n int, x, y float64, i ink) {
	h := b.plateTall * unit
	if i.ground != b.pal.board {
		b.round(box{x, y - h/2, (countPitch - 0.6) * unit, h}, 0.3*h)
		b.fill(i.ground)
	}
	b.icon(icon, x+2.6*unit, y, 0.34*h)
	b.fill(i.text)
	b.write(label{text: strconv.Itoa(n), style: style{true, 0.66 * h}, ink: i, x: x + 5*unit, y: y, room: 3.8 * unit})
}

// sheet writes the points by round: those of the finished rounds, and in brackets
// what the present one would score as it stands.
func (b *permutationsBoard) sheet(seat int, y float64) {
	l := label{style: style{true, 0.66 * b.plateTall * unit}, ink: b.pal.sheet, y: y, align: 0.5, room: 7 * unit}
	for round, points := range b.view.Rounds {
		l.x, l.text = b.column(round), strconv.Itoa(nth(points, seat))
		b.write(l)
	}
	if b.view.Round != len(b.view.Rounds)+1 || b.view.Phase == permutations.Over {
		return
	}
	cards := permutations.SetOf(b.view.Sides[seat].Collection...)
	l.x, l.text = b.column(len(b.view.Rounds)), fmt.Sprintf("(%d)", permutations.Score(cards, seat == b.moons))
	l.style.bold, l.ink = false, b.pal.sheetNow
	b.write(l)
}

// nth returns a number of a list, or 0 where it is short.
func nth(list []int, i int) int {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// bid draws the bid of a seat: face up once it is shown to all, face down while
// it is sealed, an empty place while it is owed. After the game it is the place
// of the seat.
func (b *permutationsBoard) bid(seat int, place box) {
	side, v := b.view.Sides[seat], b.view
	me, _ := b.looker()
	switch {
	case v.Phase == permutations.Over:
		if v.Ended == permutations.Played && seat < len(v.Places) {
			b.write(label{text: strconv.Itoa(v.Places[seat]), style: style{true, 0.8 * place.w}, ink: b.pal.seat,
				x: place.x + place.w/2, y: place.y + place.h/2, align: 0.5, room: place.w})
		}
	case side.Bid != permutations.None && (v.Phase == permutations.Taking || seat != me || side.Dummy):
		b.front(place, side.Bid)
	case side.HasBid:
		b.back(place, "")
	default:
		b.slot(place)
	}
}

// collection draws what a seat has collected in the round, in sets by colour.
func (b *permutationsBoard) collection(seat int, place box) {
	cards := slices.Clone(b.view.Sides[seat].Collection)
	slices.SortFunc(cards, func(x, y permutations.Card) int {
		return cmp.Or(cmp.Compare(x.Colour(), y.Colour()), cmp.Compare(x, y))
	})
	var last box
	for i, card := range cards {
		if i > 0 && card.Colour() != cards[i-1].Colour() {
			place.x += 0.22 * place.w
		}
		b.front(place, card)
		if b.fresh(seat, card) {
			last = place
		}
		place.x += cardPitch * place.w
	}
	if last.w > 0 {
		b.frame(last)
	}
}

// fresh reports whether a card is what a seat took in the last auction.
func (b *permutationsBoard) fresh(seat int, card permutations.Card) bool {
	a := b.view.Shown
	return a != nil && seat >= 0 && seat < len(a.Takes) && a.Takes[seat] == card
}

// frame marks a card as taken last.
func (b *permutationsBoard) frame(place box) {
	inside := place.grow(-0.2 * unit)
	b.round(inside.grow(-0.35*unit), 0.1*place.w)
	b.stroke(b.pal.halo, 0.4*unit)
	b.round(inside, 0.13*place.w)
	b.stroke(b.pal.accent, 0.5*unit)
}

// smallHand draws a hand so that it ends at the left end of a place: its cards
// where they are known, else one face down with how many they are. A bid that
// lies out is not among them. That of who looks is drawn elsewhere.
func (b *permutationsBoard) smallHand(seat int, place box) {
	side := b.view.Sides[seat]
	if me, ok := b.looker(); ok && me == seat {
		return
	}
	w := 0.74 * place.w
	place = box{place.x - w, place.y + place.h - tall*w, w, tall * w}
	if side.Hand == nil && side.Cards > 0 {
		n := side.Cards
		if side.HasBid {
			n--
		}
		b.back(place, strconv.Itoa(n))
		return
	}
	for _, card := range slices.Backward(side.Hand) {
		if card == side.Bid && b.view.Phase == permutations.Bidding {
			continue
		}
		b.front(place, card)
		if b.fresh(seat, card) {
			b.frame(place)
		}
		place.x -= 1.02 * w
	}
}

// judge finds who has the moon bonus of the round, and against whom the suns go,
// as it stands. At the end of the game the last round still lies there.
func (b *permutationsBoard) judge() {
	b.moons, b.suns = -1, -1
	var moons, suns int
	var lowest permutations.Card
	for seat, side := range b.view.Sides {
		own := only(permutations.Moon, side.Collection)
		if n := len(own); n > moons || n > 0 && n == moons && own[0] < lowest {
			b.moons, moons, lowest = seat, n, own[0]
		}
		if n := side.Suns; n > suns || n > 0 && n == suns && b.lowerSuns(seat, b.suns) {
			b.suns, suns = seat, n
		}
	}
}

// lowerSuns reports whether a tie in suns goes against seat x rather than y: who
// has the lower ones, else who took the lowest in the later round.
func (b *permutationsBoard) lowerSuns(x, y int) bool {
	mine, mineFrom := b.sunsOf(x)
	theirs, theirsFrom := b.sunsOf(y)
	return cmp.Or(slices.Compare(mine, theirs), theirsFrom-mineFrom) < 0
}

// sunsOf returns the suns of a seat over all rounds, ascending, and the round
// that the lowest is from.
func (b *permutationsBoard) sunsOf(seat int) (all []permutations.Card, from int) {
	rounds := slices.Clone(b.view.Past)
	if len(rounds) < b.view.Round {
		rounds = append(rounds, nil)
	}
	for round, past := range rounds {
		cards := b.view.Sides[seat].Collection
		if seat < len(past) {
			cards = past[seat]
		}
		cards = only(permutations.Sun, cards)
		if len(cards) > 0 && (len(all) == 0 || cards[0] <= all[0]) {
			from = round
		}
		all = append(all, cards...)
		slices.Sort(all)
	}
	return all, from
}

// only returns the cards that have an icon, ascending.
func only(icon permutations.Icon, cards []permutations.Card) []permutations.Card {
	var some []permutations.Card
	for _, card := range cards {
		if card.Icon() == icon {
			some = append(some, card)
		}
	}
	slices.Sort(some)
	return some
}
