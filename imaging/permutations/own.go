package permutations

import (
	"math"

	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// large returns the hand that is drawn large below the rows: that of the seat that looks,
// while bids are made; else nil.
func (b *painting) large() []permutations.Card {
	seat := int(b.Seat)
	if seat < 0 || seat >= len(b.Sides) || b.Phase != permutations.Bidding {
		return nil
	}
	return b.Sides[seat].Hand
}

// ownView draws a line for each seat, and below them a hand, as large as it can be.
func (b *painting) ownView(hand []permutations.Card) {
	n := float64(len(b.Sides))
	room := b.bottom - b.top - rowsTop
	line := 60.0
	if n < 5 && len(hand) <= 2*handAcross {
		line = 72
	}
	l := layHand(len(hand), room-n*line)
	line = min(92, (room-l.tall)/n)
	for seat := range b.Sides {
		b.line(seat, b.top+rowsTop+line*float64(seat), line)
	}
	y := b.top + rowsTop + n*line
	b.Rect(b.Box(0, y-1, canvas.Size, 2), b.Floor)
	l.y = y + (b.bottom-y-l.tall)/2
	b.ownHand(hand, l)
}

// A handLayout says how a hand lies: in rows of cards of a size, whose lengths differ by one at most.
type handLayout struct {
	n, rows    int
	inRow      int     // cards in the first row, which no other passes
	wide, high float64 // of a card
	y, tall    float64 // of all, with the room for lifting a card
}

// The room around the cards of a large hand.
const (
	handGap  = 18.0 // between two cards, of the pool too
	handLift = 16.0 // by which a bid is lifted
	handEdge = 12.0 // above the lifted card, below the others and at the sides

	handAcross = 4   // cards in a row, as buttons
	handSquat  = 0.8 // the least height of a card of width 1
)

// layHand lays n cards in a height, as their buttons lie, so that they are as large as can be.
func layHand(n int, tall float64) handLayout {
	l := handLayout{n: n, rows: max(1, (n+handAcross-1)/handAcross)}
	l.inRow = max(1, (n+l.rows-1)/l.rows)
	rows := float64(l.rows)
	l.wide = min(200, (canvas.Size-2*handEdge-float64(l.inRow-1)*handGap)/float64(l.inRow))
	l.high = min(1.6*l.wide, 250, (tall-rows*(handLift+handEdge)-handEdge)/rows)
	l.wide = 2 * math.Floor(min(l.wide, l.high/handSquat)/2)
	l.tall = rows*(l.high+handLift+handEdge) + handEdge
	return l
}

// at returns the place of a card, which may be lifted.
func (l handLayout) at(i int, lifted bool) (x, y float64) {
	row, inRow := 0, l.inRow
	for left := l.n; i >= inRow; inRow = (left + l.rows - row - 1) / (l.rows - row) {
		i, left, row = i-inRow, left-inRow, row+1
	}
	longest := float64(l.inRow)
	x = (canvas.Size-longest*l.wide-(longest-1)*handGap)/2 + float64(i)*(l.wide+handGap)
	y = l.y + handEdge + handLift + float64(row)*(l.high+handLift+handEdge)
	if lifted {
		y -= handLift
	}
	return 2 * math.Round(x/2), y
}

// ownHand draws a hand with the bid lifted and framed.
func (b *painting) ownHand(hand []permutations.Card, l handLayout) {
	for i, card := range hand {
		lifted := b.Own != nil && b.Own.Card == card
		x, y := l.at(i, lifted)
		place := b.Box(x, y, l.wide, l.high)
		b.front(place, card, plain)
		b.choice(place, card)
		if lifted {
			b.frame(place)
		}
	}
}

// ownRow marks the hand of the seat that bids in its row, all cards together, while one of them is
// to be picked.
func (b *painting) ownRow(hand []permutations.Card, l rowLayout, x float64) {
	marked := false
	for i, card := range hand {
		marked = b.place(b.Box(x+l.offset(hand, i), l.y, l.wide, l.high), card) || marked
	}
	if marked {
		b.open(b.Box(x, l.y, l.offset(hand, len(hand)-1)+l.wide, l.high))
	}
}

// line draws all about a seat in one line: its name, its bid as far as all may see it, its score,
// its counts, and the sizes of its sets.
func (b *painting) line(seat int, y, tall float64) {
	b.edge(seat, y, tall)
	mid, side := y+tall/2, b.Sides[seat]
	right := 270 - b.total(seat, 278, mid) // of the bid
	switch {
	case side.Bid >= 0 && side.Dummy:
		high := min(tall-14, 58)
		right -= 48
		b.front(b.Box(right, mid-high/2, 48, high), side.Bid, plain)
	case side.HasBid && seat != int(b.Seat):
		right -= 26
		b.back(b.Box(right, mid-18, 26, 36))
	}
	b.name(seat, 22, mid, right-32)
	b.soFar(seat, 281, mid)
	b.counts(seat, 336, 77, mid)
	b.sets(seat, mid, min(tall-14, 58))
}

// sets draws the number of cards of each colour that a seat collected in this round.
func (b *painting) sets(seat int, mid, high float64) {
	const pitch, zero = 46.0, 38.0
	left := 792 - permutations.Colours*pitch
	if len(b.Sides) == 5 {
		left -= zero // the 0 is in the deck
	}
	var sizes [permutations.NoColour + 1]int
	for _, card := range b.Sides[seat].Collection {
		sizes[card.Colour()]++
	}
	for colour, n := range sizes[:permutations.NoColour] {
		x := left + pitch*float64(colour)
		switch {
		case n > 0 && colour == int(permutations.All):
			b.front(b.Box(x, mid-high/2, zero, high), permutations.Multicoloured, plain)
		case n > 0:
			b.suit(permutations.Colour(colour), x+11, mid, 11)
			b.number(n, x+23, mid, 0)
		case colour < permutations.Colours && len(b.Sides[seat].Collection) > 0:
			b.Rect(b.Box(x+15, mid-2, 12, 4), b.Floor)
		}
	}
}
