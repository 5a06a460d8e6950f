// Package arena plays matches and tournaments between opponents, and says by how much one is the better.
//
// Its policy: a game depends on its seed and number alone, so what was played once need not be played again. Results
// are kept by game; ratings and tables are made from them anew each time.
//
// # Chances
//
// What advice says is held against games. Hard, or hard with a part of its budget, plays itself from varied
// openings; at some positions the judge of advice says a chance, and in the end somebody has won. Each finished game is
// a line of a file in testdata, so more can be played at any time, and a run that was cut off goes on. A curve is
// fitted on the games with even numbers; the others are held out, and the tests check it on them. That makes
// games/NAME/chances.go and the pictures in docs/chances.
package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/locale"
	"parlour/commands/think/program"
	"parlour/games"
)

// A Cmd has two opponents, A and B, play a match. In games of two, A and B play
// every deal from both seats. With more seats, one A sits among Bs, in each seat in turn.
// Alone, both play every deal.
type Cmd struct {
	A    string `arg:"" optional:"" help:"The opponent to measure: a level of the game, such as easy, 3 or hard, one of its yardsticks, or a --player."`
	B    string `arg:"" optional:"" help:"The opponent to play against."`
	Game string `arg:"" optional:"" help:"The game to play."`

	All     bool   `help:"Play a tournament of all levels, at all games or those of --games: each against the two below, the lowest against a beginner, and hard against the yardsticks with every number of seats. It fails if a step of a ladder is too high or too low."`
	Ladder  bool   `help:"Print the ratings of all levels from the results in --results, and play nothing."`
	Results string `placeholder:"FILE" help:"With --all or --study, the file that keeps each game once it is over, so that a tournament that was cut off goes on where it was. With --ladder, the file to read."`

	Study   bool     `help:"Play games of strong levels against themselves, and print how many whoever begins wins."`
	Chances bool     `help:"In the folder of the source code, play games of each third of the levels, see how often those are won in which advice says a chance, and write games/*/chances.go and docs/chances anew from all games so far. --count 0 plays none."`
	Table   []string `placeholder:"NAME" help:"With --chances, the tables to play at, such as permute-12, or games for their usual ones. Without this flag, the usual table of each game."`

	Games    int               `name:"count" default:"200" help:"How many games to play; with --all, a quarter of them where two levels are two steps apart. It plays a few more where the last deal still needs a seat."`
	Seats    int               `placeholder:"N" help:"How many play. Without this flag, 2, or as near to 2 as the game allows."`
	Time     time.Duration     `placeholder:"300ms" help:"How long both think about a move, instead of their own budgets."`
	Playouts int               `placeholder:"1000" help:"How many playouts both make for a move, instead of their own budgets."`
	Seed     uint64            `default:"1" help:"The seed that all chance comes from."`
	Option   map[string]string `placeholder:"NAME=VALUE" help:"An option of the game."`
	Workers  int               `default:"1" help:"How many games to play at once. With --time, only one."`

	SPRT hypotheses `name:"sprt" placeholder:"0:10" help:"Stop as soon as a sequential test decides by how much Elo A is better, the first number or the second, and errs once in 20 times. It is for games of two."`
	PGN  string     `name:"pgn" placeholder:"FILE" help:"Append each game to a file, in the notation that other programs read. Chess has one."`
	program.Programs
}

// maxBouts bounds the number of games of a match, so that no sum overflows.
const maxBouts = 1_000_000

// Validate implements kong's check of the command line, which comes before anything is
// begun.
func (c Cmd) Validate() error {
	if err := errors.Join(c.checkAll(), c.Programs.Validate()); err != nil {
		return err
	}
	switch {
	case c.Chances && c.Games < 0:
		return fmt.Errorf("--count takes a number from 0, not %d", c.Games)
	case c.Games < 1 && !c.Chances || c.Games > maxBouts:
		return fmt.Errorf("--count takes a number from 1 to %d, not %d", maxBouts, c.Games)
	case c.Workers < 1:
		return fmt.Errorf("--workers takes a number from 1, not %d", c.Workers)
	case c.Time < 0:
		return fmt.Errorf("--time takes a time such as 300ms, not %v", c.Time)
	case c.Playouts < 0 || c.Playouts > 0 && c.Time > 0:
		return errors.New("--playouts takes a number from 1, and no --time beside it")
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
	names   [2]string       // of A and B
	players [2]games.Player // nil for a program
	standIn games.Player    // plays on for a program that has failed
	meeting meeting
	book    *book // keeps the results
	watch   watch // what is told beside the results, and the standard error of programs

	mu sync.Mutex // for the standing and the file of --pgn
}

// A watch is a writer for several at once.
type watch struct {
	*sync.Mutex
	io.Writer
}

func (w watch) Write(text []byte) (int, error) {
	w.Lock()
	defer w.Unlock()
	return w.Writer.Write(text)
}

// ErrStopped is the error of a long computation that was interrupted.
var ErrStopped = errors.New("this was stopped before its end, so there is no result: start it again")

// Run plays the match, or all matches, at games of a list and prints the results to stdout.
func (c Cmd) Run(ctx context.Context, list []games.Game, stdout, stderr io.Writer) error {
	switch {
	case c.All, c.Study:
		return c.runAll(ctx, list, stdout, stderr)
	case c.Ladder:
		return c.printLadders(list, stdout)
	case c.Chances:
		return c.measureChances(ctx, stdout)
	}
	words, err := locale.New(list)
	if err != nil {
		return err
	}
	a, err := c.open(list)
	if err == nil {
		a.watch.Writer = stderr
		err = a.play(ctx)
	}
	var refusal *games.Refusal
	switch {
	case errors.As(err, &refusal):
		return errors.New(words.Voice("en", nil, nil).Say(refusal.Text))
	case err != nil:
		return err
	}
	a.report(stdout)
	return nil
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
	c.Programs.Time = cmp.Or(c.Time, c.Programs.Time)
	a := &arena{Cmd: c, game: game, names: [2]string{c.A, c.B}, watch: watch{new(sync.Mutex), io.Discard}}
	var err error
	if a.book, err = readBook(""); err != nil {
		return nil, err
	}
	if a.options, err = game.Info().Complete(c.Option); err != nil {
		return nil, err
	}
	first, err := game.Start(a.setup(0))
	if err != nil {
		return nil, err
	}
	if _, ok := first.(games.Notator); c.PGN != "" && !ok {
		return nil, fmt.Errorf("%s has no notation for other programs, so leave --pgn out", c.Game)
	}
	if c.SPRT != (hypotheses{}) && c.Seats != 2 {
		return nil, fmt.Errorf("--sprt is for games of two, and this one is of %d", c.Seats)
	}
	for i, name := range a.names {
		if slices.Contains(c.Programs.Of(game), games.Level(name)) {
			continue
		}
		if a.players[i], err = a.game.Player(name, games.Limit{Time: c.Time, Playouts: c.Playouts}); err != nil {
			return nil, err
		}
	}
	if a.standIn, err = a.game.Player(string(games.Medium), games.Limit{}); err != nil {
		return nil, err
	}
	a.Games += (a.each() - a.Games%a.each()) % a.each() // else the last deal would favour somebody
	a.meeting = meeting{Game: a.Game, Options: optionsOf(a.options), Seats: a.Seats, A: a.A, B: a.B, Seed: a.Seed}
	if a.Time > 0 {
		a.meeting.Time = a.Time.String()
	}
	return a, nil
}

// optionsOf writes options as a text: "size=9 swap=on".
func optionsOf(options map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		all = append(all, name+"="+options[name])
	}
	return strings.Join(all, " ")
}

// each returns how many games are played of one deal, so that A has every seat once.
func (a *arena) each() int { return max(a.Seats, 2) }

// setup returns the setup of game n of the match.
func (a *arena) setup(n int) games.Setup {
	deal := []string{"arena", strconv.FormatUint(a.Seed, 10), strconv.Itoa(n / a.each())}
	return games.Setup{
		Game: a.Game, Rules: a.game.Info().Rules, Seats: a.Seats, Options: a.options,
		Seed: games.SeedOf(games.Seed{}, deal),
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

// play plays all games that are not over yet, or until the sequential test is decided.
func (a *arena) play(ctx context.Context) error {
	step := a.Games
	if a.SPRT != (hypotheses{}) {
		step = testedEvery
	}
	for from := 0; from < a.Games; from += step {
		if err := a.playSome(ctx, from, min(from+step, a.Games)); err != nil {
			return err
		}
		if s := a.book.score(a.meeting); a.SPRT != (hypotheses{}) && a.SPRT.verdict(s) != 0 {
			return nil
		}
	}
	return nil
}

// playSome plays those games between two numbers that are not over yet. After each game it prints the standing.
func (a *arena) playSome(ctx context.Context, from, to int) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(a.Workers)
	for n := from; n < to; n++ {
		if a.book.has(a.meeting, n) {
			continue
		}
		work.Go(func() error {
			s, err := a.bout(ctx, n)
			if err != nil {
				return err
			}
			s.Load = [2]float64{load(), load()}
			if err := a.book.add(line{meeting: a.meeting, First: n + 1, score: s,
				Processors: runtime.NumCPU()}); err != nil || a.Seats == 1 {
				return err
			}
			a.mu.Lock()
			defer a.mu.Unlock()
			s = a.book.score(a.meeting)
			_, err = fmt.Fprintf(a.watch, "%d of %d: %s\n", s.Games, a.Games, a.tally(s))
			return err
		})
	}
	return work.Wait()
}

// bout plays one game.
func (a *arena) bout(ctx context.Context, n int) (score, error) {
	sat := a.sits(n)
	setup := a.setup(n)
	state, err := a.game.Start(setup)
	if err != nil {
		return score{}, err
	}
	programs := make([]*program.Player, a.Seats) // nil for those of Parlour's own
	for seat, who := range sat {
		if a.players[who] == nil {
			programs[seat] = a.Sit(ctx, games.Level(a.names[who]), a.game, setup, a.watch)
			defer programs[seat].Leave()
		}
	}
	var paces [2]pace
	var failed [2]int
	for ply := 0; len(state.ToMove()) > 0; ply++ {
		if ctx.Err() != nil {
			return score{}, ErrStopped
		}
		seat := state.ToMove()[0]
		who := sat[seat]
		chance := games.SeedOf(setup.Seed, []string{"move", strconv.Itoa(n), strconv.Itoa(ply)})
		view := state.View(seat)
		began := time.Now()
		var move games.Move
		if programs[seat] != nil {
			move, err = programs[seat].Move(ctx, state, seat)
			if fault := (*program.Fault)(nil); errors.As(err, &fault) {
				fmt.Fprintf(a.watch, "game %d, ply %d: %s %s, so medium plays on; it said %q\n", n+1, ply+1, a.names[who], fault.Why, fault.Said)
				programs[seat], failed[who] = nil, 1
			} else if err != nil {
				return score{}, ErrStopped
			}
		}
		if player := a.players[who]; programs[seat] == nil {
			if player == nil {
				player = a.standIn
			}
			move = player(view, seat, chance)
		}
		took := time.Since(began).Seconds()
		paces[who] = paces[who].plus(pace{1, took, took})
		if state, err = state.Play(seat, move); err != nil {
			return score{}, fmt.Errorf("game %d, ply %d: %s makes no legal move, %q", n+1, ply+1, a.names[who], move)
		}
	}
	result, _ := state.Result()
	s := scoreOf(sat, result, state.View(games.Spectator))
	if err := a.write(n, sat, state); err != nil {
		return score{}, err
	}
	s.Failed = failed
	s.Pace = [2]pace{paces[0].brief(), paces[1].brief()}
	return s, nil
}
