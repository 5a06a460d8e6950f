package commands_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands"
	"parlour/commands/message"
)

// The definitions of all commands stay within Discord's limits.
func TestDefinitionsFitDiscord(t *testing.T) {
	w := newTalk(t)
	list := w.service.Definitions()
	if len(list) == 0 || len(list) > 100 {
		t.Errorf("there are %d commands, want 1 to 100", len(list))
	}
	for _, d := range list {
		if n := checkDefinition(t, d); n > 8000 {
			t.Errorf("/%s has %d characters, want at most 8,000", d.Name, n)
		}
	}
}

var commandName = regexp.MustCompile(`^[a-z0-9_-]{1,32}$`)

// checkDefinition checks a command and returns how many characters it has.
func checkDefinition(t testing.TB, d commands.Definition) int {
	t.Helper()
	n := checkName(t, d.Name, d.Description)
	if len(d.Options) > 25 {
		t.Errorf("/%s has %d options", d.Name, len(d.Options))
	}
	required := true
	for _, o := range d.Options {
		n += checkName(t, o.Name, o.Description)
		if o.Required && !required {
			t.Errorf("/%s: the required option %s follows one that is not", d.Name, o.Name)
		}
		required = o.Required
		if len(o.Choices) > 25 || len(o.Choices) > 0 && o.Completes {
			t.Errorf("/%s %s has %d choices, completes: %v", d.Name, o.Name, len(o.Choices), o.Completes)
		}
		if o.Flag && (o.Person || o.Completes || len(o.Choices) > 0) {
			t.Errorf("/%s %s is a flag and more", d.Name, o.Name)
		}
		for _, c := range o.Choices {
			n += checkChoice(t, c)
		}
	}
	return n
}

// checkChoice checks a choice and returns how many characters it has.
func checkChoice(t testing.TB, c message.MenuOption) int {
	t.Helper()
	n := utf8.RuneCountInString(c.Label)
	if n < 1 || n > 100 || len(c.Value) < 1 || len(c.Value) > 100 || strings.HasPrefix(c.Label, "palette.") {
		t.Errorf("the choice %q is called %q", c.Value, c.Label)
	}
	return n + len(c.Value)
}

func checkName(t testing.TB, name, description string) int {
	t.Helper()
	n := utf8.RuneCountInString(description)
	if !commandName.MatchString(name) || n < 1 || n > 100 || strings.Contains(description, ".option.") || strings.HasPrefix(description, "command.") {
		t.Errorf("%q is described as %q", name, description)
	}
	return len(name) + n
}

// checkMessage checks Discord's limits on a message without layout components.
func checkMessage(t testing.TB, m message.Message) {
	t.Helper()
	if n := utf8.RuneCountInString(m.Content); n == 0 || n > 2000 {
		t.Errorf("a message has %d characters, want 1 to 2,000: %s", n, m.Content)
	}
	if m.Picture != nil && (m.Picture.Alt == "" || utf8.RuneCountInString(m.Picture.Alt) > 1024) {
		t.Errorf("a picture has the words %q", m.Picture.Alt)
	}
	if a := m.Animation; a != nil && (a.Alt == "" || utf8.RuneCountInString(a.Alt) > 1024 || len(a.Frames) == 0 || a.Lost == "" ||
		utf8.RuneCountInString(m.Content+"\n"+a.Lost) > 2000) {
		t.Errorf("an animation of %d frames has the words %q, or %q", len(a.Frames), a.Alt, a.Lost)
	}
	if len(m.Rows) > 5 {
		t.Errorf("a message has %d rows, want at most 5", len(m.Rows))
	}
	ids := map[string]bool{}
	for _, row := range m.Rows {
		if len(row) == 0 || len(row) > 5 {
			t.Errorf("a row has %d controls", len(row))
		}
		for _, c := range row {
			checkControl(t, c, len(row))
			if ids[c.ID] {
				t.Errorf("two controls carry %q", c.ID)
			}
			ids[c.ID] = true
		}
	}
}

func checkControl(t testing.TB, c message.Control, inRow int) {
	t.Helper()
	most := 80
	if len(c.Options) > 0 {
		most = 150
	}
	if len(c.ID) == 0 || len(c.ID) > 100 || c.Label == "" || utf8.RuneCountInString(c.Label) > most {
		t.Errorf("a control carries %q and says %q", c.ID, c.Label)
	}
	if len(c.Options) > 25 || len(c.Options) > 0 && inRow > 1 {
		t.Errorf("a menu has %d options in a row of %d", len(c.Options), inRow)
	}
	values := map[string]bool{}
	for _, o := range c.Options {
		if o.Label == "" || utf8.RuneCountInString(o.Label) > 100 || o.Value == "" || len(o.Value) > 100 || values[o.Value] {
			t.Errorf("a menu has the option %+v", o)
		}
		values[o.Value] = true
	}
}
