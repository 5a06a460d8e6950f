package engine

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"parlour/games"
)

// The requests that begin a match: new, load, position.

// find returns the game with a name.
func (e *Engine) find(name string) (games.Game, error) {
	for _, g := range e.list {
		if g.Info().Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("there is no game %q: choose one of %s", name, strings.Join(e.names(), ", "))
}

// start begins a match. The words are the game and then, in any order, seats=N, seed=HEX
// and the game's options.
func (e *Engine) start(words []string) error {
	if len(words) == 0 {
		return errors.New("new needs a game and seats=N")
	}
	g, err := e.find(words[0])
	if err != nil {
		return err
	}
	given, err := pairs(words[1:])
	if err != nil {
		return err
	}
	s, err := e.setupOf(g.Info(), given)
	if err != nil {
		return err
	}
	state, err := g.Start(s)
	if err != nil {
		return err
	}
	e.begin(g, s, state, nil)
	return nil
}

// pairs parses words of the form name=value.
func pairs(words []string) (map[string]string, error) {
	given := map[string]string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if _, twice := given[name]; !ok || twice {
			return nil, fmt.Errorf("%q is not an option: write each once, as name=value", w)
		}
		given[name] = value
	}
	return given, nil
}

// setupOf returns the setup of a new match. Options that are not given have their
// defaults. Values may be ones that /play does not offer, if the game takes them.
func (e *Engine) setupOf(info games.Info, given map[string]string) (games.Setup, error) {
	s := games.Setup{Game: info.Name, Rules: info.Rules, Options: map[string]string{}}
	var err error
	if s.Seats, err = strconv.Atoi(given["seats"]); err != nil {
		return s, fmt.Errorf("new needs seats=N: %s is for %s", info.Title, e.voice().Say(info.Players()))
	}
	if hex, ok := given["seed"]; ok {
		err = s.Seed.UnmarshalText([]byte(hex))
	} else {
		_, err = io.ReadFull(e.random, s.Seed[:])
	}
	for name, value := range given {
		if name != "seats" && name != "seed" {
			s.Options[name] = value
		}
	}
	s.Options = info.Filled(s.Options)
	return s, err
}

// begin makes a match the current one.
func (e *Engine) begin(g games.Game, s games.Setup, state games.State, moves []games.RecordedPly) {
	e.game, e.setup, e.state, e.moves, e.position = g, s, state, moves, false
}

// load begins a match from a record, and checks every move of it.
func (e *Engine) load(text string) error {
	r, state, err := games.ReadRecord(e.list, []byte(text))
	if err != nil {
		return err
	}
	g, err := e.find(r.Game)
	if err != nil {
		return err
	}
	if r.Told == nil { // what is still to be drawn comes from a fresh one
		if _, err := io.ReadFull(e.random, r.Setup.Seed[:]); err != nil {
			return err
		}
	}
	e.begin(g, r.Setup, state, r.Moves)
	return nil
}

// from begins a match from a position, with the game that takes positions.
func (e *Engine) from(text string) error {
	for _, g := range e.list {
		p, ok := g.(games.Positioner)
		if !ok {
			continue
		}
		state, err := p.FromPosition(text)
		if err != nil {
			return err
		}
		e.begin(g, games.Setup{Game: g.Info().Name, Rules: g.Info().Rules, Seats: g.Info().MinSeats}, state, nil)
		e.position = true
		return nil
	}
	return errors.New("no game here begins from a position")
}
