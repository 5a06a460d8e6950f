package imaging

import (
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
)

// rows draws a row for each seat.
func (b *permutationsBoard) rows() {
	n := len(b.view.Sides)
	tall := (b.bottom - b.top - permutationsRows) / float64(n)
	for seat := range n {
		y := b.top + permutationsRows + tall*float64(seat)
		b.edge(seat, y, tall)
		b.head(seat, y)
		b.cards(seat, y, tall)
	}
}

// edge draws the line above a row, and the bar of a seat that is to move.
func (b *permutationsBoard) edge(seat int, y, tall float64) {
	b.c.rect(b.c.at800(0, y-1, Size, 2), b.c.pal.floor)
	if b.turn(seat) {
		b.c.slab(b.c.at800(5, y+7, edge8, tall-13), b.c.px(4), b.c.pal.paper)
	}
}

// head draws the upper line of a row: the name, the score and the counts, or what the points
// of the last round are made of.
func (b *permutationsBoard) head(seat int, y float64) {
	mid := y + permutationsHead/2
	if b.view.Recounts() {
		b.name(seat, 22, mid, 244-b.total(seat, 278, mid))
		b.recount(seat, len(b.view.Parts)-1, 304, 690, mid)
		b.suns(seat, 702, mid)
		return
	}
	b.name(seat, 22, mid, 358-b.total(seat, 392, mid))
	b.soFar(seat, 398, mid)
	b.counts(seat, 494, 102, mid)
}

// name writes the name of a seat, brightly if it is to move or has won.
func (b *permutationsBoard) name(seat int, x, mid, room float64) {
	l := label{text: at(b.names, seat), style: style{size: textName}, ink: b.c.pal.quiet(), x: x, y: mid, room: room}
	if b.turn(seat) || b.won(seat) {
		l.style.bold, l.ink = true, b.c.pal.bright()
	}
	b.write(l)
}

// total writes the points of the finished rounds so that they end at a point, and returns
// their width.
func (b *permutationsBoard) total(seat int, right, mid float64) float64 {
	return b.write(label{text: strconv.Itoa(b.view.Sides[seat].Total), style: style{true, textName}, ink: b.c.pal.bright(),
		x: right, y: mid, align: 1, room: 72})
}

// soFar writes the points of the present round as it stands.
func (b *permutationsBoard) soFar(seat int, x, mid float64) {
	cards := permutations.SetOf(b.view.Sides[seat].Collection...)
	points := permutations.Score(cards, games.Seat(seat) == b.view.Moon)
	l := label{text: "+", style: style{size: textSmall}, ink: b.c.pal.quiet(), x: x, y: mid}
	l.x += b.write(l)
	l.text = strconv.Itoa(points)
	b.write(l)
}

// counts writes the stars and moons that a seat collected in this round, and the suns of all
// rounds, from x on.
func (b *permutationsBoard) counts(seat int, x, pitch, mid float64) {
	var n [permutations.Sun + 1]int
	for _, card := range b.view.Sides[seat].Collection {
		n[card.Icon()]++
	}
	b.count(permutations.Star, n[permutations.Star], x, mid, b.c.pal.bright())
	moon := b.c.pal.bright()
	if games.Seat(seat) == b.view.Moon {
		moon = b.c.pal.onPaper()
	}
	b.count(permutations.Moon, n[permutations.Moon], x+pitch, mid, moon)
	b.suns(seat, x+2*pitch, mid)
}

// suns writes the suns that a seat collected in all rounds.
func (b *permutationsBoard) suns(seat int, x, mid float64) {
	i := b.c.pal.bright()
	if games.Seat(seat) == b.view.Burning {
		i = b.c.pal.danger
	}
	b.count(permutations.Sun, b.view.Sides[seat].Suns, x, mid, i)
}

// count draws an icon and a number beside it, on a pill if their ground is another than the
// table's.
func (b *permutationsBoard) count(icon permutations.Icon, n int, x, mid float64, i ink) {
	if i.ground != b.c.pal.ground {
		b.c.slab(b.c.at800(x, mid-19, 78, 38), b.c.px(10), i.ground)
	}
	permutationsIcon(b.c, icon, b.c.px(x+22), b.c.px(mid), b.c.px(13), i.text)
	b.write(label{text: strconv.Itoa(n), style: style{true, textSmall}, ink: i, x: x + 40, y: mid, room: 38})
}

// A rowLayout says how the cards of a row lie.
type rowLayout struct {
	y, wide, high float64 // of a card
	look          cardLook
}

// The lengths along the cards of a row, besides those of the cards. Cards begin at even
// pixels, so that equal ones are equal bytes.
const (
	rowLeft  = 20.0  // the bid
	rowRight = 788.0 // the end of the hand
	rowBid   = 14.0  // from the bid to the collection
	rowSet   = 6.0   // between two sets, beside rowCard
	rowCard  = 2.0   // between two cards
	rowHand  = 7.0   // on both sides of the line before the hand
)

// place returns the place of a card in a row.
func (b *permutationsBoard) place(l rowLayout, x float64) box {
	return b.c.at800(x, l.y, l.wide, l.high)
}

// cards draws the lower part of a row: the bid, the collection and the hand.
func (b *permutationsBoard) cards(seat int, y, tall float64) {
	l := rowLayout{y: y + permutationsHead + 4, wide: 64, high: tall - permutationsHead - 12}
	if len(b.view.Sides) < 5 {
		l.wide = 58 // for twelve cards
	}
	if l.high > 1.4*l.wide {
		l.look = cardNarrow
	}
	b.bid(seat, l)

	var (
		fresh  box
		buffer [permutationsMost]permutations.Card
	)
	x := rowLeft + l.wide + rowBid
	cards := grouped(&buffer, b.view.Sides[seat].Collection)
	for i, card := range cards {
		if i > 0 && card.Colour() != cards[i-1].Colour() {
			x += rowSet
		}
		at := b.place(l, x)
		permutationsFront(b.c, at, card, l.look)
		if b.newest(seat, card) {
			fresh = at
		}
		x += l.wide + rowCard
	}
	if fresh.w > 0 {
		b.frame(fresh)
	}
	if x = b.hand(seat, l); x < rowRight {
		b.c.rect(b.c.at800(x-rowHand-1, l.y-2, 2, l.high+4), b.c.pal.floor)
	}
}

// newest reports whether a seat took a card in the last auction, which is marked unless a move
// is considered.
func (b *permutationsBoard) newest(seat int, card permutations.Card) bool {
	a := b.view.Shown
	return a != nil && b.view.Making == nil && !b.preview && seat < len(a.Takes) && a.Takes[seat] == card
}

// bid draws the bid of a seat: the card once all may see it, its back while it is sealed, and
// dashes while the seat owes it.
func (b *permutationsBoard) bid(seat int, l rowLayout) {
	side, place := b.view.Sides[seat], b.place(l, rowLeft)
	switch {
	case b.view.Phase == permutations.Over:
	case side.Bid >= 0:
		permutationsFront(b.c, place, side.Bid, l.look)
	case side.HasBid:
		permutationsBack(b.c, place)
	default:
		line := b.c.px(4)
		b.c.dashed(place.grow(-line), b.c.px(8), line, b.c.pal.paper)
	}
}

// hand draws a hand at the right of a row, without the bid that lies on the table: its cards
// if they are known, else their number on one back. It returns where the hand begins. After a
// round its cards lie in the sets that scored.
func (b *permutationsBoard) hand(seat int, l rowLayout) float64 {
	side := b.view.Sides[seat]
	if side.Hand == nil {
		return b.hidden(side, l)
	}
	var buffer [permutationsMost]permutations.Card
	cards := side.Hand
	if b.view.Recounts() {
		cards = grouped(&buffer, cards)
	}
	x, last := rowRight, permutations.None
	for i := len(cards) - 1; i >= 0; i-- {
		card := cards[i]
		if card == side.Bid && b.view.Phase == permutations.Bidding {
			continue
		}
		if last != permutations.None {
			x -= rowCard
			if b.view.Recounts() && card.Colour() != last.Colour() {
				x -= rowSet
			}
		}
		x, last = x-l.wide, card
		permutationsFront(b.c, b.place(l, x), card, l.look)
	}
	return x
}

// hidden draws the back of a hand that is not known, with the number of its cards.
func (b *permutationsBoard) hidden(side permutations.Side, l rowLayout) float64 {
	n := side.Cards
	if side.HasBid {
		n--
	}
	if n <= 0 {
		return rowRight
	}
	x := rowRight - l.wide
	at := b.place(l, x)
	b.c.slab(at, b.c.px(6), b.c.pal.dim)
	mid, y := at.mid()
	b.c.write(label{text: strconv.Itoa(n), style: style{true, b.c.px(34)}, ink: b.c.pal.onDim(), x: mid, y: y, align: 0.5})
	return x
}
