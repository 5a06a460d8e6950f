package gametest

import (
	"fmt"
	"reflect"
	"slices"

	"parlour/games"
)

// systemMoves are those that every game understands.
var systemMoves = []games.Move{games.Lapse, games.Leave, games.Spent, games.Absent, games.Return, games.Draw}

// nobody checks that seats can do nothing that do not exist.
func (p *player) nobody(s games.State) error {
	for _, seat := range []games.Seat{games.Spectator, -7, games.Seat(p.setup.Seats), 99} {
		if p.listed && len(s.Legal(seat)) > 0 || len(s.Step(seat, nil).Options()) > 0 {
			return fmt.Errorf("seat %d, which does not exist, has moves", seat)
		}
		if !reflect.DeepEqual(s.Shown(seat, nil), s.View(seat)) {
			return fmt.Errorf("seat %d, which does not exist, is shown more than its View", seat)
		}
		tries := systemMoves
		for _, owes := range s.ToMove() {
			tries = append(slices.Clip(tries), movesOf(p.listed, p.rng, s, owes)[0])
		}
		for _, m := range tries {
			next, err := s.Play(seat, m)
			if bad := p.said.refused(next, err); bad != nil || err == nil {
				return fmt.Errorf("Play(%d, %q), a seat which does not exist, gave %v, %v (%v)", seat, m, next, err, bad)
			}
		}
	}
	return nil
}

// system checks that system moves are played for the seats that they can concern, and
// refused with a sentence for the others.
func (p *player) system(s games.State) error {
	if in := s.In(); !seated(in, p.setup.Seats) {
		return fmt.Errorf("In() = %v, want some of the %d seats, ascending", in, p.setup.Seats)
	}
	for seat := range games.Seat(p.setup.Seats) {
		if next, err := s.Play(seat, games.Back(1)); next != nil || p.said.refusal(err) != nil {
			return fmt.Errorf("Play(%d, %q), which no position can carry out, gave %v: %w", seat, games.Back(1), next, p.said.refusal(err))
		}
		for _, m := range systemMoves {
			next, err := s.Play(seat, m)
			if bad := p.systemPlayed(s, seat, m, next, err); bad != nil {
				return fmt.Errorf("Play(%d, %q): %w", seat, m, bad)
			}
		}
	}
	return nil
}

// systemPlayed checks what a system move of a seat gave.
func (p *player) systemPlayed(s games.State, seat games.Seat, m games.Move, next games.State, err error) error {
	if bad := p.said.refused(next, err); bad != nil {
		return bad
	}
	_, over := s.Result()
	in, owe := s.In(), s.ToMove()
	want := slices.Contains(in, seat)
	switch m {
	case games.Lapse:
		want = slices.Contains(owe, seat)
	case games.Return:
		want = err == nil && !slices.Contains(in, seat) // whether one may come back is for the game
	}
	if (err == nil) != (want && !over) {
		return fmt.Errorf("it gave %v, with %v owing a move, %v in, over: %v", err, owe, in, over)
	}
	if err != nil {
		return nil
	}
	if m == games.Lapse && p.info.Forfeit {
		if r, over := next.Result(); !over || r.Places[seat] == 1 {
			return fmt.Errorf("a seat whose time runs out is to lose, and it gave %v, over: %v", r, over)
		}
	}
	return run(next, p.turns, p.publicWords)
}
