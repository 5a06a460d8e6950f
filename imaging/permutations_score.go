package imaging

import (
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// recount writes what the points of a seat in a round are made of, between two points: those
// of its stars, then of each set that counts, and their sum. A moon marks the set that counts
// alone.
func (b *permutationsBoard) recount(seat, round int, x, right, mid float64) {
	if round >= len(b.view.Parts) || seat >= len(b.view.Parts[round]) {
		return
	}
	sum := 0
	for i, part := range b.view.Parts[round][seat] {
		sum += part.Points
		if i > 0 {
			x = b.sign("+", x, mid)
		}
		if part.Colour >= permutations.Colours {
			permutationsIcon(b.c, permutations.Star, b.c.Px(x+13), b.c.Px(mid), b.c.Px(13), b.c.Palette.Paper)
			x += 30 + b.number(part.Points, x+30, mid, 0)
			continue
		}
		if round < len(b.view.Bonus) && b.view.Bonus[round] == games.Seat(seat) {
			b.c.RoundRect(b.c.Box(x, mid-19, 34, 38), b.c.Px(10), b.c.Palette.Paper)
			permutationsIcon(b.c, permutations.Moon, b.c.Px(x+17), b.c.Px(mid), b.c.Px(12), b.c.Palette.Ground)
			x += 38
		}
		wide := 32 + 17*float64(len(strconv.Itoa(part.Points)))
		permutationsChip(b.c, b.c.Box(x, mid-18, wide, 36), part.Colour, part.Points)
		x += wide
	}
	b.sign("=", right-b.number(sum, right, mid, 1)-30, mid)
}

// sign writes a sign of a sum, and returns where the next number begins.
func (b *permutationsBoard) sign(text string, x, mid float64) float64 {
	b.write(canvas.Label{Text: text, Style: canvas.Style{Size: canvas.SmallText}, Ink: b.c.Palette.Quiet(), X: x + 15, Y: mid, Align: 0.5})
	return x + 30
}

// number writes a number, and returns its width.
func (b *permutationsBoard) number(n int, x, mid, align float64) float64 {
	return b.write(canvas.Label{Text: strconv.Itoa(n), Style: canvas.Bold(canvas.SmallText), Ink: b.c.Palette.Bright(), X: x, Y: mid, Align: align})
}

// sheets draws, at the end of a game, what the points of each round are made of, for every
// seat: its name, its final score and its suns at the left, and a line a round at the right.
func (b *permutationsBoard) sheets() {
	n := len(b.view.Sides)
	top := b.top + 94
	tall := (b.bottom - top) / float64(n)
	for seat := range n {
		y := top + tall*float64(seat)
		b.edge(seat, y, tall)
		x, mid := 22.0, y+0.26*tall
		if b.won(seat) {
			b.c.Crown(b.c.Px(x+16), b.c.Px(mid-1))
			x += 44
		}
		b.name(seat, x, mid, 286-x)
		score := canvas.Label{Style: canvas.Bold(56), Ink: b.c.Palette.Bright(), X: 22, Y: y + 0.68*tall, Room: 160}
		if seat < len(b.view.Scores) {
			score.Text = strconv.Itoa(b.view.Scores[seat])
		}
		b.write(score)
		b.suns(seat, 186, y+0.68*tall)
		b.c.Rect(b.c.Box(292, y+10, 2, tall-20), b.c.Palette.Floor)
		for round := range 3 {
			b.recount(seat, round, 316, 786, y+5+(tall-10)*(float64(round)+0.5)/3)
		}
	}
}

// won reports whether a seat won a game that was played to its end.
func (b *permutationsBoard) won(seat int) bool {
	return b.view.Ended == permutations.Played && seat < len(b.view.Places) && b.view.Places[seat] == 1
}
