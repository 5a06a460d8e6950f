// Package gametest holds every game to the contract in package games.
//
//   - [check] plays random games and looks at each promise in every position: which
//     moves are legal, that a position never changes, that no seat sees what is hidden
//     from it, that menus reach every move, that their choices have words and places, that
//     a move in the making is shown right, that every sentence exists, that a game ends
//     and replays, that opponents choose by what they see, that JSON tells positions
//     apart.
//   - [Playthroughs] compares whole games, as text, with files.
//   - [Records] replays matches that were recorded under each version of the rules.
//   - [Course] plays every lesson, right and wrong.
//   - [Catalogue] compares a game's sentences with its code.
//   - [FuzzLine] plays the lines of a fuzzed game of two.
//   - [Script] asks a game questions, a line each; [Alongside] plays it beside a second implementation.
//
// Its policy: it knows no game, and asks Info for what it needs to know. Chance comes
// from a fixed seed, so that a failure comes again.
package gametest

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"parlour/games"
)

// A Config says what to play.
type Config struct {
	Setup    games.Setup // with options and seats; the seed is drawn anew for each game
	Games    int         // how many
	Long     int         // how many with -long; longer times as many if it is zero
	MaxPlies int         // a game longer than this does not end
	Seed     uint64      // of the moves

	// Sample makes a position at random that fits a View, for a game that hides
	// something. It must show that View again.
	Sample func(games.View, *rand.Rand) games.State

	// Players choose at some of the positions of every third of the first Games, with as
	// few playouts as tests can pay.
	Players map[string]games.Player
}

var long = flag.Bool("long", false, "play many times as many random games, and run the tests of minutes")

// longer is how many times as many games -long plays of a game that does not say.
const longer = 100

// InTheLongRun skips a test of minutes without -long. Its name ends in InTheLongRun, by which make long
// finds it.
func InTheLongRun(t *testing.T) {
	t.Helper()
	if !*long {
		t.Skip("this takes long: make long, or go test -run InTheLongRun -v with -long")
	}
}

// Check plays random games and reports the first broken promise.
func Check(t *testing.T, g games.Game, c Config) {
	t.Helper()
	if err := check(g, c); err != nil {
		t.Error(err)
	}
}

func check(g games.Game, c Config) error {
	if g.Info().Hidden && c.Sample == nil {
		return errors.New("a game that hides something needs a Sample")
	}
	if _, ok := g.(games.Opponent); ok && len(c.Players) == 0 {
		return errors.New("an opponent needs Players")
	}
	total := c.Games
	if *long {
		total = cmp.Or(c.Long, total*longer)
	}
	said, err := readSentences(g.Info())
	if err != nil {
		return err
	}
	if err := starts(g, c.Setup); err != nil {
		return err
	}
	rng, swayed, lists := rand.New(rand.NewPCG(c.Seed, 1)), map[string]sway{}, &lists{}
	for i := range total {
		s := c.Setup
		for b := range s.Seed {
			s.Seed[b] = byte(rng.Uint32())
		}
		p := &player{game: g, info: g.Info(), said: said, setup: s, rng: rng, max: c.MaxPlies, sample: c.Sample,
			swayed: swayed, lists: lists}
		if p.absent = i%3 == 2; p.absent && i < c.Games {
			p.players = c.Players
		}
		err := p.play()
		if o, ok := g.(games.Opponent); ok && i == 0 && err == nil {
			err = p.opponent(o)
		}
		if x, ok := g.(games.Exact); ok && i%valued == 0 && s.Seats == 2 && err == nil {
			err = exact(x, s, p.log)
		}
		if err != nil {
			return fmt.Errorf("game %d of %v, after %v: %w", i, s.Options, p.log, err)
		}
	}
	return errors.Join(unswayed(swayed), checkExample(g, said), checkScenes(g), distinct(g, c))
}

// A player plays one random game.
type player struct {
	game   games.Game
	info   games.Info
	said   sentences
	setup  games.Setup
	rng    *rand.Rand
	max    int
	absent bool // whether seats now and then do not play
	sample func(games.View, *rand.Rand) games.State
	other  bool // whether a sample was ever another position than the one played
	log    []games.Ply

	players map[string]games.Player
	swayed  map[string]sway // in all games

	lists  *lists // likewise
	spelt  int    // number of moves whose spelling was checked
	listed bool   // whether moves are listed at the position that is checked
}

func (p *player) play() error {
	state, err := p.game.Start(p.setup)
	if err != nil {
		return fmt.Errorf("it does not start: %w", err)
	}
	first := state
	if err := errors.Join(p.parses(), begins(state)); err != nil {
		return err
	}
	for len(state.ToMove()) > 0 {
		if len(p.log) == p.max {
			return fmt.Errorf("no end after %d plies", p.max)
		}
		if err := p.position(state); err != nil {
			return err
		}
		ply, next, err := p.step(state)
		if err != nil {
			return fmt.Errorf("Play(%d, %q), which is legal: %w", ply.Seat, ply.Move, err)
		}
		if err := p.sameTurn(state, next, ply.Seat); err != nil {
			return err
		}
		p.log = append(p.log, ply)
		if err := p.line(state, next); err != nil {
			return err
		}
		state = next
	}
	return errors.Join(p.position(state), p.result(state), p.replay(state), p.common(first, state), p.hidden())
}

// step plays a ply: a move of a seat, or now and then a system move that the game takes.
func (p *player) step(s games.State) (games.Ply, games.State, error) {
	if p.absent {
		ply := p.systemPly(s)
		if next, err := s.Play(ply.Seat, ply.Move); err == nil {
			return ply, next, nil
		}
	}
	seat, move := p.pick(s)
	next, err := s.Play(seat, move)
	return games.Ply{Seat: seat, Move: move}, next, err
}

// systemPly draws a system move: mostly none, a lapse more often than the moves that end
// games, and a return often, so that seats come back soon.
func (p *player) systemPly(s games.State) games.Ply {
	seat := games.Seat(p.rng.IntN(p.setup.Seats))
	switch n := p.rng.IntN(128); {
	case n < 8:
		return games.Ply{Seat: s.ToMove()[p.rng.IntN(len(s.ToMove()))], Move: games.Lapse}
	case n < 10:
		return games.Ply{Seat: seat, Move: games.Leave}
	case n == 10:
		return games.Ply{Seat: seat, Move: games.Draw}
	case n < 30:
		return games.Ply{Seat: seat, Move: games.Return}
	}
	return games.Ply{Seat: seat} // no move, and refused
}

// pick draws a seat and its move: mostly a seat that owes one, now and then one that may
// change its move.
func (p *player) pick(s games.State) (games.Seat, games.Move) {
	seat := s.ToMove()[p.rng.IntN(len(s.ToMove()))]
	if late := games.Seat(p.rng.IntN(max(p.setup.Seats, 1))); p.rng.IntN(8) == 0 && hasMoves(p.listed, s, late) {
		seat = late
	}
	return seat, p.moveOf(s, seat)
}

// moveOf draws a move of a seat that has one, half of them by menus, or all where none are listed.
func (p *player) moveOf(s games.State, seat games.Seat) games.Move {
	if p.rng.IntN(2) == 0 || !p.listed {
		return Stroll(p.rng, s, seat)
	}
	legal := s.Legal(seat)
	return legal[p.rng.IntN(len(legal))]
}
