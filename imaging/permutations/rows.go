package permutations

import (
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// rows draws a row for each seat.
func (b *painting) rows() {
	n := len(b.Sides)
	tall := (b.bottom - b.top - rowsTop) / float64(n)
	for seat := range n {
		y := b.top + rowsTop + tall*float64(seat)
		b.edge(seat, y, tall)
		b.head(seat, y)
		b.cards(seat, y, tall)
	}
}

// edge draws the line above a row, and the bar of a seat that is to move.
func (b *painting) edge(seat int, y, tall float64) {
	b.Rect(b.Box(0, y-1, canvas.Size, 2), b.Floor)
	if b.turn(seat) {
		b.RoundRect(b.Box(5, y+7, canvas.BarWidth, tall-13), b.Px(4), b.Paper)
	}
}

// head draws the upper line of a row: the name, the score and the counts, or what the points
// of the last round are made of.
func (b *painting) head(seat int, y float64) {
	mid := y + headHigh/2
	if b.Recounts() {
		b.name(seat, 22, mid, 244-b.total(seat, 278, mid))
		b.recount(seat, len(b.Parts)-1, 304, 690, mid)
		b.suns(seat, 702, mid)
		return
	}
	b.name(seat, 22, mid, 358-b.total(seat, 392, mid))
	b.soFar(seat, 398, mid)
	b.counts(seat, 494, 102, mid)
}

// name writes the name of a seat, brightly if it is to move, tries a move or has won.
func (b *painting) name(seat int, x, mid, room float64) {
	l := canvas.Label{Text: b.p.Name(games.Seat(seat)), Size: canvas.NameText, Ink: b.Quiet(), X: x, Y: mid, Room: room}
	if b.turn(seat) || b.won(seat) || b.p.Preview != "" && b.Seat == games.Seat(seat) {
		l.Bold, l.Ink = true, b.Bright()
	}
	b.Say(l)
}

// total writes the points of the finished rounds so that they end at a point, and returns
// their width.
func (b *painting) total(seat int, right, mid float64) float64 {
	return b.Say(canvas.Label{Text: strconv.Itoa(b.Sides[seat].Total), Bold: true, Size: canvas.NameText,
		Ink: b.Bright(), X: right, Y: mid, Align: 1, Room: 72})
}

// soFar writes the points of the present round as it stands.
func (b *painting) soFar(seat int, x, mid float64) {
	cards := permutations.SetOf(b.Sides[seat].Collection...)
	l := canvas.Label{Text: "+", Ink: b.Quiet(), X: x, Y: mid}
	l.X += b.Say(l)
	l.Text = strconv.Itoa(permutations.Score(cards, games.Seat(seat) == b.Moon))
	b.Say(l)
}

// counts writes the stars and moons that a seat collected in this round, and the suns of all
// rounds, from x on.
func (b *painting) counts(seat int, x, pitch, mid float64) {
	var n [permutations.Sun + 1]int
	for _, card := range b.Sides[seat].Collection {
		n[card.Icon()]++
	}
	b.count(permutations.Star, n[permutations.Star], x, mid, b.Bright())
	moon := b.Bright()
	if games.Seat(seat) == b.Moon {
		moon = b.OnPaper()
	}
	b.count(permutations.Moon, n[permutations.Moon], x+pitch, mid, moon)
	b.suns(seat, x+2*pitch, mid)
}

// suns writes the suns that a seat collected in all rounds.
func (b *painting) suns(seat int, x, mid float64) {
	i := b.Bright()
	if games.Seat(seat) == b.Burning {
		i = b.Danger
	}
	b.count(permutations.Sun, b.Sides[seat].Suns, x, mid, i)
}

// count draws an icon and a number beside it, on a pill if their ground is another than the
// table's.
func (b *painting) count(icon permutations.Icon, n int, x, mid float64, i canvas.Ink) {
	if i.Ground != b.Ground {
		b.RoundRect(b.Box(x, mid-19, 78, 38), b.Px(10), i.Ground)
	}
	b.icon(icon, x+22, mid, 13, i.Text)
	b.Say(canvas.Label{Text: strconv.Itoa(n), Bold: true, Ink: i, X: x + 40, Y: mid, Room: 38})
}

// A rowLayout says how the cards of a row lie.
type rowLayout struct {
	y, wide, high float64 // of a card
	look          look
	sets          bool // whether there is a gap between two colours
}

// The lengths along the cards of a row, besides those of the cards. Cards begin at even
// pixels, so that equal ones are equal bytes.
const (
	rowLeft  = 20.0  // the bid
	rowRight = 788.0 // the end of the hand
	rowBid   = 24.0  // from the bid to the collection
	rowSet   = 6.0   // between two sets, beside rowCard
	rowCard  = 2.0   // between two cards
	rowHand  = 8.0   // from the line to the hand
)

// offset returns how far a card lies from the first one.
func (l rowLayout) offset(cards []permutations.Card, i int) float64 {
	x := float64(i) * (l.wide + rowCard)
	for j := 1; l.sets && j <= i; j++ {
		if cards[j].Colour() != cards[j-1].Colour() {
			x += rowSet
		}
	}
	return x
}

// run draws cards side by side from x on.
func (b *painting) run(cards []permutations.Card, l rowLayout, x float64) {
	for i, card := range cards {
		b.front(b.Box(x+l.offset(cards, i), l.y, l.wide, l.high), card, l.look)
	}
}

// cards draws the lower part of a row: the bid, the collection and the hand.
func (b *painting) cards(seat int, y, tall float64) {
	l := rowLayout{y: y + headHigh + 4, wide: 64, high: tall - headHigh - 12, sets: true}
	if len(b.Sides) < 5 {
		l.wide = 56 // for twelve cards
	}
	if l.high > 1.4*l.wide {
		l.look = narrow
	}
	side, bid := b.Sides[seat], b.Box(rowLeft, l.y, l.wide, l.high)
	if b.bids(seat) && b.Own != nil {
		side.Bid = b.Own.Card
	}
	b.bid(side, bid, l.look)
	if b.bids(seat) && b.Own != nil {
		b.frame(bid)
		b.place(bid, side.Bid)
	}
	var buffer [mostCards]permutations.Card
	x, cards := rowLeft+l.wide+rowBid, grouped(append(buffer[:0], side.Collection...))
	if len(cards) > 0 && b.Phase != permutations.Over {
		b.Rect(b.Box(x-rowBid/2-1, l.y-2, 2, l.high+4), b.Floor)
	}
	b.run(cards, l, x)
	for i, card := range cards {
		a := b.Shown
		last := a != nil && a.Takes[seat] == card && b.Making == nil && b.p.Preview == ""
		if last && b.Tried == nil || b.tried(card) {
			b.frame(b.Box(x+l.offset(cards, i), l.y, l.wide, l.high))
		}
	}
	b.hand(side, l, b.bids(seat))
}

// bids reports whether a seat is the one that looks while bids are made, which it may change.
func (b *painting) bids(seat int) bool {
	return seat == int(b.Seat) && b.Phase == permutations.Bidding
}

// bid draws the bid of a seat: the card once all may see it, its back while it is sealed, and
// dashes while the seat owes it.
func (b *painting) bid(side permutations.Side, place canvas.Box, look look) {
	switch {
	case b.Phase == permutations.Over:
	case side.Bid >= 0:
		b.front(place, side.Bid, look)
	case side.HasBid:
		b.back(place)
	default:
		line := b.Px(4)
		b.Dashes(place.Grow(-line), b.Px(8), line, b.Paper)
	}
}

// hand draws a hand at the right of a row, without the bid that lies on the table: its cards
// if they are known, else their number on one back. After a round its cards lie in the sets
// that scored. The own hand lies in order, as its buttons do, and is marked while one of its cards is
// to be picked.
func (b *painting) hand(side permutations.Side, l rowLayout, own bool) {
	var buffer [mostCards]permutations.Card
	cards, hidden := buffer[:0], side.Cards
	for _, card := range side.Hand {
		if card != side.Bid || b.Phase != permutations.Bidding {
			cards = append(cards, card)
		}
	}
	if l.sets = b.Recounts() && !own; l.sets {
		grouped(cards)
	}
	if side.HasBid {
		hidden--
	}
	n := len(cards)
	if side.Hand == nil && hidden > 0 {
		n = 1
	}
	if n == 0 {
		return
	}
	x := rowRight - l.wide
	if side.Hand == nil {
		at := b.Box(x, l.y, l.wide, l.high)
		b.RoundRect(at, b.Px(6), b.Muted)
		b.Say(canvas.Label{Text: strconv.Itoa(hidden), Bold: true, Size: 34, Ink: b.OnDim(), X: x + l.wide/2,
			Y: l.y + l.high/2, Align: 0.5})
	} else {
		x -= l.offset(cards, n-1)
		b.run(cards, l, x)
		if own {
			b.ownRow(cards, l, x)
		}
	}
	b.Rect(b.Box(x-rowHand, l.y-2, 2, l.high+4), b.Floor)
}

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
