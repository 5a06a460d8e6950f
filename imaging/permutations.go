package imaging

import (
	"fmt"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
)

// drawPermutations draws a table of Permutations: the pool on top, then a strip for each seat,
// and below them the hand of the seat that looks, with its bid lifted. Under each card of the
// pool is the seat that bid it, and under a gap the seat that took the card from there.
//
// A strip shows the seat's bid at the left, with its back up while it is sealed; the
// collection in sets, with a frame around the card taken last; and the hand, small, at the
// right. Above these are the stars and moons of the round, the suns of the game and the points
// by round. A brighter ground marks the seat that has the moon bonus as it stands, and the
// seat that loses its points to the suns.
func drawPermutations(c *canvas, p Drawing, v permutations.View) error {
	if err := checkPermutations(v); err != nil {
		return err
	}
	b := permutationsBoard{c: c, view: v, preview: p.Preview != "", owner: make(map[permutations.Card]int)}
	if v.Shown != nil && v.Phase != permutations.Taking {
		for seat, card := range v.Shown.Bids {
			b.owner[card] = seat
		}
	}
	b.measure()
	drawCard(c, b.preview)
	b.pool()
	b.heading(p.Title)
	for seat := range v.Sides {
		b.strip(seat, at(p.Names, seat), at(p.Sides, seat))
	}
	b.ownHand()
	drawFooter(c, p)
	return nil
}

// checkPermutations returns an error for a view that does not hold together.
func checkPermutations(v permutations.View) error {
	n := len(v.Sides)
	bad := n < 2 || n > 5 || v.Auctions < 1 || v.Auctions > permutationsMost || len(v.Rounds) > 3
	bad = bad || !permutationsFit(v.Pool, n)
	for _, side := range v.Sides {
		bad = bad || !permutationsFit(side.Hand, permutationsMost) || !permutationsFit(side.Collection, permutationsMost)
		bad = bad || !permutationsFit([]permutations.Card{max(0, side.Bid)}, 1)
	}
	if a := v.Shown; a != nil {
		bad = bad || !permutationsFit(a.Pool, n) || len(a.Bids) != n || len(a.Takes) != n
	}
	if bad {
		return fmt.Errorf("%w: a table of %d seats with other cards than the game has", ErrNoPicture, n)
	}
	return nil
}

// permutationsFit reports whether cards are at most n, and all cards of the game.
func permutationsFit(cards []permutations.Card, n int) bool {
	return len(cards) <= n && !slices.ContainsFunc(cards, func(c permutations.Card) bool {
		return c < 0 || c > permutations.Colourless
	})
}

// A permutationsBoard is a table of Permutations being drawn.
type permutationsBoard struct {
	c       *canvas
	view    permutations.View
	preview bool
	owner   map[permutations.Card]int // the seats that bid the cards of the pool

	hand []permutations.Card // of the seat that looks

	// Lengths in units.
	poolTall  float64
	stripTop  float64
	stripTall float64 // with the gap to the next
	plateTall float64
	cardWide  float64 // in a strip
}

// The places of the parts of a picture of Permutations, in units.
const (
	permutationsTop   = 1.8   // the pool
	permutationsEnd   = 108.2 // the lower edge of the last strip, or of the hand
	permutationsGap   = 0.8   // between two strips
	permutationsPad   = 0.8   // between the edge of a strip and its cards
	permutationsPlate = 44.6  // the width of the plate of a seat
	permutationsCount = 9.8   // from the count of an icon to the next
)

// Counts and ratios of a table of Permutations.
const (
	permutationsMost = 11   // cards in a hand at most
	permutationsTall = 1.42 // the height of a card by its width
	permutationsStep = 0.98 // from a card to the next of its set, by its width
)

// looker returns the seat that looks; ok is false for a spectator.
func (b *permutationsBoard) looker() (seat int, ok bool) {
	seat = int(b.view.Seat)
	return seat, seat >= 0 && seat < len(b.view.Sides)
}

// measure lays the table out. Without a hand to draw, the strips and the pool are larger.
func (b *permutationsBoard) measure() {
	bottom := permutationsEnd
	b.poolTall = 19
	if seat, ok := b.looker(); ok && len(b.view.Sides[seat].Hand) > 0 {
		b.hand = b.view.Sides[seat].Hand
		b.poolTall = 16.4
		bottom -= 14.4
	}
	b.stripTop = permutationsTop + b.poolTall
	b.stripTall = (bottom - b.stripTop) / float64(len(b.view.Sides))
	b.plateTall = within(4.2, 0.29*b.stripTall, 5.2)
	room := b.stripTall - permutationsGap - b.plateTall - 2*permutationsPad
	b.cardWide = min(room/permutationsTall, 7.3)
}

// seatOf returns the player of a seat, for the plate of its strip.
func (b *permutationsBoard) seatOf(seat int, name, side string) player {
	v := b.view
	p := player{name: name, side: side, points: strconv.Itoa(b.total(seat)), turn: b.turn(seat)}
	if v.Ended == permutations.Played && !b.preview && seat < len(v.Places) {
		p.won = v.Places[seat] == 1
	}
	p.icon, p.piece = func(x, y, size float64) { b.badge(seat, x, y, size) }, b.badgeKind(seat)
	return p
}

// turn reports whether a seat is to move. In a preview it is the seat that tries the move.
func (b *permutationsBoard) turn(seat int) bool {
	if me, ok := b.looker(); ok && b.preview {
		return me == seat
	}
	return slices.Contains(b.view.ToMove, games.Seat(seat))
}

// total returns the points of a seat; after the game they are its final score.
func (b *permutationsBoard) total(seat int) int {
	if seat < len(b.view.Scores) {
		return b.view.Scores[seat]
	}
	return b.view.Sides[seat].Total
}

// badge draws the number of a seat: on a disc for a player, on a tile for a player whose moves
// the rules make, and on a tile with a D for a dummy. The seat that looks has a colour of its
// own.
func (b *permutationsBoard) badge(seat int, x, y, size float64) {
	i, text, half := b.c.pal.badge, strconv.Itoa(seat+1), size/2
	if me, ok := b.looker(); ok && me == seat {
		i = b.c.pal.mine
	}
	side := b.view.Sides[seat]
	b.c.stamp(key{what: "badge", args: [4]int{b.badgeKind(seat)}}, around(x, y, 0.62*size), func(at box) {
		x, y := at.mid()
		switch {
		case seat >= b.view.Humans:
			text, half = "D"+strconv.Itoa(seat-b.view.Humans+1), 0.62*size
			b.c.round(box{x - half, y - size/2, 2 * half, size}, 0.15*size)
		case side.Dummy || side.Away:
			b.c.round(around(x, y, half), 0.15*size)
		default:
			b.c.dc.DrawCircle(x, y, half)
		}
		b.c.fill(i.ground)
		b.c.write(label{text: text, style: style{true, 0.74 * size}, ink: i, x: x, y: y, align: 0.5})
	})
}

// badgeKind returns a number that differs for badges that look different.
func (b *permutationsBoard) badgeKind(seat int) int {
	if seat >= b.view.Humans {
		return -1 - (seat - b.view.Humans)
	}
	kind, side := 4*seat, b.view.Sides[seat]
	if me, ok := b.looker(); ok && me == seat {
		kind++
	}
	if side.Dummy || side.Away {
		kind += 2
	}
	return kind
}

// pool draws the cards that can be taken and, while seats take, the gaps of those taken.
func (b *permutationsBoard) pool() {
	cards := b.view.Pool
	if b.view.Phase == permutations.Taking && b.view.Shown != nil {
		cards = b.view.Shown.Pool
	}
	h := (b.poolTall - 5.4) * unit
	place := box{margin * unit, (permutationsTop + 0.8) * unit, h / permutationsTall, h}
	for _, card := range cards {
		if slices.Contains(b.view.Pool, card) {
			drawFront(b.c, place, card)
		} else {
			drawSlot(b.c, place)
		}
		if seat, ok := b.whose(card); ok {
			b.badge(seat, place.x+place.w/2, place.y+h+2.1*unit, 3.4*unit)
		}
		b.wished(place, card)
		if b.view.Tried != nil && *b.view.Tried == card {
			b.frame(place)
		}
		place.x += place.w + 3*unit
	}
}

// whose returns the seat that bid a card of the pool or took it; ok is false if none did.
func (b *permutationsBoard) whose(card permutations.Card) (seat int, ok bool) {
	if seat, ok := b.owner[card]; ok || b.view.Shown == nil {
		return seat, ok
	}
	seat = slices.Index(b.view.Shown.Takes, card)
	return seat, seat >= 0 && b.view.Phase == permutations.Taking
}

// wished writes on a card of the pool its number among the wishes of the seat that looks.
func (b *permutationsBoard) wished(place box, card permutations.Card) {
	if b.view.Own == nil {
		return
	}
	if i := slices.Index(b.view.Own.Take, card); i >= 0 {
		x, y := place.x+place.w+0.2*unit, place.y+0.5*unit
		b.c.disc(x, y, 2.3*unit, b.c.pal.halo)
		b.c.disc(x, y, 1.9*unit, b.c.pal.accent)
		b.c.disc(x, y, 1.5*unit, b.c.pal.turn.ground)
		b.c.write(label{text: strconv.Itoa(i + 1), style: style{true, 2.6 * unit}, ink: b.c.pal.turn, x: x, y: y, align: 0.5})
	}
}

// heading draws, at the right of the pool, the title, the auctions of the round, and the
// numbers of the rounds above the columns of their points.
func (b *permutationsBoard) heading(title string) {
	right := (100 - margin - 0.8) * unit
	b.c.write(label{text: title, style: style{true, 3 * unit}, ink: b.c.pal.title, x: right, y: 4 * unit, align: 1, room: 40 * unit})
	pitch := 3.4 * unit
	for i := range b.view.Auctions {
		x := right - (float64(b.view.Auctions-i)-0.5)*pitch
		b.pip(i+1, x, (permutationsTop+b.poolTall/2)*unit)
	}
	for round := range 3 {
		l := label{text: strconv.Itoa(round + 1), style: style{size: 3 * unit}, ink: b.c.pal.coord, align: 0.5}
		if round+1 == b.view.Round && b.view.Phase != permutations.Over {
			l.style.bold, l.ink = true, b.c.pal.hot
		}
		l.x, l.y = b.column(round), (b.stripTop-2.1)*unit
		b.c.write(l)
	}
}

// pip draws the dot of an auction of the round, which is past, present or to come.
func (b *permutationsBoard) pip(auction int, x, y float64) {
	switch {
	case b.view.Phase == permutations.Over && b.view.Ended == permutations.Played, auction < b.view.Auction:
		b.c.disc(x, y, 1.1*unit, b.c.pal.pivot)
	case auction == b.view.Auction:
		b.c.disc(x, y, 1.4*unit, b.c.pal.accent)
	default:
		b.c.stamp(key{what: "pip"}, around(x, y, 1.2*unit), func(at box) {
			x, y := at.mid()
			b.c.dc.DrawCircle(x, y, unit)
			b.c.stroke(b.c.pal.pivot, 0.2*unit)
		})
	}
}

// ownHand draws the hand of the seat that looks. Its cards are large, and its bid is lifted.
func (b *permutationsBoard) ownHand() {
	n := float64(len(b.hand))
	if n == 0 {
		return
	}
	room := (100 - 2*margin) * unit
	w := min(8*unit, room/n-0.5*unit)
	pitch := min(room/n, w+1.2*unit)
	x := 50*unit - (n*pitch-pitch+w)/2
	for _, card := range b.hand {
		place := box{x, permutationsEnd*unit - permutationsTall*w, w, permutationsTall * w}
		if own := b.view.Own; own != nil && own.Card == card && b.view.Phase == permutations.Bidding {
			b.lifted(place, card)
		} else {
			drawFront(b.c, place, card)
		}
		if b.fresh(int(b.view.Seat), card) {
			b.frame(place)
		}
		x += pitch
	}
}

// lifted draws a card of a hand above its place, with a mark below it.
func (b *permutationsBoard) lifted(place box, card permutations.Card) {
	up := 2.2 * unit
	b.c.stamp(key{what: "lift"}, box{place.x, place.y + place.h - up, place.w, up}, func(at box) {
		x, y := at.x+at.w/2, at.y+at.h
		b.c.polygon(x, at.y+0.7*unit, x+0.3*at.w, y, x-0.3*at.w, y)
		b.c.fill(b.c.pal.accent)
	})
	place.y -= up
	drawFront(b.c, place, card)
}
