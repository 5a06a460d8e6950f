package imaging

import (
	"errors"
	"fmt"
	"image/color"
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/magic"
)

// magicChance returns the view after some turns drawn by chance from the empty
// board; plies < 0 plays to the end.
func magicChance(t testing.TB, seed uint64, plies int) magic.View {
	t.Helper()
	state, err := magic.Game{}.Start(games.Setup{Game: "magic", Rules: 1, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	return byChance(t, state, seed, plies).View(games.Spectator).(magic.View)
}

// byChance plays some moves drawn by chance; plies < 0 plays to the end. At the
// plies to leave, ascending, who is to move leaves instead.
func byChance(t testing.TB, state games.State, seed uint64, plies int, leave ...int) games.State {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	for ply := 0; ply != plies && len(state.ToMove()) > 0; ply++ {
		legal := state.Legal(state.ToMove()[0])
		m := legal[rng.IntN(len(legal))]
		if len(leave) > 0 && leave[0] == ply {
			m, leave = games.Leave, leave[1:]
		}
		state = after(t, state, m)
	}
	return state
}

// magicPicture returns a picture of a view as a table would ask for it.
func magicPicture(v magic.View) Picture {
	p := Picture{
		View: v, Title: "Rubik's Magic", Names: []string{"Ada Lovelace", "Maximilian von Hohenzollern"},
		Sides: []string{"Circle", "Diamond"}, Score: "Tiles are left on both sides.",
	}
	if v.Ended != nil && v.Winner >= 0 {
		p.Result = at(p.Names, int(v.Winner)) + " wins"
	}
	return p
}

// Positions by their seeds: a row that threatens on the seventh ply of the one,
// rows of both sides at the end of the other.
const (
	magicThreat = 54
	magicBoth   = 47
)

// TestMagicTells holds that what differs in a view differs in pixels.
func TestMagicTells(t *testing.T) {
	t.Parallel()
	end := magicChance(t, magicBoth, -1)
	tests := map[string]func(p *Picture, v *magic.View){
		"as it is":     func(*Picture, *magic.View) {},
		"other side":   func(_ *Picture, v *magic.View) { v.Cells[4].Light = !v.Cells[4].Light },
		"other mark":   func(_ *Picture, v *magic.View) { v.Cells[4].Kind = magic.Circle },
		"no tile":      func(_ *Picture, v *magic.View) { v.Cells[4] = magic.Cell{} },
		"no turn":      func(_ *Picture, v *magic.View) { v.Turn = nil },
		"no flip":      func(_ *Picture, v *magic.View) { v.Turn.From, v.Turn.To = magic.NoSquare, magic.NoSquare },
		"flipped back": func(_ *Picture, v *magic.View) { v.Turn.From, v.Turn.To = v.Turn.To, v.Turn.From },
		"placed there": func(_ *Picture, v *magic.View) { v.Turn.Place = v.Turn.From },
		"no row":       func(_ *Picture, v *magic.View) { v.Rows = nil },
		"locked row":   func(_ *Picture, v *magic.View) { v.Rows[0].Locked = true },
		"who moves":    func(_ *Picture, v *magic.View) { v.ToMove = 1 - v.ToMove },
		"tiles left":   func(_ *Picture, v *magic.View) { v.Left[1]-- },
		"won":          func(_ *Picture, v *magic.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 0, end.Ended },
		"lost":         func(_ *Picture, v *magic.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 1, end.Ended },
		"tied":         func(_ *Picture, v *magic.View) { v.ToMove, v.Ended = games.Spectator, end.Ended },
		"preview":      func(p *Picture, _ *magic.View) { p.Preview = "Preview" },
	}
	seen := make(map[string]string)
	for name, change := range tests {
		v := magicChance(t, magicThreat, 7)
		p := magicPicture(v)
		change(&p, &v)
		p.View = v
		distinct(t, seen, name, p)
	}
}

// distinct holds that a picture is like none seen before it.
func distinct(t *testing.T, seen map[string]string, name string, p Picture) {
	t.Helper()
	pixels := string(mustRender(t, p).Pix)
	if other, ok := seen[pixels]; ok {
		t.Errorf("%q and %q give the same picture", name, other)
	}
	seen[pixels] = name
}

// TestNoPictureMagic holds that a board that cannot be is not drawn, and that
// marks beyond the board are left out.
func TestNoPictureMagic(t *testing.T) {
	t.Parallel()
	bad := magicChance(t, 1, 3)
	bad.Cells[7].Kind = magic.Diamond + 1
	if _, err := Draw(magicPicture(bad)); !errors.Is(err, ErrNoPicture) {
		t.Errorf("Draw of an unknown tile = %v, want ErrNoPicture", err)
	}
	mustRender(t, Picture{View: magic.View{}})
	odd := magicChance(t, magicBoth, -1)
	odd.ToMove, odd.Mover, odd.Winner, odd.Left = 99, -7, 1000, [2]int{-1 << 62, 1 << 62}
	odd.Rows = []magic.Row{{Squares: [3]magic.Square{0, 99, 200}}, {Squares: [3]magic.Square{255, 1, 2}, Locked: true}, {}}
	for _, turn := range []magic.Turn{
		{From: 200, To: 3, Place: 4}, {From: 3, To: 255, Place: 4}, {From: 5, To: 5, Place: 5},
		{From: 0, To: 15, Place: 16}, {From: 0, To: 15, Place: 255}, {From: 0, To: 15, Place: 1},
	} {
		odd.Turn = &turn
		mustRender(t, magicPicture(odd))
	}
}

// TestMagicTiles holds that the sides of a tile differ in lightness, marks from
// their tiles, tiles from what is behind them, and the seats in shape.
func TestMagicTiles(t *testing.T) {
	for name, p := range themes {
		for seat, tiles := range p.magic {
			if c := contrast(tiles[0].face, tiles[1].face); c < 9 {
				t.Errorf("%s: seat %d: the sides have a contrast of %.1f, want at least 9", name, seat, c)
			}
			for side, tile := range tiles {
				if c := contrast(tile.face, tile.mark); c < 4.5 {
					t.Errorf("%s: seat %d, side %d: the mark has a contrast of %.1f, want at least 4.5", name, seat, side, c)
				}
				if c := max(contrast(tile.rim, p.tile), contrast(tile.face, p.tile)); c < 3 {
					t.Errorf("%s: seat %d, side %d: a contrast of %.1f with its cell, want at least 3", name, seat, side, c)
				}
			}
		}
	}
	b := magicBoard{canvas: plainCanvas()}
	circle := paints(b.canvas, func() { b.mark(0, 500, 500, 400) })
	diamond := paints(b.canvas, func() { b.mark(1, 500, 500, 400) })
	if off := differ(circle, diamond); off < 3000 {
		t.Errorf("the marks differ in %d pixels only", off)
	}
}

// paints returns which pixels a path fills.
func paints(c *canvas, path func()) []bool {
	c.slab(box{0, 0, float64(Width), float64(Height)}, 3*unit, color.RGBA{A: 0xff})
	path()
	c.fill(color.RGBA{0xff, 0xff, 0xff, 0xff})
	pix := c.pixels().Pix
	set := make([]bool, len(pix)/4)
	for i := range set {
		set[i] = pix[4*i] > 0x80
	}
	return set
}

// differ counts the pixels that are in one of two sets alone.
func differ(a, b []bool) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// magicPieces draws both sides of the tiles of each seat.
func magicPieces(p *palette, draw drawPiece) {
	for seat := range 2 {
		for up := range 2 {
			draw("tiles", fmt.Sprintf("seat %d, side %d", seat, up), p.tile, func(c *canvas, at box) {
				magicBoard{canvas: c}.piece(seat, up, side/2, side/2, side)
			})
		}
	}
}
