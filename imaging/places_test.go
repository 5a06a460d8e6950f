package imaging

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

// leastTouch is the least width and height of what can be touched, as a phone shows it, in
// pixels of a picture that is 350 wide.
const leastTouch = 24

// TestPlaces checks, for the steps of games played by chance with all numbers of seats, that
// each choice has its place on the picture or is named as having none, that no two places
// overlap, and that each is large enough to be touched: in the whole picture, or in numbered
// areas first and then in the picture of one area. The picture is as narrow as a phone shows it.
func TestPlaces(t *testing.T) {
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			for seats := g.Info().MinSeats; seats <= g.Info().MaxSeats; seats++ {
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
		d := Drawing{View: state.Shown(seat, picked), Size: Smallest}
		where := fmt.Sprintf("%v, seat %d after %q", options, seat, picked)
		if fault := touchStep(t, step, d); fault != "" {
			t.Errorf("%s: %s", where, fault)
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

// touchStep returns what is wrong with the places of a step, or "".
func touchStep(t *testing.T, step games.Step, d Drawing) string {
	t.Helper()
	var want []string
	for _, c := range step.Choices {
		if c.Placed() {
			want = append(want, c.Value)
		}
	}
	whole := placesOf(t, d)
	if fault := whole.lack(want); fault != "" {
		return fault
	}
	if whole.least() >= leastTouch {
		return ""
	}
	areas := step.Areas()
	if len(areas) == 0 {
		return fmt.Sprintf("a choice is %d pixels wide or high, want %d, and the step has no areas", whole.least(), leastTouch)
	}
	var numbers []string
	for i, a := range areas {
		var inside []string
		for _, c := range step.Choices {
			if a.Has(c) {
				inside = append(inside, c.Value)
			}
		}
		if len(inside) == 0 {
			continue
		}
		numbers = append(numbers, strconv.Itoa(i+1))
		only := d
		only.Area = i + 1
		near := placesOf(t, only)
		if fault := near.lack(inside); fault != "" {
			return fmt.Sprintf("area %d: %s", i+1, fault)
		}
		if near.least() < leastTouch {
			return fmt.Sprintf("area %d: a choice is %d pixels wide or high, want %d", i+1, near.least(), leastTouch)
		}
	}
	d.Areas = true
	far := placesOf(t, d)
	if fault := far.lack(numbers); fault != "" {
		return "areas: " + fault
	}
	if far.least() < leastTouch {
		return fmt.Sprintf("an area is %d pixels wide or high, want %d", far.least(), leastTouch)
	}
	return ""
}

// A touchable is the places of a picture.
type touchable []Place

// placesOf returns the places of a picture.
func placesOf(t *testing.T, d Drawing) touchable {
	t.Helper()
	places, err := Places(d)
	if err != nil {
		t.Fatal(err)
	}
	return places
}

// lack returns how the places differ from those of the wanted values, each once, within the
// picture and beside each other, or "".
func (p touchable) lack(want []string) string {
	at := map[string]Place{}
	for i, a := range p {
		if _, twice := at[a.Value]; twice {
			return fmt.Sprintf("%s has two places", a.Value)
		}
		at[a.Value] = a
		if min(a.X, a.Y) < 0 || max(a.X+a.W, a.Y+a.H) > Smallest || min(a.W, a.H) <= 0 {
			return fmt.Sprintf("%+v is not within the picture", a)
		}
		for _, b := range p[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				return fmt.Sprintf("%+v and %+v overlap", a, b)
			}
		}
	}
	for _, value := range want {
		if _, ok := at[value]; !ok {
			return fmt.Sprintf("%s has no place, and is not named as having none", value)
		}
	}
	if len(p) != len(want) {
		return fmt.Sprintf("%d places for %d choices", len(p), len(want))
	}
	return ""
}

// least returns the least width or height of the places.
func (p touchable) least() int {
	least := Largest
	for _, a := range p {
		least = min(least, a.W, a.H)
	}
	return least
}

// TestTouchable plants faults in places: each must be found.
func TestTouchable(t *testing.T) {
	place := func(value string, x, y, w, h int) Place { return Place{Value: value, X: x, Y: y, W: w, H: h} }
	for name, c := range map[string]struct {
		places touchable
		want   string
	}{
		"right":   {touchable{place("a", 0, 0, 30, 30), place("b", 30, 0, 30, 30)}, ""},
		"twice":   {touchable{place("a", 0, 0, 30, 30), place("a", 30, 0, 30, 30)}, "a has two places"},
		"missing": {touchable{place("a", 0, 0, 30, 30)}, "b has no place, and is not named as having none"},
		"one too many": {touchable{place("a", 0, 0, 30, 30), place("b", 30, 0, 30, 30), place("c", 60, 0, 30, 30)},
			"3 places for 2 choices"},
		"overlap": {touchable{place("a", 0, 0, 30, 30), place("b", 29, 0, 30, 30)},
			"{Value:b X:29 Y:0 W:30 H:30} and {Value:a X:0 Y:0 W:30 H:30} overlap"},
		"outside": {touchable{place("a", 330, 0, 30, 30), place("b", 30, 0, 30, 30)}, "{Value:a X:330 Y:0 W:30 H:30} is not within the picture"},
		"empty":   {touchable{place("a", 0, 0, 30, 0), place("b", 30, 0, 30, 30)}, "{Value:a X:0 Y:0 W:30 H:0} is not within the picture"},
	} {
		if got := c.places.lack([]string{"a", "b"}); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
