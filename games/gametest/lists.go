package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"parlour/games"
)

// A game may have so many moves that nobody lists them but a test, and that seldom. Then moves come
// from menus, and are legal if Play accepts them.
const (
	shortList = 2000 // the most moves that are listed at every position
	moveRest  = 200  // after a longer list, for each so many of its moves one position goes without
	someMoves = 12   // moves that stand for all where they are not listed
	ways      = 40   // ways through menus that are followed there
)

// A lists says at which positions of a check moves are listed: everywhere, until a list is long. Then
// positions go without, the more the longer it was, unless their menus tell that they have few moves.
type lists struct{ rest int }

// here reports whether the moves of a position are listed.
func (l *lists) here(s games.State, seats int) bool {
	if l.rest == 0 {
		return true
	}
	l.rest--
	for seat := range games.Seat(seats) {
		if left := shortList; !fewWays(s, seat, nil, &left) {
			return false
		}
	}
	return true
}

// note notes how long a list was.
func (l *lists) note(moves int) {
	if moves > shortList {
		l.rest = max(l.rest, moves/moveRest)
	}
}

// fewWays reports whether all ways through the menus after some steps have no more choices than left,
// and takes them away from it.
func fewWays(s games.State, seat games.Seat, picked []string, left *int) bool {
	options := s.Step(seat, picked).Options()
	if *left -= len(options); *left < 0 {
		return false
	}
	for _, c := range options {
		if c.Move == "" && !fewWays(s, seat, append(slices.Clip(picked), c.Value), left) {
			return false
		}
	}
	return true
}

// hasMoves reports whether a seat has moves.
func hasMoves(listed bool, s games.State, seat games.Seat) bool {
	if !listed {
		return len(s.Step(seat, nil).Options()) > 0
	}
	return len(s.Legal(seat)) > 0
}

// movesOf returns the moves of a seat, sorted; where they are not listed, some of them.
func movesOf(listed bool, rng *rand.Rand, s games.State, seat games.Seat) []games.Move {
	if !listed {
		return strolls(rng, s, seat, someMoves)
	}
	return s.Legal(seat)
}

// accepts reports whether a move of a seat is legal. A bid with wishes is, which no list has.
func accepts(s games.State, seat games.Seat, m games.Move) bool {
	_, err := s.Play(seat, m)
	return err == nil && !m.System()
}

// strolls returns so many moves of a seat that menus make at random, sorted, or fewer if some are
// the same.
func strolls(rng *rand.Rand, s games.State, seat games.Seat, most int) []games.Move {
	var all []games.Move
	for range most {
		if m := Stroll(rng, s, seat); m != "" {
			all = append(all, m)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// roam follows some ways through the menus of a seat, with the checks of [player.walk], and returns
// the moves that they make.
func (p *player) roam(s games.State, seat games.Seat) (moves []games.Move, err error) {
	for range ways {
		var picked []string
		for {
			choices, err := p.options(s, seat, picked)
			if err != nil {
				return nil, fmt.Errorf("menus of seat %d: %w", seat, err)
			}
			if len(choices) == 0 {
				return nil, nil // the seat owes nothing
			}
			c := choices[p.rng.IntN(len(choices))]
			if len(picked) >= maxSteps { // a menu may go on for ever
				done := slices.IndexFunc(choices, func(c games.Choice) bool { return c.Move != "" })
				if done < 0 {
					return nil, fmt.Errorf("the steps %q make no move", picked)
				}
				c = choices[done]
			}
			picked = append(picked, c.Value)
			if c.Move == "" {
				continue
			}
			if err := completes(s, seat, picked, c.Move); err != nil {
				return nil, err
			}
			if err := p.spelling(p.game.Parse, c.Move); err != nil {
				return nil, err
			}
			moves = append(moves, c.Move)
			break
		}
	}
	return moves, nil
}
