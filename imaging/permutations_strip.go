package imaging

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
)

// column returns the middle of the column of points of a round.
func (b *permutationsBoard) column(round int) float64 {
	return (79.8 + 7.4*float64(round)) * unit
}

// strip draws everything known of a seat: its counts above, its cards below, and its bid on a
// ground of its own.
func (b *permutationsBoard) strip(seat int, name, side string) {
	y := b.stripTop + float64(seat)*b.stripTall
	whole := box{margin * unit, y * unit, (100 - 2*margin) * unit, (b.stripTall - permutationsGap) * unit}
	plate := box{whole.x, whole.y, permutationsPlate * unit, b.plateTall * unit}
	w, pad, under := b.cardWide*unit, permutationsPad*unit, plate.y+plate.h
	b.c.slab(whole, 1.4*unit, b.c.pal.board)
	b.c.slab(box{whole.x, under - plate.h/2, w + 2*pad, whole.y + whole.h - under + plate.h/2}, 1.4*unit, b.c.pal.seat.ground)
	drawPlates(b.c, plate, []player{b.seatOf(seat, name, side)}, drawLowPlate)
	b.counts(seat, plate.y+plate.h/2)
	b.sheet(seat, plate.y+plate.h/2)

	place := box{whole.x + pad, (under + whole.y + whole.h - permutationsTall*w) / 2, w, permutationsTall * w}
	b.bid(seat, place)
	place.x += w + 2.6*unit
	b.collection(seat, place)
	place.x = whole.x + whole.w - pad
	b.smallHand(seat, place)
}

// counts draws the number of stars and moons that a seat has collected in the round, and of
// suns in the game. A bright ground marks the seat that leads in moons, or in suns.
func (b *permutationsBoard) counts(seat int, y float64) {
	moon, sun := b.c.pal.sheet, b.c.pal.sheet
	if games.Seat(seat) == b.view.Moon {
		moon = b.c.pal.leading
	}
	if games.Seat(seat) == b.view.Burning {
		sun = b.c.pal.endangered
	}
	var n [permutations.Sun + 1]int
	for _, card := range b.view.Sides[seat].Collection {
		n[card.Icon()]++
	}
	x, pitch := (margin+permutationsPlate+0.6)*unit, permutationsCount*unit
	b.count(permutations.Star, n[permutations.Star], x, y, b.c.pal.sheet)
	b.count(permutations.Moon, n[permutations.Moon], x+pitch, y, moon)
	b.count(permutations.Sun, b.view.Sides[seat].Suns, x+2*pitch, y, sun)
}

// count draws an icon and a number beside it.
func (b *permutationsBoard) count(icon permutations.Icon, n int, x, y float64, i ink) {
	h := b.plateTall * unit
	if i.ground != b.c.pal.board {
		b.c.slab(box{x, y - h/2, (permutationsCount - 0.6) * unit, h}, 0.3*h, i.ground)
	}
	b.c.stamp(key{what: "icon", args: [4]int{int(icon)}, ink: i.text}, around(x+2.6*unit, y, 0.45*h), func(at box) {
		x, y := at.mid()
		iconPath(b.c.pen, icon, x, y, 0.34*h)
		b.c.fill(i.text)
	})
	b.c.write(label{text: strconv.Itoa(n), style: style{true, 0.66 * h}, ink: i, x: x + 5*unit, y: y, room: 3.8 * unit})
}

// sheet writes the points of the finished rounds and, in brackets, the score of the present
// round as it stands.
func (b *permutationsBoard) sheet(seat int, y float64) {
	l := label{style: style{true, 0.66 * b.plateTall * unit}, ink: b.c.pal.sheet, y: y, align: 0.5, room: 7 * unit}
	for round, points := range b.view.Rounds {
		if seat < len(points) {
			l.x, l.text = b.column(round), strconv.Itoa(points[seat])
			b.c.write(l)
		}
	}
	if b.view.Round != len(b.view.Rounds)+1 || b.view.Phase == permutations.Over {
		return
	}
	cards := permutations.SetOf(b.view.Sides[seat].Collection...)
	l.x, l.text = b.column(len(b.view.Rounds)), fmt.Sprintf("(%d)", permutations.Score(cards, games.Seat(seat) == b.view.Moon))
	l.style.bold, l.ink = false, b.c.pal.sheetNow
	b.c.write(l)
}

// bid draws the bid of a seat: the card once all may see it, its back while it is sealed, and
// an outline while the seat owes it. After the game it writes the rank of the seat instead.
func (b *permutationsBoard) bid(seat int, place box) {
	side, v := b.view.Sides[seat], b.view
	me, _ := b.looker()
	switch {
	case v.Phase == permutations.Over:
		if v.Ended == permutations.Played && seat < len(v.Places) {
			b.c.write(label{text: strconv.Itoa(v.Places[seat]), style: style{true, 0.8 * place.w}, ink: b.c.pal.seat,
				x: place.x + place.w/2, y: place.y + place.h/2, align: 0.5, room: place.w})
		}
	case side.Bid != permutations.None && (v.Phase == permutations.Taking || seat != me || side.Dummy):
		drawFront(b.c, place, side.Bid)
	case side.HasBid:
		drawBack(b.c, place, "")
	default:
		drawSlot(b.c, place)
	}
}

// collection draws the cards that a seat has collected in the round, in sets by colour.
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
		drawFront(b.c, place, card)
		if b.fresh(seat, card) {
			last = place
		}
		place.x += permutationsStep * place.w
	}
	if last.w > 0 {
		b.frame(last)
	}
}

// fresh reports whether a seat took a card in the last auction.
func (b *permutationsBoard) fresh(seat int, card permutations.Card) bool {
	a := b.view.Shown
	return a != nil && seat >= 0 && seat < len(a.Takes) && a.Takes[seat] == card
}

// frame draws the frame of a card that was taken last.
func (b *permutationsBoard) frame(place box) {
	b.c.stamp(key{what: "frame"}, place.grow(0.1*unit), func(at box) {
		inside := at.grow(-0.3 * unit)
		b.c.round(inside.grow(-0.35*unit), 0.1*place.w)
		b.c.stroke(b.c.pal.halo, 0.4*unit)
		b.c.round(inside, 0.13*place.w)
		b.c.stroke(b.c.pal.accent, 0.5*unit)
	})
}

// smallHand draws a hand that ends at the left edge of a place: its cards if they are known,
// else one back with their number. A bid on the table does not count. The hand of the seat that
// looks is drawn by [permutationsBoard.ownHand].
func (b *permutationsBoard) smallHand(seat int, place box) {
	side := b.view.Sides[seat]
	if me, ok := b.looker(); ok && me == seat {
		return
	}
	w := 0.74 * place.w
	place = box{place.x - w, place.y + place.h - permutationsTall*w, w, permutationsTall * w}
	if side.Hand == nil && side.Cards > 0 {
		n := side.Cards
		if side.HasBid {
			n--
		}
		drawBack(b.c, place, strconv.Itoa(n))
		return
	}
	for _, card := range slices.Backward(side.Hand) {
		if card == side.Bid && b.view.Phase == permutations.Bidding {
			continue
		}
		drawFront(b.c, place, card)
		if b.fresh(seat, card) {
			b.frame(place)
		}
		place.x -= 1.02 * w
	}
}
