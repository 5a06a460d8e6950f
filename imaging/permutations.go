package imaging

import (
	"fmt"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
)

// drawPermutations draws a table of Permutations: the pool on top, under each of
// its cards the seat that bid it (under a gap, the seat that took what lay
// there), then a strip for each seat, and the hand of who looks, its bid lifted.
//
// A strip has the seat's bid at the left, face down while it is sealed; the
// collection in sets, the card taken last in a frame; and the hand, small, at the
// right. Above are the stars and moons of the round, the suns of the game, and
// the points by round; brighter grounds tell who has the moon bonus and whom the
// suns go against as it stands.
func drawPermutations(c *canvas, p Picture, v permutations.View) error {
	if err := checkPermutations(v); err != nil {
		return err
	}
	b := permutationsBoard{canvas: c, view: v, preview: p.Preview != "", owner: make(map[permutations.Card]int)}
	if v.Shown != nil && v.Phase != permutations.Taking {
		for seat, card := range v.Shown.Bids {
			b.owner[card] = seat
		}
	}
	b.measure()
	c.card(b.preview)
	b.pool()
	b.heading(p.Title)
	for seat := range v.Sides {
		b.strip(seat, at(p.Names, seat), at(p.Sides, seat))
	}
	b.ownHand()
	c.footer(p)
	return nil
}

// checkPermutations says what does not hold together in a view.
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

// permutationsFit reports whether there are so many such cards.
func permutationsFit(cards []permutations.Card, n int) bool {
	return len(cards) <= n && !slices.ContainsFunc(cards, func(c permutations.Card) bool {
		return c < 0 || c > permutations.Colourless
	})
}

// A permutationsBoard is a table of Permutations being drawn.
type permutationsBoard struct {
	*canvas
	view    permutations.View
	preview bool
	owner   map[permutations.Card]int // who bid the cards of the pool

	hand []permutations.Card // of who looks

	// Lengths in units.
	poolTall  float64
	stripTop  float64
	stripTall float64 // with the gap to the next
	plateTall float64
	cardWide  float64 // in a strip
}

// Where the parts of a picture of Permutations lie, in units.
const (
	permutationsTop   = 1.8   // the pool
	permutationsEnd   = 108.2 // the last strip, or the hand of who looks
	permutationsGap   = 0.8   // between the strips of two seats
	permutationsPad   = 0.8   // from the edge of a strip to what is in it
	permutationsPlate = 44.6  // the plate of a seat is so wide
	permutationsCount = 9.8   // from the count of an icon to the next
)

// What a table of Permutations has that is no length.
const (
	permutationsMost = 11   // cards in a hand at most
	permutationsTall = 1.42 // the height of a card, in its width
	permutationsStep = 0.98 // from a card to the next of its set, in its width
)

// looker returns the side of who looks, if that is a seat.
func (b *permutationsBoard) looker() (int, bool) {
	seat := int(b.view.Seat)
	return seat, seat >= 0 && seat < len(b.view.Sides)
}

// measure lays the table out: what the hand of who looks does not need goes to
// the strips and the pool.
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

// seatOf returns the player's part of a strip.
func (b *permutationsBoard) seatOf(seat int, name, side string) player {
	v := b.view
	p := player{name: name, side: side, points: strconv.Itoa(b.total(seat)), turn: b.turn(seat)}
	if v.Ended == permutations.Played && !b.preview && seat < len(v.Places) {
		p.won = v.Places[seat] == 1
	}
	p.icon, p.piece = func(x, y, size float64) { b.badge(seat, x, y, size) }, b.badgeKind(seat)
	return p
}

// turn reports whether a seat is to move. In a preview the move is still to be
// made by who tries it.
func (b *permutationsBoard) turn(seat int) bool {
	if me, ok := b.looker(); ok && b.preview {
		return me == seat
	}
	return slices.Contains(b.view.ToMove, games.Seat(seat))
}

// total returns the points of a seat: the final ones once there are any.
func (b *permutationsBoard) total(seat int) int {
	if seat < len(b.view.Scores) {
		return b.view.Scores[seat]
	}
	return b.view.Sides[seat].Total
}

// badge draws the number of a seat: on a disc for a player, on a tile with a D
// for a dummy, on a tile for a player whom the rules play for. That of who looks
// has a colour of its own.
func (b *permutationsBoard) badge(seat int, x, y, size float64) {
	i, text, half := b.pal.badge, strconv.Itoa(seat+1), size/2
	if me, ok := b.looker(); ok && me == seat {
		i = b.pal.mine
	}
	side := b.view.Sides[seat]
	b.stamp(key{what: "badge", args: [4]int{b.badgeKind(seat)}}, around(x, y, 0.62*size), func(at box) {
		x, y := at.mid()
		switch {
		case seat >= b.view.Humans:
			text, half = "D"+strconv.Itoa(seat-b.view.Humans+1), 0.62*size
			b.round(box{x - half, y - size/2, 2 * half, size}, 0.15*size)
		case side.Dummy || side.Away:
			b.round(around(x, y, half), 0.15*size)
		default:
			b.dc.DrawCircle(x, y, half)
		}
		b.fill(i.ground)
		b.write(label{text: text, style: style{true, 0.74 * size}, ink: i, x: x, y: y, align: 0.5})
	})
}

// badgeKind tells badges apart.
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

// pool draws what is to be taken; during the takes also where the cards lay that
// are taken.
func (b *permutationsBoard) pool() {
	cards := b.view.Pool
	if b.view.Phase == permutations.Taking && b.view.Shown != nil {
		cards = b.view.Shown.Pool
	}
	h := (b.poolTall - 5.4) * unit
	place := box{margin * unit, (permutationsTop + 0.8) * unit, h / permutationsTall, h}
	for _, card := range cards {
		if slices.Contains(b.view.Pool, card) {
			b.front(place, card)
		} else {
			b.slot(place)
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

// whose returns the seat that bid a card of the pool, or took it from there.
func (b *permutationsBoard) whose(card permutations.Card) (int, bool) {
	if seat, ok := b.owner[card]; ok || b.view.Shown == nil {
		return seat, ok
	}
	seat := slices.Index(b.view.Shown.Takes, card)
	return seat, seat >= 0 && b.view.Phase == permutations.Taking
}

// wished writes on a card of the pool which of the wishes of who looks it is.
func (b *permutationsBoard) wished(place box, card permutations.Card) {
	if b.view.Own == nil {
		return
	}
	if i := slices.Index(b.view.Own.Take, card); i >= 0 {
		x, y := place.x+place.w+0.2*unit, place.y+0.5*unit
		b.disc(x, y, 2.3*unit, b.pal.halo)
		b.disc(x, y, 1.9*unit, b.pal.accent)
		b.disc(x, y, 1.5*unit, b.pal.turn.ground)
		b.write(label{text: strconv.Itoa(i + 1), style: style{true, 2.6 * unit}, ink: b.pal.turn, x: x, y: y, align: 0.5})
	}
}

// heading writes at the right of the pool the game, how far the round is, and the
// rounds over their points.
func (b *permutationsBoard) heading(title string) {
	right := (100 - margin - 0.8) * unit
	b.write(label{text: title, style: style{true, 3 * unit}, ink: b.pal.title, x: right, y: 4 * unit, align: 1, room: 40 * unit})
	pitch := 3.4 * unit
	for i := range b.view.Auctions {
		x := right - (float64(b.view.Auctions-i)-0.5)*pitch
		b.pip(i+1, x, (permutationsTop+b.poolTall/2)*unit)
	}
	for round := range 3 {
		l := label{text: strconv.Itoa(round + 1), style: style{size: 3 * unit}, ink: b.pal.coord, align: 0.5}
		if round+1 == b.view.Round && b.view.Phase != permutations.Over {
			l.style.bold, l.ink = true, b.pal.hot
		}
		l.x, l.y = b.column(round), (b.stripTop-2.1)*unit
		b.write(l)
	}
}

// pip draws one auction of the round: past, present or to come.
func (b *permutationsBoard) pip(auction int, x, y float64) {
	switch {
	case b.view.Phase == permutations.Over && b.view.Ended == permutations.Played, auction < b.view.Auction:
		b.disc(x, y, 1.1*unit, b.pal.pivot)
	case auction == b.view.Auction:
		b.disc(x, y, 1.4*unit, b.pal.accent)
	default:
		b.stamp(key{what: "pip"}, around(x, y, 1.2*unit), func(at box) {
			x, y := at.mid()
			b.dc.DrawCircle(x, y, unit)
			b.stroke(b.pal.pivot, 0.2*unit)
		})
	}
}

// ownHand draws the hand of who looks, large, and its bid lifted with a mark
// below it.
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
			b.front(place, card)
		}
		if b.fresh(int(b.view.Seat), card) {
			b.frame(place)
		}
		x += pitch
	}
}

// lifted draws a card of a hand higher than its place, and a mark in that.
func (b *permutationsBoard) lifted(place box, card permutations.Card) {
	up := 2.2 * unit
	b.stamp(key{what: "lift"}, box{place.x, place.y + place.h - up, place.w, up}, func(at box) {
		x, y := at.x+at.w/2, at.y+at.h
		b.polygon(x, at.y+0.7*unit, x+0.3*at.w, y, x-0.3*at.w, y)
		b.fill(b.pal.accent)
	})
	place.y -= up
	b.front(place, card)
}
