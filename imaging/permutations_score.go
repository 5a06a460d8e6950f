package imaging

import (
	"strconv"

	"parlour/games"
	"parlour/games/permutations"
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
			permutationsIcon(b.c, permutations.Star, b.c.px(x+13), b.c.px(mid), b.c.px(13), b.c.pal.paper)
			x += 30 + b.number(part.Points, x+30, mid, 0)
			continue
		}
		if round < len(b.view.Bonus) && b.view.Bonus[round] == games.Seat(seat) {
			b.c.slab(b.c.at800(x, mid-19, 34, 38), b.c.px(10), b.c.pal.paper)
			permutationsIcon(b.c, permutations.Moon, b.c.px(x+17), b.c.px(mid), b.c.px(12), b.c.pal.ground)
			x += 38
		}
		x += b.part(part, x, mid)
	}
	b.sign("=", right-b.number(sum, right, mid, 1)-30, mid)
}

// sign writes a sign of a sum, and returns where the next number begins.
func (b *permutationsBoard) sign(text string, x, mid float64) float64 {
	b.write(label{text: text, style: style{size: textSmall}, ink: b.c.pal.quiet(), x: x + 15, y: mid, align: 0.5})
	return x + 30
}

// number writes a number, and returns its width.
func (b *permutationsBoard) number(n int, x, mid, align float64) float64 {
	return b.write(label{text: strconv.Itoa(n), style: style{true, textSmall}, ink: b.c.pal.bright(), x: x, y: mid, align: align})
}

// part draws the points of a set on its colour, and returns their width.
func (b *permutationsBoard) part(part permutations.Part, x, mid float64) float64 {
	number := label{text: strconv.Itoa(part.Points), style: style{true, b.c.px(textSmall)}}
	wide := b.c.wide(number)/b.c.scale + 32
	permutationsChip(b.c, b.c.at800(x, mid-18, wide, 36), part.Colour, part.Points)
	return wide
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
			b.c.crown(b.c.px(x+16), b.c.px(mid-1))
			x += 44
		}
		b.name(seat, x, mid, 286-x)
		score := label{style: style{true, 56}, ink: b.c.pal.bright(), x: 22, y: y + 0.68*tall, room: 160}
		if seat < len(b.view.Scores) {
			score.text = strconv.Itoa(b.view.Scores[seat])
		}
		b.write(score)
		b.suns(seat, 186, y+0.68*tall)
		b.rounds(seat, y, tall)
	}
}

// won reports whether a seat won a game that was played to its end.
func (b *permutationsBoard) won(seat int) bool {
	return b.view.Ended == permutations.Played && seat < len(b.view.Places) && b.view.Places[seat] == 1
}

// rounds draws the lines of the rounds of a seat.
func (b *permutationsBoard) rounds(seat int, y, tall float64) {
	n := min(3, len(b.view.Parts))
	pitch := (tall - 10) / 3
	b.c.rect(b.c.at800(292, y+10, 2, tall-20), b.c.pal.floor)
	for round := range n {
		mid := y + 5 + pitch*(float64(round)+0.5)
		b.write(label{text: strconv.Itoa(round + 1), style: style{size: textSmall}, ink: b.c.pal.quiet(), x: 312, y: mid})
		b.recount(seat, round, 346, 786, mid)
	}
}

// setsOf returns the number of cards of each colour; the 0 is alone.
func setsOf(cards []permutations.Card) [permutations.NoColour + 1]int {
	var n [permutations.NoColour + 1]int
	for _, card := range cards {
		n[card.Colour()]++
	}
	return n
}
