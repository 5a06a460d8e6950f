package permutations

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// recount writes what the points of a seat in a round are made of, between two points: its stars
// times two, then the points of each set that counts, and the sum. A moon marks the set that
// counts alone.
func (b *painting) recount(seat, round int, x, right, mid float64) {
	if round >= len(b.Parts) || seat >= len(b.Parts[round]) {
		return
	}
	sum := 0
	for i, part := range b.Parts[round][seat] {
		sum += part.Points
		if i > 0 {
			x = b.sign("+", x, mid)
		}
		if part.Colour >= permutations.Colours {
			b.icon(permutations.Star, x+13, mid, 13, b.Paper)
			x += 29 + b.number(part.Points/2, x+29, mid, 0)
			x += b.Say(canvas.Label{Text: "×2", Ink: b.Quiet(), X: x, Y: mid})
			continue
		}
		if round < len(b.Bonus) && b.Bonus[round] == games.Seat(seat) {
			b.RoundRect(b.Box(x, mid-19, 34, 38), b.Px(10), b.Paper)
			b.icon(permutations.Moon, x+17, mid, 12, b.Ground)
			x += 38
		}
		b.suit(part.Colour, x+13, mid, 13)
		x += 30 + b.number(part.Points, x+30, mid, 0)
	}
	b.sign("=", right-b.number(sum, right, mid, 1)-26, mid)
}

// sign writes a sign of a sum, and returns where the next number begins.
func (b *painting) sign(text string, x, mid float64) float64 {
	b.Say(canvas.Label{Text: text, Ink: b.Quiet(), X: x + 14, Y: mid, Align: 0.5})
	return x + 28
}

// number writes a number, and returns its width.
func (b *painting) number(n int, x, mid, align float64) float64 {
	return b.Say(canvas.Label{Text: strconv.Itoa(n), Bold: true, Ink: b.Bright(), X: x, Y: mid, Align: align})
}

// sheets draws, at the end of a game, what the points of each round are made of, for every
// seat: its name, its final score and its suns at the left, and a line a round at the right.
func (b *painting) sheets() {
	n := len(b.Sides)
	top := b.top + 94
	tall := (b.bottom - top) / float64(n)
	for seat := range n {
		y := top + tall*float64(seat)
		b.edge(seat, y, tall)
		x, mid := 22.0, y+0.26*tall
		if b.won(seat) {
			b.Crown(b.Px(x+16), b.Px(mid-1), b.Px(17))
			x += 44
		}
		b.name(seat, x, mid, 286-x)
		b.score(seat, y+0.68*tall)
		b.suns(seat, 194, y+0.68*tall)
		b.Rect(b.Box(292, y+10, 2, tall-20), b.Floor)
		for round := range 3 {
			b.recount(seat, round, 316, 786, y+5+(tall-10)*(float64(round)+0.5)/3)
		}
	}
}

// score writes the final score of a seat, brightly if it won. The total that it lost to the suns
// is struck out before it.
func (b *painting) score(seat int, mid float64) {
	l := canvas.Label{Text: strconv.Itoa(b.Sides[seat].Total), Bold: true, Size: 40, Ink: b.Quiet(), X: 22, Y: mid,
		Room: 100}
	if games.Seat(seat) == b.Burning {
		wide := b.Say(l)
		b.Rect(b.Box(l.X-4, mid-2, wide+8, 4), b.Muted)
		l.X += wide + 20
	}
	if b.won(seat) {
		l.Ink = b.Bright()
	}
	if l.Text, l.Size = "", 56; seat < len(b.Scores) {
		l.Text = strconv.Itoa(b.Scores[seat])
	}
	b.Say(l)
}

// won reports whether a seat won a game that was played to its end.
func (b *painting) won(seat int) bool {
	return b.Ended == permutations.Played && seat < len(b.View.Places) && b.View.Places[seat] == 1
}

// half draws the pool and, below it, the hand with a bid, or what a seat has collected with the card
// that it takes. A caption over each says whose cards these are.
func half(c *canvas.Canvas, p canvas.Drawing, v permutations.View, right bool) (end float64) {
	b, part := painting{Canvas: c, View: v}, canvas.Half(right)
	c.HalfHead(p, right, nil)
	pool, cards := v.Pool, b.large()
	if cards == nil && v.Seat >= 0 && int(v.Seat) < len(v.Sides) {
		cards = grouped(slices.Clone(v.Sides[v.Seat].Collection))
	}
	if v.Tried != nil {
		pool = append(slices.Clone(pool), *v.Tried)
		slices.Sort(pool)
	}
	caption := func(i int, y float64) float64 {
		b.Say(canvas.Label{Text: p.Caption(4 + i), Ink: c.Quiet(), X: part.X + 14, Y: y + 20, Room: part.W - 28})
		return y + 44
	}
	end = b.halfCards(pool, len(v.Sides), part, caption(0, part.Y), 104)
	c.Rect(c.Box(part.X, end, part.W, 2), c.Floor)
	return b.halfCards(cards, 4, part, caption(1, end+2), 112)
}

// halfCards draws cards of a height in rows, those that the move is about framed, and returns
// their lower end.
func (b *painting) halfCards(cards []permutations.Card, across int, part canvas.Box, y, high float64) float64 {
	pitch := math.Floor((part.W-12)/float64(max(across, 4))/2) * 2
	for i, card := range cards {
		place := b.Box(part.X+12+pitch*float64(i%across), y+(high+16)*float64(i/across), pitch-12, high)
		b.front(place, card, plain)
		if b.tried(card) || b.Own != nil && b.Own.Card == card && b.Phase == permutations.Bidding {
			b.frame(place)
		}
	}
	return y + (high+16)*float64((len(cards)+across-1)/across)
}

// pieces draws the colours of cards without the numbers, by which cards differ
// too, and the icons.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for colour := range permutations.Colour(permutations.Colours) {
		i := ink(p, colour)
		draw("colours", fmt.Sprint("colour ", int(colour)), i.Ground, func(c *canvas.Canvas, at canvas.Box) {
			c.Stamp(canvas.Key{}, at, func(pen *canvas.Pen, at canvas.Box) {
				x, y := at.Mid()
				suitPath(pen, colour, x, y, 0.4*at.W)
				pen.Fill(i.Text)
			})
		})
	}
	for _, icon := range []permutations.Icon{permutations.Star, permutations.Moon, permutations.Sun} {
		draw("icons", fmt.Sprint("icon ", int(icon)), p.Ground, func(c *canvas.Canvas, at canvas.Box) {
			c.Stamp(canvas.Key{}, at, func(pen *canvas.Pen, at canvas.Box) {
				x, y := at.Mid()
				iconPath(pen, icon, x, y, 0.4*at.W)
				pen.Fill(p.Paper)
			})
		})
	}
}
