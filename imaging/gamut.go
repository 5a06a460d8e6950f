package imaging

import "image/color"

// A game's pictures have a table of colours of their own, as each has few.
const (
	forMagic = iota
	forPermutations
	forPermute
	forPermutu
	kinds
)

// paletteKey names one of the palettes that there are.
type paletteKey struct {
	contrast, preview bool
	game              int
}

// palettes are all there are, each with its shades.
var palettes = func() map[paletteKey]*palette {
	all := make(map[paletteKey]*palette)
	for _, contrast := range []bool{false, true} {
		for _, preview := range []bool{false, true} {
			for game := range kinds {
				p := classic
				if contrast {
					p = highContrast
				}
				if preview {
					p = p.preview()
				}
				p.shades = p.shadesFor(game, preview)
				all[paletteKey{contrast, preview, game}] = &p
			}
		}
	}
	return all
}()

// A gamut gathers the colours of a kind of picture, and which of them meet.
type gamut struct {
	whole []color.RGBA
	meet  [][2]color.RGBA
}

// on says that colours lie on a ground, so that their edges are mixed with it.
func (g *gamut) on(ground color.RGBA, colours ...color.RGBA) {
	g.whole = append(append(g.whole, ground), colours...)
	for _, col := range colours {
		g.meet = append(g.meet, [2]color.RGBA{ground, col})
	}
}

// written says that inks are written on their grounds.
func (g *gamut) written(inks ...ink) {
	for _, i := range inks {
		g.on(i.ground, i.text)
	}
}

// shadesFor makes the table of colours of a game's pictures.
func (p *palette) shadesFor(game int, preview bool) *shades {
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
	switch game {
	case forMagic:
		p.magicGamut(&g)
	case forPermutations:
		p.permutationsGamut(&g)
	case forPermute:
		p.permuteGamut(&g)
	case forPermutu:
		p.permutuGamut(&g)
	}
	return newShades(g.whole, veil, g.meet)
}

func (p *palette) permuteGamut(g *gamut) {
	g.on(p.board, p.tile, p.pivot, p.halo)
	g.on(p.halo, p.accent)
	for _, t := range []tint{p.first, p.second} {
		g.on(p.tile, t.edge, t.face)
		g.on(t.edge, t.face)
		g.on(t.face, p.halo, p.ink)
		g.on(p.seat.ground, t.edge, t.face)
		g.on(p.turn.ground, t.edge, t.face)
	}
	g.on(p.ink, p.plaster, p.fresh)
	g.on(p.tile, p.halo, p.ink)
}

func (p *palette) magicGamut(g *gamut) {
	g.on(p.board, p.tile, p.halo)
	g.on(p.halo, p.accent, p.row)
	g.on(p.tile, p.accent)
	for _, tiles := range p.magic {
		for _, t := range tiles {
			g.on(p.tile, t.rim)
			g.on(t.rim, t.face, p.halo)
			g.on(t.face, t.mark, p.halo)
		}
		g.on(p.seat.ground, tiles[0].rim)
		g.on(p.turn.ground, tiles[0].rim)
	}
}

func (p *palette) permutationsGamut(g *gamut) {
	g.on(p.paper, p.board, p.card, p.ink, p.seat.ground, p.halo)
	for _, i := range []ink{p.red, p.yellow, p.green, p.blue, p.grey, p.back} {
		g.on(p.paper, i.ground)
		g.written(i)
	}
	g.on(p.card, p.pivot, p.accent, p.badge.ground, p.mine.ground)
	g.on(p.board, p.seat.ground, p.turn.ground, p.pivot)
	g.on(p.halo, p.accent)
	g.written(p.badge, p.mine, p.sheet, p.sheetNow, p.leading, p.endangered)
}

func (p *palette) permutuGamut(g *gamut) {
	g.on(p.board, p.tile, p.accent, p.seat.ground, p.faint())
	g.on(p.tile, p.accent)
	for _, b := range p.blocks {
		g.on(p.board, b.rim)
		g.on(b.rim, b.face)
		g.written(b.letter)
	}
	for _, m := range p.metals {
		g.on(p.board, m.ground)
		g.on(m.ground, p.accent)
		g.written(m)
	}
}
