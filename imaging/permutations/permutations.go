// Package permutations is the painter of Permutations.
package permutations

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// Painter draws tables of Permutations: the auctions of all rounds on top, then the
// pool and captions, and below them a row for each seat. A row has the seat's score and its
// counts of stars, moons and suns; a pill marks the seat with the most moons, and another the
// seat that would lose its points to the suns. Below these are its bid, the cards that it
// collected, in sets by colour with a frame around the newest, and its hand.
//
// In the first round, in which hands are secret, a seat that bids sees its own large below the rows,
// which shrink to a line each. Later it sees the hands of all in their rows. When a round
// is over, the rows show what its points are made of: see score.go.
var Painter = canvas.Painter[permutations.View]{
	Table: canvas.Table{Ground: 0x0c2a21, Board: 0x14402f, Floor: 0x1d5440, Paper: 0xf7f1df, Muted: 0xa9c9b6},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces, Board: small,
	Emblem: func(c *canvas.Canvas, at canvas.Box) {
		b := painting{Canvas: c}
		b.front(at.Grow(-math.Round(0.1*at.W)), 7, plain)
	},
	Deep: func(canvas.Drawing, permutations.View) bool { return true },
}

// check returns an error for a view that does not hold together.
func check(v permutations.View) error {
	n := len(v.Sides)
	bad := n < 2 || n > 5 || v.Auctions < 1 || v.Auctions > mostCards || !fit(v.Pool, n)
	for _, side := range v.Sides {
		bad = bad || !fit(side.Hand, mostCards) || !fit(side.Collection, mostCards) ||
			side.Bid > permutations.Colourless
	}
	if a := v.Shown; a != nil {
		bad = bad || !fit(a.Pool, n) || len(a.Bids) != n || len(a.Takes) != n
	}
	if bad {
		return fmt.Errorf("a table of %d seats with other cards than the game has", n)
	}
	return nil
}

// draw draws a table.
func draw(c *canvas.Canvas, p canvas.Drawing, v permutations.View) {
	b := painting{Canvas: c, View: v, p: p, bottom: canvas.Size}
	if p.Preview != "" {
		c.Ribbon()
		b.Say(canvas.Label{Text: p.Preview, Bold: true, Size: canvas.NameText, Ink: c.OnTrial(), X: 14,
			Y: canvas.HeaderHigh / 2, Room: canvas.Size - 28})
		b.top, b.bottom = canvas.HeaderHigh, canvas.Size-canvas.BarWidth
	}
	b.progress()
	if v.Ended == permutations.Played {
		b.captions(2)
		b.sheets()
		return
	}
	b.captions(1)
	b.pool()
	if hand := b.large(); len(hand) > 0 && v.Round == 1 {
		b.ownView(hand)
	} else {
		b.rows()
	}
}

// small draws the cards that can be taken, in a room.
func small(c *canvas.Canvas, v permutations.View, room canvas.Box) {
	b, n := painting{Canvas: c, View: v}, float64(len(v.Pool))
	across := min(3, n)
	down := math.Ceil(n / 3)
	gap := c.Px(12)
	wide := math.Round(min((room.W-4*gap)/3, (room.H-3*gap)/2/1.4))
	high := math.Round(1.4 * wide)
	x, y := room.Mid()
	x, y = x-(across*(wide+gap)-gap)/2, y-(down*(high+gap)-gap)/2
	for i, card := range v.Pool {
		b.front(canvas.NewBox(x+float64(i%3)*(wide+gap), y+float64(i/3)*(high+gap), wide, high), card, plain)
	}
}

// mostCards is the greatest number of cards in a hand.
const mostCards = 11

// fit reports whether cards are at most n, and all cards of the game.
func fit(cards []permutations.Card, n int) bool {
	return len(cards) <= n && !slices.ContainsFunc(cards, func(c permutations.Card) bool {
		return c < 0 || c > permutations.Colourless
	})
}

// A painting is a table of Permutations being drawn. Its lengths are those of the
// design.
type painting struct {
	*canvas.Canvas
	permutations.View
	p           canvas.Drawing
	top, bottom float64 // of the room below a ribbon
}

// The places of the parts of a table, from the top of the room.
const (
	poolTop  = 24  // the upper edge of the pool
	poolHigh = 114 // the height of its cards
	rowsTop  = 148 // the upper edge of the rows
	headHigh = 44  // the height of the upper line of a row
)

// progress draws a mark for each auction of the game: past ones, the present one and those to
// come.
func (b *painting) progress() {
	const rounds, gap = 3, 12.0
	n := rounds * b.Auctions
	now := (b.Round-1)*b.Auctions + b.Auction - 1
	wide := (776 - 2*gap) / float64(n)
	for i := range n {
		col := b.Floor
		switch {
		case i < now || b.Ended == permutations.Played:
			col = b.Muted
		case i == now:
			col = b.Paper
		}
		x := 12 + wide*float64(i) + gap*float64(i/b.Auctions)
		b.Rect(b.Box(x, b.top+4, wide-3, 8), col)
	}
}

// captions writes what the symbols mean, beside the pool or, in two columns, above the rows. The
// last one explains the plus of a score, or the points of a set.
func (b *painting) captions(columns int) {
	for i, text := range b.p.Captions[:min(4, len(b.p.Captions))] {
		x, y, room := 488.0, b.top+32+30*float64(i), 270.0
		if columns == 2 {
			x, y, room = 34+390*float64(i%2), b.top+38+34*float64(i/2), 350
		}
		if icon := permutations.Icon(i + 1); icon <= permutations.Sun {
			b.icon(icon, x, y, 13, b.Paper)
		} else if b.Recounts() {
			b.suit(permutations.Green, x, y, 13)
		} else {
			b.Say(canvas.Label{Text: "+", Bold: true, Size: canvas.NameText, Ink: b.Bright(), X: x, Y: y, Align: 0.5})
		}
		b.Say(canvas.Label{Text: text, Ink: b.Quiet(), X: x + 26, Y: y, Room: room})
	}
}

// turn reports whether a seat is marked as being to move.
func (b *painting) turn(seat int) bool {
	return b.p.Preview == "" && !b.Moving && slices.Contains(b.ToMove, games.Seat(seat))
}

// pool draws the cards that can be taken and, while seats take, the places of those taken. It
// numbers those that the seat that looks would take, and frames them.
func (b *painting) pool() {
	cards := b.Pool
	if b.Phase == permutations.Taking && b.Shown != nil && len(b.Shown.Pool) > 0 {
		cards = b.Shown.Pool
	}
	n, gap := float64(len(b.Sides)), handGap
	wide := 2 * math.Floor((444-(n-1)*gap)/n/2)
	place := func(i int) canvas.Box {
		return b.Box(14+(wide+gap)*float64(i), b.top+poolTop, wide, poolHigh)
	}
	for i, card := range cards {
		b.poolCard(place(i), card)
	}
	for i, card := range cards {
		if wish := b.wish(card); wish > 0 {
			b.tag(place(i), wish)
		}
	}
}

// poolCard draws a card of the pool, or its place if it is taken, in dashes if that is tried.
func (b *painting) poolCard(place canvas.Box, card permutations.Card) {
	if b.tried(card) {
		b.Dashes(place.Grow(-b.Px(2)), b.Px(8), b.Px(4), b.Muted)
		return
	} else if !slices.Contains(b.Pool, card) {
		b.RoundRect(place, b.Px(8), b.Floor)
		return
	}
	look := plain
	if b.wish(card) > 0 {
		look = tagged
	}
	b.front(place, card, look)
	b.choice(place, card)
	if look == tagged {
		b.frame(place)
	}
}

// tried reports whether a card is the one that the seat that looks tries to take.
func (b *painting) tried(card permutations.Card) bool {
	return b.Tried != nil && *b.Tried == card
}

// wish returns the number of a card of the pool, from 1, among those that the bid of the seat
// that looks would take, or 0.
func (b *painting) wish(card permutations.Card) int {
	if b.Own == nil || b.Phase != permutations.Bidding {
		return 0
	}
	return slices.Index(b.Own.Take, card) + 1
}

// tag writes a number in the upper right corner of a card.
func (b *painting) tag(place canvas.Box, n int) {
	x, y := place.X+place.W-b.Px(18), place.Y+b.Px(18)
	b.Disc(x, y, b.Px(22), b.Ground)
	b.Disc(x, y, b.Px(19), b.Accent)
	b.Write(canvas.Label{Text: strconv.Itoa(n), Bold: true, Ink: b.OnAccent(), X: x, Y: y, Align: 0.5})
}

// choice marks a card that may be picked, and notes its place.
func (b *painting) choice(place canvas.Box, card permutations.Card) {
	if b.place(place, card) {
		b.open(place)
	}
}

// place notes the place of a card that may be picked, and reports whether it may.
func (b *painting) place(place canvas.Box, card permutations.Card) bool {
	m := b.Making
	i := slices.Index(b.Cards, card)
	if m == nil || i < 0 || i >= len(m.Step.Choices) || !m.Step.Choices[i].Placed() {
		return false
	}
	b.Place(m.Step.Choices[i].Value, place)
	return true
}

// open marks what may be picked.
func (b *painting) open(place canvas.Box) {
	b.Dashes(place.Grow(b.Px(3)), b.Px(10), b.Px(4), b.Paper)
}

// frame draws the frame of a card that is picked or was taken last.
func (b *painting) frame(place canvas.Box) {
	b.Frame(place.Grow(b.Px(2)), b.Px(10), b.Px(6), b.Accent)
}

// grouped sorts cards into sets by colour, ascending in each, and returns them.
func grouped(cards []permutations.Card) []permutations.Card {
	slices.SortFunc(cards, func(x, y permutations.Card) int {
		return cmp.Or(cmp.Compare(x.Colour(), y.Colour()), cmp.Compare(x, y))
	})
	return cards
}
