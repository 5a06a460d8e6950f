package imaging

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
)

// A permutuLine is a random game of Permutu. Equal lines give equal positions.
type permutuLine struct {
	symbols, seats, plies int // plies < 0 plays to the end
	seed                  uint64
}

// state returns the position at the end of a line.
func (l permutuLine) state(t testing.TB) games.State {
	t.Helper()
	state, err := permutu.Game{}.Start(games.Setup{Game: "permutu", Rules: 1, Seats: l.seats, Seed: games.Seed{byte(l.seed)},
		Options: map[string]string{"symbols": strconv.Itoa(l.symbols), "distinct": "false", "start": "seat0"}})
	if err != nil {
		t.Fatalf("Start(%+v): %v", l, err)
	}
	states := byMenu(t, state, l.seed)
	if l.plies < 0 || l.plies >= len(states) {
		return states[len(states)-1]
	}
	return states[l.plies]
}

// play returns the view at the end of a line.
func (l permutuLine) play(t testing.TB) permutu.View {
	t.Helper()
	return l.state(t).View(games.Spectator).(permutu.View)
}

// step returns the view of the seat to move that shows its step.
func (l permutuLine) step(t testing.TB) permutu.View {
	t.Helper()
	state := l.state(t)
	return state.Shown(state.ToMove()[0], nil).(permutu.View)
}

// permutuPicture returns the drawing of a view.
func permutuPicture(v permutu.View) Drawing {
	return Drawing{View: v, Names: people("permutu"), Captions: []string{"whole columns", "single blocks", "all"}}
}

// TestPermutuEvery checks that games of every number of symbols and seats are drawn, in
// pictures of every size.
func TestPermutuEvery(t *testing.T) {
	t.Parallel()
	for n := 3; n <= 26; n++ {
		seats := n%6 + 1
		p := permutuPicture(permutuLine{symbols: n, seats: seats, plies: n, seed: uint64(n)}.play(t))
		p.Size = []int{Smallest, 517, Size, Largest}[n%4]
		mustRender(t, p)
	}
}

// TestPermutuTells checks that every difference of two views shows in their pictures.
func TestPermutuTells(t *testing.T) {
	t.Parallel()
	line := permutuLine{symbols: 8, seats: 3, plies: 7, seed: 6}
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
		"black":        func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{permutu.Black} },
		"green":        func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{permutu.Green} },
		"pair":         func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{0, 2} },
		"triple":       func(_ *Drawing, v *permutu.View) { v.Own[0][0].Colours = []permutu.Colour{0, 1, 2} },
		"won":          func(_ *Drawing, v *permutu.View) { over(v, 1, 2, 3) },
		"shared":       func(_ *Drawing, v *permutu.View) { over(v, 1, 3, 1) },
		"drawn":        func(_ *Drawing, v *permutu.View) { over(v, 1, 1, 1) },
		"preview":      func(p *Drawing, _ *permutu.View) { p.Preview = "Preview" },
		"the step":     func(_ *Drawing, v *permutu.View) { *v = line.step(t) },
		"another step": func(_ *Drawing, v *permutu.View) { *v = line.step(t); v.Takes[0].Column = 25 },
		"an area":      func(p *Drawing, v *permutu.View) { *v = line.step(t); p.Area = 1 },
		"another area": func(p *Drawing, v *permutu.View) { *v = line.step(t); p.Area = 2 },
		"the areas":    func(p *Drawing, v *permutu.View) { *v = line.step(t); p.Areas = true },
		"a word":       func(p *Drawing, v *permutu.View) { *v = line.step(t); p.Captions = []string{"tout"} },
		"its areas":    func(p *Drawing, v *permutu.View) { *v = line.step(t); p.Captions, p.Areas = []string{"tout"}, true },
	}
	seen := make(map[string]string)
	for name, change := range tests {
		v := line.play(t)
		p := permutuPicture(v)
		change(&p, &v)
		p.View = v
		distinct(t, seen, name, p)
	}
}

// free returns a column whose red block is not taken.
func free(v permutu.View) int {
	return slices.IndexFunc(v.Columns, func(column [3]permutu.Block) bool { return !column[0].Taken() })
}

// TestPermutuSolo checks that a game played alone shows which blocks were taken singly and how
// many, and whether the player finished.
func TestPermutuSolo(t *testing.T) {
	t.Parallel()
	end := permutuLine{symbols: 5, seats: 1, plies: -1, seed: 1}.play(t)
	seen := make(map[string]string)
	for name, change := range map[string]func(v *permutu.View){
		"finished":     func(*permutu.View) {},
		"failed":       func(v *permutu.View) { v.Left = 1 },
		"more singles": func(v *permutu.View) { v.Singles++ },
		"another pile": func(v *permutu.View) { v.Columns[0][0].Single = !v.Columns[0][0].Single },
	} {
		v := end
		v.Left, v.Columns = 0, slices.Clone(end.Columns)
		for i := range v.Columns {
			for c := range v.Columns[i] {
				v.Columns[i][c].Owner = 0
			}
		}
		change(&v)
		distinct(t, seen, name, permutuPicture(v))
	}
}

// TestPermutuGain checks that a move that is not played shows what it brings.
func TestPermutuGain(t *testing.T) {
	v := permutuLine{symbols: 8, seats: 2, plies: 12, seed: 3}.play(t)
	v.Mover, v.LastBlocks = 0, []permutu.Block{{Column: 1, Symbol: 0}}
	for _, c := range []struct {
		own    []permutu.Colour
		points int
		want   string
	}{
		{[]permutu.Colour{0}, 4, ""},
		{[]permutu.Colour{0, 1}, 5, "4 → 5"}, {[]permutu.Colour{0, 1, 2}, 7, "5 → 7"},
	} {
		pair := permutu.Holding{Symbol: 1, Colours: []permutu.Colour{0, 1}}
		triple := permutu.Holding{Symbol: 2, Colours: []permutu.Colour{0, 1, 2}}
		v.Own, v.Points = [][]permutu.Holding{{{Symbol: 0, Colours: c.own}, pair, triple}, {}}, []int{c.points, 9}
		b := permutuBoard{view: v}
		if got := b.gain(); got != c.want {
			t.Errorf("%v of the letter: the gain is %q, want %q", c.own, got, c.want)
		}
	}
	solo := permutu.View{Own: make([][]permutu.Holding, 1), Points: []int{0}, Singles: 3, LastBlocks: []permutu.Block{{Single: true}}}
	b := permutuBoard{view: solo}
	if got := b.gain(); got != "2 → 3" {
		t.Errorf("alone, the gain is %q, want 2 → 3", got)
	}
}

// begun returns a canvas that was begun for a drawing of Permutu.
func begun(p Drawing) *canvas.Canvas {
	c := canvas.New()
	if err := picture(c, p); err != nil {
		panic(err)
	}
	return c
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
	mustRender(t, Drawing{View: v, Preview: "Preview"})
	v.Ended = &games.Text{}
	mustRender(t, permutuPicture(v))
	v.Own = v.Own[:1]
	mustRender(t, Drawing{View: v})
	v = permutuLine{symbols: 6, seats: 2, plies: 3, seed: 1}.step(t)
	mustRender(t, Drawing{View: v, Area: 99})
	v.Takes[0].Column = 200
	mustRender(t, Drawing{View: v})
	v.Takes = v.Takes[1:]
	mustRender(t, Drawing{View: v, Areas: true})
}

// The picture of a single column has the places of its choices and of no others, large enough to be
// touched.
func TestPermutuColumnHasItsPlaces(t *testing.T) {
	state, err := permutu.Game{}.Start(games.Setup{Game: "permutu", Rules: 1, Seats: 2, Seed: games.Seed{3},
		Options: map[string]string{"symbols": "26", "distinct": "false", "start": "seat0"}})
	if err != nil {
		t.Fatal(err)
	}
	step := state.Step(0, nil)
	for column := 1; column <= 26; column++ {
		var inside []games.Choice
		var want []string
		for _, c := range step.Choices {
			if strings.TrimRight(c.Value, "rbg*") == strconv.Itoa(column) {
				inside, want = append(inside, c), append(want, c.Value)
			}
		}
		near := placesOf(t, Drawing{View: state.Shown(0, nil), Size: Smallest, Area: step.AreaOf(inside)})
		if fault := near.lack(want); fault != "" || near.least() < leastTouch {
			t.Errorf("column %d has places of %d pixels: %s", column, near.least(), fault)
		}
	}
}
