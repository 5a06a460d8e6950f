package commands_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands"
	"parlour/commands/message"
)

// /settings shows all settings in at most 900 characters.
func TestSettingsAreShort(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /settings dms:off palette:contrast zone:America/Argentina/ComodRivadavia quiet:22:30-07:30 remind:15 25 50 75 95 digest:08:30",
		"ann /away until:14 days", "ann /settings")
	said := w.lastSaid("ann")
	for _, set := range []string{"contrast", "off", "Comod", "22:30–07:30", "15, 25, 50, 75, 95%", "08:30", "away"} {
		if !strings.Contains(said, set) {
			t.Errorf("%q is not said in\n%s", set, said)
		}
	}
	if n := utf8.RuneCountInString(said); n > 900 {
		t.Errorf("what is set takes %d characters, want at most 900:\n%s", n, said)
	}
}

// Every suggestion for an option of time fits Discord and is accepted when it is chosen,
// whatever was typed.
//
//test:unwatched
func TestSuggestionsAreAccepted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, option string }{
		{"settings", "zone"}, {"settings", "quiet"}, {"settings", "remind"}, {"settings", "digest"}, {"away", "until"},
	} {
		w := newTalk(t)
		for _, typed := range []string{"", "n", "2", "22-8", "mon", "3 days", "\u202e", "*", strings.Repeat("9 ", 3000)} {
			w.steps(t, "ann /settings zone:utc quiet:none digest:none", "ann /away until:1 day")
			for _, o := range w.suggestions("ann", c.command, c.option, typed) {
				checkChoice(t, o)
				w.steps(t, "ann /"+c.command+" "+c.option+":"+o.Value)
				if said := w.lastSaid("ann"); !strings.HasPrefix(said, "Boards are ") && !strings.HasPrefix(said, "You're away") && !strings.HasPrefix(said, "Welcome back") {
					t.Errorf("%s:%s was suggested for %.20q and answered with %s", c.option, o.Value, typed, said)
				}
			}
		}
	}
}

// suggestions returns the choices that complete the text typed into an option beside others, each a name and a value.
func (w *talk) suggestions(who, command, option, typed string, others ...string) []message.MenuOption {
	w.t.Helper()
	options := map[string]string{option: typed}
	for i := 0; i < len(others); i += 2 {
		options[others[i]] = others[i+1]
	}
	reply := w.service.Handle(w.t.Context(), commands.Request{
		By: person(who), Lang: "en-GB", Command: command, Focus: option, Options: options,
	})
	values := map[string]bool{}
	for _, o := range reply.Choices {
		if values[o.Value] {
			w.t.Errorf("%s is suggested twice for %q", o.Value, typed)
		}
		values[o.Value] = true
	}
	if len(reply.Choices) > 25 || typed == "" && len(reply.Choices) < 5 {
		w.t.Errorf("there are %d suggestions of %s: for %.20q", len(reply.Choices), option, typed)
	}
	return reply.Choices
}
