package locale

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template/parse"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// MakeUp has the catalogue speak a made-up language in the place of another one: English, in which each sentence
// stands in «guillemets» and is a third longer. So people see what doesn't fit, and what the catalogue doesn't say,
// before anybody has translated a sentence. Nobody may have asked the catalogue for a Voice yet.
func (c *Catalogue) MakeUp(lang string) error {
	tag, err := language.Parse(lang)
	if err != nil {
		return fmt.Errorf("%q is no language: %w", lang, err)
	}
	for _, m := range c.english {
		made, known := madeBefore.Load(*m)
		if !known {
			if made, err = madeOf(*m); err != nil {
				return fmt.Errorf("the sentence %s: %w", m.ID, err)
			}
			madeBefore.Store(*m, made)
		}
		if err := c.bundle.AddMessages(tag, made.(*i18n.Message)); err != nil {
			return err
		}
	}
	return nil
}

// madeBefore has the sentences that were made up before, as tests make a catalogue for each of their worlds.
var madeBefore sync.Map

// madeOf returns a sentence of the made-up language.
func madeOf(m i18n.Message) (*i18n.Message, error) {
	var err error
	for _, form := range []*string{&m.Zero, &m.One, &m.Two, &m.Few, &m.Many, &m.Other} {
		if *form, err = madeUp(m.ID, *form); err != nil {
			return nil, err
		}
	}
	return &m, nil
}

// Plain takes out what a made-up language puts in.
func Plain(said string) string { return madeIn.ReplaceAllString(said, "") }

// madeIn matches what a made-up language puts in.
var madeIn = regexp.MustCompile(`«|(?: ö+)*»`)

// called begins the key of what a command or an option is called, which is one word.
const called = "called."

// madeUp returns a form of a sentence in the made-up language, line by line unless a branch goes over several.
func madeUp(key, form string) (string, error) {
	if name, ok := strings.CutPrefix(key, called); ok && form != "" {
		return form + strings.Repeat("ö", third(len(name))), nil
	}
	var lines []string
	for line := range strings.SplitSeq(form, "\n") {
		made, err := madeLine(key, line)
		if err != nil {
			return madeLine(key, form)
		}
		lines = append(lines, made)
	}
	return strings.Join(lines, "\n"), nil
}

// madeLine returns a line of the made-up language. What formats it stays in front.
func madeLine(key, line string) (string, error) {
	mark := lineMark.FindString(line)
	trees, err := parse.Parse(key, line[len(mark):], "", "", map[string]any{"eq": true, "gt": true})
	if err != nil || trees[key] == nil {
		return line, err
	}
	stretch(trees[key].Root)
	return mark + trees[key].Root.String(), nil
}

// lineMark matches what formats a line.
var lineMark = regexp.MustCompile(`^(?:-# |#+ |- |\d+\. )?`)

// stretch puts the text of a part of a template in guillemets, so that it is a third longer. Of a part that is all
// values and branches it stretches the branches, as it may say nothing.
func stretch(list *parse.ListNode) {
	if list == nil {
		return
	}
	text := func(s string) parse.Node { return &parse.TextNode{NodeType: parse.NodeText, Text: []byte(s)} }
	speaks := func(n parse.Node) bool {
		t, ok := n.(*parse.TextNode)
		return ok && strings.ContainsFunc(string(t.Text), unicode.IsLetter)
	}
	if slices.ContainsFunc(list.Nodes, speaks) {
		var pad strings.Builder
		for more := third(length(list)) - 2; more > 0; more -= 6 {
			pad.WriteString(" " + strings.Repeat("ö", min(max(more-1, 1), 5)))
		}
		list.Nodes = slices.Concat([]parse.Node{text("«")}, list.Nodes, []parse.Node{text(pad.String() + "»")})
		return
	}
	for _, n := range list.Nodes {
		for _, branch := range branches(n) {
			stretch(branch)
		}
	}
}

// length returns how many characters of text a part of a template has, with the longer one of two branches.
func length(list *parse.ListNode) (n int) {
	if list == nil {
		return 0
	}
	for _, node := range list.Nodes {
		if t, ok := node.(*parse.TextNode); ok {
			n += utf8.RuneCount(t.Text)
		}
		longer := 0
		for _, branch := range branches(node) {
			longer = max(longer, length(branch))
		}
		n += longer
	}
	return n
}

// branches returns the branches of a node, nil for one that has none.
func branches(n parse.Node) []*parse.ListNode {
	switch n := n.(type) {
	case *parse.IfNode:
		return []*parse.ListNode{n.List, n.ElseList}
	case *parse.WithNode:
		return []*parse.ListNode{n.List, n.ElseList}
	}
	return nil
}

// third returns a third of a number, rounded up.
func third(n int) int { return (n + 2) / 3 }
