package imaging_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/imaging"
)

// leastTouch is the least width and height of what can be touched, as a phone shows it, in
// pixels of a picture that is 350 wide.
const leastTouch = 24

// TestPlaces checks, for the steps of games played by chance with all numbers of seats, that
// each choice has its place on the picture or is named as having none, that no two places
// overlap, that they lie to each other as the step says, and that each is large enough to be touched:
// in the whole picture, or in numbered areas first and then in the picture of one area. The picture is
// as narrow as a phone shows it, and again as large as can be, of a move that is tried.
func TestPlaces(t *testing.T) {
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			for _, seats := range slices.Compact([]int{g.Info().MinSeats, g.Info().MaxSeats}) {
				for _, options := range extremes(g) {
					touchGame(t, g, seats, options)
				}
			}
		})
	}
}

// extremes returns the options of a game at their defaults, and with every first and last value.
func extremes(g games.Game) []map[string]string {
	first, last, usual := map[string]string{}, map[string]string{}, map[string]string{}
	for _, o := range g.Info().Options {
		first[o.Name], last[o.Name], usual[o.Name] = o.Values[0], o.Values[len(o.Values)-1], o.Default
	}
	return []map[string]string{usual, first, last}
}

// touchGame checks the steps at a few positions of a game.
func touchGame(t *testing.T, g games.Game, seats int, options map[string]string) {
	t.Helper()
	state, err := g.Start(games.Setup{Game: g.Info().Name, Rules: g.Info().Rules, Seats: seats, Seed: games.Seed{3}, Options: options})
	if err != nil {
		return // the options do not go together
	}
	states := byMenu(t, state, uint64(seats))
	rng := rand.New(rand.NewPCG(7, 7))
	for range 6 {
		state := states[rng.IntN(len(states))]
		if owe := state.ToMove(); len(owe) > 0 {
			touchSteps(t, rng, state, owe[rng.IntN(len(owe))], options)
		}
	}
}

// touchSteps goes through the steps of one move by chance, and checks each.
func touchSteps(t *testing.T, rng *rand.Rand, state games.State, seat games.Seat, options map[string]string) {
	t.Helper()
	picked := []string{}
	for range 6 {
		step := state.Step(seat, picked)
		d := games.Drawing{View: state.Shown(seat, picked), Size: imaging.Smallest}
		large := d
		large.Size, large.Preview = imaging.Largest, "Preview"
		fault := touchStep(t, step, d)
		if fault == "" {
			_, fault = touch(t, step, placed(step), large)
		}
		if fault != "" {
			t.Errorf("%v, seat %d after %q: %s", options, seat, picked, fault)
			return
		}
		choices := step.Options()
		c := choices[rng.IntN(len(choices))]
		if c.Move != "" {
			return
		}
		picked = append(picked, c.Value)
	}
}

// placed returns the values of the choices that have a place.
func placed(step games.Step) (values []string) {
	for _, c := range step.Choices {
		if c.Placed() {
			values = append(values, c.Value)
		}
	}
	return values
}

// touchStep returns what is wrong with the places of a step, or "".
func touchStep(t *testing.T, step games.Step, d games.Drawing) string {
	t.Helper()
	least, fault := touch(t, step, placed(step), d)
	if fault != "" || least >= leastTouch {
		return fault
	}
	areas := step.Areas()
	if len(areas) == 0 {
		return fmt.Sprintf("a choice is %d pixels wide or high, want %d, and the step has no areas", least, leastTouch)
	}
	var numbers []string
	for i, a := range areas {
		inside := step
		inside.Choices = nil
		for _, c := range step.Choices {
			if a.Has(c) {
				inside.Choices = append(inside.Choices, c)
			}
		}
		if len(inside.Choices) == 0 {
			continue
		}
		numbers = append(numbers, strconv.Itoa(i+1))
		only := d
		only.Area = i + 1
		if least, fault := touch(t, step, placed(inside), only); fault != "" || least < leastTouch {
			return fmt.Sprintf("area %d has choices of %d pixels, want %d: %s", i+1, least, leastTouch, fault)
		}
	}
	d.Margins = true
	if least, fault := touch(t, games.Step{}, numbers, d); fault != "" || least < leastTouch {
		return fmt.Sprintf("areas of %d pixels, want %d: %s", least, leastTouch, fault)
	}
	return ""
}

// touch returns the least width or height of the places of a picture, and what is wrong with them.
func touch(t *testing.T, step games.Step, want []string, d games.Drawing) (least int, fault string) {
	t.Helper()
	places, err := imaging.Places(d)
	if err != nil {
		t.Fatal(err)
	}
	least = imaging.Largest
	for _, a := range places {
		least = min(least, a.W, a.H)
	}
	return least, cmp.Or(lacks(places, want, d.Size), disorder(places, step))
}

// lacks returns how places differ from those of the wanted values, each once, within the
// picture and beside each other, or "".
func lacks(places []imaging.Place, want []string, size int) string {
	at := map[string]bool{}
	for i, a := range places {
		if at[a.Value] {
			return fmt.Sprintf("%s has two places", a.Value)
		}
		at[a.Value] = true
		if min(a.X, a.Y) < 0 || max(a.X+a.W, a.Y+a.H) > size || min(a.W, a.H) <= 0 {
			return fmt.Sprintf("%+v is not within the picture", a)
		}
		for _, b := range places[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				return fmt.Sprintf("%+v and %+v overlap", a, b)
			}
		}
	}
	for _, value := range want {
		if !at[value] {
			return fmt.Sprintf("%s has no place, and is not named as having none", value)
		}
	}
	if len(places) != len(want) {
		return fmt.Sprintf("%d places for %d choices", len(places), len(want))
	}
	return ""
}

// disorder returns how places lie to each other otherwise than the step says, whose choices are a grid
// or lie side by side, or "".
func disorder(places []imaging.Place, step games.Step) string {
	of := map[string]games.Choice{}
	for _, c := range step.Choices {
		of[c.Value] = c
	}
	for i, b := range places {
		for _, a := range places[:i] {
			p, q := of[a.Value], of[b.Value]
			if step.Leans {
				p.X, q.X = 2*p.X+p.Y, 2*q.X+q.Y
			}
			if (p.X-q.X)*(2*a.X+a.W-2*b.X-b.W) < 0 || (p.Y-q.Y)*(2*a.Y+a.H-2*b.Y-b.H) < 0 {
				return fmt.Sprintf("%+v and %+v do not lie as %d, %d to %d, %d", a, b, p.X, p.Y, q.X, q.Y)
			}
		}
	}
	return ""
}

// TestFaultsOfPlacesAreFound plants faults in places: each must be found.
func TestFaultsOfPlacesAreFound(t *testing.T) {
	place := func(value string, x, y, w, h int) imaging.Place {
		return imaging.Place{Value: value, X: x, Y: y, W: w, H: h}
	}
	a, b := place("a", 0, 0, 30, 30), place("b", 30, 0, 30, 30)
	step := games.Step{Choices: []games.Choice{{Value: "a"}, {Value: "b", X: 1}}}
	for want, places := range map[string][]imaging.Place{
		"":                 {a, b},
		"a has two places": {a, place("a", 30, 0, 30, 30)},
		"b has no place, and is not named as having none":                                          {a},
		"3 places for 2 choices":                                                                   {a, b, place("c", 60, 0, 30, 30)},
		"{Value:b X:29 Y:0 W:30 H:30} and {Value:a X:0 Y:0 W:30 H:30} overlap":                     {a, place("b", 29, 0, 30, 30)},
		"{Value:a X:330 Y:0 W:30 H:30} is not within the picture":                                  {place("a", 330, 0, 30, 30), b},
		"{Value:a X:0 Y:0 W:30 H:0} is not within the picture":                                     {place("a", 0, 0, 30, 0), b},
		"{Value:a X:60 Y:0 W:30 H:30} and {Value:b X:30 Y:0 W:30 H:30} do not lie as 0, 0 to 1, 0": {place("a", 60, 0, 30, 30), b},
	} {
		if got := cmp.Or(lacks(places, []string{"a", "b"}, imaging.Smallest), disorder(places, step)); got != want {
			t.Errorf("%v: %q, want %q", places, got, want)
		}
	}
}

// TestPlacesOfAColumn checks that the picture of a single column of Permutu has the places of its choices
// and of no others, large enough to be touched.
func TestPlacesOfAColumn(t *testing.T) {
	g, _ := find(t, "permutu", "26-two-step")
	state, err := g.Start(games.Setup{Game: "permutu", Rules: 1, Seats: 2, Seed: games.Seed{3},
		Options: map[string]string{"symbols": "26", "distinct": "false", "start": "seat0"}})
	if err != nil {
		t.Fatal(err)
	}
	step := state.Step(0, nil)
	for column := 1; column <= 26; column++ {
		var inside []games.Choice
		for _, c := range step.Choices {
			if strings.TrimRight(c.Value, "rbg*") == strconv.Itoa(column) {
				inside = append(inside, c)
			}
		}
		d := games.Drawing{View: state.Shown(0, nil), Size: imaging.Smallest, Area: step.AreaOf(inside)}
		if least, fault := touch(t, step, placed(games.Step{Choices: inside}), d); fault != "" || least < leastTouch {
			t.Errorf("column %d has places of %d pixels: %s", column, least, fault)
		}
	}
}
