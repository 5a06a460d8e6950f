package commands_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/storage"
)

// discord has Discord say from now on which commands it has: "120ms", "2s without bid move", "silent".
func (w *talk) discord(words []string) error {
	took, err := time.ParseDuration(words[0])
	if words[0] == "silent" {
		err = nil
	}
	standing := func(context.Context) (commands.Standing, error) {
		if words[0] == "silent" {
			return commands.Standing{}, errors.New("no answer")
		}
		s := commands.Standing{Took: took}
		for _, d := range w.service.Definitions() {
			if !slices.Contains(words[1:], d.Name) {
				s.Commands = append(s.Commands, d.Name)
			}
		}
		return s, nil
	}
	w.with(func(c *commands.Config) { c.Version, c.Standing = "v1.2.0", standing })
	return err
}

// While Discord lets no channel of direct messages be opened, /doctor says until when.
func TestTheDoctorTellsOfDirectMessagesThatWait(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	for until, held := range map[time.Duration]bool{-time.Second: false, time.Hour: true} {
		if _, err := storage.AllOpenings.Change(t.Context(), w.store, storage.TheOpenings, func(o *storage.Openings) error {
			o.Until = w.Now().Add(until)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		w.steps(t, "maya /doctor")
		if said := w.lastSaid("maya"); strings.Contains(said, "Discord won't let me DM anyone new until <t:1795179600:f>.") != held {
			t.Errorf("with channels held back until %v from now: %t, /doctor says\n%s", until, held, said)
		}
	}
}
