package permutations

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// recount writes what the points of a seat in the last round are made of: those of its stars, and of each set that
// counts. A moon marks the set that counts alone.
func (b *painting) recount(seat int, x, mid float64) {
	round := len(b.Parts) - 1
	if seat >= len(b.Parts[round]) {
		return
	}
	for _, part := range b.Parts[round][seat] {
		if part.Colour >= permutations.Colours {
			b.icon(permutations.Star, x+11, mid, 11, b.Muted)
		} else {
			if round < len(b.Bonus) && b.Bonus[round] == games.Seat(seat) {
				b.icon(permutations.Moon, x+11, mid, 11, b.Paper)
				x += 26
			}
			b.sign(part.Colour, x+11, mid, 11)
		}
		x += 36 + b.Say(canvas.Label{Text: strconv.Itoa(part.Points), Ink: b.Quiet(), X: x + 25, Y: mid, Room: 60})
	}
}

// The places of the columns of the table of points.
const (
	sheetCell  = 308.0 // the middle of the points of stars
	sheetPitch = 65.0
	sheetLine  = 624.0
	sheetSuns  = 658.0
)

// sheet draws the points of a game that is over, the best seat first: by stars and suits, and by rounds; both add up to
// the sum. Suns stand apart.
func (b *painting) sheet() {
	top := 8.0
	if b.p.Ribbon != nil {
		b.End(b.p.Ribbon, hue, b.emblem)
		top = canvas.EndingHigh
	}
	mid := top + 40
	b.Say(canvas.Label{Text: b.p.Caption(ofRounds), Ink: b.Quiet(), X: 24, Y: mid, Room: 240})
	b.Say(canvas.Label{Text: b.p.Caption(ofSum), Ink: b.Quiet(), X: 776, Y: mid, Align: 1, Room: 98})
	b.icon(permutations.Star, sheetCell, mid, 18, b.Paper)
	for colour := range permutations.Colour(permutations.Colours) {
		b.sign(colour, sheetCell+sheetPitch*float64(colour+1), mid, 17)
	}
	b.icon(permutations.Sun, sheetSuns, mid, 16, b.Muted)
	b.Rect(b.Box(sheetLine, top+16, 2, 48), b.Floor)
	seats := make([]int, len(b.Sides))
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(x, y int) int { return cmp.Compare(b.standing(x), b.standing(y)) })
	top += 78
	pitch := (canvas.Size - top) / float64(len(seats))
	for i, seat := range seats {
		b.points(seat, top+pitch*float64(i), pitch-6)
	}
}

// standing is the place of a seat, from 1.
func (b *painting) standing(seat int) int {
	if seat >= len(b.View.Places) {
		return 0
	}
	return b.View.Places[seat]
}

// columns returns what a seat scored over all rounds for cards of each suit, and last for stars.
func (b *painting) columns(seat int) (sums [permutations.Colours + 1]int) {
	for _, seats := range b.Parts {
		if seat < len(seats) {
			for _, part := range seats[seat] {
				sums[min(part.Colour, permutations.Colours)] += part.Points
			}
		}
	}
	return sums
}

// points draws a row of the table of points.
func (b *painting) points(seat int, y, high float64) {
	won := b.Ended == permutations.Played && b.standing(seat) == 1
	at, ground := b.Box(rowLeft, y, rowWide, high), b.felt()
	if won {
		ground = b.Floor
	}
	ink, quiet := canvas.Ink{Text: b.Paper, Ground: ground}, canvas.Ink{Text: b.Muted, Ground: ground}
	b.RoundRect(at, b.Px(12), ground)
	b.Rect(b.Box(sheetLine, y+14, 2, high-28), b.Plate)
	if won {
		line := b.Px(4)
		b.Frame(at.Grow(-line/2), b.Px(12), line, b.Accent)
	}
	mid := y + high/2
	b.Say(canvas.Label{Text: b.p.Name(games.Seat(seat)), Name: true, Bold: true, Size: canvas.NameText, Ink: ink, X: 24,
		Y: mid - 19, Room: sheetCell - 60})
	x := 24.0
	for round, points := range b.Rounds {
		if seat >= len(points) {
			continue
		}
		if round > 0 {
			x += 16 + b.Say(canvas.Label{Text: "·", Ink: quiet, X: x + 8, Y: mid + 20})
		}
		x += b.Say(canvas.Label{Text: strconv.Itoa(points[seat]), Ink: quiet, X: x, Y: mid + 20, Room: 60})
	}
	for i, points := range b.columns(seat) {
		x := sheetCell + sheetPitch*float64((i+1)%(permutations.Colours+1))
		b.Say(canvas.Label{Text: strconv.Itoa(points), Ink: ink, X: x, Y: mid, Align: 0.5, Room: sheetPitch - 4})
	}
	suns := canvas.Label{Text: strconv.Itoa(b.Sides[seat].Suns), Ink: quiet, X: sheetSuns, Y: mid, Align: 0.5, Room: 56}
	if b.Ended == permutations.Played && games.Seat(seat) == b.Burning {
		suns.Ink, suns.Bold = b.Danger, true
		b.RoundRect(b.Box(sheetSuns-30, mid-23, 60, 46), b.Px(10), b.Danger.Ground)
	}
	b.Say(suns)
	b.sum(seat, mid, ink, quiet, won)
}

// sum writes the sum of a row. One that the suns cost is struck out above what is left.
func (b *painting) sum(seat int, mid float64, ink, quiet canvas.Ink, won bool) {
	const right, room = 776, 90
	score := b.Sides[seat].Total
	if seat < len(b.Scores) {
		score = b.Scores[seat]
	}
	if score != b.Sides[seat].Total {
		b.Say(canvas.Label{Text: strconv.Itoa(b.Sides[seat].Total), Ink: quiet, X: right, Y: mid - 20, Align: 1, Room: room,
			Struck: canvas.Mixed(b.Danger.Ground, b.Paper, 0.35)})
		mid += 20
	}
	if won {
		ink.Text = b.Accent
	}
	b.Say(canvas.Label{Text: strconv.Itoa(score), Bold: true, Size: 46, Ink: ink, X: right, Y: mid, Align: 1, Room: room})
}

// emblem draws the highest card that the winner collected in the last round, or of a puzzle that of the pool; without
// one a back.
func (b *painting) emblem(x, y, size float64) {
	wide, cards := 0.7*size, b.Pool
	at := canvas.NewBox(x-wide/2, y-size/2, wide, size)
	if e := b.p.Ribbon; e != nil {
		if cards = nil; len(e.Winners) > 0 && len(b.Past) > 0 {
			last, seat := b.Past[len(b.Past)-1], int(e.Winners[0])
			if seat >= 0 && seat < len(last) && fit(last[seat], mostCards) {
				cards = last[seat]
			}
		}
	}
	if len(cards) > 0 {
		b.whole(slices.Max(cards), at)
		return
	}
	s := b.Scale()
	b.back(look{wide: wide / s, high: size / s}, at.X/s, at.Y/s)
}

// half draws the pool and, below it, the hand with a bid, or what a seat has collected with the card
// that it takes. A caption over each says whose cards these are.
func half(c *canvas.Canvas, p games.Drawing, v permutations.View, right bool) (end float64) {
	b, part := painting{Canvas: c, View: v, p: p}, canvas.Half(right)
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
		b.Say(canvas.Label{Text: p.Caption(ofPool + i), Ink: c.Quiet(), X: part.X + 14, Y: y + 20, Room: part.W - 28})
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
	l := look{wide: pitch - 12, high: high}
	for i, card := range cards {
		place := b.front(card, l, part.X+12+pitch*float64(i%across), y+(high+16)*float64(i/across))
		if b.tried(card) || b.Own != nil && b.Own.Card == card && b.Phase == permutations.Bidding {
			b.frame(place)
		}
	}
	return y + (high+16)*float64((len(cards)+across-1)/across)
}

// pieces draws the bands of cards without the numbers, by which cards differ too, and what tells them in a row: the
// signs of suits, and the icons.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	b := painting{Canvas: &canvas.Canvas{Palette: p}}
	sign := func(group string, n int, ground, col color.RGBA, path func(pen *canvas.Pen, x, y, r float64)) {
		draw(group, fmt.Sprint(group, " ", n), ground, func(c *canvas.Canvas, at canvas.Box) {
			c.Stamp(canvas.Key{}, at, func(pen *canvas.Pen, at canvas.Box) {
				x, y := at.Mid()
				path(pen, x, y, 0.4*at.W)
				pen.Fill(col)
			})
		})
	}
	for colour, i := range p.Cards {
		path := func(pen *canvas.Pen, x, y, r float64) { suitPath(pen, permutations.Colour(colour), x, y, r) }
		sign("band", colour, i.Ground, i.Text, path)
		sign("suit", colour, b.felt(), lit[colour], path)
	}
	for icon := permutations.Star; icon <= permutations.Sun; icon++ {
		sign("icon", int(icon), b.felt(), p.Muted, func(pen *canvas.Pen, x, y, r float64) { iconPath(pen, icon, x, y, r) })
	}
}
