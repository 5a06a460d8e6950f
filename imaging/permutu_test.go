package imaging

import (
	"errors"
	"fmt"
	"image/color"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutu"
)

// A permutuLine is a random game of Permutu. Equal lines give equal positions.
type permutuLine struct {
	symbols, seats, plies int // plies < 0 plays to the end
	seed                  uint64
	leave                 []int // plies at which the seat to move leaves
	quick                 bool
}

// start returns the first position of a line.
func (l permutuLine) start(t testing.TB) games.State {
	t.Helper()
	start := "seat0"
	if l.quick {
		start = "quick"
	}
	state, err := permutu.Game{}.Start(games.Setup{Game: "permutu", Rules: 1, Seats: l.seats, Seed: games.Seed{byte(l.seed)},
		Options: map[string]string{"symbols": strconv.Itoa(l.symbols), "distinct": "false", "start": start}})
	if err != nil {
		t.Fatalf("Start(%+v): %v", l, err)
	}
	return state
}

// play returns the view at the end of a line.
func (l permutuLine) play(t testing.TB) permutu.View {
	t.Helper()
	return byChance(t, l.start(t), l.seed, l.plies, l.leave...).View(games.Spectator).(permutu.View)
}

// permutuPicture returns the drawing of a view, with words as a table has them.
func permutuPicture(v permutu.View) Drawing {
	names := people("permutu")
	p := Drawing{View: v, Title: "Permutu", Names: names[:min(6, len(v.Own))]}
	var points []string
	for seat, n := range v.Points {
		points = append(points, fmt.Sprintf("%s %d", at(p.Names, seat), n))
	}
	p.Score = "Points: " + strings.Join(points, ", ") + "."
	if len(v.Own) == 1 {
		p.Score = fmt.Sprintf("Single blocks taken: %d. Blocks left: %d.", v.Singles, v.Left)
	}
	for seat, place := range v.Places {
		if place == 1 {
			p.Result = at(p.Names, seat) + " wins"
		}
	}
	return p
}

// TestPermutuRoom checks, for every number of symbols and seats, that columns and rows lie
// between header and footer without touching, and that letters are large enough to read.
func TestPermutuRoom(t *testing.T) {
	c := plainCanvas()
	for n := 3; n <= 26; n++ {
		for seats := 1; seats <= 6; seats++ {
			b := newPermutuBoard(c, permutu.View{Columns: make([][3]permutu.Block, n), Own: make([][]permutu.Holding, seats)})
			first, last := b.slot(0, 0), b.slot(n-1, 2)
			top, bottom := b.row(0), b.row(seats-1)
			row := b.row(0)
			z := b.tileBox(row, n-1)
			letter := b.tileLetter(z, 0).style.size
			switch {
			case first.y-permutuNumbers*unit < (headerTop+headerTall)*unit,
				top.y < last.y+last.h+2*permutuPad*unit, bottom.y+bottom.h > footerTop*unit-permutuPad*unit,
				first.x < margin*unit, last.x+last.w > (100-margin)*unit,
				row.x < margin*unit-1, row.x+row.w > (100-margin)*unit+1,
				z.x+z.w > row.x+row.w, z.y+z.h > row.y+row.h:
				t.Errorf("%d symbols, %d seats: %+v is too large", n, seats, b)
			case letter < 2.4*unit, 0.68*first.h < 3*unit:
				t.Errorf("%d symbols, %d seats: letters of %.0f and %.0f pixels", n, seats, letter, 0.68*first.h)
			}
		}
	}
}

// TestPermutuEvery checks that games of every second number of symbols are drawn.
func TestPermutuEvery(t *testing.T) {
	t.Parallel()
	for n := 3; n <= 26; n += 2 {
		seats := n%6 + 1
		mustRender(t, permutuPicture(permutuLine{symbols: n, seats: seats, plies: n, seed: uint64(n)}.play(t)))
	}
}

// TestPermutuTells checks that every difference of two views shows in their pictures.
func TestPermutuTells(t *testing.T) {
	t.Parallel()
	end := permutuLine{symbols: 8, seats: 3, plies: -1, seed: 1}.play(t)
	over := func(v *permutu.View, places ...int) { v.Ended, v.ToMove, v.Places = end.Ended, nil, places }
	tests := map[string]func(p *Drawing, v *permutu.View){
		"as it is":     func(*Drawing, *permutu.View) {},
		"a letter":     func(_ *Drawing, v *permutu.View) { v.Columns[free(*v)][0].Symbol ^= 1 },
		"taken":        func(_ *Drawing, v *permutu.View) { v.Columns[free(*v)][0].Owner = 0 },
		"no last":      func(_ *Drawing, v *permutu.View) { v.LastBlocks = nil },
		"other last":   func(_ *Drawing, v *permutu.View) { v.LastBlocks[0].Column = v.LastBlocks[0].Column%8 + 1 },
		"who took":     func(_ *Drawing, v *permutu.View) { v.Mover = games.Spectator },
		"who moves":    func(_ *Drawing, v *permutu.View) { v.ToMove = []games.Seat{(v.ToMove[0] + 1) % 3} },
		"all move":     func(_ *Drawing, v *permutu.View) { v.ToMove = []games.Seat{0, 1, 2} },
		"out":          func(_ *Drawing, v *permutu.View) { v.Out = []games.Seat{2} },
		"points":       func(_ *Drawing, v *permutu.View) { v.Points[1] += 3 },
		"holds less":   func(_ *Drawing, v *permutu.View) { v.Own[0] = v.Own[0][1:] },
		"other colour": func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{permutu.Red} },
		"other block":  func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{permutu.Black} },
		"third colour": func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{permutu.Green} },
		"pair":         func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{0, 2} },
		"triple":       func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{0, 1, 2} },
		"won":          func(_ *Drawing, v *permutu.View) { over(v, 1, 2, 3) },
		"shared":       func(_ *Drawing, v *permutu.View) { over(v, 1, 3, 1) },
		"drawn":        func(_ *Drawing, v *permutu.View) { over(v, 1, 1, 1) },
		"preview":      func(p *Drawing, _ *permutu.View) { p.Preview = "Preview" },
	}
	seen := make(map[string]string)
	for name, change := range tests {
		v := permutuLine{symbols: 8, seats: 3, plies: 7, seed: 6}.play(t)
		p := permutuPicture(v)
		change(&p, &v)
		p.View = v
		distinct(t, seen, name, p)
	}
}

// free returns a column whose red block is not taken.
func free(v permutu.View) int {
	for i, column := range v.Columns {
		if !column[0].Taken() {
			return i
		}
	}
	return 0
}

// TestPermutuSolo checks that a game played alone shows the number of blocks taken singly, and
// whether the player failed.
func TestPermutuSolo(t *testing.T) {
	t.Parallel()
	end := permutuLine{symbols: 5, seats: 1, plies: -1, seed: 1}.play(t)
	seen := make(map[string]string)
	for name, v := range map[string]permutu.View{"finished": {}, "failed": {Left: 1}, "more singles": {Singles: 2}} {
		v.Columns, v.Own, v.Ended, v.Places = end.Columns, end.Own, end.Ended, end.Places
		distinct(t, seen, name, Drawing{View: v})
	}
}

// TestNoPicturePermutu checks that a view which does not hold together is not drawn.
func TestNoPicturePermutu(t *testing.T) {
	t.Parallel()
	tests := map[string]func(v *permutu.View){
		"nothing":          func(v *permutu.View) { *v = permutu.View{} },
		"no seats":         func(v *permutu.View) { v.Own = nil },
		"seven seats":      func(v *permutu.View) { v.Own = make([][]permutu.Holding, 7) },
		"too many columns": func(v *permutu.View) { v.Columns = make([][3]permutu.Block, 27) },
		"a symbol beyond":  func(v *permutu.View) { v.Columns[0][1].Symbol = 26 },
		"holds beyond":     func(v *permutu.View) { v.Own[0][0].Symbol = 200 },
		"holds none":       func(v *permutu.View) { v.Own[0][0].Colours = nil },
		"holds four":       func(v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{0, 1, 2, 2} },
		"a fourth colour":  func(v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{3} },
	}
	for name, change := range tests {
		v := permutuLine{symbols: 6, seats: 2, plies: 3, seed: 1}.play(t)
		change(&v)
		if im, err := Draw(permutuPicture(v)); im != nil || !errors.Is(err, ErrNoPicture) {
			t.Errorf("%s: Draw = %d bytes, %v, want ErrNoPicture", name, len(im), err)
		}
	}
}

// TestOddPermutu checks that marks outside of the board are left out.
func TestOddPermutu(t *testing.T) {
	t.Parallel()
	v := permutuLine{symbols: 6, seats: 2, plies: 3, seed: 1}.play(t)
	v.Points, v.Places, v.Singles = []int{-1 << 62}, []int{}, 1<<62
	v.Mover, v.ToMove, v.Out = 99, []games.Seat{-1, 7}, []games.Seat{-5, 88}
	v.LastBlocks = []permutu.Block{{Column: -1}, {Column: 7}, {Column: 1, Colour: 9}, {Column: 1, Symbol: 99}, {Column: 1 << 62}}
	v.Ended = &games.Text{}
	mustRender(t, permutuPicture(v))
	v.Own = v.Own[:1]
	mustRender(t, Drawing{View: v})
}

// TestPermutuBlocks checks that blocks of different colours differ in lightness and shape, and
// that every letter can be read.
func TestPermutuBlocks(t *testing.T) {
	b := permutuBoard{c: plainCanvas()}
	var shapes [3][]bool
	for name, p := range themes {
		for i, block := range p.blocks {
			shapes[i] = paints(b.c, func() { b.shape(box{100, 100, 68, 60}, permutu.Colour(i)) })
			if c := contrast(block.letter.text, block.letter.ground); c < 4.5 || block.letter.ground != block.fill {
				t.Errorf("%s: %v: a letter with a contrast of %.1f on %v, want at least 4.5 on %v", name, permutu.Colour(i), c, block.letter.ground, block.fill)
			}
			if c := max(contrast(block.fill, p.board), contrast(block.rim, p.board)); c < 3 {
				t.Errorf("%s: %v has a contrast of %.1f with the board, want at least 3", name, permutu.Colour(i), c)
			}
			for j := range i {
				if c := contrast(block.fill, p.blocks[j].fill); c < 2.5 {
					t.Errorf("%s: %v and %v have a contrast of %.1f, want at least 2.5", name, permutu.Colour(i), permutu.Colour(j), c)
				}
				if off := differ(shapes[i], shapes[j]); off < 200 {
					t.Errorf("%v and %v differ in %d pixels only", permutu.Colour(i), permutu.Colour(j), off)
				}
			}
		}
	}
}

// TestPermutuTilesOrder checks that a tile of more blocks is lighter.
func TestPermutuTilesOrder(t *testing.T) {
	for name, p := range themes {
		grounds := []color.RGBA{p.seat.ground, p.metals[0].ground, p.metals[1].ground}
		for i := range 2 {
			if c := contrast(grounds[i], grounds[i+1]); c < 1.7 || luminance(grounds[i]) > luminance(grounds[i+1]) {
				t.Errorf("%s: tiles of %d and %d blocks have a contrast of %.1f, want at least 1.7", name, i+1, i+2, c)
			}
		}
		for _, i := range p.metals {
			if c := contrast(i.text, i.ground); c < 4.5 {
				t.Errorf("a letter with a contrast of %.1f, want at least 4.5", c)
			}
		}
	}
}

// permutuPieces draws a block of each colour with the same letter.
func permutuPieces(p *palette, draw drawPiece) {
	for colour := range permutu.Colour(3) {
		draw("blocks", colour.String(), p.board, func(c *canvas, at box) {
			b := permutuBoard{c: c}
			b.body(box{8, 14, 64, 52}, colour)
			b.letter(box{8, 14, 64, 52}, 4, p.blocks[colour].letter)
		})
	}
}
