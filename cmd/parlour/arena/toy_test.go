package arena

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
)

// toy is a game for two who name five numbers below 100 in turn; the higher sum wins. The beginner and the level easy name any,
// and every further step the higher of one more that are drawn.
type toy struct {
	games.Opponent
	steps int
	bonus int // what all but the beginner draw more
}

func (toy) Info() games.Info {
	return games.Info{Name: "toy", Title: "Toy", Rules: 1, MinSeats: 2, MaxSeats: 2}
}

func (g toy) Levels() []games.Level { return games.Ladder(g.steps, 2) }

func (toy) Yardsticks() []string { return []string{beginner} }

func (toy) Start(games.Setup) (games.State, error) { return toyState{}, nil }

func (g toy) Player(name string, by games.Limit) (games.Player, error) {
	draws := games.Level(name).Step(g.Levels()) + g.bonus
	switch {
	case !by.Own():
		return nil, games.Unlimited(g, name)
	case name == beginner:
		draws = 1
	case draws == g.bonus:
		return nil, games.NoPlayer(g, name)
	}
	return func(_ games.View, _ games.Seat, seed games.Seed) games.Move {
		best, chance := 0, seed.Chance("toy")
		for range draws {
			best = max(best, chance.Below(100))
		}
		return games.Move(strconv.Itoa(best))
	}, nil
}

// toyState is a position of the toy, and the view of it. The numbers named so far are in turn.
type toyState struct {
	games.State
	named []int
}

func (s toyState) ToMove() []games.Seat {
	if len(s.named) == 10 {
		return nil
	}
	return []games.Seat{games.Seat(len(s.named) % 2)}
}

func (s toyState) Step(games.Seat, []string) games.Step {
	var step games.Step
	for n := range 100 {
		step.Choices = append(step.Choices, games.Choice{Value: strconv.Itoa(n), Move: games.Move(strconv.Itoa(n))})
	}
	return step
}

func (s toyState) Play(_ games.Seat, m games.Move) (games.State, error) {
	n, err := strconv.Atoi(string(m))
	return toyState{named: append(s.named[:len(s.named):len(s.named)], n)}, err
}

func (s toyState) View(games.Seat) games.View { return toyView{} }

func (s toyState) Result() (games.Result, bool) {
	sums := []int{0, 0}
	for i, n := range s.named {
		sums[i%2] += n
	}
	places := []int{1, 1}
	switch {
	case sums[0] > sums[1]:
		places[1] = 2
	case sums[1] > sums[0]:
		places[0] = 2
	}
	return games.Result{Places: places, Scores: sums}, len(s.named) == 10
}

type toyView struct{}

func (toyView) String() string     { return "" }
func (toyView) Words() games.Words { return games.Words{} }

// play plays a tournament of toys and returns what it printed.
func (g toy) play(c Cmd) (printed string, err error) {
	var out strings.Builder
	c.All, c.Seed, c.Workers = true, max(c.Seed, 1), max(c.Workers, 1)
	err = c.Run(context.Background(), []games.Game{g}, &out, io.Discard)
	return out.String(), err
}

// stopped plays a tournament of toys that is stopped after so many games.
func (g toy) stopped(c Cmd, after int) (printed string, err error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var out strings.Builder
	c.All, c.Seed = true, 1
	err = c.Run(ctx, []games.Game{g}, &out, stopper{&after, stop})
	return out.String(), err
}

// A stopper stops once that many games were told of.
type stopper struct {
	left *int
	stop func()
}

func (s stopper) Write(text []byte) (int, error) {
	if strings.Contains(string(text), " of ") && strings.Contains(string(text), " wins ") {
		if *s.left--; *s.left == 0 {
			s.stop()
		}
	}
	return len(text), nil
}

// must fails the test for an error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}
