package gametest

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"parlour/games"
)

// opponent checks that an opponent has a player for every level and yardstick and for no
// other name, and that each makes a legal move at the beginning.
func (p *player) opponent(o games.Opponent) error {
	s, err := o.Start(p.setup)
	if err != nil {
		return err
	}
	names := slices.Clone(o.Yardsticks())
	for _, l := range o.Levels() {
		names = append(names, string(l))
	}
	for _, name := range names {
		if err := p.named(o, s, name); err != nil {
			return fmt.Errorf("the player %q: %w", name, err)
		}
	}
	for _, name := range []string{"", "Hard", "nobody", "lapse"} {
		chooses, err := o.Player(name, games.Limit{})
		if chooses != nil {
			return fmt.Errorf("there is a player %q", name)
		}
		if bad := p.said.refusal(err); bad != nil {
			return fmt.Errorf("the player %q, who does not exist: %w", name, bad)
		}
	}
	return nil
}

// named checks a player of an opponent with its own budget and, unless that is refused,
// with a time. Where possible it gives hard and yardsticks, whose own budgets take long,
// the time only.
func (p *player) named(o games.Opponent, s games.State, name string) error {
	usual, err := o.Player(name, games.Limit{})
	if err != nil {
		return err
	}
	players := []games.Player{usual}
	timed, err := o.Player(name, games.Limit{Time: time.Millisecond})
	if bad := p.said.refusal(err); err != nil && bad != nil {
		return fmt.Errorf("with a time: %w", bad)
	}
	switch {
	case err != nil:
	case name == string(games.Easy) || name == string(games.Medium):
		players = append(players, timed)
	default:
		players[0] = timed
	}
	for _, choose := range players {
		for _, seat := range s.ToMove() {
			if m := choose(s.View(seat), seat, games.Seed{1}); !accepts(s, seat, m) {
				return fmt.Errorf("it plays %q for seat %d, which is not legal", m, seat)
			}
		}
	}
	return nil
}

// chosen checks that players choose legal moves, by the View of their seat and the seed
// alone.
func (p *player) chosen(s games.State) error {
	for _, name := range slices.Sorted(maps.Keys(p.players)) {
		for seat := range games.Seat(p.setup.Seats) {
			if !hasMoves(p.listed, s, seat) {
				continue
			}
			choose := func(of games.State, seed byte) games.Move {
				return p.players[name](of.View(seat), seat, games.Seed{seed})
			}
			m := choose(s, 1)
			if !accepts(s, seat, m) {
				return fmt.Errorf("the player %q chooses %q for seat %d, which is not legal", name, m, seat)
			}
			same := s
			if p.sample != nil {
				same = p.sample(s.View(seat), p.rng)
			}
			if again := choose(same, 1); again != m {
				return fmt.Errorf("the player %q chooses %q for seat %d, and %q when it sees the same again", name, m, seat, again)
			}
			n := p.swayed[name]
			if n.choices++; choose(s, 2) != m {
				n.others++
			}
			p.swayed[name] = n
		}
	}
	return nil
}

// A sway counts the choices of a player, and those that another seed changed.
type sway struct{ choices, others int }

// many is a number of choices of which the seed must change one.
const many = 200

// unswayed checks that the seed mattered to every player that chose often.
func unswayed(swayed map[string]sway) error {
	for _, name := range slices.Sorted(maps.Keys(swayed)) {
		if n := swayed[name]; n.choices >= many && n.others == 0 {
			return fmt.Errorf("in %d choices of the player %q the seed never mattered", n.choices, name)
		}
	}
	return nil
}
