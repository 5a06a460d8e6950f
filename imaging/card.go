package imaging

// Where the parts of every picture lie, in units.
const (
	heightUnits = 117.8
	margin      = 1.8 // from the card's edge to what is in it
	headerTop   = 1.8 // a player's plate
	headerTall  = 9.2
	boardTop    = 16.0 // the cells, below the column letters
	boardSide   = 88.6 // the most that the cells take, each way
	labelsOff   = 2.6  // from the cells to the middle of a coordinate
	footerTop   = 109.4
	footerTall  = 6.6
)

// A player is what the header says of one seat.
type player struct {
	name, side string
	icon       func(x, y, size float64) // draws their piece, size being a cell's
	turn       bool                     // is to move
	won        bool
}

// card draws the ground of the picture. A preview's rim is dashed.
func (c *canvas) card(preview bool) {
	all := box{0, 0, float64(Width), float64(Height)}
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
}

// header draws a plate for each player, side by side.
func (c *canvas) header(players []player) {
	n := float64(len(players))
	w := (100 - 2*margin - (n-1)*1.2) / n * unit
	for i, p := range players {
		x := margin*unit + float64(i)*(w+1.2*unit)
		c.plate(box{x, headerTop * unit, w, headerTall * unit}, p)
	}
}

// plate draws one player: piece, name, side, and a mark for whose turn it is or
// who won.
func (c *canvas) plate(b box, p player) {
	name, side := c.pal.seat, c.pal.seatSide
	if p.turn || p.won {
		name, side = c.pal.turn, c.pal.turnSide
	}
	c.round(b, 2*unit)
	c.fill(name.ground)
	mid := b.y + b.h/2
	p.icon(b.x+5*unit, mid, 7.4*unit)
	left, room := b.x+9.6*unit, b.w-11*unit
	if p.turn || p.won {
		room -= 5.6 * unit
		draw := c.pointer
		if p.won {
			draw = c.crown
		}
		draw(b.x+b.w-4*unit, mid, c.pal.turn.text)
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
	c.write(label{text: title, style: style{true, 3.8 * unit}, ink: name, x: left, y: mid - lift, room: room})
}

// footer says the score, and on a ribbon who won or that this is a preview.
func (c *canvas) footer(p Picture) {
	b := box{margin * unit, footerTop * unit, (100 - 2*margin) * unit, footerTall * unit}
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
}

// line writes the score, and the title at the right if that leaves room.
func (c *canvas) line(b box, score, title string) {
	y, left, room := b.y+b.h/2, b.x+unit, b.w-2*unit
	w := c.write(label{text: score, style: style{size: 3 * unit}, ink: c.pal.score, x: left, y: y, room: room})
	l := label{text: title, style: style{true, 3 * unit}, ink: c.pal.title, x: left + room, y: y, align: 1}
	if w+c.wide(l)+3*unit <= room {
		c.write(l)
	}
}

// ribbon writes a word on a ground of its own, and a line beside it; under it
// where both are long, as a score must not be cut.
func (c *canvas) ribbon(b box, i ink, word, beside string) {
	c.round(b, 1.6*unit)
	c.fill(i.ground)
	y, left, room := b.y+b.h/2, b.x+2*unit, b.w-4*unit
	head := label{text: word, style: style{true, 3.6 * unit}, ink: i, x: left, y: y, room: room}
	tail := label{text: beside, style: style{size: 2.8 * unit}, ink: i, x: left + room, y: y, align: 1, room: room}
	if c.wide(head)+c.wide(tail)+3*unit > room {
		head.y, head.style.size = y-1.4*unit, 3.1*unit
		tail.y, tail.style.size = y+1.7*unit, 2.5*unit
		tail.x, tail.align = left, 0
	}
	c.write(head)
	c.write(tail)
}
