package imaging

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

func init() {
	register(paints[permutations.View]{drawPermutations, halfPermutations, permutationsGamut, permutationsPieces})
}

// drawPermutations draws a table of Permutations: the auctions of all rounds on top, then the
// pool and captions, and below them a row for each seat. A row has the seat's score and its
// counts of stars, moons and suns; a pill marks the seat with the most moons, and another the
// seat that would lose its points to the suns. Below these are its bid, the cards that it
// collected, in sets by colour with a frame around the newest, and its hand.
//
// In the first round, in which hands are secret, a seat that bids sees its own large below the rows,
// which shrink to a line each: see permutations_own.go. Later it sees the hands of all in their rows. When a round is over, the rows show what its points are made of: see
// permutations_score.go.
func drawPermutations(c *canvas.Canvas, p Drawing, v permutations.View) error {
	if err := checkPermutations(v); err != nil {
		return err
	}
	b := permutationsBoard{c: c, view: v, names: p.Names, preview: p.Preview != "", bottom: Size}
	if b.preview {
		c.Ribbon()
		b.write(canvas.Label{Text: p.Preview, Style: canvas.Bold(canvas.NameText), Ink: c.Palette.OnTrial(), X: 14, Y: canvas.RibbonHeight / 2, Room: Size - 28})
		b.top, b.bottom = canvas.RibbonHeight, Size-canvas.BarWidth
	}
	b.progress()
	if v.Ended == permutations.Played {
		b.captions(p.Captions, 2)
		b.sheets()
		return nil
	}
	b.captions(p.Captions, 1)
	b.pool()
	if hand := b.large(); len(hand) > 0 && v.Round == 1 {
		b.ownView(hand)
	} else {
		b.rows()
	}
	return nil
}

// checkPermutations returns an error for a view that does not hold together.
func checkPermutations(v permutations.View) error {
	n := len(v.Sides)
	bad := n < 2 || n > 5 || v.Auctions < 1 || v.Auctions > permutationsMost || !permutationsFit(v.Pool, n)
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

// permutationsMost is the greatest number of cards in a hand.
const permutationsMost = 11

// permutationsFit reports whether cards are at most n, and all cards of the game.
func permutationsFit(cards []permutations.Card, n int) bool {
	return len(cards) <= n && !slices.ContainsFunc(cards, func(c permutations.Card) bool {
		return c < 0 || c > permutations.Colourless
	})
}

// A permutationsBoard is a table of Permutations being drawn. Its lengths are those of the
// design.
type permutationsBoard struct {
	c           *canvas.Canvas
	view        permutations.View
	names       []string
	preview     bool
	top, bottom float64 // of the room below a ribbon
}

// The places of the parts of a table, from the top of the room.
const (
	permutationsPool = 24  // the upper edge of the pool
	permutationsTall = 114 // the height of its cards
	permutationsRows = 148 // the upper edge of the rows
	permutationsHead = 44  // the height of the upper line of a row
)

// progress draws a mark for each auction of the game: past ones, the present one and those to
// come.
func (b *permutationsBoard) progress() {
	const rounds, gap = 3, 12.0
	n := rounds * b.view.Auctions
	now := (b.view.Round-1)*b.view.Auctions + b.view.Auction - 1
	wide := (776 - 2*gap) / float64(n)
	for i := range n {
		col := b.c.Palette.Floor
		switch {
		case i < now || b.view.Ended == permutations.Played:
			col = b.c.Palette.Dim
		case i == now:
			col = b.c.Palette.Paper
		}
		x := 12 + wide*float64(i) + gap*float64(i/b.view.Auctions)
		b.c.Rect(b.c.Box(x, b.top+4, wide-3, 8), col)
	}
}

// captions writes what the symbols mean, beside the pool or, in two columns, above the rows. The
// last one explains the plus of a score, or the points of a set.
func (b *permutationsBoard) captions(captions []string, columns int) {
	for i, text := range captions[:min(4, len(captions))] {
		x, y, room := 488.0, b.top+32+30*float64(i), 270.0
		if columns == 2 {
			x, y, room = 34+390*float64(i%2), b.top+38+34*float64(i/2), 350
		}
		if icon := permutations.Icon(i + 1); icon <= permutations.Sun {
			permutationsIcon(b.c, icon, b.c.Px(x), b.c.Px(y), b.c.Px(13), b.c.Palette.Paper)
		} else if b.view.Recounts() {
			permutationsSuit(b.c, permutations.Green, b.c.Px(x), b.c.Px(y), b.c.Px(13))
		} else {
			b.write(canvas.Label{Text: "+", Style: canvas.Bold(canvas.NameText), Ink: b.c.Palette.Bright(), X: x, Y: y, Align: 0.5})
		}
		b.write(canvas.Label{Text: text, Style: canvas.Style{Size: canvas.SmallText}, Ink: b.c.Palette.Quiet(), X: x + 26, Y: y, Room: room})
	}
}

// write writes a label whose lengths are those of the design, and returns its width.
func (b *permutationsBoard) write(l canvas.Label) float64 {
	l.Style.Size, l.X, l.Y, l.Room = b.c.Px(l.Style.Size), b.c.Px(l.X), b.c.Px(l.Y), b.c.Px(l.Room)
	return b.c.Write(l) / b.c.Scale()
}

// turn reports whether a seat is marked as being to move.
func (b *permutationsBoard) turn(seat int) bool {
	return !b.preview && !b.c.Moving && slices.Contains(b.view.ToMove, games.Seat(seat))
}

// pool draws the cards that can be taken and, while seats take, the places of those taken. It
// numbers those that the seat that looks would take, and frames them.
func (b *permutationsBoard) pool() {
	cards := b.view.Pool
	if b.view.Phase == permutations.Taking && b.view.Shown != nil && len(b.view.Shown.Pool) > 0 {
		cards = b.view.Shown.Pool
	}
	n, gap := float64(len(b.view.Sides)), handGap
	wide := 2 * math.Floor((444-(n-1)*gap)/n/2)
	place := func(i int) canvas.Box {
		return b.c.Box(14+(wide+gap)*float64(i), b.top+permutationsPool, wide, permutationsTall)
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
func (b *permutationsBoard) poolCard(place canvas.Box, card permutations.Card) {
	if b.tried(card) {
		b.c.DashedFrame(place.Grow(-b.c.Px(2)), b.c.Px(8), b.c.Px(4), b.c.Palette.Dim)
		return
	} else if !slices.Contains(b.view.Pool, card) {
		b.c.RoundRect(place, b.c.Px(8), b.c.Palette.Floor)
		return
	}
	look := cardPlain
	if b.wish(card) > 0 {
		look = cardTagged
	}
	permutationsFront(b.c, place, card, look)
	b.choice(place, card)
	if look == cardTagged {
		b.frame(place)
	}
}

// tried reports whether a card is the one that the seat that looks tries to take.
func (b *permutationsBoard) tried(card permutations.Card) bool {
	return b.view.Tried != nil && *b.view.Tried == card
}

// wish returns the number of a card of the pool, from 1, among those that the bid of the seat
// that looks would take, or 0.
func (b *permutationsBoard) wish(card permutations.Card) int {
	if b.view.Own == nil || b.view.Phase != permutations.Bidding {
		return 0
	}
	return slices.Index(b.view.Own.Take, card) + 1
}

// tag writes a number in the upper right corner of a card.
func (b *permutationsBoard) tag(place canvas.Box, n int) {
	x, y := place.X+place.W-b.c.Px(18), place.Y+b.c.Px(18)
	b.c.Disc(x, y, b.c.Px(22), b.c.Palette.Ground)
	b.c.Disc(x, y, b.c.Px(19), b.c.Palette.Accent)
	b.c.Write(canvas.Label{Text: strconv.Itoa(n), Style: canvas.Bold(b.c.Px(canvas.SmallText)), Ink: b.c.Palette.OnAccent(), X: x, Y: y, Align: 0.5})
}

// choice marks a card that may be picked, and notes its place.
func (b *permutationsBoard) choice(place canvas.Box, card permutations.Card) {
	if b.place(place, card) {
		b.open(place)
	}
}

// place notes the place of a card that may be picked, and reports whether it may.
func (b *permutationsBoard) place(place canvas.Box, card permutations.Card) bool {
	m := b.view.Making
	i := slices.Index(b.view.Cards, card)
	if m == nil || i < 0 || i >= len(m.Step.Choices) || !m.Step.Choices[i].Placed() {
		return false
	}
	b.c.Place(m.Step.Choices[i].Value, place)
	return true
}

// open marks what may be picked.
func (b *permutationsBoard) open(place canvas.Box) {
	b.c.DashedFrame(place.Grow(b.c.Px(3)), b.c.Px(10), b.c.Px(4), b.c.Palette.Paper)
}

// frame draws the frame of a card that is picked or was taken last.
func (b *permutationsBoard) frame(place canvas.Box) {
	b.c.Frame(place.Grow(b.c.Px(2)), b.c.Px(10), b.c.Px(6), b.c.Palette.Accent)
}

// grouped sorts cards into sets by colour, ascending in each, and returns them.
func grouped(cards []permutations.Card) []permutations.Card {
	slices.SortFunc(cards, func(x, y permutations.Card) int {
		return cmp.Or(cmp.Compare(x.Colour(), y.Colour()), cmp.Compare(x, y))
	})
	return cards
}
