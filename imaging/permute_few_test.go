package imaging

import (
	"bytes"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/permute"
)

// Late in a game on the largest board, the few faces that can turn have their names on the picture,
// on paper that is wider than the dot of a face among many.
func TestFewFacesHaveNames(t *testing.T) {
	g, rng := permute.Game{}, rand.New(rand.NewPCG(4, 4))
	var s games.State
	s, err := g.Start(games.Setup{Game: "permute", Rules: g.Info().Rules, Seats: 2, Options: map[string]string{"size": "19", "start": "chequer", "swap": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	for len(s.ToMove()) > 0 && len(s.Step(s.ToMove()[0], nil).Choices) > 5 {
		legal := s.Legal(s.ToMove()[0])
		if s, err = s.Play(s.ToMove()[0], legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	seat := s.ToMove()[0]
	for _, many := range []bool{false, true} {
		p := tablePicture(t, g, s.Shown(seat, nil), 2)
		v := p.View.(permute.View)
		made := *v.Making
		if many { // the same faces among others that lie nowhere
			made.Step.Choices = slices.Concat(made.Step.Choices, slices.Repeat([]games.Choice{{X: -1}}, 5))
		}
		v.Making = &made
		p.View = v
		picture, err := png.Decode(bytes.NewReader(mustDraw(t, p)))
		if err != nil {
			t.Fatal(err)
		}
		c := made.Step.Choices[0]
		const cell, left, top = 38.0, 59, 71 // of the first stone's middle on this board
		x, y := left+cell*(float64(c.X)+0.5), top+cell*(float64(c.Y)+0.5)
		r, gr, b, _ := picture.At(int(x)-20, int(y)+12).RGBA()
		paper := color.Gray16Model.Convert(color.RGBA64{uint16(r), uint16(gr), uint16(b), 0xffff}).(color.Gray16).Y > 0xe000
		if paper == many {
			t.Errorf("among many: %v, paper beside face %s: %v, want %v", many, c.Value, paper, !many)
		}
	}
}
