package imaging_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/board"
	"parlour/games/catchup"
	"parlour/games/pentago"
	"parlour/games/permute"
	"parlour/games/permutu"
	"parlour/games/slyde"
	"parlour/games/twistonly"
	"parlour/imaging"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// whole is the part of a picture that is all of it.
var whole = image.Rect(0, 0, imaging.Size, imaging.Size)

// picture draws a drawing.
func picture(t testing.TB, p games.Drawing) *image.RGBA { return decode(t, mustDraw(t, p)) }

// TestAccent checks that the accent shows the last turn, what is picked or what has won, and is on no other picture.
func TestAccent(t *testing.T) {
	for _, c := range []struct {
		game, scene, preview string
		picked               []string
		margins              bool
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
		{game: "permute", scene: "9-faces", picked: []string{}, margins: true, marked: true},
		{game: "permute", scene: "9-faces", picked: []string{}, area: 2, marked: true},
		{game: "permute", scene: "12-end", marked: true},
		{game: "slyde", scene: "12-start"},
		{game: "slyde", scene: "12-targets", picked: []string{"e", "6"}, marked: true},
		{game: "slyde", scene: "12-preview-change", preview: "Preview", marked: true},
		{game: "slyde", scene: "12-end", marked: true},
		{game: "slyde", scene: "8-draw", marked: true},
		{game: "twistonly", scene: "10-start"},
		{game: "twistonly", scene: "10-direction", picked: []string{"h", "7"}, marked: true},
		{game: "twistonly", scene: "8-end", marked: true},
	} {
		v := view(t, c.game, c.scene, c.picked)
		im := picture(t, games.Drawing{View: v, Preview: c.preview, Margins: c.margins, Area: c.area})
		if n := count(im, whole, imaging.Palette(v, imaging.Classic).Accent); (n > 300) != c.marked || !c.marked && n > 0 {
			t.Errorf("%+v: %d pixels have the accent", c, n)
		}
	}
}

// TestTriedIsSeen checks that each picture of a move that is not played is marked so along its edges, also while parts
// of the move are still to be picked.
func TestTriedIsSeen(t *testing.T) {
	for _, g := range all.Games() {
		for _, s := range scenes(t, g) {
			if s.picture.Better != nil || s.picture.Ribbon != nil { // whose heads say it, and after which nothing is tried
				continue
			}
			s.picture.Preview = "Preview"
			im, p := picture(t, s.picture), imaging.Palette(s.picture.View, s.picture.Palette)
			low := im.Rect.Dy()
			for _, edge := range []image.Rectangle{image.Rect(0, 60, 5, low), image.Rect(795, 60, 800, low), image.Rect(0, low-5, 800, low)} {
				if n := count(im, edge, p.Trial); n < 2*max(edge.Dx(), edge.Dy()) {
					t.Errorf("%s: %d pixels at %v tell of a move that is not played", s.name, n, edge)
				}
			}
		}
	}
}

// TestEndMarksTheLastMove checks that a picture of an end marks the last move beside the light of what has won: more of it
// has the accent than without that move.
func TestEndMarksTheLastMove(t *testing.T) {
	for game, c := range map[string]struct{ scene, move string }{
		"magic": {"both", "Turn"}, "catchup": {"5-end", "Stones"}, "pentago": {"end", "Turn"}, "permute": {"12-end", "Twist"},
		"permutu": {"26-two-end", "LastBlocks"}, "slyde": {"12-end", "Turn"}, "twistonly": {"8-end", "Twist"},
	} {
		v := view(t, game, c.scene, nil)
		bare := reflect.New(reflect.TypeOf(v)).Elem()
		bare.Set(reflect.ValueOf(v))
		bare.FieldByName(c.move).SetZero()
		accent := func(v games.View) int {
			p := games.Drawing{View: v, Ribbon: &games.Ribbon{Title: "A draw"}}
			return count(picture(t, p), image.Rect(0, 136, imaging.Size, imaging.Size), imaging.Palette(v, imaging.Classic).Accent)
		}
		if with, without := accent(v), accent(bare.Interface().(games.View)); with < without+150 {
			t.Errorf("%s: %d pixels have the accent, and without the last move %d", game, with, without)
		}
	}
}

// TestFrameHidesNoStone checks that each stone of Pentago looks the same inside and beside the line of a
// twist as without it, on a whole board and on a half, and where quadrants may be picked.
func TestFrameHidesNoStone(t *testing.T) {
	p := imaging.Palette(pentago.View{}, imaging.Classic)
	check := func(what string, plain, marked games.Drawing) {
		hidden := apart(picture(t, plain), picture(t, marked), whole, func(_, _ int, was, _ color.RGBA) bool {
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
	with := func(twist pentago.Twist, half bool) games.Drawing {
		v, turn := full, *full.Turn
		turn.Twist, v.Turn = twist, &turn
		d := games.Drawing{View: v}
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
	check("a quadrant that may be picked", games.Drawing{View: full}, games.Drawing{View: v, Margins: true})
}

// TestRimLeavesItsStone checks that the rims of the last stones of Catchup leave more than half of those stones.
func TestRimLeavesItsStone(t *testing.T) {
	p := imaging.Palette(catchup.View{}, imaging.Classic)
	sides := []color.RGBA{p.First.Lit, p.First.Dim, p.First.Dish, p.Second.Lit, p.Second.Dim}
	seen := func(v games.View) (n int) {
		im := picture(t, games.Drawing{View: v})
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

// TestFrameHidesNoText checks that the frame of a twist or a swap at the edge of a board changes nothing where the names
// are above it, and none of the letters of the columns and the numbers of the rows.
func TestFrameHidesNoText(t *testing.T) {
	full := func(size int) board.Full {
		return board.Full{Size: size, Cells: board.Laid{Stones: make([]board.Stone, size*size)}, Groups: [2][]int{{size * size}, {}},
			Before: 1}
	}
	check := func(plain games.View, framed map[string]games.View) {
		p := imaging.Palette(plain, imaging.Classic)
		for _, tried := range []string{"", "Preview"} {
			d := games.Drawing{View: plain, Preview: tried}
			bed, was := cellsOf(plain, d).Bed(), picture(t, d)
			for what, v := range framed {
				d.View = v
				is := picture(t, d)
				hidden := apart(was, is, whole, func(x, y int, was, _ color.RGBA) bool {
					return y < canvas.HeaderHigh || (float64(x) < bed.X || float64(y) > bed.Y+bed.H) && was == p.Muted
				})
				if accent := count(is, whole, p.Accent); hidden > 0 || accent < 300 {
					t.Errorf("the frame of %s has %d pixels, and hides %d around the board", what, accent, hidden)
				}
			}
		}
	}
	for _, size := range []int{9, 12, 19} {
		plain, last, framed := permute.View{Full: full(size)}, size-2, map[string]games.View{}
		for i, face := range [][2]int{{0, last}, {3, last}, {last, last}, {0, 3}, {last, 3}, {0, 0}, {3, 0}, {last, 0}} {
			v := plain
			v.Twist = &permute.Twist{Col: face[0], Row: face[1], Clockwise: i%2 == 0}
			framed[fmt.Sprintf("face %v of %d×%d", face, size, size)] = v
		}
		check(plain, framed)
	}
	for _, size := range []int{8, 16} {
		plain, last, framed := slyde.View{Full: full(size)}, size-1, map[string]games.View{}
		for _, at := range [][2]int{{0, last}, {3, last}, {last, last}, {0, 3}, {last, 3}, {0, 0}, {3, 0}, {last, 0}} {
			for _, to := range [][2]int{{min(at[0]+1, last), at[1]}, {at[0], max(at[1]-1, 0)}} {
				v := plain
				v.Turn = &slyde.Turn{Col: at[0], Row: at[1], ToCol: to[0], ToRow: to[1]}
				framed[fmt.Sprintf("the swap of %v and %v of %d×%d", at, to, size, size)] = v
			}
		}
		check(plain, framed)
	}
}

// TestGainsLeavePips checks that the frames of the letters which the last move of Permutu brought change no pip of those
// letters and nothing of their neighbours.
func TestGainsLeavePips(t *testing.T) {
	for _, scene := range []string{"26-two", "26-six-middle", "12-solo", "26-two-end", "26-six-end"} {
		g, s := find(t, "permutu", scene)
		state, err := s.State(g)
		if err != nil {
			t.Fatal(err)
		}
		d := tablePicture(t, g, state.View(s.Seat), s.Setup.Seats)
		v, p := d.View.(permutu.View), imaging.Palette(d.View, imaging.Classic)
		framed := picture(t, d)
		v.Mover = games.Spectator
		d.View = v
		cut := apart(picture(t, d), framed, whole, func(_, _ int, was, _ color.RGBA) bool {
			return slices.ContainsFunc(p.Blocks[:], func(i canvas.Ink) bool { return was == i.Ground })
		})
		if accent := count(framed, whole, p.Accent); cut > 20 || accent < 300 { // some pixels of an edge are mixed otherwise
			t.Errorf("%s: the frames have %d pixels, and cut %d of blocks and pips", scene, accent, cut)
		}
	}
}

// TestFewFacesHaveNames checks that late in a game of Permute on the largest board, where a name would cover stones,
// the rows and columns of the few faces that can turn are on paper, and among many are not.
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
		im, c := picture(t, games.Drawing{View: v}), v.Making.Step.Choices[0]
		x, y := cellsOf(v, games.Drawing{}).Middle(float64(c.X), float64(v.Size-2-c.Y))
		p := imaging.Palette(v, imaging.Classic)
		row := count(im, image.Rect(0, int(y)-15, 60, int(y)+15), p.Paper)
		column := count(im, image.Rect(int(x)-15, 765, int(x)+15, 800), p.Paper)
		if (min(row, column) > 400) == many || many && row+column > 0 {
			t.Errorf("among many: %v, the row of face %s has %d pixels of paper, its column %d", many, c.Value, row, column)
		}
	}
}

// cellsOf returns the cells of a whole board that is full of stones, on a picture.
func cellsOf(v games.View, d games.Drawing) canvas.Grid {
	p, c := imaging.Palette(v, imaging.Classic), canvas.New()
	c.Begin(imaging.Size, p.With(canvas.Gamut{Flat: []color.RGBA{p.Ground}}), false)
	n := v.(interface{ Sizes() (side, ply int) })
	size, _ := n.Sizes()
	if _, rim := v.(twistonly.View); !rim {
		return c.NewGrid(stones.Room(c, d), size, size)
	}
	all := c.NewGrid(stones.Room(c, d), size+1, size+1)
	first, last := all.At(0, size), all.At(size, 0)
	side := last.X + last.W - first.X - all.Cell
	return c.NewGrid(canvas.NewBox(first.X+all.Cell/2, first.Y+all.Cell/2, side, side), size, size)
}

// TestMarksLeaveStonesFree checks that no frame of a move and no mark of a step changes the inner part of a stone, but
// for its stud: on boards where every face or stone is marked in turn, and where a part of the board is drawn.
func TestMarksLeaveStonesFree(t *testing.T) {
	type pair struct {
		name        string
		plain, with games.Drawing
	}
	var pairs []pair
	add := func(name string, plain, with games.View) {
		pairs = append(pairs, pair{name, games.Drawing{View: plain}, games.Drawing{View: with}})
	}
	for _, scene := range []string{"9-middle", "12-contrast", "19-middle"} {
		plain := view(t, "permute", scene, nil).(permute.View)
		plain.Twist = nil
		last := plain.Size - 2
		for i, face := range [][2]int{{0, last}, {last, 0}, {3, 3}, {last, last - 1}} {
			with := plain
			with.Twist = &permute.Twist{Col: face[0], Row: face[1], Clockwise: i%2 == 0}
			add("permute "+scene, plain, with)
		}
		add("permute, faces, "+scene, plain, view(t, "permute", scene, []string{}))
	}
	plain := view(t, "twistonly", "13-middle", nil).(twistonly.View)
	plain.Twist = nil
	for _, face := range [][2]int{{0, 0}, {5, 11}, {11, 5}} {
		with := plain
		with.Twist = &twistonly.Twist{Col: face[0], Row: face[1]}
		add("twistonly", plain, with)
	}
	for _, picked := range [][]string{{}, {"a"}, {"a", "11"}} {
		add("twistonly, step", plain, view(t, "twistonly", "13-middle", picked))
	}
	swapped := view(t, "slyde", "16-middle", nil).(slyde.View)
	swapped.Turn = nil
	for _, turn := range []slyde.Turn{{Col: 0, Row: 0, ToCol: 1, ToRow: 0}, {Col: 15, Row: 15, ToCol: 15, ToRow: 14},
		{Col: 7, Row: 8, ToCol: 7, ToRow: 9}, {Col: 6, Row: 9, ToCol: 6, ToRow: 9}} {
		with := swapped
		with.Turn = &turn
		add("slyde", swapped, with)
	}
	for _, picked := range [][]string{{}, {"a"}} {
		add("slyde, step", swapped, view(t, "slyde", "16-middle", picked))
	}
	for _, p := range pairs {
		plain, with := picture(t, p.plain), picture(t, p.with)
		if apart(plain, with, whole, nil) == 0 {
			t.Errorf("%s: no mark is drawn", p.name)
		}
		if n := touched(plain, with, p.with.View, cellsOf(p.with.View, p.with)); n > 0 {
			t.Errorf("%s: marks change %d pixels of the stones", p.name, n)
		}
	}

	// Around a stone that is picked the same part of the board is drawn, whatever may be picked there. A place is a cell.
	for scene, at := range map[string][]string{"16-middle": {"a", "2"}, "12-mirror": {"e", "6"}} {
		with := view(t, "slyde", scene, at).(slyde.View)
		bare := with
		making := *with.Making
		making.Step.Choices = nil
		bare.Making = &making
		places, err := imaging.Places(games.Drawing{View: with})
		if err != nil || len(places) == 0 {
			t.Fatalf("%d places, %v, want some", len(places), err)
		}
		was, is := picture(t, games.Drawing{View: bare}), picture(t, games.Drawing{View: with})
		for _, place := range places {
			middle := image.Pt(place.X+place.W/2, place.Y+place.H/2)
			for _, next := range []image.Point{{}, {place.W, 0}, {-place.W, 0}, {0, place.H}, {0, -place.H}} {
				if n := inner(was, is, middle.Add(next), float64(place.W), false); n > 0 {
					t.Errorf("slyde after %v: the marks of %s change %d pixels of a stone", at, place.Value, n)
				}
			}
		}
	}
}

// touched counts the pixels of the inner parts of stones in which two pictures differ.
func touched(a, b *image.RGBA, v games.View, cells canvas.Grid) (n int) {
	full := v.(interface {
		Sizes() (side, ply int)
		Stone(col, row int) board.Stone
	})
	size, _ := full.Sizes()
	for col := range size {
		for row := range size {
			x, y := cells.Middle(float64(col), float64(row))
			n += inner(a, b, image.Pt(int(x), int(y)), cells.Cell, full.Stone(col, row).Fixed)
		}
	}
	return n
}

// inner counts the pixels in which two pictures differ around the middle of the stone of a cell, but for its stud.
func inner(a, b *image.RGBA, middle image.Point, cell float64, stud bool) int {
	r := canvas.PieceFree * cell
	part := image.Rectangle{middle, middle}.Inset(-int(math.Ceil(r)))
	return apart(a, b, part, func(x, y int, _, _ color.RGBA) bool {
		away := math.Hypot(float64(x-middle.X)+0.5, float64(y-middle.Y)+0.5)
		return away < r-0.5 && (!stud || away > 0.2*cell+1)
	})
}

// TestAreasCoverNoStone checks that what marks the areas of a step of Permute covers no stone, and that each area at the
// edge of the board has its number beside it.
func TestAreasCoverNoStone(t *testing.T) {
	for _, scene := range []string{"9-faces", "19-faces"} {
		v := view(t, "permute", scene, []string{}).(permute.View)
		p := imaging.Palette(v, imaging.Classic)
		d := games.Drawing{View: v, Margins: true}
		im := picture(t, d)
		places, err := imaging.Places(d)
		if err != nil {
			t.Fatal(err)
		}
		var all image.Rectangle
		for _, a := range places {
			all = all.Union(image.Rect(a.X, a.Y, a.X+a.W, a.Y+a.H))
		}
		cell, bright := float64(all.Dx())/float64(v.Size-1), 0
		for i := range v.Size * v.Size {
			if col, row := i%v.Size, i/v.Size; !v.Stone(col, row).Fixed {
				middle := image.Pt(all.Min.X+int(float64(col)*cell), all.Max.Y-int(float64(row)*cell))
				r := int(0.2 * cell) // of a square within the stone
				bright += count(im, image.Rectangle{middle, middle}.Inset(-r), p.Paper)
			}
		}
		if bright > 0 {
			t.Errorf("%s: %d pixels of paper lie on stones", scene, bright)
		}
		for _, a := range places {
			left, right := image.Rect(0, a.Y, all.Min.X-int(cell), a.Y+a.H), image.Rect(all.Max.X+int(cell), a.Y, imaging.Size, a.Y+a.H)
			above, below := image.Rect(a.X, 60, a.X+a.W, all.Min.Y-int(cell)), image.Rect(a.X, all.Max.Y+int(cell), a.X+a.W, imaging.Size)
			for at, edge := range map[image.Rectangle]bool{
				left: a.X == all.Min.X, right: a.X+a.W == all.Max.X,
				above: a.Y == all.Min.Y && a.X > all.Min.X && a.X+a.W < all.Max.X,
				below: a.Y+a.H == all.Max.Y && a.X > all.Min.X && a.X+a.W < all.Max.X,
			} {
				if edge && count(im, at, p.Paper) < 300 {
					t.Errorf("%s: area %s has no number in %v", scene, a.Value, at)
				}
			}
		}
	}
}

// TestMarginsLeaveTheBoard checks that what names a first step in the margins changes no pixel of a board and its pieces.
func TestMarginsLeaveTheBoard(t *testing.T) {
	for _, c := range [][2]string{
		{"catchup", "5-rows"}, {"catchup", "7-rows"}, {"magic", "flip"}, {"pentago", "cells"},
		{"permutu", "26-two-step"}, {"permutu", "4-three-step"}, {"slyde", "12-columns"}, {"twistonly", "10-columns"},
	} {
		plain, step := view(t, c[0], c[1], nil), view(t, c[0], c[1], []string{})
		p := imaging.Palette(plain, imaging.Classic)
		of := []color.RGBA{p.Floor, p.First.Lit, p.Second.Lit, p.First.Dim, p.Second.Dim}
		if c[0] != "catchup" { // the slab of which lies beside its cells too
			of = append(of, p.Board, p.Plate)
		}
		is, marked := mustRender(t, games.Drawing{View: plain}), mustRender(t, games.Drawing{View: step, Margins: true})
		if n := apart(is, marked, whole, func(_, _ int, was, _ color.RGBA) bool { return slices.Contains(of, was) && was != p.Ground }); n > 0 {
			t.Errorf("%s %s: %d pixels of the board are another", c[0], c[1], n)
		}
	}
}

// TestStudStaysSeen checks that where a stone of Slyde is picked to be fixed or freed, a ring lies around every stone of
// the column, and that its middle stays as it was, with its stud.
func TestStudStaysSeen(t *testing.T) {
	_, scene := find(t, "slyde", "12-change")
	plainView, marked := view(t, "slyde", "12-change", nil), view(t, "slyde", "12-change", scene.Picked).(slyde.View)
	for _, size := range []int{imaging.Smallest, imaging.Size, imaging.Largest} {
		places, err := imaging.Places(games.Drawing{View: marked, Size: size})
		if err != nil || len(places) != marked.Size {
			t.Fatalf("%d places, %v, want one for each stone of the column", len(places), err)
		}
		plain, step := mustRender(t, games.Drawing{View: plainView, Size: size}), mustRender(t, games.Drawing{View: marked, Size: size})
		fixed := 0
		for i, p := range places {
			at := image.Rect(p.X, p.Y, p.X+p.W, p.Y+p.H)
			ring := apart(plain, step, at.Inset(p.W/12), nil) // within the frame of the column
			middle := inner(plain, step, image.Pt(p.X+p.W/2, p.Y+p.H/2), float64(p.W), false)
			if marked.Stone(marked.Picked.Col, i).Fixed {
				fixed++
			}
			if ring < p.W*p.W/20 || middle > 0 {
				t.Errorf("at %d pixels, %s: a ring of %d pixels, and %d differ in the middle", size, p.Value, ring, middle)
			}
		}
		if fixed == 0 {
			t.Error("no stone of the column is fixed")
		}
	}
}

// TestLitAtTheEnd checks that the groups which decided the board are lit at the end, in a rim of light, and that after a
// player has left the largest groups alone are lit, without one: nothing but the ribbon tells who won.
func TestLitAtTheEnd(t *testing.T) {
	for game, scene := range map[string]string{"permute": "12-end", "slyde": "12-end", "catchup": "5-end"} {
		drawn := func(last games.Move, going bool) (lit, rim int) {
			var v games.View
			alter := func(groups *[2][]int, d *games.DuelView) {
				*groups = [2][]int{{groups[0][0], 2}, {groups[0][0], 3}} // the second largest decide
				if d.Last = last; going {
					d.Ended, d.Winner = nil, games.Spectator
				}
			}
			switch seen := view(t, game, scene, nil).(type) {
			case permute.View:
				alter(&seen.Groups, &seen.DuelView)
				seen.Twist = nil
				v = seen
			case slyde.View:
				alter(&seen.Groups, &seen.DuelView)
				seen.Turn = nil
				v = seen
			case catchup.View:
				alter(&seen.Groups, &seen.DuelView)
				seen.Stones = nil
				v = seen
			}
			p, im := imaging.Palette(v, imaging.Classic), picture(t, games.Drawing{View: v})
			below := image.Rect(0, 70, imaging.Size, imaging.Size)
			return count(im, below, p.First.Lit), count(im, below, p.Accent)
		}
		playing, none := drawn("a1", true)
		left, alsoNone := drawn(games.Leave, false)
		decided, rim := drawn("a1", false)
		if left != playing || none+alsoNone > 0 {
			t.Errorf("%s: %d pixels are lit after a player left, want the %d of before; rims of %d and %d", game, left, playing, none, alsoNone)
		}
		if decided <= playing || rim < 500 {
			t.Errorf("%s: at the end %d pixels are lit, want more than %d, in a rim, which has %d", game, decided, playing, rim)
		}
	}
}

// TestRimsRunRoundGroups checks that in high contrast the white rim of a lit group runs round the whole of it: no line
// lies between two stones that are joined.
func TestRimsRunRoundGroups(t *testing.T) {
	for game, scene := range map[string]string{"permute": "12-contrast", "slyde": "16-middle"} {
		v := view(t, game, scene, nil)
		im, p := picture(t, games.Drawing{View: v, Palette: imaging.Contrast}), imaging.Palette(v, imaging.Contrast)
		cells, joined := cellsOf(v, games.Drawing{}), 0
		full := v.(interface {
			Sizes() (side, ply int)
			Stone(col, row int) board.Stone
		})
		size, _ := full.Sizes()
		for side, stones := range board.Fill(size, full.Stone).Of {
			stones.Groups(func(group board.Cells, n int) {
				if n < stones.Largest() {
					return
				}
				for i := range size * size {
					col, row := i%size, i/size
					for _, next := range [2][2]int{{1, 0}, {0, 1}} {
						if group[row+1]>>col&1 == 0 || group[row+1+next[1]]>>(col+next[0])&1 == 0 {
							continue
						}
						x, y := cells.Middle(float64(col)+float64(next[0])/2, float64(row)+float64(next[1])/2)
						long, thick := int(0.2*cells.Cell), 2 // of a strip from stone to stone
						strip := image.Rect(int(x)-long*next[0]-thick, int(y)-long*next[1]-thick, int(x)+long*next[0]+thick,
							int(y)+long*next[1]+thick)
						joined++
						if white := count(im, strip, p.Paper); white > 0 {
							t.Errorf("%s, side %d: %d white pixels lie between two stones at %v", game, side, white, strip)
						}
					}
				}
			})
		}
		if joined < 20 {
			t.Errorf("%s: %d stones are joined", game, joined)
		}
	}
}

// TestFreshStuds checks that the stones of Twist only which the last twist solved have the accent on their studs, and no
// others.
func TestFreshStuds(t *testing.T) {
	v := view(t, "twistonly", "10-middle", nil).(twistonly.View)
	im, p := picture(t, games.Drawing{View: v}), imaging.Palette(v, imaging.Classic)
	cells, fresh := cellsOf(v, games.Drawing{}), 0
	for i := range v.Size * v.Size {
		col, row := i%v.Size, i/v.Size
		x, y := cells.Middle(float64(col), float64(row))
		within := (col-v.Twist.Col)&^1 == 0 && (row-v.Twist.Row)&^1 == 0
		want := v.Stone(col, row).Fixed && within
		if want {
			fresh++
		}
		if got := im.RGBAAt(int(x)+1, int(y)+1) == p.Accent; got != want {
			t.Errorf("%s: an accent %v, want %v", board.Cell(col, row), got, want)
		}
	}
	if fresh == 0 {
		t.Error("the twist solved no stone of its face")
	}
}

// TestAllLitAtTheStart checks that no stone is dim before any counts.
func TestAllLitAtTheStart(t *testing.T) {
	for game, scene := range map[string]string{"permute": "9-start", "slyde": "12-start", "twistonly": "10-start"} {
		v := view(t, game, scene, nil)
		p, im := imaging.Palette(v, imaging.Classic), picture(t, games.Drawing{View: v})
		if lit, dim := count(im, whole, p.First.Lit), count(im, whole, p.Second.Dim); lit < 10_000 || dim > lit/10 {
			t.Errorf("%s begins with %d lit pixels and %d dim ones", game, lit, dim)
		}
	}
}

// TestOutcomesLieApart checks that the boards after the twists of a face of Permute stay clear of the edges of their
// parts of the picture, however many there are.
func TestOutcomesLieApart(t *testing.T) {
	base := view(t, "permute", "9-outcomes", []string{"d5"}).(permute.View)
	for n := 2; n <= 6; n++ {
		v, across := base, permute.OutcomesAcross(n)
		v.Outcomes = slices.Repeat(base.Outcomes[:1], n)
		im, p := picture(t, games.Drawing{View: v}), imaging.Palette(v, imaging.Classic)
		for i := range across {
			x := (i + 1) * imaging.Size / across
			edge := image.Rect(x-4, 0, x-1, imaging.Size)
			if got, line := edge.Dx()*edge.Dy()-count(im, edge, p.Ground), 2*edge.Dx(); got > line {
				t.Errorf("%d outcomes: beside x = %d %d pixels are no ground, want those of a line, %d", n, x, got, line)
			}
		}
	}
}

// TestFirstStoneOfCatchup checks that the preview of a first stone says how large the group becomes, and not that it was
// as large before.
func TestFirstStoneOfCatchup(t *testing.T) {
	g, options := catchup.Game{}, map[string]string{}
	for _, o := range g.Info().Options {
		options[o.Name] = o.Default
	}
	s, err := g.Start(games.Setup{Game: "catchup", Rules: g.Info().Rules, Seats: 2, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	if s, err = s.Play(s.ToMove()[0], s.Legal(s.ToMove()[0])[0]); err != nil {
		t.Fatal(err)
	}
	v := s.View(games.Spectator).(catchup.View)
	was := v
	was.Before = [2]int{}
	if off := differ(picture(t, games.Drawing{View: v, Preview: "Preview"}), picture(t, games.Drawing{View: was, Preview: "Preview"}), 0); off > 0 {
		t.Errorf("%d pixels tell of a group before the first stone", off)
	}
}

// TestTwistsLieAsTheirButtons checks that the board after each twist of Pentago lies as its button does, four in a row: what
// changes with a result is in its place.
func TestTwistsLieAsTheirButtons(t *testing.T) {
	v := view(t, "pentago", "middle", []string{"d3"}).(pentago.View)
	plain := picture(t, games.Drawing{View: v})
	for i, choice := range v.Making.Step.Choices {
		other := v
		other.Outcomes = slices.Clone(v.Outcomes)
		other.Outcomes[i].Cells = pentago.View{}.Cells
		wide, high := imaging.Size/4, plain.Rect.Dy()/2
		button := image.Rect(0, 0, wide, high).Add(image.Pt(wide*(i%4), high*(i/4)))
		im := picture(t, games.Drawing{View: other})
		if all, inside := apart(plain, im, whole, nil), apart(plain, im, button, nil); inside < 1000 || inside != all {
			t.Errorf("%s changes %d pixels, %d of them where its button lies", choice.Value, all, inside)
		}
	}
}

// TestRowsOfCatchupEndInTheirNumbers checks that the right end of each row bears a number, rows of the same length the same
// one and others another, on a board and where a cell is picked; that of the longest row stands in its last cell then.
func TestRowsOfCatchupEndInTheirNumbers(t *testing.T) {
	for scene, longest := range map[string]string{"5-rows": "e", "7-rows": "g"} {
		empty := func(picked ...string) catchup.View {
			v := view(t, "catchup", scene, append([]string{}, picked...)).(catchup.View)
			v.Cells, v.Stones = make([]catchup.Stone, len(v.Cells)), nil
			return v
		}
		rows := empty()
		for name, d := range map[string]games.Drawing{
			"board": {View: rows, Margins: true}, "cells": {View: empty(longest)},
		} {
			laid := d // the rows lie alike where a cell is picked
			laid.View = rows
			places, err := imaging.Places(laid)
			if err != nil || len(places) != rows.Rows() {
				t.Fatalf("%s: %d places, %v", scene, len(places), err)
			}
			im, muted := picture(t, d), imaging.Palette(rows, imaging.Classic).Muted
			numbers := map[int]string{}
			for row, at := range places {
				mid, ink := at.Y+at.H/2, []image.Point(nil)
				apart(im, image.NewRGBA(im.Rect), image.Rect(imaging.Size/2, mid-14, imaging.Size, mid+14), func(x, y int, is, _ color.RGBA) bool {
					if is == muted {
						ink = append(ink, image.Pt(x, y-mid))
					}
					return false
				})
				long := catchup.Wide(rows.Size, row)
				number := fmt.Sprint(ink)
				if same, known := numbers[long]; len(ink) < 20 || known && same != number {
					t.Errorf("%s, %s: row %s has %d pixels at its end, not as the other of %d cells", scene, name, at.Value, len(ink), long)
				}
				numbers[long] = number
			}
			seen := map[string]bool{}
			for _, number := range numbers {
				seen[number] = true
			}
			if len(seen) != rows.Size {
				t.Errorf("%s, %s: %d numbers for %d lengths of rows", scene, name, len(seen), rows.Size)
			}
		}
	}
}
