package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
)

// mostPicks is the most that a person picks on a panel before there should be a preview.
const mostPicks = 100

// walk uses menus and pages of a panel at random until the panel offers Confirm. It knows
// no game, so any number of steps and of pages will do. It returns the last answer: if
// that has neither a menu nor Confirm, the bot said something else, and if it is nil, the
// bot only acknowledged.
func walk(m *sandbox.Message, chance *rand.Rand, use func(*sandbox.Message, sandbox.Component, ...string) (*sandbox.Message, error)) (*sandbox.Message, error) {
	for range mostPicks {
		if m == nil || slices.Contains(controls(*m), "Confirm") || len(menus(*m)) == 0 {
			return m, nil
		}
		c, values := pick(*m, chance)
		next, err := use(m, c, values...)
		if err != nil {
			return next, err
		}
		m = next
	}
	return m, fmt.Errorf("after %d picks the panel still says %q", mostPicks, m.Content)
}

// pick chooses among the menus of a panel and the buttons to its other pages, and an
// option if it comes to a menu.
func pick(m sandbox.Message, chance *rand.Rand) (c sandbox.Component, values []string) {
	all := menus(m)
	for _, b := range buttons(m) {
		if b.Label == "Earlier choices" || b.Label == "More choices" {
			all = append(all, b)
		}
	}
	c = all[chance.IntN(len(all))]
	if len(c.Options) > 0 {
		values = []string{c.Options[chance.IntN(len(c.Options))].Value}
	}
	return c, values
}

// use clicks a button, or picks values of a menu.
func use(ctx context.Context, u *sandbox.User, m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
	if len(values) > 0 {
		return u.Choose(ctx, m.ID, c.CustomID, values...)
	}
	return u.Click(ctx, m.ID, c.CustomID)
}

// buttons returns the buttons of a message that can be clicked.
func buttons(m sandbox.Message) []sandbox.Component { return components(m, 2) }

// menus returns the menus of a message that can be used.
func menus(m sandbox.Message) []sandbox.Component { return components(m, 3) }

// components returns the enabled components of a type, by Discord's number.
func components(m sandbox.Message, kind int) (all []sandbox.Component) {
	for _, row := range m.Rows {
		for _, c := range row {
			if c.Type == kind && !c.Disabled {
				all = append(all, c)
			}
		}
	}
	return all
}

// controls returns the labels of the buttons of a message that can be clicked.
func controls(m sandbox.Message) (labels []string) {
	for _, b := range buttons(m) {
		labels = append(labels, b.Label)
	}
	return labels
}

// boldMove returns the move that a preview or an answer tells, or "".
func boldMove(m *sandbox.Message) string {
	if found := bold.FindStringSubmatch(m.Content); found != nil {
		return strings.ReplaceAll(found[1], `\*`, "*") // without the escapes of Markdown
	}
	return ""
}

// bold matches the move in a preview or an answer.
var bold = regexp.MustCompile(`^(?:This is the board after|You are about to play|You played) \*\*(.*?[^\\])\*\*\.`)

// A walk comes to each option on each page of each step, whatever else the panel offers,
// and ends at a preview.
func TestWalkComesToEveryMove(t *testing.T) {
	button := func(label string) sandbox.Component {
		return sandbox.Component{Type: 2, Label: label, CustomID: label}
	}
	menu := func(values ...string) sandbox.Component {
		c := sandbox.Component{Type: 3, CustomID: "menu"}
		for _, v := range values {
			c.Options = append(c.Options, sandbox.Option{Value: v})
		}
		return c
	}
	panel := func(row ...sandbox.Component) *sandbox.Message {
		return &sandbox.Message{Rows: [][]sandbox.Component{row}}
	}
	preview := panel(button("Confirm"), button("Back"))
	first := panel(menu("a", "b"), menu("c"), button("More choices"), button("Show board"))
	second := panel(menu("d"), button("Earlier choices"), sandbox.Component{Type: 3, Disabled: true})
	colours := panel(menu("red", "blue"), button("Back"))
	chance := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for range 300 {
		var way string
		end, err := walk(first, chance, func(m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
			switch {
			case c.Label == "More choices":
				return second, nil
			case c.Label == "Earlier choices":
				return first, nil
			case len(values) != 1:
				t.Fatalf("%q is used on %v", c.Label, m.Rows)
			}
			if way += values[0]; m == colours {
				return preview, nil
			}
			return colours, nil
		})
		if err != nil || end != preview {
			t.Fatalf("the walk ends at %v with %v", end, err)
		}
		seen[way]++
	}
	for _, way := range []string{"ared", "ablue", "bred", "bblue", "cred", "cblue", "dred", "dblue"} {
		if seen[way] == 0 {
			t.Errorf("no walk comes to %s: %v", way, seen)
		}
	}
	if len(seen) != 8 {
		t.Errorf("the walks come to %v, want eight moves", seen)
	}
}

// A walk ends where the bot refuses, where it only acknowledges, and where steps go on
// for ever.
func TestWalkEnds(t *testing.T) {
	panel := &sandbox.Message{Rows: [][]sandbox.Component{{{Type: 3, Options: []sandbox.Option{{Value: "a"}}}}}}
	refusal := &sandbox.Message{Content: "No."}
	for name, c := range map[string]struct {
		answer *sandbox.Message
		fails  bool
	}{"a refusal": {refusal, false}, "an acknowledgement": {nil, false}, "the same again": {panel, true}} {
		got, err := walk(panel, rand.New(rand.NewPCG(1, 2)), func(*sandbox.Message, sandbox.Component, ...string) (*sandbox.Message, error) {
			return c.answer, nil
		})
		if got != c.answer || (err != nil) != c.fails {
			t.Errorf("with %s the walk ends at %v with %v", name, got, err)
		}
	}
}
