// Package arena plays matches between opponents and says by how much one is the better.
package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/locale"
	"parlour/games"
)

// A Cmd has two opponents, A and B, play a match. In games of two, A and B play
// every deal from both seats. With more seats, one A sits among Bs, in each seat in turn.
// Alone, both play every deal.
type Cmd struct {
	A    string `arg:"" optional:"" help:"The opponent to measure: easy, medium, hard, or a yardstick of the game."`
	B    string `arg:"" optional:"" help:"The opponent to play against."`
	Game string `arg:"" optional:"" help:"The game to play."`

	All bool `help:"Play every match that measures a game, at all games or those of --games: each level against the one below, hard against the yardsticks with every number of seats, and easy against the yardsticks that need no time to think."`

	Games   int               `name:"count" default:"200" help:"How many games to play. It plays a few more where the last deal still needs a seat."`
	Seats   int               `placeholder:"N" help:"How many play. Without this flag, 2, or as near to 2 as the game allows."`
	Time    time.Duration     `placeholder:"300ms" help:"How long both think about a move, instead of their own budgets."`
	Seed    uint64            `default:"1" help:"The seed that all chance comes from."`
	Option  map[string]string `placeholder:"NAME=VALUE" help:"An option of the game."`
	Workers int               `default:"1" help:"How many games to play at once. With --time, only one."`
}

// maxBouts bounds the number of games of a match, which are all kept in memory to its
// end.
const maxBouts = 1_000_000

// Validate implements kong's check of the command line, which comes before anything is
// begun.
func (c Cmd) Validate() error {
	if err := c.checkAll(); err != nil {
		return err
	}
	switch {
	case c.Games < 1 || c.Games > maxBouts:
		return fmt.Errorf("--count takes a number from 1 to %d, not %d", maxBouts, c.Games)
	case c.Workers < 1:
		return fmt.Errorf("--workers takes a number from 1, not %d", c.Workers)
	case c.Time < 0:
		return fmt.Errorf("--time takes a time such as 300ms, not %v", c.Time)
	case c.Time > 0 && c.Workers > 1:
		return fmt.Errorf("--time is for one game at a time, so leave --workers out")
	}
	return nil
}

// An arena has all that a match needs.
type arena struct {
	Cmd
	game    games.Opponent
	options map[string]string
	players [2]games.Player // A and B
}

// A bout is one game of a match: who sat in which seat, and the result.
type bout struct {
	sat    []int // by seat, 0 for A and 1 for B
	result games.Result
	last   games.View
	took   [2]time.Duration // by player, all moves together
	most   [2]time.Duration // the slowest of them
	moves  [2]int
}

// ErrStopped is the error of a long computation that was interrupted.
var ErrStopped = errors.New("this was stopped before its end, so there is no result: start it again")

// Run plays the match, or all matches, at games of a list and prints the results to stdout.
func (c Cmd) Run(ctx context.Context, list []games.Game, stdout, stderr io.Writer) error {
	if c.All {
		return c.runAll(ctx, list, stdout, stderr)
	}
	words, err := locale.New(list)
	if err != nil {
		return err
	}
	a, err := c.open(list)
	if err == nil {
		err = a.play(ctx, stdout, stderr)
	}
	var refusal *games.Refusal
	if errors.As(err, &refusal) {
		return errors.New(words.Voice("en", nil, nil).Say(refusal.Text))
	}
	return err
}

// open finds the game and the players.
func (c Cmd) open(list []games.Game) (*arena, error) {
	i := slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == c.Game })
	if i < 0 {
		var names []string
		for _, g := range list {
			names = append(names, g.Info().Name)
		}
		return nil, fmt.Errorf("there is no game %q: name one of %s", c.Game, strings.Join(names, ", "))
	}
	game, ok := list[i].(games.Opponent)
	if !ok {
		return nil, fmt.Errorf("%s has no opponent", c.Game)
	}
	if c.Seats == 0 {
		c.Seats = usualSeats(game.Info())
	}
	if c.Time > 0 && c.Seats == 1 {
		return nil, errors.New("--time is for games of several: alone nobody thinks by a time, so leave it out")
	}
	a := &arena{Cmd: c, game: game}
	var err error
	if a.options, err = game.Info().Complete(c.Option); err != nil {
		return nil, err
	}
	if _, err := game.Start(a.setup(0)); err != nil {
		return nil, err
	}
	for i, name := range []string{c.A, c.B} {
		if a.players[i], err = a.game.Player(name, c.Time); err != nil {
			return nil, err
		}
	}
	a.Games += (a.each() - a.Games%a.each()) % a.each() // else the last deal would favour somebody
	return a, nil
}

// each returns how many games are played of one deal, so that A has every seat once.
func (a *arena) each() int { return max(a.Seats, 2) }

// setup returns the setup of game n of the match.
func (a *arena) setup(n int) games.Setup {
	deal := []string{"arena", strconv.FormatUint(a.Seed, 10), strconv.Itoa(n / a.each())}
	return games.Setup{
		Game: a.Game, Rules: a.game.Info().Rules, Seats: a.Seats, Options: a.options, Seed: games.SeedOf(games.Seed{}, deal),
	}
}

// sits returns who sits in each seat of game n: A in one seat, which changes from game to
// game, and B in the others.
func (a *arena) sits(n int) []int {
	sat := make([]int, a.Seats)
	for seat := range sat {
		if (n+seat)%a.each() != 0 {
			sat[seat] = 1
		}
	}
	return sat
}

// play plays all games and prints the report to stdout. After each game it prints the
// standing to watch.
func (a *arena) play(ctx context.Context, stdout, watch io.Writer) error {
	bouts := make([]bout, a.Games)
	var mu sync.Mutex
	var done []bout
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(a.Workers)
	for n := range bouts {
		work.Go(func() (err error) {
			bouts[n], err = a.bout(ctx, n)
			if err != nil || a.Seats == 1 {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			done = append(done, bouts[n])
			_, err = fmt.Fprintf(watch, "%d of %d: %s\n", len(done), a.Games, a.tally(done))
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	a.report(stdout, bouts)
	return nil
}

// bout plays one game.
func (a *arena) bout(ctx context.Context, n int) (bout, error) {
	b := bout{sat: a.sits(n)}
	setup := a.setup(n)
	state, err := a.game.Start(setup)
	if err != nil {
		return b, err
	}
	for ply := 0; len(state.ToMove()) > 0; ply++ {
		if ctx.Err() != nil {
			return b, ErrStopped
		}
		seat := state.ToMove()[0]
		who := b.sat[seat]
		chance := games.SeedOf(setup.Seed, []string{"move", strconv.Itoa(n), strconv.Itoa(ply)})
		view := state.View(seat)
		began := time.Now()
		move := a.players[who](view, seat, chance)
		took := time.Since(began)
		b.took[who], b.most[who], b.moves[who] = b.took[who]+took, max(b.most[who], took), b.moves[who]+1
		if state, err = state.Play(seat, move); err != nil {
			return b, fmt.Errorf("game %d, ply %d: %s makes no legal move, %q", n+1, ply+1, []string{a.A, a.B}[who], move)
		}
	}
	b.result, _ = state.Result()
	b.last = state.View(games.Spectator)
	return b, nil
}
