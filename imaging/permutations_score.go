package imaging

import (
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permutations/deal"
	"parlour/imaging/canvas"
)

// recount writes what the points of a seat in a round are made of, between two points: its stars
// times two, then the points of each set that counts, and the sum. A moon marks the set that
// counts alone.
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
		if part.Colour >= deal.Colours {
			permutationsIcon(b.c, deal.Star, b.c.Px(x+13), b.c.Px(mid), b.c.Px(13), b.c.Palette.Paper)
			x += 29 + b.number(part.Points/2, x+29, mid, 0)
			x += b.write(canvas.Label{Text: "×2", Style: canvas.Style{Size: canvas.SmallText}, Ink: b.c.Palette.Quiet(), X: x, Y: mid})
			continue
		}
		if round < len(b.view.Bonus) && b.view.Bonus[round] == games.Seat(seat) {
			b.c.RoundRect(b.c.Box(x, mid-19, 34, 38), b.c.Px(10), b.c.Palette.Paper)
			permutationsIcon(b.c, deal.Moon, b.c.Px(x+17), b.c.Px(mid), b.c.Px(12), b.c.Palette.Ground)
			x += 38
		}
		permutationsSuit(b.c, part.Colour, b.c.Px(x+13), b.c.Px(mid), b.c.Px(13))
		x += 30 + b.number(part.Points, x+30, mid, 0)
	}
	b.sign("=", right-b.number(sum, right, mid, 1)-26, mid)
}

// sign writes a sign of a sum, and returns where the next number begins.
func (b *permutationsBoard) sign(text string, x, mid float64) float64 {
	b.write(canvas.Label{Text: text, Style: canvas.Style{Size: canvas.SmallText}, Ink: b.c.Palette.Quiet(), X: x + 14, Y: mid, Align: 0.5})
	return x + 28
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
		b.score(seat, y+0.68*tall)
		b.suns(seat, 194, y+0.68*tall)
		b.c.Rect(b.c.Box(292, y+10, 2, tall-20), b.c.Palette.Floor)
		for round := range 3 {
			b.recount(seat, round, 316, 786, y+5+(tall-10)*(float64(round)+0.5)/3)
		}
	}
}

// score writes the final score of a seat, brightly if it won. The total that it lost to the suns
// is struck out before it.
func (b *permutationsBoard) score(seat int, mid float64) {
	l := canvas.Label{Text: strconv.Itoa(b.view.Sides[seat].Total), Style: canvas.Bold(40), Ink: b.c.Palette.Quiet(), X: 22, Y: mid, Room: 100}
	if games.Seat(seat) == b.view.Burning {
		wide := b.write(l)
		b.c.Rect(b.c.Box(l.X-4, mid-2, wide+8, 4), b.c.Palette.Dim)
		l.X += wide + 20
	}
	if b.won(seat) {
		l.Ink = b.c.Palette.Bright()
	}
	if l.Text, l.Style.Size = "", 56; seat < len(b.view.Scores) {
		l.Text = strconv.Itoa(b.view.Scores[seat])
	}
	b.write(l)
}

// won reports whether a seat won a game that was played to its end.
func (b *permutationsBoard) won(seat int) bool {
	return b.view.Ended == permutations.Played && seat < len(b.view.Places) && b.view.Places[seat] == 1
}
