package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/games"
)

// maxReason is the length of a reason in characters.
const maxReason = 100

// reasons checks that a [games.Reasoner] gives a short reason or none for a move, by the View of
// its seat alone, and none for what is no move of that seat.
func (p *player) reasons(s games.State) error {
	r, ok := p.game.(games.Reasoner)
	if !ok {
		return nil
	}
	rng := rand.New(rand.NewPCG(uint64(len(p.log)), 3)) // so that the games are the same without this check
	for seat := range games.Seat(p.setup.Seats) {
		none, legal := append(slices.Clip(systemMoves), "", "x"), movesOf(p.listed, rng, s, seat)
		if next := s.ToMove(); len(legal) == 0 && len(next) > 0 {
			none = append(none, movesOf(p.listed, rng, s, next[0])[0])
		}
		for _, m := range none {
			if why := r.Why(s.View(seat), seat, m); why.Key != "" {
				return fmt.Errorf("the reason for %q of seat %d, which is not a move, is %v", m, seat, why)
			}
		}
		if len(legal) == 0 {
			continue
		}
		m := legal[rng.IntN(len(legal))]
		if err := reason(p.said, r.Why(s.View(seat), seat, m)); err != nil {
			return fmt.Errorf("the reason for %q of seat %d: %w", m, seat, err)
		}
	}
	return nil
}

// told checks that a [games.Teller] has words for a move, and none for what is no move.
func (p *player) told(s games.State) error {
	teller, ok := p.game.(games.Teller)
	if !ok {
		return nil
	}
	rng := rand.New(rand.NewPCG(uint64(len(p.log)), 4)) // so that the games are the same without this check
	for seat := range games.Seat(p.setup.Seats) {
		for _, m := range append(slices.Clip(systemMoves), "", "x") {
			if told := teller.Tell(s.View(seat), seat, m); !reflect.DeepEqual(told, games.Telling{}) {
				return fmt.Errorf("the words for %q of seat %d, which is not a move, are %v", m, seat, told)
			}
		}
		legal := movesOf(p.listed, rng, s, seat)
		if len(legal) == 0 {
			continue
		}
		m := legal[rng.IntN(len(legal))]
		told := teller.Tell(s.View(seat), seat, m)
		if told.Did.Key == "" {
			return fmt.Errorf("there are no words for %q of seat %d", m, seat)
		}
		if err := errors.Join(reason(p.said, told.Did), reason(p.said, told.When), reason(p.said, told.Try),
			reason(p.said, told.Noun), reason(p.said, told.Gets), reason(p.said, told.Lets)); err != nil {
			return fmt.Errorf("the words for %q of seat %d: %w", m, seat, err)
		}
	}
	return nil
}

// reason checks a reason, which may be zero.
func reason(said sentences, why games.Text) error {
	if why.Key == "" {
		return nil
	}
	said = said.named(strings.Repeat("W", longName))
	text, err := said.say(why)
	if err != nil {
		return err
	}
	if n := utf8.RuneCountInString(text); n == 0 || n > maxReason || strings.Contains(text, "\n") {
		return fmt.Errorf("it is %q, want a line of at most %d characters", text, maxReason)
	}
	return nil
}

// Gets fails a test unless a move of a game of groups is said to bring a group exactly if the largest one of its mover
// grows to that of the other side or beyond. The groups before and after the move are by side, the largest first.
func Gets(t *testing.T, g games.Teller, s games.State, m string, mover int, was, is [2][]int) {
	t.Helper()
	largest := func(sizes []int) int { return slices.Max(append(slices.Clip(sizes), 0)) }
	var want any
	if size := largest(is[mover]); size > largest(was[mover]) && size >= largest(is[1-mover]) {
		want = size
	}
	seat := s.ToMove()[0]
	if gets := g.Tell(s.View(seat), seat, games.Move(m)).Gets; gets.Arg("Size") != want {
		t.Errorf("%s is said to bring %v, want a group of %v in\n%v", m, gets, want, s.View(seat))
	}
}
