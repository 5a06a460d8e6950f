package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"parlour/games"
)

// equalTime is how long players think about a move that are measured at equal times.
const equalTime = 300 * time.Millisecond

// runAll plays the matches that measure every game that has an opponent.
func (c Cmd) runAll(ctx context.Context, list []games.Game, stdout, stderr io.Writer) error {
	for _, g := range list {
		o, ok := g.(games.Opponent)
		if !ok {
			continue
		}
		for _, m := range c.matches(o) {
			if err := m.Run(ctx, list, stdout, stderr); err != nil {
				return err
			}
			fmt.Fprintln(stdout)
		}
	}
	return nil
}

// matches returns the matches that measure one game: each level against the one below, and the
// highest against each yardstick, with every number of seats. Where a yardstick thinks for a time,
// both do; where it does not, such as a beginner, the lowest level meets it too. Alone, twice as many
// games are played, since only one player is in each.
func (c Cmd) matches(o games.Opponent) (all []Cmd) {
	info := o.Info()
	add := func(a, b string, seats int, each time.Duration) {
		m := Cmd{A: a, B: b, Game: info.Name, Games: c.Games, Seats: seats, Time: each, Seed: c.Seed, Workers: c.Workers}
		if seats == 1 {
			m.Games *= 2
		}
		if each > 0 {
			m.Workers = 1
		}
		all = append(all, m)
	}
	ladder := o.Levels()
	for i, level := range ladder[1:] {
		add(string(level), string(ladder[i]), usualSeats(info), 0)
	}
	least, best := string(games.Easy), string(games.Hard)
	for _, yardstick := range o.Yardsticks() {
		if _, err := o.Player(yardstick, equalTime); err != nil {
			add(least, yardstick, usualSeats(info), 0)
		}
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			add(best, yardstick, seats, commonTime(o, best, yardstick, seats))
		}
	}
	return all
}

// usualSeats returns how many play at a table of a match: two, if the game allows that.
func usualSeats(i games.Info) int { return min(max(2, i.MinSeats), i.MaxSeats) }

// commonTime returns the time for a move if it makes a difference to both players, else 0: each
// has a budget of its own then.
func commonTime(o games.Opponent, a, b string, seats int) time.Duration {
	if seats == 1 {
		return 0
	}
	for _, name := range []string{a, b} {
		if _, err := o.Player(name, equalTime); err != nil {
			return 0
		}
	}
	return equalTime
}

// checkAll refuses what a call with --all leaves open, and what one without it lacks.
func (c Cmd) checkAll() error {
	named := c.A != "" || c.Seats != 0 || c.Time != 0 || len(c.Option) > 0
	switch {
	case c.All && named:
		return errors.New("--all chooses players, seats, times and options itself: give it no more than --games, --count, --seed and --workers")
	case !c.All && c.Game == "":
		return errors.New("name two players and a game, such as hard medium permute, or say --all")
	}
	return nil
}
