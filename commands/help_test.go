package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games"
)

// numbered is the game [wide] under another name, with a description of some length.
type numbered struct {
	wide
	name  string
	about int
}

func (g numbered) Info() games.Info {
	about := strings.Repeat("x", g.about)
	return games.Info{
		Name: g.name, Title: strings.ToUpper(g.name), Rules: 1, MinSeats: 2, MaxSeats: 2, Designer: "A Designer", Source: "https://example.org/" + g.name,
		Locale: fstest.MapFS{"locale/en.json": {Data: fmt.Appendf(nil, `{%q: %q}`, g.name+".about", about)}},
	}
}

// /help has six lines and leads to the rules of every game, however many there are. So does /rules
// where it is not clear which game is meant.
//
//test:unwatched
func TestHelpHoldsManyGames(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	for n := 1; n <= 60; n++ {
		w.with(func(c *commands.Config) {
			c.Games = nil
			for i := range n {
				c.Games = append(c.Games, numbered{name: fmt.Sprintf("a-game-with-a-longer-name-%02d", i), about: 85})
			}
		})
		for _, asks := range []string{"/help", "/rules"} {
			w.steps(t, "ann "+asks) // which checks the message against Discord's limits
			if got := offeredRules(t, w.last("ann")); len(got) != n || got[0] != "a-game-with-a-longer-name-00" {
				t.Errorf("with %d games %s offers the rules of %v", n, asks, got)
			}
		}
		w.steps(t, "ann /help")
		if lines := strings.Count(w.lastSaid("ann"), "\n") + 1; lines != 6 {
			t.Errorf("with %d games /help has %d lines, want 6", n, lines)
		}
	}
}

// offeredRules returns the games whose rules the buttons or the menus of a message open.
func offeredRules(t *testing.T, m message.Message) (all []string) {
	t.Helper()
	for _, c := range slices.Concat(m.Rows...) {
		b, err := message.ParseButton(c.ID)
		if err != nil || b.Verb != "learn" {
			t.Errorf("a button carries %q, want one that opens rules", c.ID)
		}
		all = append(all, b.Steps...)
		for _, o := range c.Options {
			all = append(all, o.Value)
		}
	}
	return all
}
