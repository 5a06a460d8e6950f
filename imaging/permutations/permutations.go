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

// Painter draws tables of Permutations: the auctions of the round on top, then the pool on the
// felt, and below it a row for each seat. A row has the seat's score, its counts of stars, moons and suns, its bid, the
// cards that it collected, by suit, and flat its hand, once hands are open. A pill marks the seat with the most moons,
// and a red one the seat that would lose its points to the suns. Before a round's first auction nobody has collected a
// card: the rows are low, and say what the points of the last round are made of. Where there is room above the rows, it
// is said what the symbols do.
//
// A seat that bids sees its own hand large below the rows, which shrink to a line each. A game that is over is
// a table of points: see score.go.
var Painter = canvas.Painter[permutations.View]{
	Table: canvas.Table{Ground: 0x0c2a21, Board: 0x14402f, Floor: 0x1d5440, Paper: 0xf7f1df, Muted: 0xa9c9b6},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces, Board: small,
	Emblem: func(c *canvas.Canvas, at canvas.Box) {
		b, wide := painting{Canvas: c}, math.Round(0.6*at.W)
		b.whole(7, canvas.NewBox(at.X+(at.W-wide)/2, at.Y+0.06*at.H, wide, math.Round(0.84*at.H)))
	},
	Deep: func(games.Drawing, permutations.View) bool { return true },
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
func draw(c *canvas.Canvas, p games.Drawing, v permutations.View) {
	b := painting{Canvas: c, View: v, p: p}
	switch hand := b.large(); {
	case v.Phase == permutations.Over:
		b.sheet()
	case len(hand) > 0:
		b.ownView(hand)
	default:
		b.table()
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
		b.whole(card, canvas.NewBox(x+float64(i%3)*(wide+gap), y+float64(i/3)*(high+gap), wide, high))
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
	p games.Drawing
}

// The places of the parts of a table.
const (
	headHigh = 72 // which round and auction it is
	rowHigh  = 88
	lowRow   = 58 // before a round's first auction
	rowGap   = 6
	rowLeft  = 8
	rowWide  = canvas.Size - 2*rowLeft
)

// The captions of a View, of which the first four say what symbols mean.
const (
	ofAuction, ofRound, ofNow = 4, 5, 6
	ofRounds, ofSum           = 4, 5 // when the game is over
	ofPool                    = 7    // beside a better move, with that of the cards of a seat
)

// table draws the pool, and a row for each seat.
func (b *painting) table() {
	high := float64(rowHigh)
	if b.First() {
		high = lowRow
	}
	top := canvas.Size - rowLeft + rowGap - (high+rowGap)*float64(len(b.Sides))
	end := top - 12
	b.lay(b.headEnd(), end)
	b.head()
	l, y := inPool, headHigh+16.0
	if b.p.Ribboned() {
		l, y = inAim, canvas.EndingHigh+20
	}
	b.pool(l, y)
	now := y + l.high + 30
	if b.p.Preview == "" && !b.p.Ribboned() && b.Tried == nil {
		b.Say(canvas.Label{Text: b.p.Caption(ofNow), Ink: b.Bright(), X: canvas.Size / 2, Y: now, Align: 0.5, Room: rowWide})
	}
	b.legend(now+20, end)
	for seat := range b.Sides {
		b.row(seat, top+(high+rowGap)*float64(seat), high)
	}
}

// lay draws a part of the table, between two heights.
func (b *painting) lay(top, end float64) {
	b.Rect(b.Box(0, top, canvas.Size, end-top), b.Board)
	b.Rect(b.Box(0, top-2, canvas.Size, 2), b.Floor)
	b.Rect(b.Box(0, end, canvas.Size, 4), b.Casing)
}

// headEnd is where the head ends and the table begins.
func (b *painting) headEnd() float64 {
	switch {
	case b.p.Preview != "":
		return canvas.HeaderHigh
	case b.p.Ribboned():
		return canvas.EndingHigh
	}
	return headHigh
}

// head says which auction of which round it is, with a mark for each: past ones, the present one and those to come.
// A move that is tried has its words there, a puzzle what it asks, and a game that was called off its ribbon.
func (b *painting) head() {
	switch {
	case !b.p.Ribboned():
	case b.p.Ribbon != nil: // it was called off
		b.End(b.p.Ribbon, hue, b.emblem)
		return
	default:
		b.Ask(b.p.Task, hue, b.emblem)
		return
	}
	if b.p.Preview != "" {
		b.Ribbon()
		b.Say(canvas.Label{Text: b.p.Preview, Bold: true, Size: canvas.NameText, Ink: b.OnTrial(), X: 16,
			Y: canvas.HeaderHigh / 2, Room: canvas.Size - 32})
		return
	}
	right := b.Say(canvas.Label{Text: b.p.Caption(ofRound), Size: canvas.NameText, Ink: b.Quiet(), X: 784, Y: 32,
		Align: 1})
	b.Say(canvas.Label{Text: b.p.Caption(ofAuction), Bold: true, Size: canvas.NameText, Ink: b.Bright(), X: 16, Y: 32,
		Room: 752 - right})
	const gap = 8.0
	wide := (768+gap)/float64(b.Auctions) - gap
	for i := 1; i <= b.Auctions; i++ {
		col := b.Floor
		switch {
		case i < b.Auction:
			col = b.Muted
		case i == b.Auction:
			col = b.Paper
		}
		b.RoundRect(b.Box(16+(wide+gap)*float64(i-1), 54, wide, 6), b.Px(3), col)
	}
}

// legend says what the symbols mean, a line each if there is room for four; else the moon's, the longest, stands below
// the others. One that has no room is left out.
func (b *painting) legend(top, end float64) {
	const all, sign, gap, right = 4, 26, 34, canvas.Size - 16
	pitch := 38.0
	texts := b.p.Captions[:min(all, len(b.p.Captions))]
	left, lines := 140.0, float64(all)
	var wide [all]float64
	for i, text := range texts {
		wide[i] = sign + b.Wide(canvas.Label{Text: text})
		left = min(left, right-wide[i])
	}
	if end-top < lines*pitch {
		left, lines = 32, 2
		pitch = min(pitch, max(34, (end-top)/lines))
	}
	if end-top < lines*pitch {
		return
	}
	top += (end - top - lines*pitch) / 2
	next := left
	for i, text := range texts {
		x, line := left, float64(i)
		if moon := permutations.Icon(i+1) == permutations.Moon; lines < all && moon {
			line = 1
		} else if lines < all {
			x, line = next, 0
			next += wide[i] + gap
		}
		if y := top + pitch*(line+0.5); x+wide[i] <= right {
			b.sense(i, x, y)
			b.Say(canvas.Label{Text: text, Ink: b.Quiet(), X: x + sign, Y: y})
		}
	}
}

// sense draws what a caption explains around a point: an icon, or the plus of a score or the sign of a suit.
func (b *painting) sense(caption int, x, y float64) {
	switch icon := permutations.Icon(caption + 1); {
	case icon <= permutations.Sun:
		b.icon(icon, x, y, 13, b.Paper)
	case b.First():
		b.sign(permutations.Green, x, y, 13)
	default:
		b.Say(canvas.Label{Text: "+", Bold: true, Size: canvas.NameText, Ink: b.Bright(), X: x, Y: y, Align: 0.5})
	}
}

// turn reports whether a seat is marked as being to move.
func (b *painting) turn(seat int) bool {
	return b.p.Preview == "" && b.p.Ribbon == nil && !b.Moving && slices.Contains(b.ToMove, games.Seat(seat))
}

// pool draws the cards that can be taken and, while seats take, the places of those taken. Those that the seat that
// looks would take are lifted, framed and numbered.
func (b *painting) pool(l look, y float64) {
	cards := b.Pool
	if b.Phase == permutations.Taking && b.Shown != nil {
		cards = b.Shown.Pool
	}
	const gap, lift = 24, 12
	x := (canvas.Size - (l.wide+gap)*float64(len(b.Sides)) + gap) / 2
	for _, card := range cards {
		wish := b.wish(card)
		switch place := b.Box(x, y, l.wide, l.high); {
		case b.tried(card):
			b.Dashes(place.Grow(-b.Px(2)), b.Px(8), b.Px(4), b.Muted)
		case !slices.Contains(b.Pool, card):
			b.RoundRect(place, b.Px(8), b.felt())
		case wish > 0:
			at := b.front(card, l, x, y-lift)
			b.place(at, card)
			b.frame(at)
			b.tag(at, wish)
		default:
			b.place(b.front(card, l, x, y), card)
		}
		x += l.wide + gap
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

// tag writes a number over the upper right corner of a card.
func (b *painting) tag(card canvas.Box, n int) {
	x, y := card.X+card.W-b.Px(4), card.Y+b.Px(4)
	b.Disc(x, y, b.Px(23), b.Casing)
	b.Disc(x, y, b.Px(20), b.Accent)
	b.Write(canvas.Label{Text: strconv.Itoa(n), Bold: true, Ink: b.OnAccent(), X: x, Y: y, Align: 0.5})
}

// place notes the place of a card, if it may be picked.
func (b *painting) place(place canvas.Box, card permutations.Card) {
	m := b.Making
	if i := slices.Index(b.Cards, card); m != nil && i >= 0 && i < len(m.Step.Choices) {
		b.Touch(m.Step.Choices[i], place)
	}
}

// frame draws the rim of a card that is picked or was taken last, in dashes if that is not played.
func (b *painting) frame(card canvas.Box) {
	draw := b.Frame
	if b.p.Preview != "" {
		draw = b.DashedFrame
	}
	draw(card.Grow(b.Px(3)), b.Px(10), b.Px(5), b.Accent)
}

// grouped sorts cards into sets by colour, ascending in each, and returns them.
func grouped(cards []permutations.Card) []permutations.Card {
	slices.SortFunc(cards, func(x, y permutations.Card) int {
		return cmp.Or(cmp.Compare(x.Colour(), y.Colour()), cmp.Compare(x, y))
	})
	return cards
}
