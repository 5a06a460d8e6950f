package imaging

import "parlour/games"

// A player is the content of the plate of one seat.
type player struct {
	name, side string
	points     string                   // a number or a short text at the right; may be empty
	icon       func(x, y, size float64) // draws the player's piece for a cell of a size; may be nil
	piece      int                      // different for different icons
	turn       bool                     // whether the player is to move
	won        bool
}

// A duel is the part of a View of a game for two that its players' plates show.
type duel struct {
	toMove, mover, winner games.Seat
	over                  bool
}

// players returns the two players, without pieces. In a preview the seat that tries the move
// is to move, and nobody has won yet.
func (d duel) players(p Drawing) []player {
	turn := d.toMove
	if p.Preview != "" {
		turn = d.mover
	}
	players := make([]player, 2)
	for i := range players {
		seat := games.Seat(i)
		players[i] = player{
			name: at(p.Names, i), side: at(p.Sides, i), turn: turn == seat,
			won: d.over && p.Preview == "" && d.winner == seat,
		}
	}
	return players
}

// drawHeader draws a plate for each player, for six at most. They lie in one row, or in two rows
// of low plates where names would not fit; both take the same height.
func drawHeader(c *canvas, players []player) {
	players = players[:min(6, len(players))]
	all := box{margin * unit, headerTop * unit, (100 - 2*margin) * unit, headerTall * unit}
	if inOneRow(c, all, players) {
		drawPlates(c, all, players, drawPlate)
		return
	}
	first := (len(players) + 1) / 2
	row := box{all.x, all.y, all.w, lowTall * unit}
	drawPlates(c, row, players[:first], drawLowPlate)
	row.y = all.y + all.h - row.h
	drawPlates(c, row, players[first:], drawLowPlate)
}

// inOneRow reports whether the plates lie in one row: those of one or two players do, and
// those of three if no name has to be cut.
func inOneRow(c *canvas, all box, players []player) bool {
	if len(players) < 3 {
		return true
	}
	b := plateRow(all, len(players))
	for _, p := range players {
		_, room := plateRoom(c, b, p)
		if smallest*c.wide(label{text: p.name, style: plateStyle}) > room {
			return false
		}
	}
	return len(players) == 3
}

// plateRow returns the first of n boxes that lie side by side.
func plateRow(all box, n int) box {
	all.w = (all.w/unit - float64(n-1)*plateGap) / float64(n) * unit
	return all
}

// drawPlates draws plates side by side.
func drawPlates(c *canvas, all box, players []player, draw func(*canvas, box, player)) {
	b := plateRow(all, len(players))
	for i, p := range players {
		b.x = all.x + float64(i)*(b.w+plateGap*unit)
		p.turn = p.turn && !c.moving
		k := key{what: "plate", text: [4]string{p.name, p.side, p.points}, args: [4]int{p.piece}}
		if p.turn {
			k.args[1] = 1
		}
		if p.won {
			k.args[2] = 1
		}
		c.stamp(k, b, func(b box) { draw(c, b, p) })
	}
}

// inks returns the inks for the name and the side of a player.
func (p player) inks(pal *palette) (name, side ink) {
	if p.turn || p.won {
		return pal.turn, pal.turnSide
	}
	return pal.seat, pal.seatSide
}

// drawSign draws the sign of a player who is to move or has won, scaled by size.
func drawSign(c *canvas, p player, x, y, size float64) {
	c.dc.Push()
	c.dc.ScaleAbout(size, size, x, y)
	switch {
	case p.won:
		drawCrown(c.pen, x, y, c.pal.turn.text)
	case p.turn:
		drawPointer(c.pen, x, y, c.pal.turn.text)
	}
	c.dc.Pop()
}

// plateStyle is the style of the name and the points on a plate.
var plateStyle = style{true, 3.8 * unit}

// plateRoom returns the left end of the name on a plate, and its room.
func plateRoom(c *canvas, b box, p player) (left, room float64) {
	left, room = b.x+9.6*unit, b.w-11*unit
	if p.icon == nil {
		left, room = left-7.6*unit, room+7.6*unit
	}
	if p.turn || p.won {
		room -= 5.6 * unit
	}
	if p.points != "" {
		room -= pointsRoom(c, p) + 0.8*unit
	}
	room = max(1, room)
	return left, room
}

// pointsRoom returns the width that the points take at the right of the name.
func pointsRoom(c *canvas, p player) float64 {
	return c.wide(label{text: p.points, style: plateStyle}) + 1.4*unit
}

// drawPlate draws the plate of one player: piece, name, side, points, and the mark of a player
// who is to move or has won.
func drawPlate(c *canvas, b box, p player) {
	name, side := p.inks(c.pal)
	c.round(b, 2*unit)
	c.fill(name.ground)
	mid := b.y + b.h/2
	if p.icon != nil {
		p.icon(b.x+5*unit, mid, 7.4*unit)
	}
	drawSign(c, p, b.x+b.w-4*unit, mid, 1)
	left, room := plateRoom(c, b, p)
	if p.points != "" {
		c.write(label{text: p.points, style: plateStyle, ink: name, x: left + room + pointsRoom(c, p), y: mid, align: 1})
	}
	title, below := p.name, p.side
	if blank(title) {
		title, below = p.side, ""
	}
	lift := 0.0
	if !blank(below) {
		lift = 1.7 * unit
		c.write(label{text: below, style: style{size: 2.9 * unit}, ink: side, x: left, y: mid + 2.2*unit, room: room})
	}
	c.write(label{text: title, style: plateStyle, ink: name, x: left, y: mid - lift, room: room})
}

// drawLowPlate draws a plate of one line: piece, name, points and mark. It has the side in place
// of a name that cannot be written.
func drawLowPlate(c *canvas, b box, p player) {
	name, _ := p.inks(c.pal)
	c.round(b, 0.3*b.h)
	c.fill(name.ground)
	mid, left, right := b.y+b.h/2, b.x+0.4*b.h, b.x+b.w-0.4*b.h
	if p.icon != nil {
		p.icon(b.x+0.7*b.h, mid, 0.9*b.h)
		left = b.x + 1.4*b.h
	}
	if p.turn || p.won {
		drawSign(c, p, right-0.3*b.h, mid, 0.14*b.h/unit)
		right -= b.h
	}
	s := style{true, 0.68 * b.h}
	if p.points != "" {
		right -= c.write(label{text: p.points, style: s, ink: name, x: right, y: mid, align: 1, room: 0.4 * b.w}) + 0.4*b.h
	}
	title := p.name
	if blank(title) {
		title = p.side
	}
	c.write(label{text: title, style: s, ink: name, x: left, y: mid, room: max(1, right-left)})
}
