package imaging_test

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/catchup"
	"parlour/games/pentago"
	"parlour/games/permute"
	"parlour/games/slyde"
	"parlour/imaging"
	"parlour/imaging/canvas"
)

// whole is the part of a picture that is all of it.
var whole = image.Rect(0, 0, imaging.Size, imaging.Size)

// picture draws a drawing.
func picture(t testing.TB, p imaging.Drawing) *image.RGBA { return decode(t, mustDraw(t, p)) }

// TestAccent checks that the accent shows the last turn, what is picked or what has won, and is on no other picture.
func TestAccent(t *testing.T) {
	for _, c := range []struct {
		game, scene, preview string
		picked               []string
		areas                bool
		area                 int
		marked               bool
	}{
		{game: "magic", scene: "threat", marked: true},
		{game: "magic", scene: "threat", picked: []string{}, marked: true},
		{game: "magic", scene: "threat", picked: []string{"c3N"}, marked: true},
		{game: "magic", scene: "threat", picked: []string{"c3N", "c4"}, marked: true},
		{game: "magic", scene: "both", marked: true}, // the row that has won
		{game: "magic", scene: "both", preview: "Preview", marked: true},
		{game: "catchup", scene: "5-start"},
		{game: "catchup", scene: "5-middle", marked: true},
		{game: "catchup", scene: "5-second", picked: []string{"f", "5"}, marked: true},
		{game: "catchup", scene: "5-end", marked: true}, // light around what has won
		{game: "pentago", scene: "middle", marked: true},
		{game: "pentago", scene: "middle", picked: []string{}, marked: true},
		{game: "pentago", scene: "middle", picked: []string{"d3"}, marked: true},
		{game: "pentago", scene: "start"},
		{game: "pentago", scene: "end", marked: true},
		{game: "pentago", scene: "end", preview: "Preview", marked: true},
		{game: "pentago", scene: "theirs", marked: true},
		{game: "pentago", scene: "both", marked: true},
		{game: "permute", scene: "9-start"},
		{game: "permute", scene: "9-faces", picked: []string{}, marked: true},
		{game: "permute", scene: "9-faces", picked: []string{}, areas: true, marked: true},
		{game: "permute", scene: "9-faces", picked: []string{}, area: 2, marked: true},
	} {
		v := view(t, c.game, c.scene, c.picked)
		im := picture(t, imaging.Drawing{View: v, Preview: c.preview, Areas: c.areas, Area: c.area})
		if n := count(im, whole, imaging.Palette(v, imaging.Classic).Accent); (n > 300) != c.marked || !c.marked && n > 0 {
			t.Errorf("%+v: %d pixels have the accent", c, n)
		}
	}
}

// TestFrameHidesNoStone checks that each stone of Pentago looks the same inside and beside the line of a
// twist as without it, on a whole board and on a half, and where quadrants may be picked.
func TestFrameHidesNoStone(t *testing.T) {
	p := imaging.Palette(pentago.View{}, imaging.Classic)
	check := func(what string, plain, marked imaging.Drawing) {
		hidden := apart(mustRender(t, plain), mustRender(t, marked), whole, func(_, _ int, was, _ color.RGBA) bool {
			return was == p.First.Lit || was == p.Second.Lit
		})
		if hidden > 10 { // some pixels of an edge are mixed otherwise
			t.Errorf("%s hides %d pixels of stones", what, hidden)
		}
	}
	full := view(t, "pentago", "middle", nil).(pentago.View)
	for i := range full.Cells { // so that a stone lies wherever a mark could hide one
		full.Cells[i] = pentago.White + pentago.Stone(i%2)
	}
	with := func(twist pentago.Twist, half bool) imaging.Drawing {
		v, turn := full, *full.Turn
		turn.Twist, v.Turn = twist, &turn
		d := imaging.Drawing{View: v}
		if half {
			d.Better = v
		}
		return d
	}
	for _, half := range []bool{false, true} {
		for twist := range pentago.NoTwist {
			check(fmt.Sprintf("the line of %s, on a half: %v,", twist, half), with(pentago.NoTwist, half), with(twist, half))
		}
	}
	v := full
	v.Making = view(t, "pentago", "middle", []string{}).(pentago.View).Making
	check("a quadrant that may be picked", imaging.Drawing{View: full}, imaging.Drawing{View: v, Areas: true})
}

// TestRimLeavesItsStone checks that the rims of the last stones of Catchup leave more than half of those stones.
func TestRimLeavesItsStone(t *testing.T) {
	p := imaging.Palette(catchup.View{}, imaging.Classic)
	sides := []color.RGBA{p.First.Lit, p.First.Dim, p.First.Dish, p.Second.Lit, p.Second.Dim}
	seen := func(v games.View) (n int) {
		im := picture(t, imaging.Drawing{View: v})
		for _, col := range sides {
			n += count(im, image.Rect(0, 60, imaging.Size, 690), col)
		}
		return n
	}
	v := view(t, "catchup", "5-middle", nil).(catchup.View)
	stones := 0
	for _, stone := range v.Cells {
		if stone != catchup.Empty {
			stones++
		}
	}
	last := len(v.Stones)
	with := seen(v)
	v.Stones = nil
	plain := seen(v)
	if lost, each := plain-with, plain/stones; lost < 100 || lost > last*each/2 {
		t.Errorf("the rims of %d stones take %d pixels from them, want less than half of %d each", last, lost, each)
	}
}

// TestFrameHidesNoText checks that the frame of a twist at the edge of a board of Permute changes nothing
// above the board, where the names are, nothing below it, where the letters of the columns are,
// and none of the numbers beside it.
func TestFrameHidesNoText(t *testing.T) {
	p, c := imaging.Palette(permute.View{}, imaging.Classic), canvas.New()
	c.Begin(imaging.Size, p.With(canvas.Gamut{Flat: []color.RGBA{p.Ground}}), false)
	for _, size := range []int{9, 12, 19} {
		v := permute.View{Full: board.Full{Size: size, Cells: board.Laid{Stones: make([]board.Stone, size*size)}, Groups: [2][]int{{size * size}, {}}}}
		plain := picture(t, imaging.Drawing{View: v})
		grid, last := c.NewGrid(c.BoardRoom(imaging.Drawing{}), size, size), size-2
		left, top := int(grid.At(0, size-1).X), int(grid.At(0, size-1).Y)
		bottom := top + size*int(grid.Cell)
		for i, face := range [][2]int{{0, last}, {3, last}, {last, last}, {0, 3}, {last, 3}, {0, 0}, {3, 0}, {last, 0}} {
			v.Twist = &permute.Twist{Col: face[0], Row: face[1], Clockwise: i%2 == 0}
			framed := picture(t, imaging.Drawing{View: v})
			hidden := apart(plain, framed, whole, func(x, y int, was, _ color.RGBA) bool {
				return (y < top || y >= bottom || x < left) && (was == p.Muted || was == p.Paper)
			})
			if accent := count(framed, whole, p.Accent); hidden > 0 || accent < 500 {
				t.Errorf("the frame of face %v of %d×%d has %d pixels, and hides %d around the board", face, size, size, accent, hidden)
			}
		}
	}
}

// TestFewFacesHaveNames checks that late in a game of Permute on the largest board, the few faces that can
// turn have their names on the picture, on paper that is wider than the dot of a face among many.
func TestFewFacesHaveNames(t *testing.T) {
	g, rng := permute.Game{}, rand.New(rand.NewPCG(4, 4))
	var s games.State
	s, err := g.Start(games.Setup{Game: "permute", Rules: g.Info().Rules, Seats: 2, Options: map[string]string{"size": "19", "start": "chequer", "swap": "off"}})
	for err == nil && len(s.Step(s.ToMove()[0], nil).Choices) > 5 {
		legal := s.Legal(s.ToMove()[0])
		s, err = s.Play(s.ToMove()[0], legal[rng.IntN(len(legal))])
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, many := range []bool{false, true} {
		v := s.Shown(s.ToMove()[0], nil).(permute.View)
		if many { // the same faces among others that lie nowhere
			v.Making.Step.Choices = slices.Concat(v.Making.Step.Choices, slices.Repeat([]games.Choice{{X: -1}}, 5))
		}
		c := v.Making.Step.Choices[0]
		const cell, left, top = 36, 86, 92 // of the first stone's middle on this board
		at := image.Pt(left+cell*c.X+cell/2-20, top+cell*c.Y+cell/2+12)
		paper := picture(t, imaging.Drawing{View: v}).RGBAAt(at.X, at.Y) == imaging.Palette(v, imaging.Classic).Paper
		if paper == many {
			t.Errorf("among many: %v, paper beside face %s: %v, want %v", many, c.Value, paper, !many)
		}
	}
}

// TestStudStaysSeen checks that where a stone of Slyde is picked to be fixed or freed, a mark lies on
// every stone of the column, and on no stud.
func TestStudStaysSeen(t *testing.T) {
	_, scene := find(t, "slyde", "12-change")
	plainView, marked := view(t, "slyde", "12-change", nil), view(t, "slyde", "12-change", scene.Picked).(slyde.View)
	for _, size := range []int{imaging.Smallest, imaging.Size, imaging.Largest} {
		places, err := imaging.Places(imaging.Drawing{View: marked, Size: size})
		if err != nil || len(places) != marked.Size {
			t.Fatalf("%d places, %v, want one for each stone of the column", len(places), err)
		}
		plain, step := mustRender(t, imaging.Drawing{View: plainView, Size: size}), mustRender(t, imaging.Drawing{View: marked, Size: size})
		fixed := 0
		for i, p := range places {
			at := image.Rect(p.X, p.Y, p.X+p.W, p.Y+p.H)
			inner := apart(plain, step, at.Inset(p.W/6), nil) > 0 // within the frame of the column
			middle := apart(plain, step, at.Inset(p.W/2-p.W/10), nil) > 0
			is := marked.Stone(marked.Picked.Col, i).Fixed
			if is {
				fixed++
			}
			if !inner || middle == is {
				t.Errorf("at %d pixels, %s: marked %v, and on its middle %v; it is fixed: %v", size, p.Value, inner, middle, is)
			}
		}
		if fixed == 0 {
			t.Error("no stone of the column is fixed")
		}
	}
}
