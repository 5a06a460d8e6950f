package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"parlour/games"
	"parlour/games/search"
)

// equalTime is how long players think about a move that are measured at equal times.
const equalTime = 300 * time.Millisecond

// The yardsticks that are not played as the others are.
const (
	beginner  = search.Beginner  // the first step of a ladder is held to it: the rung below that
	exploiter = search.Exploiter // is about hard alone, and costs several times as much for each player more
)

// runAll plays the matches that measure every game that has an opponent, the cheap ones first. Then it prints the
// ladders, and checks them.
func (c Cmd) runAll(ctx context.Context, list []games.Game, stdout, stderr io.Writer) error {
	b, err := readBook(c.Results)
	if err == nil {
		err = b.fold(func(meeting) bool { return false }) // before hours of play, which must not be for nothing
	}
	if err != nil {
		return err
	}
	examiners, err := examine(ctx, list, stderr)
	if err != nil {
		return err
	}
	gone := func(m meeting) bool { return examiners[m.Game] != nil && !examiners[m.Game].knows(m) }
	if err := b.fold(gone); err != nil {
		return err
	}
	matches, err := c.fixtures(list, examiners, b)
	if err != nil {
		return err
	}
	for _, a := range matches {
		a.watch.Writer = stderr
		err := a.play(ctx)
		if errors.Is(err, ErrStopped) && c.Results != "" {
			err = fmt.Errorf("this was stopped, and the games that were over are in %s: the same command goes on from there", c.Results)
			return cmp.Or(b.fold(gone), err)
		}
		if err != nil {
			return err
		}
		a.report(stdout)
		fmt.Fprintln(stdout)
	}
	if err := b.fold(gone); err != nil {
		return err
	}
	if c.Study {
		_, err := io.WriteString(stdout, studied(list, b))
		return err
	}
	return judge(list, b, stdout)
}

// examine finds out about all players of the games of a list.
func examine(ctx context.Context, list []games.Game, watch io.Writer) (map[string]*examiner, error) {
	all := map[string]*examiner{}
	for _, o := range opponents(list) {
		e, err := newExaminer(o)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(watch, "Looking at the players of %s.\n", o.Info().Name)
		for _, name := range append(rungs(o), o.Yardsticks()...) {
			if ctx.Err() != nil {
				return nil, ErrStopped
			}
			if _, err := e.examine(name); err != nil {
				return nil, err
			}
		}
		all[o.Info().Name] = e
	}
	return all, nil
}

// opponents returns those games of a list that have an opponent.
func opponents(list []games.Game) (all []games.Opponent) {
	for _, g := range list {
		if o, ok := g.(games.Opponent); ok {
			all = append(all, o)
		}
	}
	return all
}

// fixtures returns the matches, those of a study or of a tournament, of all games of a list that were examined, ready to play. Those at equal times come
// last, as no ladder needs them. Of the others, those come first of which a game takes the least time, as far as it can
// be foreseen.
func (c Cmd) fixtures(list []games.Game, examiners map[string]*examiner, b *book) (all []*arena, err error) {
	costs := map[*arena]time.Duration{}
	for _, o := range opponents(list) {
		e := examiners[o.Info().Name]
		matches := c.matches
		if c.Study {
			matches = c.study
		}
		for _, m := range matches(o) {
			a, err := m.open(list)
			if err != nil {
				return nil, err
			}
			first, second := e.known[a.A], e.known[a.B]
			a.book, a.meeting.Marks = b, [2]string{first.mark, second.mark}
			all = append(all, a)
			costs[a] = time.Duration(e.plies) * cmp.Or(a.Time, (first.took+second.took)/2)
		}
	}
	slices.SortStableFunc(all, func(a, b *arena) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(costs[a], costs[b]))
	})
	return all, nil
}

// rungs names the players of a ladder, the weakest first: the beginner, if the game has one, and all levels.
func rungs(o games.Opponent) (all []string) {
	if slices.Contains(o.Yardsticks(), beginner) {
		all = append(all, beginner)
	}
	for _, l := range o.Levels() {
		all = append(all, string(l))
	}
	return all
}

// matches returns the matches that measure one game. Each rung of the ladder meets the one below, and in fewer games
// the one below that. The highest meets each other yardstick, with every number of seats: where both think for a time,
// at equal times. Where a yardstick does not think for a time, the lowest level meets it too. The exploiter meets the
// highest alone, with the usual number of seats and its own budget. Alone, twice as many games are played, since only one player is in each.
func (c Cmd) matches(o games.Opponent) (all []Cmd) {
	info := o.Info()
	add := func(a, b string, seats, count int, each time.Duration) {
		m := Cmd{A: a, B: b, Game: info.Name, Games: count, Seats: seats, Time: each, Seed: c.Seed, Workers: c.Workers}
		if seats == 1 {
			m.Games *= 2
		}
		if each > 0 {
			m.Workers = 1
		}
		all = append(all, m)
	}
	ladder, usual := rungs(o), usualSeats(info)
	for i := 1; i < len(ladder); i++ {
		add(ladder[i], ladder[i-1], usual, c.Games, 0)
		if i > 1 {
			add(ladder[i], ladder[i-2], usual, (c.Games+3)/4, 0)
		}
	}
	least, best := string(games.Easy), string(games.Hard)
	for _, yardstick := range o.Yardsticks() {
		switch yardstick {
		case beginner:
			continue
		case exploiter:
			add(best, yardstick, usual, c.Games, 0)
			continue
		}
		if !timed(o, yardstick) {
			add(least, yardstick, usual, c.Games, 0)
		}
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			add(best, yardstick, seats, c.Games, commonTime(o, best, yardstick, seats))
		}
	}
	return all
}

// usualSeats returns how many play at a table of a match: two, if the game allows that.
func usualSeats(i games.Info) int { return min(max(2, i.MinSeats), i.MaxSeats) }

// commonTime returns the time for a move if it makes a difference to both players, else 0: each
// has a budget of its own then.
func commonTime(o games.Opponent, a, b string, seats int) time.Duration {
	if seats == 1 || !timed(o, a) || !timed(o, b) {
		return 0
	}
	return equalTime
}

// timed reports whether a player can think for a time.
func timed(o games.Opponent, name string) bool {
	_, err := o.Player(name, games.Limit{Time: equalTime})
	return err == nil
}

// checkAll refuses what a call with --all or --ladder leaves open, and what one without them lacks.
func (c Cmd) checkAll() error {
	named := c.A != "" || c.Seats != 0 || c.Time != 0 || c.Playouts != 0 || len(c.Option) > 0 || c.SPRT != (hypotheses{}) || c.PGN != "" || len(c.List) > 0
	switch {
	case c.Chances && (c.All || c.Ladder || c.Study || named || c.Results != ""):
		return errors.New("--chances chooses players itself: give it no more than --table, --count and --seed")
	case !c.Chances && len(c.Table) > 0:
		return errors.New("--table is for --chances, so leave it out")
	case c.All && c.Ladder:
		return errors.New("--all plays and prints the ladders at its end, --ladder only prints them: say one of both")
	case c.Study && (c.All || c.Ladder):
		return errors.New("--study plays matches of its own: leave out --all and --ladder")
	case (c.All || c.Study) && named:
		return errors.New("--all and --study choose players, seats, times and options: give them no more than --games, --results, --count, --seed and --workers")
	case c.Ladder && (named || c.Results == ""):
		return errors.New("--ladder prints what is in a file of results: give it --results FILE, and --games if you like")
	case c.Results != "" && !c.All && !c.Ladder && !c.Study:
		return errors.New("--results is for --all, --study and --ladder, so leave it out")
	case !c.All && !c.Ladder && !c.Chances && !c.Study && c.Game == "":
		return errors.New("name two players and a game, such as hard medium permute, or say --all")
	}
	return nil
}
