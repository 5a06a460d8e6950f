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

// magicChance returns the view after a number of random turns from the empty board; plies < 0
// plays to the end.
func magicChance(t testing.TB, seed uint64, plies int) magic.View {
	t.Helper()
	state, err := magic.Game{}.Start(games.Setup{Game: "magic", Rules: 1, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	return byChance(t, state, seed, plies).View(games.Spectator).(magic.View)
}

// byChance plays a number of random moves; plies < 0 plays to the end. At each ply in leave,
// ascending, the seat to move leaves instead.
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

// magicPicture returns the drawing of a view, with words as a table has them.
func magicPicture(v magic.View) Drawing {
	p := Drawing{
		View: v, Title: "Rubik's Magic", Names: people("magic")[:2],
		Sides: []string{"Circle", "Diamond"}, Score: "Tiles are left on both sides.",
	}
	if v.Ended != nil && v.Winner >= 0 {
		p.Result = at(p.Names, int(v.Winner)) + " wins"
	}
	return p
}

// The seeds of two games: magicThreat has a row that threatens after seven plies, magicBoth
// ends with rows of both seats.
const (
	magicThreat = 54
	magicBoth   = 47
)

// TestMagicTells checks that every difference of two views shows in their pictures.
func TestMagicTells(t *testing.T) {
	t.Parallel()
	end := magicChance(t, magicBoth, -1)
	tests := map[string]func(p *Drawing, v *magic.View){
		"as it is":     func(*Drawing, *magic.View) {},
		"other side":   func(_ *Drawing, v *magic.View) { v.Cells[4].Light = !v.Cells[4].Light },
		"other mark":   func(_ *Drawing, v *magic.View) { v.Cells[4].Kind = magic.Circle },
		"no tile":      func(_ *Drawing, v *magic.View) { v.Cells[4] = magic.Cell{} },
		"no turn":      func(_ *Drawing, v *magic.View) { v.Turn = nil },
		"no flip":      func(_ *Drawing, v *magic.View) { v.Turn.From, v.Turn.To = magic.NoSquare, magic.NoSquare },
		"flipped back": func(_ *Drawing, v *magic.View) { v.Turn.From, v.Turn.To = v.Turn.To, v.Turn.From },
		"placed there": func(_ *Drawing, v *magic.View) { v.Turn.Place = v.Turn.From },
		"no row":       func(_ *Drawing, v *magic.View) { v.Rows = nil },
		"locked row":   func(_ *Drawing, v *magic.View) { v.Rows[0].Locked = true },
		"who moves":    func(_ *Drawing, v *magic.View) { v.ToMove = 1 - v.ToMove },
		"tiles left":   func(_ *Drawing, v *magic.View) { v.Left[1]-- },
		"won":          func(_ *Drawing, v *magic.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 0, end.Ended },
		"lost":         func(_ *Drawing, v *magic.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 1, end.Ended },
		"tied":         func(_ *Drawing, v *magic.View) { v.ToMove, v.Ended = games.Spectator, end.Ended },
		"preview":      func(p *Drawing, _ *magic.View) { p.Preview = "Preview" },
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

// distinct checks that a picture differs from all seen before, and adds it to them.
func distinct(t *testing.T, seen map[string]string, name string, p Drawing) {
	t.Helper()
	pixels := string(mustRender(t, p).Pix)
	if other, ok := seen[pixels]; ok {
		t.Errorf("%q and %q give the same picture", name, other)
	}
	seen[pixels] = name
}

// TestNoPictureMagic checks that an impossible board is not drawn, and that marks outside of
// the board are left out.
func TestNoPictureMagic(t *testing.T) {
	t.Parallel()
	bad := magicChance(t, 1, 3)
	bad.Cells[7].Kind = magic.Diamond + 1
	if _, err := Draw(magicPicture(bad)); !errors.Is(err, ErrNoPicture) {
		t.Errorf("Draw of an unknown tile = %v, want ErrNoPicture", err)
	}
	mustRender(t, Drawing{View: magic.View{}})
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

// TestMagicTiles checks that the two sides of a tile differ in lightness, and so do a mark and
// its tile, and a tile and its cell; and that the marks of the seats differ in shape.
func TestMagicTiles(t *testing.T) {
	for name, p := range themes {
		for seat, tiles := range p.magic {
			if c := contrast(tiles[0].fill, tiles[1].fill); c < 9 {
				t.Errorf("%s: seat %d: the sides have a contrast of %.1f, want at least 9", name, seat, c)
			}
			for side, tile := range tiles {
				if c := contrast(tile.fill, tile.mark); c < 4.5 {
					t.Errorf("%s: seat %d, side %d: the mark has a contrast of %.1f, want at least 4.5", name, seat, side, c)
				}
				if c := max(contrast(tile.rim, p.tile), contrast(tile.fill, p.tile)); c < 3 {
					t.Errorf("%s: seat %d, side %d: a contrast of %.1f with its cell, want at least 3", name, seat, side, c)
				}
			}
		}
	}
	b := magicBoard{c: plainCanvas()}
	circle := paints(b.c, func() { b.mark(0, 500, 500, 400) })
	diamond := paints(b.c, func() { b.mark(1, 500, 500, 400) })
	if off := differ(circle, diamond); off < 3000 {
		t.Errorf("the marks differ in %d pixels only", off)
	}
}

// paints returns, for every pixel, whether a path fills it.
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

// differ counts the pixels that are in only one of two sets.
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
				magicBoard{c: c}.piece(seat, up, side/2, side/2, side)
			})
		}
	}
}
