package imaging

import (
	"errors"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/magic"
	"parlour/imaging/canvas"
)

// magicScene returns the view of a scene of Rubik's Magic, with some steps of a turn picked;
// nil shows the plain board.
func magicScene(t testing.TB, name string, picked []string) magic.View {
	t.Helper()
	g := magic.Game{}
	scenes := g.Scenes()
	i := slices.IndexFunc(scenes, func(s games.Scene) bool { return s.Name == name })
	state, err := scenes[i].State(g)
	if err != nil {
		t.Fatal(err)
	}
	if picked == nil {
		return state.View(games.Spectator).(magic.View)
	}
	return state.Shown(state.ToMove()[0], picked).(magic.View)
}

// TestMagicTells checks that every difference of two views shows in their pictures.
func TestMagicTells(t *testing.T) {
	t.Parallel()
	end := magicScene(t, "both", nil)
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
		"other row":    func(_ *Drawing, v *magic.View) { v.Rows[0].Squares = [3]magic.Square{0, 4, 8} },
		"who moves":    func(_ *Drawing, v *magic.View) { v.ToMove = 1 - v.ToMove },
		"tiles left":   func(_ *Drawing, v *magic.View) { v.Left[1]-- },
		"won":          func(_ *Drawing, v *magic.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 0, end.Ended },
		"lost":         func(_ *Drawing, v *magic.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 1, end.Ended },
		"tied": func(_ *Drawing, v *magic.View) {
			v.ToMove, v.Winner, v.Ended = games.Spectator, games.Spectator, end.Ended
		},
		"preview":      func(p *Drawing, _ *magic.View) { p.Preview = "Preview" },
		"to flip":      func(_ *Drawing, v *magic.View) { *v = magicScene(t, "threat", []string{}) },
		"one flip":     func(_ *Drawing, v *magic.View) { *v = magicScene(t, "threat", []string{}); v.Turns = v.Turns[:1] },
		"to place":     func(_ *Drawing, v *magic.View) { *v = magicScene(t, "threat", []string{"c3N"}) },
		"to turn":      func(_ *Drawing, v *magic.View) { *v = magicScene(t, "threat", []string{"c3N", "c4"}) },
		"to turn here": func(_ *Drawing, v *magic.View) { *v = magicScene(t, "threat", []string{"c3N", "c3"}) },
		"one side": func(_ *Drawing, v *magic.View) {
			*v = magicScene(t, "threat", []string{"c3N", "c4"})
			v.Turns = v.Turns[:1]
		},
	}
	seen := make(map[string]string)
	for name, change := range tests {
		v := magicScene(t, "threat", nil)
		p := Drawing{Names: people("magic")[:2]}
		change(&p, &v)
		p.View = v
		distinct(t, seen, name, p)
	}
}

// TestBadMagicView checks that an impossible board is not drawn, and that marks outside of
// the board are left out.
func TestBadMagicView(t *testing.T) {
	t.Parallel()
	bad := magicScene(t, "threat", nil)
	bad.Cells[7].Kind = magic.Diamond + 1
	if _, err := Draw(Drawing{View: bad}); !errors.Is(err, ErrNoPicture) {
		t.Errorf("Draw of an unknown tile = %v, want ErrNoPicture", err)
	}
	mustRender(t, Drawing{View: magic.View{}})
	odd := magicScene(t, "threat", []string{"c3N"})
	odd.ToMove, odd.Mover, odd.Winner, odd.Left = 99, -7, 1000, [2]int{-1 << 62, 1 << 62}
	odd.Rows = []magic.Row{{Squares: [3]magic.Square{0, 99, 200}}, {Squares: [3]magic.Square{255, 1, 2}, Locked: true}, {}}
	for _, turn := range []magic.Turn{
		{From: 200, To: 3, Place: 4}, {From: 3, To: 255, Place: 4}, {From: 5, To: 5, Place: 5},
		{From: 0, To: 15, Place: 16}, {From: 0, To: 15, Place: 255}, {From: 0, To: 15, Place: 1},
	} {
		step := odd
		step.Picked, step.Turns = &turn, []magic.Turn{turn, turn, {}}
		mustRender(t, Drawing{View: step})
		step.Picked = nil
		mustRender(t, Drawing{View: step})
		last := odd
		last.Making, last.Turn = nil, &turn
		mustRender(t, Drawing{View: last, Preview: "Preview"})
		mustRender(t, Drawing{View: last})
	}
}

// sixteen is a position in which the seat to move may choose from the most flips.
const sixteen = "2_-U-UD-D--U-uu-dd"

// TestMagicPlaces checks that every choice of every step has a place that a finger can touch,
// on its own part of the board, at every size.
func TestMagicPlaces(t *testing.T) {
	state, err := magic.Game{}.FromPosition(sixteen)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		picked  []string
		choices int
	}{{[]string{}, 16}, {[]string{"b3N"}, 7}, {[]string{"b3N", "b3"}, 2}, {[]string{"b3N", "c2"}, 0}} {
		for _, size := range []int{Smallest, Size, Largest} {
			p := Drawing{View: state.Shown(1, c.picked), Size: size}
			places, err := Places(p)
			if err != nil || len(places) != c.choices {
				t.Fatalf("after %q there are %d places, %v, want %d", c.picked, len(places), err, c.choices)
			}
			for i, place := range places {
				checkPlace(t, size, place, places[:i])
				if want := state.Step(1, c.picked).Choices[i].Value; place.Value != want {
					t.Errorf("after %q place %d is that of %s, want %s", c.picked, i, place.Value, want)
				}
			}
		}
	}
}

// checkPlace checks that a place lies on the picture, is large enough for a finger, and
// overlaps none of those before it.
func checkPlace(t *testing.T, size int, p Place, before []Place) {
	t.Helper()
	if p.X < 0 || p.Y < 0 || p.X+p.W > size || p.Y+p.H > size {
		t.Errorf("%+v is not on a picture of %d pixels", p, size)
	}
	if least := 24 * size / 350; min(p.W, p.H) < least {
		t.Errorf("%+v is smaller than %d pixels, of %d", p, least, size)
	}
	for _, o := range before {
		if p.X < o.X+o.W && o.X < p.X+p.W && p.Y < o.Y+o.H && o.Y < p.Y+p.H {
			t.Errorf("%+v overlaps %+v", p, o)
		}
	}
}

// TestMagicPlacesShowTheirChoice checks that an arrow of the colour of choices lies in the
// middle of the place of each flip, on the edge between the tile and the space.
func TestMagicPlacesShowTheirChoice(t *testing.T) {
	state, err := magic.Game{}.FromPosition(sixteen)
	if err != nil {
		t.Fatal(err)
	}
	v := state.Shown(1, []string{}).(magic.View)
	places, err := Places(Drawing{View: v})
	if err != nil {
		t.Fatal(err)
	}
	im := mustRender(t, Drawing{View: v})
	b := magicBoard{Grid: canvas.NewGrid(boardRoom(), 4, 4)}
	b.FromTop = true
	for i, p := range places {
		x1, y1 := b.square(v.Turns[i].From)
		x2, y2 := b.square(v.Turns[i].To)
		x, y := p.X+p.W/2, p.Y+p.H/2
		if dx, dy := float64(x)-(x1+x2)/2, float64(y)-(y1+y2)/2; dx*dx+dy*dy > 4 {
			t.Errorf("the middle of %+v is %v, %v from the edge that the tile crosses", p, dx, dy)
		}
		if got := im.RGBAAt(x, y); got != canvas.Classic().Paper {
			t.Errorf("the middle of %+v is %v, want an arrow of paper", p, got)
		}
	}
}

// TestMagicAccent checks that the accent shows the last turn or what is picked, and is on no
// other picture.
func TestMagicAccent(t *testing.T) {
	for _, c := range []struct {
		scene, preview string
		picked         []string
		marked         bool
	}{
		{scene: "threat", marked: true},
		{scene: "threat", picked: []string{}, marked: true},
		{scene: "threat", picked: []string{"c3N"}, marked: true},
		{scene: "threat", picked: []string{"c3N", "c4"}, marked: true},
		{scene: "both"},
		{scene: "both", preview: "Preview", marked: true},
	} {
		im := mustRender(t, Drawing{View: magicScene(t, c.scene, c.picked), Preview: c.preview})
		n := 0
		for i := 0; i < len(im.Pix); i += 4 {
			if im.Pix[i] == canvas.Classic().Accent.R && im.Pix[i+1] == canvas.Classic().Accent.G && im.Pix[i+2] == canvas.Classic().Accent.B {
				n++
			}
		}
		if (n > 1000) != c.marked || !c.marked && n > 0 {
			t.Errorf("%s %q after %q: %d pixels of the accent, marked should be %v", c.scene, c.preview, c.picked, n, c.marked)
		}
	}
}

// TestMagicStepsShowTheLastTurn checks that each step shows what the opponent flipped and placed:
// in the accent until something is picked, and then without it.
func TestMagicStepsShowTheLastTurn(t *testing.T) {
	last := magicScene(t, "threat", nil).Turn
	for _, picked := range [][]string{{}, {"c3N"}, {"c3N", "c4"}} {
		v := magicScene(t, "threat", picked)
		if v.Turn == nil || *v.Turn != *last {
			t.Fatalf("after %q the last turn is %v, want %v", picked, v.Turn, last)
		}
		b := magicBoard{Grid: canvas.NewGrid(boardRoom(), 4, 4)}
		b.FromTop = true
		x1, y1 := b.square(last.From)
		x2, y2 := b.square(last.To)
		x, y := b.square(last.Place)
		im, want := mustRender(t, Drawing{View: v}), canvas.Classic().Dim
		if len(picked) == 0 {
			want = canvas.Classic().Accent
		}
		if got := im.RGBAAt(int(x1+x2)/2, int(y1+y2)/2); got != want {
			t.Errorf("after %q the arrow of the last flip is %v, want %v", picked, got, want)
		}
		if got := im.RGBAAt(int(x+0.47*b.Cell), int(y)); got != want {
			t.Errorf("after %q the frame of the tile placed last is %v, want %v", picked, got, want)
		}
	}
}

// TestMagicMarks checks that the marks of the two seats differ in shape, and not in colour
// alone: those of one colour differ in many pixels.
func TestMagicMarks(t *testing.T) {
	p := canvas.Classic()
	p.Tiles[1] = p.Tiles[0]
	kinds := piecesOf(magicPieces, p)["tiles"]
	for _, side := range []string{"dark", "light"} {
		if share := seenApart(visions["grey"], kinds["circle, "+side], kinds["diamond, "+side]); share < apartShare {
			t.Errorf("%s sides differ in %.1f %% of their pixels, want %v %%", side, share, apartShare)
		}
	}
}
