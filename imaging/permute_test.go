package imaging

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permute"
)

// TestEverySize checks that boards of every size are drawn, in pictures of one size.
func TestEverySize(t *testing.T) {
	t.Parallel()
	var lines []permuteLine
	for size := 2; size <= 26; size++ {
		lines = append(lines, permuteLine{size: size, plies: size * size / 8, seed: uint64(size)})
	}
	for _, size := range []int{2, 3, 12, 19} {
		lines = append(lines, permuteLine{size: size, plies: -1, seed: uint64(size)})
	}
	for _, l := range lines {
		im := decode(t, mustDraw(t, permutePicture(l.play(t))))
		if got, want := im.Bounds(), image.Rect(0, 0, Size, Size); got != want {
			t.Errorf("%+v: a picture of %v, want %v", l, got, want)
		}
	}
}

// TestPermuteTells checks that every difference of two views or their words shows in their
// pictures.
func TestPermuteTells(t *testing.T) {
	t.Parallel()
	base := permuteLine{size: 9, plies: 20, seed: 2}.play(t)
	end := permuteLine{size: 9, plies: -1, seed: 2}.play(t)
	tests := map[string]func(p *Drawing, v *permute.View){
		"as it is":  func(*Drawing, *permute.View) {},
		"a colour":  func(_ *Drawing, v *permute.View) { v.Cells[40].Colour ^= 1 },
		"a bandage": func(_ *Drawing, v *permute.View) { v.Cells[40].Bandaged = !v.Cells[40].Bandaged },
		"last face": func(_ *Drawing, v *permute.View) { v.Twist.Col = (v.Twist.Col + 1) % 8 },
		"direction": func(_ *Drawing, v *permute.View) { v.Twist.Clockwise = !v.Twist.Clockwise },
		"no twist":  func(_ *Drawing, v *permute.View) { v.Twist = nil },
		"who moves": func(_ *Drawing, v *permute.View) { v.ToMove = 1 - v.ToMove },
		"colours":   func(_ *Drawing, v *permute.View) { v.Colours = [2]permute.Colour{permute.Yellow, permute.Orange} },
		"over":      func(_ *Drawing, v *permute.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 0, end.Ended },
		"drawn": func(_ *Drawing, v *permute.View) {
			v.ToMove, v.Winner, v.Ended = games.Spectator, games.Spectator, end.Ended
		},
		"preview":     func(p *Drawing, _ *permute.View) { p.Preview = "Preview" },
		"name":        func(p *Drawing, _ *permute.View) { p.Names = []string{"Eve"} },
		"other board": func(_ *Drawing, v *permute.View) { *v = permuteLine{size: 10}.play(t) },
	}
	seen := make(map[string]string)
	for name, change := range tests {
		v := base
		v.Cells = slices.Clone(base.Cells)
		twist := *base.Twist
		v.Twist = &twist
		p := permutePicture(v)
		change(&p, &v)
		p.View = v
		distinct(t, seen, name, p)
	}
}

// TestStrangeNames checks that names of any length and script are drawn.
func TestStrangeNames(t *testing.T) {
	t.Parallel()
	v := permuteLine{size: 3, plies: 1, seed: 1}.play(t)
	end := permuteLine{size: 3, plies: -1, seed: 1}.play(t)
	names := [][]string{
		nil, {}, {""}, {"", ""}, {"one"}, {"a", "b", "c"},
		{strings.Repeat("long ", 40_000), strings.Repeat("W", 500)},
		{"عبد الرحمن", "שלום"}, {"田中さん", "🦊🎲"}, {"e\u0301\u0301\u0301", "\u202eevil\u200b"},
		{"two\nlines\ttabs\x00\x7f", "@everyone <@1> **b** `c`"}, {"\xff\xfe\xfd", "𝓕𝓪𝓷𝓬𝔂"}, {"\ufdfa\ufdfa", "\U0010ffff\ue000"},
	}
	for i, n := range names {
		p := Drawing{View: v, Names: n}
		switch i % 3 {
		case 1:
			p.Preview = strings.Join(n, " & ") + "!"
		case 2:
			p.View = end
		}
		mustRender(t, p)
	}
}

// otherView is the view of an unknown game.
type otherView struct{}

func (otherView) String() string     { return "" }
func (otherView) Words() games.Words { return games.Words{} }

// TestNoPicture checks that a view which does not hold together, or of an unknown game, is not
// drawn.
func TestNoPicture(t *testing.T) {
	short := permuteLine{size: 9}.play(t)
	short.Cells = short.Cells[1:]
	for name, v := range map[string]games.View{
		"none": nil, "another game": otherView{}, "a view of nothing": permute.View{}, "cells missing": short,
		"too large": permute.View{Size: 27, Cells: make([]permute.Cell, 27*27)},
		"one cell":  permute.View{Size: 1, Cells: make([]permute.Cell, 1)},
	} {
		if data, err := Draw(Drawing{View: v}); !errors.Is(err, ErrNoPicture) || data != nil {
			t.Errorf("%s: Draw gave %d bytes and %v, want ErrNoPicture", name, len(data), err)
		}
	}
}

// TestBadView checks that a view which its game would not make is drawn as far as possible,
// without a panic.
func TestBadView(t *testing.T) {
	v := permuteLine{size: 9, plies: 3, seed: 1}.play(t)
	for _, twist := range []permute.Twist{{Col: -1, Spot: 4}, {Row: 8}, {Spot: -1}} {
		v.Twist = &twist
		mustRender(t, Drawing{View: v})
	}
	v.Cells[0].Colour, v.Colours[1] = 200, 77
	v.ToMove, v.Winner, v.Mover, v.Groups = 5, 9, -7, [2][]int{}
	mustRender(t, Drawing{View: v})
}

// mustRender draws a picture with [render], which does not encode it.
func mustRender(t testing.TB, p Drawing) *image.RGBA {
	t.Helper()
	im, err := render(p)
	if err != nil {
		t.Fatalf("render: %v", err)
	}
	return im
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
