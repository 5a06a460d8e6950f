package imaging

import "parlour/games"

// The places of the parts of every picture, in units.
const (
	heightUnits = 117.8
	margin      = 1.8 // between the edge of the card and its parts
	headerTop   = 1.8 // the upper edge of the players' plates
	headerTall  = 9.2
	lowTall     = 4.2  // the height of a plate when they stand in two rows
	plateGap    = 1.2  // between plates side by side
	boardTop    = 12.8 // the cells
	boardLeft   = 5.8  // the cells, beside the row numbers
	boardSide   = 92.2 // the most that the cells take, in width and height
	labelsOff   = 2.5  // between the cells and the middle of a coordinate
	footerTop   = 109.4
	footerTall  = 6.6
)

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

// card draws the ground of the picture. The rim of a preview is dashed.
func (c *canvas) card(preview bool) {
	all := box{0, 0, float64(Width), float64(Height)}
	c.overlay(key{what: "card"}, all, func() {
		if preview {
			c.slab(all, 3*unit, c.pal.card)
			c.dc.SetDash(2.4*unit, 1.5*unit)
			c.round(all.grow(-0.8*unit), 2.2*unit)
			c.stroke(c.pal.rim, 0.5*unit)
			c.dc.SetDash()
			return
		}
		c.slab(all, 3*unit, c.pal.rim)
		c.slab(all.grow(-0.3*unit), 2.7*unit, c.pal.card)
	})
}

// header draws a plate for each player, for six at most. They lie in one row, or in two rows
// of low plates where names would not fit; both take the same height.
func (c *canvas) header(players []player) {
	players = players[:min(6, len(players))]
	all := box{margin * unit, headerTop * unit, (100 - 2*margin) * unit, headerTall * unit}
	if c.oneRow(all, players) {
		c.plates(all, players, c.plate)
		return
	}
	first := (len(players) + 1) / 2
	row := box{all.x, all.y, all.w, lowTall * unit}
	c.plates(row, players[:first], c.lowPlate)
	row.y = all.y + all.h - row.h
	c.plates(row, players[first:], c.lowPlate)
}

// oneRow reports whether the plates lie in one row: those of one or two players do, and
// those of three if no name has to be cut.
func (c *canvas) oneRow(all box, players []player) bool {
	if len(players) < 3 {
		return true
	}
	b := c.row(all, len(players))
	for _, p := range players {
		_, room := c.plateRoom(b, p)
		if smallest*c.wide(label{text: p.name, style: plateStyle}) > room {
			return false
		}
	}
	return len(players) == 3
}

// row returns the first of n boxes that lie side by side.
func (c *canvas) row(all box, n int) box {
	all.w = (all.w/unit - float64(n-1)*plateGap) / float64(n) * unit
	return all
}

// plates draws plates side by side.
func (c *canvas) plates(all box, players []player, draw func(box, player)) {
	b := c.row(all, len(players))
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
		c.stamp(k, b, func(b box) { draw(b, p) })
	}
}

// inks returns the inks for the name and the side of a player.
func (c *canvas) inks(p player) (name, side ink) {
	if p.turn || p.won {
		return c.pal.turn, c.pal.turnSide
	}
	return c.pal.seat, c.pal.seatSide
}

// mark draws the sign of a player who is to move or has won, scaled by size.
func (c *canvas) mark(p player, x, y, size float64) {
	c.dc.Push()
	c.dc.ScaleAbout(size, size, x, y)
	switch {
	case p.won:
		c.crown(x, y, c.pal.turn.text)
	case p.turn:
		c.pointer(x, y, c.pal.turn.text)
	}
	c.dc.Pop()
}

// plateStyle is the style of the name and the points on a plate.
var plateStyle = style{true, 3.8 * unit}

// plateRoom returns the left end of the name on a plate, and its room.
func (c *canvas) plateRoom(b box, p player) (left, room float64) {
	left, room = b.x+9.6*unit, b.w-11*unit
	if p.icon == nil {
		left, room = left-7.6*unit, room+7.6*unit
	}
	if p.turn || p.won {
		room -= 5.6 * unit
	}
	if p.points != "" {
		room -= c.pointsRoom(p) + 0.8*unit
	}
	room = max(1, room)
	return left, room
}

// pointsRoom returns the width that the points take at the right of the name.
func (c *canvas) pointsRoom(p player) float64 {
	return c.wide(label{text: p.points, style: plateStyle}) + 1.4*unit
}

// plate draws the plate of one player: piece, name, side, points, and the mark of a player
// who is to move or has won.
func (c *canvas) plate(b box, p player) {
	name, side := c.inks(p)
	c.round(b, 2*unit)
	c.fill(name.ground)
	mid := b.y + b.h/2
	if p.icon != nil {
		p.icon(b.x+5*unit, mid, 7.4*unit)
	}
	c.mark(p, b.x+b.w-4*unit, mid, 1)
	left, room := c.plateRoom(b, p)
	if p.points != "" {
		c.write(label{text: p.points, style: plateStyle, ink: name, x: left + room + c.pointsRoom(p), y: mid, align: 1})
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

// lowPlate draws a plate of one line: piece, name, points and mark. It has the side in place
// of a name that cannot be written.
func (c *canvas) lowPlate(b box, p player) {
	name, _ := c.inks(p)
	c.round(b, 0.3*b.h)
	c.fill(name.ground)
	mid, left, right := b.y+b.h/2, b.x+0.4*b.h, b.x+b.w-0.4*b.h
	if p.icon != nil {
		p.icon(b.x+0.7*b.h, mid, 0.9*b.h)
		left = b.x + 1.4*b.h
	}
	if p.turn || p.won {
		c.mark(p, right-0.3*b.h, mid, 0.14*b.h/unit)
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

// footer draws the score; for a result or a preview it draws them on a ribbon.
func (c *canvas) footer(p Drawing) {
	b := box{margin * unit, footerTop * unit, (100 - 2*margin) * unit, footerTall * unit}
	c.stamp(key{what: "footer", text: [4]string{p.Preview, p.Result, p.Score, p.Title}}, b, func(b box) {
		switch {
		case p.Preview != "" && p.Result != "":
			c.ribbon(b, c.pal.word, p.Preview, p.Result)
		case p.Preview != "":
			c.ribbon(b, c.pal.word, p.Preview, p.Score)
		case p.Result != "":
			c.ribbon(b, c.pal.result, p.Result, p.Score)
		default:
			c.line(b, p.Score, p.Title)
		}
	})
}

// line writes the score, and the title at the right if there is room. A score that would be
// cut takes two lines.
func (c *canvas) line(b box, score, title string) {
	y, left, room := b.y+b.h/2, b.x+unit, b.w-2*unit
	if s := (style{size: 3 * unit}); smallest*c.wide(label{text: score, style: s}) > room {
		c.twoLines(label{text: score, style: style{size: 2.8 * unit}, ink: c.pal.score, x: left, y: y, room: room})
		return
	}
	w := c.write(label{text: score, style: style{size: 3 * unit}, ink: c.pal.score, x: left, y: y, room: room})
	l := label{text: title, style: style{true, 3 * unit}, ink: c.pal.title, x: left + room, y: y, align: 1}
	if w+c.wide(l)+3*unit <= room {
		c.write(l)
	}
}

// twoLines writes the words of a label that fit on one line above its point, and the other
// words below it.
func (c *canvas) twoLines(l label) {
	text, first := readable(l.text, l.style.font()), ""
	for i, r := range text {
		if r != ' ' {
			continue
		}
		if c.wide(label{text: text[:i], style: l.style}) > l.room {
			break
		}
		first = text[:i]
	}
	below := l
	l.y, below.y = l.y-1.7*unit, l.y+1.7*unit
	l.text, below.text = first, text[len(first):]
	c.write(l)
	c.write(below)
}

// ribbon writes a word and a line on a ground of their own. The line stands beside the word,
// or below it where both are long, so that a score is not cut.
func (c *canvas) ribbon(b box, i ink, word, beside string) {
	c.round(b, 1.6*unit)
	c.fill(i.ground)
	y, left, room := b.y+b.h/2, b.x+2*unit, b.w-4*unit
	head := label{text: word, style: style{true, 3.6 * unit}, ink: i, x: left, y: y, room: room}
	tail := label{text: beside, style: style{size: 2.8 * unit}, ink: i, x: left + room, y: y, align: 1, room: room}
	if c.wide(head)+c.wide(tail)+3*unit > room {
		head.y, head.style.size = y-1.2*unit, 2.9*unit
		tail.y, tail.style.size = y+1.6*unit, 2.3*unit
		tail.x, tail.align = left, 0
	}
	c.write(head)
	c.write(tail)
}
