package commands_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/commands"
)

// The menu of /settings shows each setting with its value.
func TestTheMenuOfSettingsShowsValues(t *testing.T) {
	w := newTalk(t)
	labels := func() (all []string) {
		w.steps(t, "ann /settings")
		for _, o := range w.last("ann").Rows[0][0].Options {
			all = append(all, o.Label)
		}
		return all
	}
	if got, want := labels(), strings.Split("Colours: classic|Direct messages: on|Confirm: on|Time zone: not set|Quiet hours: off|"+
		"Reminders: 80%|Daily list: off|Challenges: everybody|Lobby and results: on|Away when time runs out: on|Profile and standings: on|Pace in your profile: on|Losses on time in your profile: on|Away: off", "|"); !slices.Equal(got, want) {
		t.Errorf("the menu of a newcomer has %q, want %q", got, want)
	}
	w.steps(t, "ann /settings palette:contrast dms:off confirm:off zone:Berlin digest:8 remind:none challenges:known", "ann /away until:5 days")
	w.steps(t, `note ann {"blocked":[{"id":"ben","name":"Ben"}]}`)
	if got, want := labels(), strings.Split("Colours: high contrast|Direct messages: off|Confirm: off|Time zone: Europe/Berlin|"+
		"Quiet hours: 22:00–08:00|Reminders: off|Daily list: 08:00|Challenges: people you've played with lately in the same server|"+
		"Lobby and results: on|Away when time runs out: on|Profile and standings: on|Pace in your profile: on|Losses on time in your profile: on|Away: until Wed 25 Nov|Blocked people: 1", "|"); !slices.Equal(got, want) {
		t.Errorf("the menu has %q, want %q", got, want)
	}
}

// Each option with choices refuses any other value, and says which there are.
func TestEachChoiceRefusesNonsense(t *testing.T) {
	w, asked := newTalk(t), 0
	for _, d := range w.service.Definitions("") {
		for _, o := range d.Options {
			if len(o.Choices) == 0 {
				continue
			}
			asked++
			options := map[string]string{o.Name: "nonsense"}
			if d.Name == "play" {
				options["game"] = "pentago"
			}
			r := commands.Request{ID: "1", By: person("ann"), Guild: "guild", Channel: "games", Manages: true, Command: d.Name, Options: options}
			said := w.service.Handle(t.Context(), r).Message.Content
			if !strings.Contains(said, "`"+o.Name+":` can't be “nonsense”. Pick ") {
				t.Errorf("/%s %s:nonsense is answered by %q", d.Name, o.Name, said)
			}
		}
	}
	if asked < 10 {
		t.Errorf("only %d options have choices", asked)
	}
}
