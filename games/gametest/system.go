package gametest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"parlour/games"
)

// systemMoves are those that every game understands.
var systemMoves = []games.Move{games.Lapse, games.Leave, games.Spent, games.Absent, games.Return, games.Draw}

// starts checks that a game does not start with too few or too many seats, by rules that are newer
// than its own, with an option that it does not have, and without one that it has.
func starts(g games.Game, s games.Setup) error {
	info := g.Info()
	for why, c := range map[string]struct {
		change func(*games.Setup)
		want   string // the key of the refusal; empty for ErrRules
	}{
		"too few seats":  {func(s *games.Setup) { s.Seats = info.MinSeats - 1 }, "refuse.seats"},
		"too many seats": {func(s *games.Setup) { s.Seats = info.MaxSeats + 1 }, "refuse.seats"},
		"newer rules":    {func(s *games.Setup) { s.Rules = info.Rules + 1 }, ""},
		"another option": {func(s *games.Setup) { s.Options["no-option"] = "on" }, "refuse.option.name"},
		"no options":     {func(s *games.Setup) { s.Options = nil }, "refuse.option.missing"},
	} {
		if why == "no options" && len(info.Options) == 0 {
			continue
		}
		bad := s
		if bad.Options = maps.Clone(s.Options); bad.Options == nil {
			bad.Options = map[string]string{}
		}
		c.change(&bad)
		_, err := g.Start(bad)
		if c.want == "" && !errors.Is(err, games.ErrRules) || c.want != "" && refusedBy(err) != c.want {
			return fmt.Errorf("a start with %s gave %v, want %s", why, err, cmp.Or(c.want, "ErrRules"))
		}
	}
	return nil
}

// refusedBy returns the key of a refusal, "" for any other error and for none.
func refusedBy(err error) string {
	var r *games.Refusal
	if !errors.As(err, &r) {
		return ""
	}
	return r.Text.Key
}

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
			if want := unlessOver(s, "refuse.seat"); refusedBy(err) != want {
				return fmt.Errorf("Play(%d, %q), a seat which does not exist, gave %v, want %s", seat, m, err, want)
			}
		}
	}
	return nil
}

// unlessOver returns the key of a refusal, or that of all refusals once a game is over.
func unlessOver(s games.State, key string) string {
	if _, over := s.Result(); over {
		return "refuse.over"
	}
	return key
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
	want, key := slices.Contains(in, seat), "refuse.left"
	switch m {
	case games.Lapse:
		want, key = slices.Contains(owe, seat), "refuse.lapse"
	case games.Return: // whether one may come back is for the game, and how it says so
		want, key = err == nil && !slices.Contains(in, seat), cmp.Or(refusedBy(err), "refuse.return")
	}
	if (err == nil) != (want && !over) {
		return fmt.Errorf("it gave %v, with %v owing a move, %v in, over: %v", err, owe, in, over)
	}
	if key = unlessOver(s, key); err != nil && refusedBy(err) != key {
		return fmt.Errorf("it gave %v, want %s", err, key)
	}
	if err != nil {
		return nil
	}
	if p.info.Forfeit {
		if r, over := next.Result(); !over || (r.Places[seat] == 1) != (m == games.Draw) || slices.Min(r.Places) != 1 {
			return fmt.Errorf("a seat whose time runs out is to lose, as one that leaves, and nobody by a draw, and it gave %v, over: %v", r, over)
		}
	}
	return run(next, p.turns, p.publicWords)
}
