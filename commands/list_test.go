package commands_test

import (
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// /games tells who has to move or to answer, also of a rematch that has no clocks yet.
func TestListSaysWhatWaits(t *testing.T) {
	ask := storage.Ask{Number: 1, About: "draw", By: "ann", Agreed: []string{"ann"}}
	answered := ask
	answered.Answer = "declined"
	for name, c := range map[string]struct {
		change   func(h *storage.Head)
		ann, ben string
	}{
		"a turn":               {func(*storage.Head) {}, "0 Ben", "1 your turn, 3 days left"},
		"a rematch, not begun": {func(h *storage.Head) { h.Clocks, h.Stand = nil, nil }, "0 Ben", "1 your turn"},
		"no limit":             {func(h *storage.Head) { h.Clocks[1].Due = time.Time{} }, "0 Ben", "1 your turn"},
		"time that is up":      {func(h *storage.Head) { h.Clocks[1].ExpiredAt = h.Clocks[1].Since }, "1 your answer", "1 your time is up"},
		"a question":           {func(h *storage.Head) { h.Asks, h.Clocks[1].Since = []storage.Ask{ask}, time.Time{} }, "0 Ben", "1 your turn"},
		"an answered question": {func(h *storage.Head) { h.Asks = []storage.Ask{answered} }, "0 Ben", "1 your turn"},
		"a question on turn": {func(h *storage.Head) {
			ask := ask
			ask.By, ask.Agreed = "ben", []string{"ben"}
			h.Asks = []storage.Ask{ask}
		}, "1 your answer", "1 your turn"},
	} {
		w := newTalk(t)
		w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann plays Cd3-d4")
		w.alter(t, "1", c.change)
		for who, want := range map[string]string{"ann": c.ann, "ben": c.ben} {
			w.steps(t, who+" /games")
			said := w.lastSaid(who)
			count, waits, _ := strings.Cut(want, " ")
			if head := map[string]string{"0": "No game waits", "1": "1 game waits"}[count]; !strings.HasPrefix(said, head) || !strings.Contains(said, waits) {
				t.Errorf("%s: /games says to %s %q, want %q", name, who, said, want)
			}
		}
	}
}
