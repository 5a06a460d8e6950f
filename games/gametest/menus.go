package gametest

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"parlour/games"
)

var choiceValue = regexp.MustCompile(`^[A-Za-z0-9*+-]{1,20}$`)

// maxSteps bounds the depth to which menus are followed, of which the first fewSteps are followed
// always. A person may go on to name preferences, but every legal move must be reached within
// maxSteps.
const (
	fewSteps = 4
	maxSteps = 7
)

// maxPicked is the number of characters of steps that a button can carry.
const maxPicked = 60

// menus walks through all menus of a position and checks that they reach every legal move,
// and no move that Play refuses.
func (p *player) menus(s games.State) error {
	s = games.Recall(s) // many moves share their steps
	for seat := games.Spectator; int(seat) < p.setup.Seats; seat++ {
		moves, err := p.reached(s, seat)
		if err != nil {
			return err
		}
		for _, m := range moves {
			if found := games.StepsTo(s, seat, m); games.Made(s, seat, found) != m {
				return fmt.Errorf("StepsTo finds the steps %q to %q of seat %d", found, m, seat)
			}
		}
		if err := strayed(s, seat); err != nil {
			return err
		}
	}
	return nil
}

// reached walks through all menus of a seat as deep as it takes to reach every legal move, and
// returns these. Where they are not listed it follows some ways at random, and returns their moves.
func (p *player) reached(s games.State, seat games.Seat) ([]games.Move, error) {
	if !p.listed {
		return p.roam(s, seat)
	}
	legal := s.Legal(seat)
	for depth := fewSteps; ; depth++ {
		reached := map[games.Move]bool{}
		if err := p.walk(s, seat, nil, depth, reached); err != nil {
			return nil, fmt.Errorf("menus of seat %d: %w", seat, err)
		}
		lost := slices.IndexFunc(legal, func(m games.Move) bool { return !reached[m] })
		if lost < 0 {
			return legal, nil
		}
		if depth == maxSteps {
			return nil, fmt.Errorf("no menu of seat %d reaches %q", seat, legal[lost])
		}
	}
}

// walk follows every choice after the steps picked, down to a depth.
func (p *player) walk(s games.State, seat games.Seat, picked []string, depth int, reached map[games.Move]bool) error {
	choices, err := p.options(s, seat, picked)
	if err != nil {
		return err
	}
	for _, c := range choices {
		longer := append(slices.Clone(picked), c.Value)
		switch {
		case c.Move != "":
			if err := completes(s, seat, longer, c.Move); err != nil {
				return err
			}
			reached[c.Move] = true
		case len(longer) < depth:
			if err := p.walk(s, seat, longer, depth, reached); err != nil {
				return err
			}
		}
	}
	return nil
}

// options returns what the step after some others offers, and checks it.
func (p *player) options(s games.State, seat games.Seat, picked []string) ([]games.Choice, error) {
	step := s.Step(seat, picked)
	choices := step.Accepted()
	if len(picked) > 0 && len(choices) == 0 {
		return nil, fmt.Errorf("the steps %q lead nowhere", picked)
	}
	if err := menu(p.said, picked, choices); err != nil {
		return nil, err
	}
	if err := shape(p.said, step); err != nil {
		return nil, fmt.Errorf("after %q: %w", picked, err)
	}
	return choices, nil
}

// completes checks that steps make a move that Play accepts, and lead no further.
func completes(s games.State, seat games.Seat, picked []string, m games.Move) error {
	if _, err := s.Play(seat, m); err != nil {
		return fmt.Errorf("after %q: Play refuses %q: %w", picked, m, err)
	}
	if len(s.Step(seat, picked).Options()) > 0 {
		return fmt.Errorf("the steps %q make a move, and lead on", picked)
	}
	return nil
}

// menu checks the values and the words of the choices after the steps picked.
func menu(c sentences, picked []string, choices []games.Choice) error {
	seen := map[string]bool{}
	for _, choice := range choices {
		if !choiceValue.MatchString(choice.Value) || seen[choice.Value] {
			return fmt.Errorf("after %q: a bad or double choice %+v", picked, choice)
		}
		seen[choice.Value] = true
		if err := c.check(choice.Label); err != nil {
			return fmt.Errorf("after %q, the label of %q: %w", picked, choice.Value, err)
		}
		if err := c.some(choice.Echo); err != nil {
			return fmt.Errorf("after %q, what %q echoes: %w", picked, choice.Value, err)
		}
		if err := c.some(choice.Rest); err != nil {
			return fmt.Errorf("after %q, the button of %q: %w", picked, choice.Value, err)
		}
		if err := c.some(choice.Sure); err != nil {
			return fmt.Errorf("after %q, what %q asks at last: %w", picked, choice.Value, err)
		}
		if n := len(strings.Join(append(slices.Clone(picked), choice.Value), ":")); n > maxPicked {
			return fmt.Errorf("the steps %q and %q have %d characters, want at most %d", picked, choice.Value, n, maxPicked)
		}
	}
	return nil
}

// strayed checks that steps which no menu offered, as from a forged button, lead nowhere and
// show nothing. So do those of another seat's menu to a seat that has none.
func strayed(s games.State, seat games.Seat) error {
	none := func(forged []string) error {
		if len(s.Step(seat, forged).Options()) > 0 {
			return fmt.Errorf("Step(%d, %q) offers something", seat, forged)
		}
		if !reflect.DeepEqual(s.Shown(seat, forged), s.View(seat)) {
			return fmt.Errorf("Shown(%d, %q) is not the plain View", seat, forged)
		}
		return nil
	}
	picked := []string{}
	if owe := s.ToMove(); len(owe) > 0 && len(s.Step(seat, nil).Options()) == 0 {
		return none([]string{s.Step(owe[0], nil).Options()[0].Value})
	}
	for range maxSteps {
		if err := none(append(slices.Clone(picked), "?")); err != nil {
			return err
		}
		next := s.Step(seat, picked).Options()
		if len(next) == 0 {
			break
		}
		picked = append(picked, next[len(next)-1].Value)
	}
	return nil
}

// offers checks that an [games.Offerer] says truly whether the first steps of two positions offer the
// same to the seats that owe a move in one of them.
func offers(a, b games.State) error {
	short, ok := a.(games.Offerer)
	if !ok {
		return nil
	}
	for _, seat := range append(a.ToMove(), b.ToMove()...) {
		says, is := short.Offers(seat) == b.(games.Offerer).Offers(seat), reflect.DeepEqual(values(a.Step(seat, nil)), values(b.Step(seat, nil)))
		if says != is {
			return fmt.Errorf("Offers(%d) says %v of whether the first step offers the same as a ply before, want %v", seat, says, is)
		}
	}
	return nil
}

// values returns what a step offers, without its words.
func values(s games.Step) (all []string) {
	for _, c := range s.Choices {
		all = append(all, c.Value+" "+string(c.Move))
	}
	return append(all, string(s.Done))
}

// sameTurn checks that the first step of a seat tells whether its legal moves have changed, as
// [games.SameTurn] expects.
func (p *player) sameTurn(before, after games.State, mover games.Seat) error {
	if err := offers(before, after); err != nil {
		return err
	}
	if !p.listed || !games.SameTurn(before, after, mover) {
		return nil
	}
	for _, s := range after.ToMove() {
		if !slices.Equal(before.Legal(s), after.Legal(s)) {
			return fmt.Errorf("the turn goes on after a move of seat %d, and seat %d has other legal moves", mover, s)
		}
	}
	return nil
}
