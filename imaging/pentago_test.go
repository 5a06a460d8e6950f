package imaging

import (
	"errors"
	"image"
	"image/color"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/pentago"
	"parlour/imaging/canvas"
)

// pentagoScene returns the view of a scene of Pentago for the seat to move, with some steps of a turn
// picked; nil shows the plain board.
func pentagoScene(t testing.TB, name string, picked []string) pentago.View {
	t.Helper()
	scenes := pentago.Game{}.Scenes()
	i := slices.IndexFunc(scenes, func(s games.Scene) bool { return s.Name == name })
	state, err := scenes[i].State(pentago.Game{})
	if err != nil {
		t.Fatal(err)
	}
	if picked == nil {
		return state.View(games.Spectator).(pentago.View)
	}
	return state.Shown(state.ToMove()[0], picked).(pentago.View)
}

// TestPentagoTells checks that every difference of two views shows in their pictures.
func TestPentagoTells(t *testing.T) {
	t.Parallel()
	end := pentagoScene(t, "end", nil)
	twist := func(to pentago.Twist) func(*Drawing, *pentago.View) {
		return func(_ *Drawing, v *pentago.View) { v.Turn.Twist = to }
	}
	tests := map[string]func(p *Drawing, v *pentago.View){
		"as it is":      func(*Drawing, *pentago.View) {},
		"other stone":   func(_ *Drawing, v *pentago.View) { v.Cells[0] = pentago.Black },
		"no stone":      func(_ *Drawing, v *pentago.View) { v.Cells[0] = pentago.Empty },
		"no turn":       func(_ *Drawing, v *pentago.View) { v.Turn = nil },
		"no twist":      twist(pentago.NoTwist),
		"other way":     twist(2),
		"other corner":  twist(7),
		"other place":   func(_ *Drawing, v *pentago.View) { *v.Now = 0 },
		"who moves":     func(_ *Drawing, v *pentago.View) { v.ToMove = 1 - v.ToMove },
		"won":           func(_ *Drawing, v *pentago.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 0, end.Ended },
		"lost":          func(_ *Drawing, v *pentago.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 1, end.Ended },
		"drawn":         func(_ *Drawing, v *pentago.View) { v.ToMove, v.Ended = games.Spectator, end.Ended },
		"five":          func(_ *Drawing, v *pentago.View) { *v = end },
		"six":           func(_ *Drawing, v *pentago.View) { *v = end; v.Fives = []pentago.Five{{From: 0, To: 35}} },
		"preview":       func(p *Drawing, _ *pentago.View) { p.Preview = "Preview" },
		"preview of it": func(p *Drawing, v *pentago.View) { p.Preview, *v = "Preview", end },
		"to place":      func(_ *Drawing, v *pentago.View) { *v = pentagoScene(t, "middle", []string{}) },
		"areas":         func(p *Drawing, v *pentago.View) { p.Areas, *v = true, pentagoScene(t, "middle", []string{}) },
		"an area":       func(p *Drawing, v *pentago.View) { p.Area, *v = 2, pentagoScene(t, "middle", []string{}) },
		"to twist":      func(_ *Drawing, v *pentago.View) { *v = pentagoScene(t, "middle", []string{"d3"}) },
		"to twist here": func(_ *Drawing, v *pentago.View) { *v = pentagoScene(t, "middle", []string{"c1"}) },
		"one twist": func(_ *Drawing, v *pentago.View) {
			*v = pentagoScene(t, "middle", []string{"d3"})
			v.Outcomes = v.Outcomes[:7]
		},
	}
	seen := make(map[string]string)
	for name, change := range tests {
		v := pentagoScene(t, "middle", nil)
		p := Drawing{Names: people("pentago")[:2]}
		change(&p, &v)
		p.View = v
		distinct(t, seen, name, p)
	}
}

// TestBadPentagoView checks that an impossible board is not drawn, and that marks outside of the
// board are left out.
func TestBadPentagoView(t *testing.T) {
	t.Parallel()
	bad := pentagoScene(t, "middle", nil)
	bad.Cells[7] = pentago.Black + 1
	unknown := pentagoScene(t, "middle", []string{"d3"})
	unknown.Outcomes[3] = bad
	nothing := pentagoScene(t, "middle", []string{"d3"})
	nothing.Outcomes[3].Turn = nil
	unpicked := pentagoScene(t, "middle", []string{"d3"})
	unpicked.Picked = nil
	for i, v := range []pentago.View{bad, unknown, nothing, unpicked} {
		if _, err := Draw(Drawing{View: v}); !errors.Is(err, ErrNoPicture) {
			t.Errorf("Draw of bad view %d = %v, want ErrNoPicture", i, err)
		}
	}
	mustRender(t, Drawing{View: pentago.View{}})
	far := pentago.Cell(200)
	odd := pentagoScene(t, "middle", []string{})
	odd.ToMove, odd.Mover, odd.Winner = 99, -7, 1000
	odd.Now, odd.Fives = &far, []pentago.Five{{From: 200, To: 3}, {From: 3, To: 255}, {}}
	mustRender(t, Drawing{View: odd})
	mustRender(t, Drawing{View: odd, Preview: "Preview"})
	wild := pentagoScene(t, "middle", nil)
	wild.Turn.Twist = 250
	mustRender(t, Drawing{View: wild})
	lost := pentagoScene(t, "middle", []string{"d3"})
	for i := range lost.Making.Step.Choices {
		lost.Making.Step.Choices[i].X, lost.Making.Step.Choices[i].Y = 7*i-3, 9
	}
	mustRender(t, Drawing{View: lost})
}

// TestPentagoPlaces checks that every choice of every step has a place that a finger can touch, at
// every size: cells on the board, and each twist on the small board that it leads to.
func TestPentagoPlaces(t *testing.T) {
	for _, c := range []struct {
		scene   string
		picked  []string
		choices int
	}{{"start", []string{}, 36}, {"middle", []string{}, 20}, {"middle", []string{"d3"}, 8}, {"neutral", []string{"e5"}, 9}, {"corner", []string{}, 4}} {
		for _, size := range []int{Smallest, Size, Largest} {
			v := pentagoScene(t, c.scene, c.picked)
			places, err := Places(Drawing{View: v, Size: size})
			if err != nil || len(places) != c.choices {
				t.Fatalf("%s after %q: %d places, %v, want %d", c.scene, c.picked, len(places), err, c.choices)
			}
			for i, place := range places {
				checkPlace(t, size, place, places[:i])
				choice := v.Making.Step.Choices[i]
				x, y := (2*choice.X+1)*3/(2*v.Making.Step.Wide), (2*choice.Y+1)*3/(2*v.Making.Step.High)
				if place.Value != choice.Value || (place.X+place.W/2)*3/size != x || (place.Y+place.H/2)*3/size != y {
					t.Errorf("%s after %q: place %d is %+v, want %s in part %d, %d of the picture", c.scene, c.picked, i, place, choice.Value, x, y)
				}
			}
		}
	}
}

// TestPentagoAccent checks that the accent shows the last turn, at the end too if a twist made the
// five, and is on no other picture.
func TestPentagoAccent(t *testing.T) {
	for _, c := range []struct {
		scene, preview string
		picked         []string
		marked         bool
	}{
		{scene: "middle", marked: true}, {scene: "middle", picked: []string{}, marked: true}, {scene: "middle", picked: []string{"d3"}, marked: true},
		{scene: "start"}, {scene: "end"}, {scene: "end", preview: "Preview", marked: true}, {scene: "theirs", marked: true}, {scene: "both", marked: true},
	} {
		im := mustRender(t, Drawing{View: pentagoScene(t, c.scene, c.picked), Preview: c.preview})
		n, accent := 0, canvas.Classic().Accent
		for i := 0; i < len(im.Pix); i += 4 {
			if im.Pix[i] == accent.R && im.Pix[i+1] == accent.G && im.Pix[i+2] == accent.B {
				n++
			}
		}
		if (n > 300) != c.marked || !c.marked && n > 0 {
			t.Errorf("%s after %q, preview %q: %d pixels have the accent, want some: %v", c.scene, c.picked, c.preview, n, c.marked)
		}
	}
}

// TestTheFrameHidesNoStone checks that each stone looks the same inside and beside the frame of a twist as without it,
// on a whole board and on a half.
func TestTheFrameHidesNoStone(t *testing.T) {
	lit := canvas.Classic()
	with := func(twist pentago.Twist, half bool) *image.RGBA {
		v := pentagoScene(t, "middle", nil)
		if v.Turn.Twist = twist; half {
			return mustRender(t, Drawing{View: v, Better: v})
		}
		return mustRender(t, Drawing{View: v})
	}
	for _, half := range []bool{false, true} {
		plain := with(pentago.NoTwist, half)
		for twist := range pentago.NoTwist {
			framed, hidden := with(twist, half), 0
			for i := 0; i < len(plain.Pix); i += 4 {
				pixel := [3]uint8(plain.Pix[i : i+3])
				for _, c := range []color.RGBA{lit.First.Lit, lit.Second.Lit} {
					if pixel == [3]uint8{c.R, c.G, c.B} && pixel != [3]uint8(framed.Pix[i:i+3]) {
						hidden++
					}
				}
			}
			if hidden > 10 { // some pixels of an edge are mixed otherwise
				t.Errorf("the frame of %s, on a half: %v, hides %d pixels of stones", twist, half, hidden)
			}
		}
	}
}
