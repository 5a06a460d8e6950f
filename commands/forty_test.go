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
	"parlour/games/all"
)

// roomy is a made-up game with as many options and values as a table may have to show.
type roomy struct {
	wide
	number int
}

// roomyOptions is how many options a roomy game has, more than one message has menus.
const roomyOptions = 9

func (g roomy) Info() games.Info {
	name := fmt.Sprintf("a-game-of-many-options-%02d", g.number)
	said := fmt.Sprintf(`%q: "%s"`, name+".about", strings.Repeat("é", 100))
	info := games.Info{
		Name: name, Title: fmt.Sprintf("A Game of Many Options, Number %02d", g.number), Designer: "A Designer",
		Source: "https://example.org/" + name, Rules: 1, MinSeats: 2, MaxSeats: 6, Chance: true, Hidden: true,
	}
	for i := range roomyOptions {
		o := games.Option{Name: fmt.Sprintf("option-%d", i), Default: "value-00", Shown: i == 0}
		for v := range 25 {
			o.Values = append(o.Values, fmt.Sprintf("value-%02d", v))
		}
		info.Options = append(info.Options, o)
		key := name + ".option." + o.Name
		said += fmt.Sprintf(`, %q: "%s", %q: "%d and {{.Value}} %s"`, key, strings.Repeat("é", 90), key+".each", i, strings.Repeat("é", 25))
	}
	info.Locale = fstest.MapFS{"locale/en.json": {Data: []byte("{" + said + "}")}}
	return info
}

// forty returns a world with forty games of many options, and those that there are.
func forty(t *testing.T) *talk {
	w := newTalk(t)
	w.with(func(c *commands.Config) {
		for i := range 40 {
			c.Games = append(c.Games, roomy{number: i})
		}
	})
	return w
}

// All commands fit Discord's limits with forty more games, and half of the room is left.
func TestCommandsFitFortyGames(t *testing.T) {
	t.Parallel()
	w := forty(t)
	for _, d := range w.service.Definitions() {
		if n := checkDefinition(t, d); n > 8000/2 {
			t.Errorf("/%s has %d characters, want at most half of 8,000", d.Name, n)
		}
		if len(d.Options) > 25/2 {
			t.Errorf("/%s has %d options, want at most half of 25", d.Name, len(d.Options))
		}
	}
}

// Every game of forty is found by a part of its title, and its options by their words.
//
//test:unwatched
func TestFortyGamesAreCompleted(t *testing.T) {
	t.Parallel()
	w := forty(t)
	ask := func(focus string, options map[string]string) commands.Reply {
		r := commands.Request{ID: "1", By: person("ann"), Guild: "guild", Channel: "games", Lang: "en-GB", Command: "play", Options: options, Focus: focus}
		reply := w.service.Handle(t.Context(), r)
		if reply.Kind != commands.Completion || len(reply.Choices) > 25 {
			t.Errorf("%v is answered with %d choices", options, len(reply.Choices))
		}
		for _, c := range reply.Choices {
			checkChoice(t, c)
		}
		return reply
	}
	if n := len(ask("game", map[string]string{"game": ""}).Choices); n != 25 {
		t.Errorf("%d games are suggested, want 25", n)
	}
	for _, g := range w.service.Games {
		info := g.Info()
		if found := ask("game", map[string]string{"game": strings.ToUpper(info.Title[len(info.Title)/2:])}).Choices; len(found) == 0 {
			t.Errorf("%s is not suggested", info.Title)
		}
		if len(info.Options) == 0 {
			continue
		}
		found := ask("options", map[string]string{"game": info.Title, "options": ""}).Choices
		if first := info.Options[0]; len(found) < len(info.Options) || found[0].Value != first.Name+"="+first.Values[0] {
			t.Errorf("the options of %s are completed with %v", info.Title, found)
		}
		if g, made := g.(roomy); made && g.number > 0 {
			continue
		}
		for _, o := range found { // its label is understood as its value is
			if more := ask("options", map[string]string{"game": info.Name, "options": o.Label + ", "}).Choices; len(more) == 0 && len(info.Options) > 1 {
				t.Errorf("after %q nothing is suggested", o.Label)
			}
		}
	}
}

// The table of every game, its options and its rules' menu fit into messages, which the world
// checks.
func TestTablesOfFortyGamesFit(t *testing.T) {
	t.Parallel()
	for _, g := range append(all.Games(), roomy{}) {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			w := forty(t)
			var chosen []string
			for _, o := range info.Options {
				chosen = append(chosen, o.Name+"="+o.Values[len(o.Values)/2*2%len(o.Values)])
			}
			line := "long1 /play game:" + info.Name + " first:them turn-time:3d total-time:60d options:"
			if w.step(t, line+strings.Join(chosen, ",")) != nil || len(w.Posts) == 0 {
				w.steps(t, line)
			}
			for i := 2; i <= info.MaxSeats; i++ {
				w.steps(t, fmt.Sprintf("long%d clicks Join on 1", i))
			}
			w.steps(t, "eve /rules", "long1 /play game:"+info.Name+" opponent:long2")
			if len(info.Options) == 0 {
				return
			}
			w.steps(t, "long1 clicks Options on 1")
			for range (len(info.Options) - 1) / 4 {
				w.steps(t, "long1 clicks More choices")
			}
			last, shown := info.Options[len(info.Options)-1], w.last("long1").Rows
			if !slices.ContainsFunc(shown, func(row []message.Control) bool { return strings.Contains(row[0].ID, ":"+last.Name+":") }) {
				t.Errorf("the last page of options lacks %s: %v", last.Name, shown)
			}
		})
	}
}
