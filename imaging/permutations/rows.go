package permutations

import (
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// The lengths along a row, in which the cards that a seat collected and those that it holds, an auction's each, end at
// its right end.
const (
	rowText  = 28.0 // the name
	rowEnd   = 784.0
	cardStep = 36.0 // from a card to the next, at least
	cardGap  = 4.0  // between cards that lie side by side
	newRoom  = 6.0  // on both sides of the newest card, for its frame
	newMore  = 6.0  // more that is seen of the newest card if the next one covers it
)

// row draws what is known of a seat.
func (b *painting) row(seat int, y, high float64) {
	ink := b.ground(seat, y, high)
	cards, end := b.wonLeft(), b.hand(b.Sides[seat], inHand.low(high-8), y+4)
	bid := cards - 20 - asBid.wide
	right, first := bid-10, y+27
	switch {
	case !b.First():
		pitch := 80.0
		if b.Auctions > 9 {
			pitch = 58
		}
		b.soFar(seat, right, y+65, 1, ink)
		b.counts(seat, rowText, pitch, y+65, ink)
		b.won(seat, cards, y+4, end)
	case b.Recounts():
		first = y + 15
		b.recount(seat, rowText, y+44)
	default:
		first = y + high/2
	}
	b.name(seat, rowText, first, right-b.total(seat, right, first)-rowText-10, ink)
	b.bid(seat, asBid.low(high-8), bid, y+4)
}

// wonLeft is where the cards that a seat collected begin, so that all of a round have room.
func (b *painting) wonLeft() float64 {
	return rowEnd - asBid.wide + cardStep - 2*newRoom - newMore - cardStep*float64(b.Auctions)
}

// ground draws the ground of a row, with a bar if its seat is to move, and returns the ink for it.
func (b *painting) ground(seat int, y, high float64) canvas.Ink {
	ink := canvas.Ink{Text: b.Muted, Ground: b.felt()}
	if b.turn(seat) || b.p.Preview != "" && b.Seat == games.Seat(seat) {
		ink = b.OnPlate()
	}
	b.RoundRect(b.Box(rowLeft, y, rowWide, high), b.Px(10), ink.Ground)
	if b.turn(seat) {
		b.RoundRect(b.Box(rowLeft, y, 8, high), b.Px(4), b.Paper)
	}
	return ink
}

// name writes the name of a seat, in bold if it is to move or tries a move, and struck through if its player is out.
func (b *painting) name(seat int, x, mid, room float64, ink canvas.Ink) {
	l := canvas.Label{Text: b.p.Name(games.Seat(seat)), Name: true, Bold: ink == b.OnPlate(), Size: canvas.NameText,
		Ink: ink, X: x, Y: mid, Room: room}
	if side := b.Sides[seat]; side.Away && !side.Back {
		l.Struck = ink.Text
	}
	b.Say(l)
}

// total writes the points of the finished rounds so that they end at a point, and returns
// their width.
func (b *painting) total(seat int, right, mid float64) float64 {
	return b.Say(canvas.Label{Text: strconv.Itoa(b.Sides[seat].Total), Bold: true, Size: canvas.ScoreText,
		Ink: b.Bright(), X: right, Y: mid, Align: 1, Room: 90})
}

// soFar writes the points of the present round as it stands.
func (b *painting) soFar(seat int, x, mid, align float64, ink canvas.Ink) {
	cards := permutations.SetOf(b.Sides[seat].Collection...)
	points := permutations.Score(cards, games.Seat(seat) == b.Moon)
	b.Say(canvas.Label{Text: "+" + strconv.Itoa(points), Ink: ink, X: x, Y: mid, Align: align})
}

// counts writes the stars and moons that a seat collected in this round, and the suns of all
// rounds, from x on.
func (b *painting) counts(seat int, x, pitch, mid float64, ink canvas.Ink) {
	var n [permutations.Sun + 1]int
	for _, card := range b.Sides[seat].Collection {
		n[card.Icon()]++
	}
	n[permutations.Sun] = b.Sides[seat].Suns
	for i, icon := range []permutations.Icon{permutations.Star, permutations.Moon, permutations.Sun} {
		on := ink
		switch {
		case icon == permutations.Moon && games.Seat(seat) == b.Moon:
			on = b.OnPaper()
		case icon == permutations.Sun && games.Seat(seat) == b.Burning:
			on = b.Danger
		}
		b.count(icon, n[icon], x+pitch*float64(i), mid, on, on != ink)
	}
}

// count draws an icon and a number beside it, on a pill where that says something.
func (b *painting) count(icon permutations.Icon, n int, x, mid float64, ink canvas.Ink, pill bool) {
	text := strconv.Itoa(n)
	if pill {
		b.RoundRect(b.Box(x-5, mid-17, 36+16*float64(len(text)), 34), b.Px(9), ink.Ground)
	}
	b.icon(icon, x+11, mid, 11, ink.Text)
	b.Say(canvas.Label{Text: text, Bold: pill, Ink: ink, X: x + 28, Y: mid, Room: 38})
}

// bid draws the bid of a seat at a point: the card if the seat that looks may see it, a back while it is sealed, and an
// empty place while it is owed. The bid that takes next has a frame.
func (b *painting) bid(seat int, l look, x, y float64) {
	side := b.Sides[seat]
	if own := b.Own; own != nil && games.Seat(seat) == b.Seat && b.Phase == permutations.Bidding {
		side.Bid = own.Card // which may be one that is tried
	}
	switch {
	case side.Bid >= 0:
		at := b.front(side.Bid, l, x, y)
		if b.Phase == permutations.Taking && b.turn(seat) {
			b.frame(at)
		}
	case side.HasBid:
		b.back(l, x, y)
	default:
		at, line := b.Box(x, y, l.wide, l.high), b.Px(3)
		b.RoundRect(at, b.Px(6), b.Ground)
		b.Dashes(at.Grow(-line/2), b.Px(6), line, b.Muted)
	}
}

// wonStep returns how far it is from one of n collected cards to the next. Between two ends they lie side by side if
// they have room, also for the frame of a new one.
func wonStep(n int, left, end float64, fresh bool) float64 {
	room := min(end, rowEnd) - left - asBid.wide
	if end < rowEnd {
		room -= 2 * cardGap // before the hand
	}
	if fresh {
		room -= 2 * newRoom
	}
	step := min(asBid.wide+cardGap, math.Floor(room/float64(max(n-1, 1))))
	if step < asBid.wide && fresh {
		step = math.Floor((room - newMore) / float64(max(n-1, 1)))
	}
	return max(step, cardStep)
}

// won draws the cards that a seat collected in this round from a point on, by suit, up to where its hand begins. What is
// seen of the newest has a frame.
func (b *painting) won(seat int, x, y, end float64) {
	var buffer [mostCards]permutations.Card
	cards := grouped(append(buffer[:0], b.Sides[seat].Collection...))
	fresh := slices.IndexFunc(cards, func(card permutations.Card) bool {
		return b.tried(card) || b.Tried == nil && b.Shown != nil && b.Shown.Takes[seat] == card
	})
	step := wonStep(len(cards), x, end, fresh >= 0)
	for i, card := range cards {
		l, next := asBid, step
		if i == fresh {
			x += newRoom
		}
		if i < len(cards)-1 && step < l.wide {
			if i == fresh {
				next += newMore
			}
			l.seen = next - 2
		}
		at := b.front(card, l, x, y)
		if x += next; i == fresh {
			if l.seen > 0 {
				at.W = b.Px(next)
			}
			b.frame(at)
			x += newRoom
		}
	}
}

// hand draws a hand at the right of a row, without a bid that all may see: its cards if they are known. It returns
// where they begin.
func (b *painting) hand(side permutations.Side, l look, y float64) float64 {
	x := rowEnd + cardStep - l.wide
	for _, card := range slices.Backward(side.Hand) {
		if card != side.Bid || b.Phase != permutations.Bidding {
			x -= cardStep
			b.front(card, l, x, y)
		}
	}
	return x
}

// large returns the hand that is drawn large below the rows: that of the seat that looks, while bids are made.
func (b *painting) large() []permutations.Card {
	seat := int(b.Seat)
	if seat < 0 || seat >= len(b.Sides) || b.Phase != permutations.Bidding {
		return nil
	}
	return b.Sides[seat].Hand
}

// ownView draws the pool, a line for each seat, and below them a hand as a fan. What the symbols mean stands between.
func (b *painting) ownView(hand []permutations.Card) {
	const gap = 4
	line, y, pool := 42.0, headHigh+28.0, 252.0
	if b.p.Ribboned() {
		line, y, pool = 38, canvas.EndingHigh+28, 316
	} else if len(b.Sides) < 5 {
		line = 50
	}
	end := pool + 16 + line*float64(len(b.Sides))
	b.lay(b.headEnd(), pool)
	b.lay(end+4, canvas.Size)
	b.head()
	b.pool(inAim, y)
	for seat := range b.Sides {
		b.line(seat, pool+12+line*float64(seat), line-gap)
	}
	b.legend(end+4, b.fan(hand))
}

// The cards of a fan.
const (
	fanWide = 126.0
	fanHigh = 196.0
	fanEdge = 12.0 // at the left and the right
	fanLift = 56.0 // of the bid
	fanRim  = 3.0  // more that the number on a card leaves to the frame of the next one
)

// fan returns how n cards lie in a fan: the look of each, and how far it is from one to the next. Where they must
// overlap, all of each is in what is seen of it.
func fan(n int) (l look, step float64) {
	step = min(fanWide+4, (canvas.Size-2*fanEdge-fanWide)/float64(max(n-1, 1)))
	l = look{wide: fanWide, high: fanHigh}
	if step < fanWide {
		l.seen = min(step-fanRim, 76)
	}
	return l, step
}

// fan draws a hand, each card lower the further it is from the middle. The bid is lifted. It returns where the fan begins.
func (b *painting) fan(hand []permutations.Card) (top float64) {
	l, step := fan(len(hand))
	lift, off := fanLift, float64(len(hand)-1)/2
	if b.p.Ribboned() { // which takes more room above
		l.high, lift = 180, 20
	}
	base := canvas.Size - fanEdge - 8 - l.high - 1.6*off*off
	top = base
	for i, card := range hand {
		d := float64(i) - off
		x, y := (canvas.Size-fanWide)/2+step*d, base+1.6*d*d
		bid := b.Own != nil && b.Own.Card == card
		if bid {
			y -= lift
			top = min(top, y)
		}
		if i == len(hand)-1 {
			l.seen = 0 // nothing covers it
		}
		at := b.front(card, l, x, y)
		seen := at
		if i < len(hand)-1 {
			seen.W = min(at.W, b.Px(step))
		}
		b.place(seen, card)
		if bid {
			b.frame(at)
		}
	}
	return top
}

// line draws all about a seat in one line: its name, its score and its bid; its counts and the sizes of its sets, if they
// have room beside its hand.
func (b *painting) line(seat int, y, high float64) {
	ink, mid, end := b.ground(seat, y, high), y+high/2, rowEnd
	const total, bid, counts, sets = 284, 348, 400, 590
	b.name(seat, rowText, mid, total-b.total(seat, total, mid)-rowText-8, ink)
	b.soFar(seat, total+4, mid, 0, ink)
	b.bid(seat, inLine.low(high-4), bid, y+2)
	if games.Seat(seat) != b.Seat {
		end = b.hand(b.Sides[seat], inHand.low(high-4), y+2)
	}
	if end > sets {
		b.counts(seat, counts, 62, mid, ink)
	}
	if end >= rowEnd {
		b.sets(seat, sets, mid, ink)
	}
}

// sets draws the number of cards of each colour that a seat collected in this round.
func (b *painting) sets(seat int, x, mid float64, ink canvas.Ink) {
	var sizes [permutations.NoColour + 1]int
	for _, card := range b.Sides[seat].Collection {
		sizes[card.Colour()]++
	}
	for colour, n := range sizes[:permutations.Colours] {
		if n > 0 {
			b.sign(permutations.Colour(colour), x+11, mid, 11)
			b.Say(canvas.Label{Text: strconv.Itoa(n), Ink: ink, X: x + 25, Y: mid})
		}
		x += 43
	}
	if sizes[permutations.All] > 0 {
		b.front(permutations.Multicoloured, look{wide: 22, high: 34}, x, mid-17)
	}
}
