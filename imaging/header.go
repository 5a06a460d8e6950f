package imaging

import "parlour/games"

// The places of the parts of a picture of a board, in pixels of the design.
const (
	headerTall = 52  // above the board
	ribbonTall = 44  // the same, while a move is not played
	boardSide  = 722 // the most that the cells take, in width and height
	edge8      = 8   // a bar, and the dashes around a move that is not played
)

// Sizes of text in pixels of the design. A size of 28 is 12 as Discord's desktop shows it, and
// nothing that must be read is smaller.
const (
	textSmall = 28 // coordinates and captions
	textName  = 30 // names and scores
)

// A player is one half of the header of a game of two.
type player struct {
	name  string
	score func(right, y float64, i ink) float64 // writes the score so that it ends at a point, and returns its width
	stone func(x, y, cell float64)              // draws the player's piece for a cell of a size
	turn  bool                                  // whether the player owes a move
	won   bool
}

// A duel is the part of a View of a game for two that its players' halves show.
type duel struct {
	toMove, winner games.Seat
	over           bool
}

// players returns the two players, without pieces and scores.
func (d duel) players(p Drawing) [2]player {
	var players [2]player
	for i := range players {
		seat := games.Seat(i)
		players[i] = player{name: at(p.Names, i), turn: d.toMove == seat, won: d.over && d.winner == seat}
	}
	return players
}

// duelHeader draws the names of the two players side by side, with a bar over who owes a
// move or has won, and a crown for who has won.
func (c *canvas) duelHeader(players [2]player) {
	for i, p := range players {
		left, right := float64(404*i), float64(404*i+396)
		bright := p.won || p.turn && !c.moving
		if bright {
			c.slab(c.at800(left+6, 5, 384, edge8), c.px(4), c.pal.paper)
		}
		c.playerName(p, bright, left, right-10)
	}
}

// playerName draws one half of the header, without the bar.
func (c *canvas) playerName(p player, bright bool, left, right float64) {
	const mid = 33
	i := c.pal.quiet()
	if bright {
		i = c.pal.bright()
	}
	p.stone(c.px(left+28), c.px(mid), c.px(42))
	if p.won {
		c.crown(c.px(right-16), c.px(mid-1))
		right -= 46
	}
	right = right - p.score(c.px(right), c.px(mid), i)/c.scale - 12
	c.write(label{
		text: p.name, style: style{bright, c.px(textName)}, ink: i,
		x: c.px(left + 54), y: c.px(mid), room: c.px(right - left - 54),
	})
}

// ribbon draws what stands above a move that is not played, in place of the names: the piece
// of the seat that tries it, the words for it, and what score writes at the right. Dashes
// surround the picture.
func (c *canvas) ribbon(words string, stone func(x, y, cell float64), score func(right, y float64, i ink) float64) {
	c.dashes()
	c.rect(c.at800(0, 0, Size, ribbonTall), c.pal.trial)
	const mid = ribbonTall / 2
	left := 14.0
	if stone != nil {
		c.disc(c.px(30), c.px(mid), c.px(20), c.pal.ground)
		stone(c.px(30), c.px(mid), c.px(32))
		left = 60
	}
	right := 784.0
	if score != nil {
		right -= score(c.px(right), c.px(mid), c.pal.onTrial())/c.scale + 16
	}
	c.write(label{
		text: words, style: style{true, c.px(textName)}, ink: c.pal.onTrial(),
		x: c.px(left), y: c.px(mid), room: c.px(right - left),
	})
}

// dashes draws the dashed edge of a move that is not played, at the left, the right and the
// lower edge of the picture.
func (c *canvas) dashes() {
	const on, pitch = 16, 28
	for at := float64(ribbonTall); at < Size; at += pitch {
		tall := min(on, Size-at)
		c.rect(c.at800(0, at, edge8, tall), c.pal.trial)
		c.rect(c.at800(Size-edge8, at, edge8, tall), c.pal.trial)
	}
	for at := 8.0; at < Size; at += pitch {
		c.rect(c.at800(at, Size-edge8+2, on, edge8-2), c.pal.trial)
	}
}

// crown draws a crown, the mark of a player who won.
func (c *canvas) crown(x, y float64) {
	c.stamp(key{what: "crown"}, around(x, y, c.px(17)), func(b box) {
		x, y := b.mid()
		points := []float64{-16, -9, -8, 0, 0, -14, 8, 0, 16, -9, 13, 12, -13, 12}
		for i := range points {
			points[i] = c.px(points[i]) + [2]float64{x, y}[i%2]
		}
		c.polygon(points...)
		c.fill(c.pal.paper)
	})
}
