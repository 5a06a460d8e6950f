package imaging

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

// drawCard draws the ground of the picture. The rim of a preview is dashed.
func drawCard(c *canvas, preview bool) {
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

// drawFooter draws the score; for a result or a preview it draws them on a ribbon.
func drawFooter(c *canvas, p Drawing) {
	b := box{margin * unit, footerTop * unit, (100 - 2*margin) * unit, footerTall * unit}
	c.stamp(key{what: "footer", text: [4]string{p.Preview, p.Result, p.Score, p.Title}}, b, func(b box) {
		switch {
		case p.Preview != "" && p.Result != "":
			drawRibbon(c, b, c.pal.word, p.Preview, p.Result)
		case p.Preview != "":
			drawRibbon(c, b, c.pal.word, p.Preview, p.Score)
		case p.Result != "":
			drawRibbon(c, b, c.pal.result, p.Result, p.Score)
		default:
			drawScore(c, b, p.Score, p.Title)
		}
	})
}

// drawScore writes the score, and the title at the right if there is room. A score that would be
// cut takes two lines.
func drawScore(c *canvas, b box, score, title string) {
	y, left, room := b.y+b.h/2, b.x+unit, b.w-2*unit
	if s := (style{size: 3 * unit}); smallest*c.wide(label{text: score, style: s}) > room {
		drawTwoLines(c, label{text: score, style: style{size: 2.8 * unit}, ink: c.pal.score, x: left, y: y, room: room})
		return
	}
	w := c.write(label{text: score, style: style{size: 3 * unit}, ink: c.pal.score, x: left, y: y, room: room})
	l := label{text: title, style: style{true, 3 * unit}, ink: c.pal.title, x: left + room, y: y, align: 1}
	if w+c.wide(l)+3*unit <= room {
		c.write(l)
	}
}

// drawTwoLines writes the words of a label that fit on one line above its point, and the other
// words below it.
func drawTwoLines(c *canvas, l label) {
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

// drawRibbon writes a word and a line on a ground of their own. The line stands beside the word,
// or below it where both are long, so that a score is not cut.
func drawRibbon(c *canvas, b box, i ink, word, beside string) {
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
