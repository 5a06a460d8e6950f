package imaging

import "image/color"

// A paletteKey names a palette with its [shades]. The pictures of each game have a table of
// colours of their own, because each game has few.
type paletteKey struct {
	contrast, preview bool
	painter           int // index of painters
}

// palettes holds every palette of every painter, with its shades.
var palettes = func() map[paletteKey]*palette {
	all := make(map[paletteKey]*palette)
	for _, contrast := range []bool{false, true} {
		for _, preview := range []bool{false, true} {
			for i, painter := range painters {
				p := classic
				if contrast {
					p = highContrast
				}
				if preview {
					p = p.preview()
				}
				p.shades = p.shadesFor(painter, preview)
				all[paletteKey{contrast, preview, i}] = &p
			}
		}
	}
	return all
}()

// A gamut gathers the colours of the pictures of a game, and which of them meet.
type gamut struct {
	whole []color.RGBA
	meet  [][2]color.RGBA
}

// on adds colours that lie on a ground, so that their edges mix with it.
func (g *gamut) on(ground color.RGBA, colours ...color.RGBA) {
	g.whole = append(append(g.whole, ground), colours...)
	for _, col := range colours {
		g.meet = append(g.meet, [2]color.RGBA{ground, col})
	}
}

// written adds inks that are written on their grounds.
func (g *gamut) written(inks ...ink) {
	for _, i := range inks {
		g.on(i.ground, i.text)
	}
}

// shadesFor makes the table of colours of a painter's pictures.
func (p *palette) shadesFor(painter painter, preview bool) *shades {
	var g gamut
	g.on(p.card, p.rim, p.board, p.seat.ground, p.turn.ground)
	g.written(p.seat, p.seatSide, p.turn, p.turnSide, p.coord, p.hot, p.score, p.title)
	veil := p.rim
	if preview {
		veil = p.card
		g.on(p.card, p.word.ground)
		g.written(p.word)
	} else {
		g.on(p.card, p.result.ground)
		g.written(p.result)
	}
	painter.gamut(p, &g)
	return newShades(g.whole, veil, g.meet)
}
