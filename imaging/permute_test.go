package imaging

import (
	"bytes"
	"errors"
	"image"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/permute"
)

// TestEverySize holds that every size is drawn, all in pictures of one size.
func TestEverySize(t *testing.T) {
	t.Parallel()
	var lines []line
	for size := 2; size <= 26; size++ {
		lines = append(lines, line{size: size, plies: size * size / 8, seed: uint64(size)})
	}
	for _, size := range []int{2, 3, 12, 19} {
		lines = append(lines, line{size: size, plies: -1, seed: uint64(size)})
	}
	for _, l := range lines {
		im := mustRender(t, picture(l.play(t)))
		if got, want := im.Bounds(), image.Rect(0, 0, Width, Height); got != want {
			t.Errorf("%+v: a picture of %v, want %v", l, got, want)
		}
	}
}

// TestBytes holds that no picture of a table's sizes is large to send.
func TestBytes(t *testing.T) {
	for _, size := range []int{9, 12, 16, 19} {
		data := mustDraw(t, picture(line{size: size, plies: size * size / 4, seed: 1}.play(t)))
		if len(data) > 100_000 {
			t.Errorf("size %d: %d bytes, want at most 100000", size, len(data))
		}
	}
}

// TestGrid holds that the cells are whole pixels and lie on the card, between
// the header and the footer.
func TestGrid(t *testing.T) {
	for n := 2; n <= 26; n++ {
		g := newGrid(n)
		b := g.all()
		for _, v := range []float64{g.cell, g.left, g.base} {
			if v != math.Trunc(v) {
				t.Errorf("newGrid(%d) = %+v, want whole pixels", n, g)
			}
		}
		top, bottom := (headerTop+headerTall+1)*unit, (footerTop-labelsOff)*unit
		if b.y < top || b.y+b.h > bottom || b.x < 4*unit || b.x+b.w > 98.4*unit || b.w < 0.97*boardSide*unit {
			t.Errorf("newGrid(%d) lies at %+v, want about %v units between %v and %v", n, b, boardSide, top, bottom)
		}
	}
}

// TestTells holds that what differs in a view or its words differs in pixels.
func TestTells(t *testing.T) {
	t.Parallel()
	base := line{size: 9, plies: 20, seed: 2}.play(t)
	end := line{size: 9, plies: -1, seed: 2}.play(t)
	tests := map[string]func(p *Picture, v *permute.View){
		"as it is":  func(*Picture, *permute.View) {},
		"a colour":  func(_ *Picture, v *permute.View) { v.Cells[40].Colour ^= 1 },
		"a bandage": func(_ *Picture, v *permute.View) { v.Cells[40].Bandaged = !v.Cells[40].Bandaged },
		"last face": func(_ *Picture, v *permute.View) { v.Twist.Col = (v.Twist.Col + 1) % 8 },
		"direction": func(_ *Picture, v *permute.View) { v.Twist.Clockwise = !v.Twist.Clockwise },
		"no twist":  func(_ *Picture, v *permute.View) { v.Twist = nil },
		"who moves": func(_ *Picture, v *permute.View) { v.ToMove = 1 - v.ToMove },
		"colours":   func(_ *Picture, v *permute.View) { v.Colours = [2]permute.Colour{permute.Yellow, permute.Orange} },
		"over":      func(_ *Picture, v *permute.View) { v.ToMove, v.Winner, v.Ended = games.Spectator, 0, end.Ended },
		"drawn": func(_ *Picture, v *permute.View) {
			v.ToMove, v.Winner, v.Ended = games.Spectator, games.Spectator, end.Ended
		},
		"result":      func(p *Picture, _ *permute.View) { p.Result = "Ada wins" },
		"preview":     func(p *Picture, _ *permute.View) { p.Preview = "Preview" },
		"both":        func(p *Picture, _ *permute.View) { p.Preview, p.Result = "Preview", "Ada wins" },
		"name":        func(p *Picture, _ *permute.View) { p.Names = []string{"Eve"} },
		"score":       func(p *Picture, _ *permute.View) { p.Score = "8 to 9" },
		"title":       func(p *Picture, _ *permute.View) { p.Title = "" },
		"sides":       func(p *Picture, _ *permute.View) { p.Sides = nil },
		"other board": func(_ *Picture, v *permute.View) { *v = line{size: 10}.play(t) },
	}
	seen := make(map[string]string)
	for name, change := range tests {
		v := base
		v.Cells = slices.Clone(base.Cells)
		twist := *base.Twist
		v.Twist = &twist
		p := picture(v)
		change(&p, &v)
		p.View = v
		pixels := string(mustRender(t, p).Pix)
		if other, ok := seen[pixels]; ok {
			t.Errorf("%q and %q give the same picture", name, other)
		}
		seen[pixels] = name
	}
}

func TestStrangeNames(t *testing.T) {
	t.Parallel()
	v := line{size: 3, plies: 1, seed: 1}.play(t)
	end := line{size: 3, plies: -1, seed: 1}.play(t)
	names := [][]string{
		nil, {}, {""}, {"", ""}, {"one"}, {"a", "b", "c"},
		{strings.Repeat("long ", 40_000), strings.Repeat("W", 500)},
		{"عبد الرحمن", "שלום"}, {"田中さん", "🦊🎲"}, {"e\u0301\u0301\u0301", "\u202eevil\u200b"},
		{"two\nlines\ttabs\x00\x7f", "@everyone <@1> **b** `c`"}, {"\xff\xfe\xfd", "𝓕𝓪𝓷𝓬𝔂"}, {"\ufdfa\ufdfa", "\U0010ffff\ue000"},
	}
	for i, n := range names {
		s := strings.Join(n, " & ")
		p := Picture{View: v, Names: n, Sides: n, Title: s, Score: s}
		switch i % 3 {
		case 1:
			p.Preview = s + "!"
		case 2:
			p.View, p.Sides, p.Result = end, nil, s
		}
		mustRender(t, p)
	}
}

type otherView struct{}

func (otherView) String() string     { return "" }
func (otherView) Words() games.Words { return games.Words{} }

func TestNoPicture(t *testing.T) {
	short := line{size: 9}.play(t)
	short.Cells = short.Cells[1:]
	for name, v := range map[string]games.View{
		"none": nil, "another game": otherView{}, "a view of nothing": permute.View{}, "cells missing": short,
		"too large": permute.View{Size: 27, Cells: make([]permute.Cell, 27*27)},
		"one cell":  permute.View{Size: 1, Cells: make([]permute.Cell, 1)},
	} {
		if data, err := Draw(Picture{View: v}); !errors.Is(err, ErrNoPicture) || data != nil {
			t.Errorf("%s: Draw gave %d bytes and %v, want ErrNoPicture", name, len(data), err)
		}
	}
}

// TestBadView holds that a view which its game would not make is drawn as far as
// it makes sense, without a panic.
func TestBadView(t *testing.T) {
	v := line{size: 9, plies: 3, seed: 1}.play(t)
	for _, twist := range []permute.Twist{{Col: -1, Spot: 4}, {Row: 8}, {Spot: -1}} {
		v.Twist = &twist
		mustRender(t, Picture{View: v})
	}
	v.Cells[0].Colour, v.Colours[1] = 200, 77
	v.ToMove, v.Winner, v.Mover, v.Groups = 5, 9, -7, [2][]int{}
	mustRender(t, Picture{View: v})
}

func TestConcurrent(t *testing.T) {
	t.Parallel()
	p := picture(line{size: 9, plies: 10, seed: 1}.play(t))
	want := mustDraw(t, p)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2 {
				if got, err := Draw(p); err != nil || !bytes.Equal(got, want) {
					t.Errorf("Draw beside others gave %d bytes and %v, want the same %d", len(got), err, len(want))
				}
			}
		})
	}
	drawn := make(chan struct{})
	go func() { defer close(drawn); wg.Wait() }()
	select {
	case <-drawn:
	case <-time.After(time.Minute):
		t.Fatal("in a minute eight drawings beside each other did not end")
	}
}

// mustRender draws a picture without encoding it, which is half of the time.
func mustRender(t testing.TB, p Picture) *image.RGBA {
	t.Helper()
	im, err := render(p)
	if err != nil {
		t.Fatalf("render: %v", err)
	}
	return im
}
