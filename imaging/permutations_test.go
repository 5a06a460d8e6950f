package imaging

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutations"

	"parlour/imaging/canvas"
)

// A permutationsLine is a random game of Permutations. Equal lines give equal positions.
type permutationsLine struct {
	players int
	seed    byte
	wishes  bool // whether every bid names cards to take
}

// start returns the first position of a line, and its source of chance.
func (s permutationsLine) start(t testing.TB) (games.State, *rand.Rand) {
	t.Helper()
	setup := games.Setup{Game: "permutations", Rules: 1, Seats: s.players}
	setup.Seed[0] = s.seed
	state, err := permutations.Game{}.Start(setup)
	if err != nil {
		t.Fatalf("Start(%d players): %v", s.players, err)
	}
	return state, rand.New(rand.NewPCG(uint64(s.seed), 1))
}

// until plays to the first position that is wanted, or to the end.
func (s permutationsLine) until(t testing.TB, wanted func(permutations.View) bool) games.State {
	t.Helper()
	state, rng := s.start(t)
	for len(state.ToMove()) > 0 && !wanted(state.View(games.Spectator).(permutations.View)) {
		state = s.step(t, rng, state)
	}
	return state
}

// to plays to the first position of a phase of an auction in which a number of seats owe a
// move.
func (s permutationsLine) to(t testing.TB, round, auction int, phase permutations.Phase, owe int) games.State {
	t.Helper()
	state := s.until(t, func(v permutations.View) bool {
		return v.Round == round && v.Auction == auction && v.Phase == phase && len(v.ToMove) == owe
	})
	if len(state.ToMove()) == 0 {
		t.Fatalf("%+v has no position %d.%d %s in which %d move", s, round, auction, phase, owe)
	}
	return state
}

// step makes a random move of one of the seats that owe one.
func (s permutationsLine) step(t testing.TB, rng *rand.Rand, state games.State) games.State {
	owe := state.ToMove()
	seat := owe[rng.IntN(len(owe))]
	legal := state.Legal(seat)
	m := legal[rng.IntN(len(legal))]
	if v := state.View(seat).(permutations.View); s.wishes && v.Phase == permutations.Bidding {
		m += games.Move(" take")
		for _, i := range rng.Perm(len(v.Pool))[:3] {
			m += games.Move(fmt.Sprint(" ", v.Pool[i]))
		}
	}
	next, err := state.Play(seat, m)
	if err != nil {
		t.Fatalf("Play(%d, %q): %v", seat, m, err)
	}
	return next
}

// permutationsPicture returns the drawing of a view, with words as a table has them.
func permutationsPicture(v permutations.View) Drawing {
	names := people("permutations")[:v.Humans]
	for i := range len(v.Sides) - v.Humans {
		names = append(names, fmt.Sprint("Dummy ", i+1))
	}
	return Drawing{View: v, Names: names, Captions: []string{"2 points each", "most: only largest set", "most suns: score 0", "so far"}}
}

// TestShapes checks that the shapes of colours and icons can be told apart at 20 pixels without
// colour: two of them differ in at least a fifth of the pixels that they cover.
func TestShapes(t *testing.T) {
	shapes := map[string]func(pen *canvas.Pen){}
	for name, colour := range map[string]permutations.Colour{"red": permutations.Red, "yellow": permutations.Yellow,
		"green": permutations.Green, "blue": permutations.Blue} {
		shapes[name] = func(pen *canvas.Pen) { suitPath(pen, colour, 12, 12, 10) }
	}
	for name, icon := range map[string]permutations.Icon{"star": permutations.Star, "moon": permutations.Moon, "sun": permutations.Sun} {
		shapes[name] = func(pen *canvas.Pen) { iconPath(pen, icon, 12, 12, 10) }
	}
	drawn := map[string][]bool{}
	for name, path := range shapes {
		c := canvas.NewPlain(24)
		c.Stamp(canvas.Key{}, canvas.NewBox(0, 0, 24, 24), func(pen *canvas.Pen, _ canvas.Box) {
			path(pen)
			pen.Fill(hex(0xffffff))
		})
		for i := range 24 * 24 {
			drawn[name] = append(drawn[name], c.Pixels().RGBAAt(i%24, i/24).A > 127)
		}
	}
	for x, a := range drawn {
		for y, b := range drawn {
			either, one := 0, 0
			for i := range a {
				if a[i] || b[i] {
					either++
				}
				if a[i] != b[i] {
					one++
				}
			}
			if x != y && 5*one < either {
				t.Errorf("%s and %s differ in %d of %d pixels, want a fifth", x, y, one, either)
			}
		}
	}
}

// TestNoPermutations checks that a view which does not hold together is not drawn.
func TestNoPermutations(t *testing.T) {
	good := func() permutations.View {
		return permutationsLine{players: 5, seed: 1}.to(t, 2, 3, permutations.Bidding, 5).View(0).(permutations.View)
	}
	many := slices.Repeat([]permutations.Card{3}, 12)
	for name, spoil := range map[string]func(v *permutations.View){
		"nothing":           func(v *permutations.View) { *v = permutations.View{} },
		"one seat":          func(v *permutations.View) { v.Sides = v.Sides[:1] },
		"six seats":         func(v *permutations.View) { v.Sides = append(v.Sides, v.Sides[0]) },
		"no auctions":       func(v *permutations.View) { v.Auctions = 0 },
		"many auctions":     func(v *permutations.View) { v.Auctions = 12 },
		"a large pool":      func(v *permutations.View) { v.Pool = many },
		"a card below":      func(v *permutations.View) { v.Pool[0] = -1 },
		"a card above":      func(v *permutations.View) { v.Sides[1].Hand[0] = 50 },
		"a large hand":      func(v *permutations.View) { v.Sides[1].Hand = many },
		"many collected":    func(v *permutations.View) { v.Sides[1].Collection = many },
		"a bid of no card":  func(v *permutations.View) { v.Sides[1].Bid = 99 },
		"bids of others":    func(v *permutations.View) { v.Shown.Bids = v.Shown.Bids[:2] },
		"takes of others":   func(v *permutations.View) { v.Shown.Takes = nil },
		"a pool of no card": func(v *permutations.View) { v.Shown.Pool[1] = 77 },
	} {
		v := good()
		spoil(&v)
		if data, err := Draw(Drawing{View: v}); !errors.Is(err, ErrNoPicture) || data != nil {
			t.Errorf("%s: Draw gave %d bytes and %v, want ErrNoPicture", name, len(data), err)
		}
	}
}

// TestBadPermutations checks that a view which the game would not make is drawn as far as
// possible, with strange names.
func TestBadPermutations(t *testing.T) {
	t.Parallel()
	v := permutationsLine{players: 4, seed: 1}.to(t, 2, 3, permutations.Taking, 1).View(0).(permutations.View)
	for i := range v.Sides {
		side := &v.Sides[i]
		side.Suns, side.Total, side.Cards, side.Hand, side.Bid = -1<<62, 1<<62, -9, nil, -128
	}
	v.Places, v.Scores, v.Moon, v.Burning, v.Bonus = []int{7}, []int{1 << 62}, -9, 99, nil
	odd := permutations.Part{Colour: 77, Points: -1 << 62}
	v.Parts = [][][]permutations.Part{nil, {{odd, odd}, nil}, {slices.Repeat([]permutations.Part{odd}, 99)}, nil, nil}
	v.ToMove, v.Humans, v.Round, v.Auction = []games.Seat{-3, 9}, -5, 99, -1
	v.Own = &permutations.Bid{Card: 77, Take: slices.Repeat([]permutations.Card{v.Pool[0], 120}, 40)}
	v.Shown.Bids, v.Shown.Pool = []permutations.Card{-9, 120, 3, 3, 3}, nil
	long := strings.Repeat("long ", 40_000)
	for _, seat := range []games.Seat{0, -7, 99} {
		v.Seat = seat
		for _, phase := range []permutations.Phase{permutations.Bidding, permutations.Taking, permutations.Over, "?"} {
			v.Phase, v.Ended = phase, permutations.Played
			for _, preview := range []string{"", long} {
				mustRender(t, Drawing{View: v, Names: []string{long, "", "\xff\u202e", "田中", long, long}, Captions: slices.Repeat([]string{long}, 9), Preview: preview})
			}
		}
		v.Shown = nil
	}
}
