package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"parlour/games"
)

// The largest lengths of the words of an example, in characters.
const (
	maxCaption = 200 // a line or two beside a picture
	maxExample = 960 // the board as text with it, and room for names and what signs mean
)

// checkExample checks the position that teaches a game.
func checkExample(g games.Game, said sentences) error {
	e, info := g.Example(), g.Info()
	if !reflect.DeepEqual(e, g.Example()) {
		return errors.New("the example is another each time")
	}
	if e.Setup.Game != info.Name || e.Setup.Rules != info.Rules {
		return fmt.Errorf("the example is of %q by rules %d, want %q by rules %d", e.Setup.Game, e.Setup.Rules, info.Name, info.Rules)
	}
	if e.Seat < games.Spectator || int(e.Seat) >= e.Setup.Seats || !info.Hidden && e.Seat != games.Spectator {
		return fmt.Errorf("the example is seen by seat %d", e.Seat)
	}
	if len(e.Log) == 0 || slices.ContainsFunc(e.Log, func(p games.Ply) bool { return p.Move.System() }) {
		return fmt.Errorf("the example is of the plies %v, want moves of players", e.Log)
	}
	state, _, err := games.Replay(g, e.Setup, e.Log)
	if err != nil {
		return fmt.Errorf("the example: %w", err)
	}
	if _, over := state.Result(); over {
		return errors.New("the example is over")
	}
	return example(said, e, state.View(e.Seat).String())
}

// example checks what is said of an example, with a board as text below it.
func example(c sentences, e games.Example, board string) error {
	for _, words := range []struct {
		text games.Text
		most int
	}{{e.Caption, maxCaption}, {e.Alt, maxExample - utf8.RuneCountInString("\n"+board)}} {
		if err := c.check(words.text); err != nil {
			return fmt.Errorf("the words of the example: %w", err)
		}
		for _, form := range c.forms(words.text.Key) {
			if n := utf8.RuneCountInString(form); n > words.most {
				return fmt.Errorf("%s has %d characters, want at most %d", words.text.Key, n, words.most)
			}
		}
	}
	return nil
}
