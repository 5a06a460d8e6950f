package commands_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"parlour/commands"
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

// moreGames matches the line of /help that counts the games which are not named.
var moreGames = regexp.MustCompile(`… and (\d+|one) more\.`)

// /help fits into a message with any number of games. It describes all of them, or else names as
// many as fit and counts the rest.
func TestHelpHoldsManyGames(t *testing.T) {
	t.Parallel()
	const about = 85 // characters, like those of the games that there are
	w := newWorld(t)
	for n := 1; n <= 60; n++ {
		for _, name := range []string{"game%02d", "a-game-with-a-longer-name-%02d"} {
			w.with(func(c *commands.Config) {
				c.Games = nil
				for i := range n {
					c.Games = append(c.Games, numbered{name: fmt.Sprintf(name, i), about: about})
				}
			})
			w.steps(t, "ann /help") // which checks the message against Discord's limits
			said := w.lastSaid("ann")
			checkHelp(t, w.service.Games, said)
			if described := strings.Count(said, strings.Repeat("x", about)); described != 0 && described != n || n <= 3 && described != n {
				t.Errorf("of %d games %d are described, want all or none:\n%s", n, described, said)
			}
		}
	}
}

// checkHelp checks that /help names the first games and counts the others, that it wastes no room,
// and that nothing else is missing.
func checkHelp(t *testing.T, list []games.Game, said string) {
	t.Helper()
	named := 0
	for named < len(list) && strings.Contains(said, "/play game:"+list[named].Info().Name+"`") {
		named++
	}
	rest := 0
	if more := moreGames.FindStringSubmatch(said); more != nil {
		if rest = 1; more[1] != "one" {
			rest, _ = strconv.Atoi(more[1])
		}
	}
	if named+rest != len(list) || strings.Count(said, "`/play ") != named || named < 8 && named < len(list) {
		t.Errorf("of %d games %d are named and %d counted:\n%s", len(list), named, rest, said)
	}
	if n := utf8.RuneCountInString(said); rest > 0 && n < 1800 {
		t.Errorf("%d of %d games are not named in a page of only %d characters:\n%s", rest, len(list), n, said)
	}
	for _, part := range []string{"# Parlour", "## Start", "## Play", "## Keep an eye on it", "`/away` stops your clocks"} {
		if !strings.Contains(said, part) {
			t.Errorf("with %d games /help has no %q:\n%s", len(list), part, said)
		}
	}
}
