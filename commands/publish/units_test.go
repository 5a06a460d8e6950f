package publish_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/storage"
)

// A whole game of Permutations leaves a line for each of its 33 auctions in the thread, once and in
// order, also for the last one of a round, for which nobody bids. That one has the code of all that
// was bid in its round, and no other has one. The board of the end tells of all
// that was taken in the last auction, which has no line.
//
//test:unwatched
func TestEveryAuctionHasItsLine(t *testing.T) {
	h := newGame(t, "permutations", ann, ben, storage.Player{ID: "cleo", Name: "Cleo"})
	env, publisher := h.process(h.store)
	for range 500 {
		if m, err := env.Load(t.Context(), "m"); err != nil || m.Phase == storage.Over {
			break
		}
		h.show(publisher, h.press(env))
	}
	m, err := env.Load(t.Context(), "m")
	if err != nil || m.Phase != storage.Over {
		t.Fatalf("after 500 moves the game is %s (%v), want it over", m.Phase, err)
	}
	var got, want []string
	for _, p := range h.messages {
		if !p.gone {
			for _, unit := range regexp.MustCompile(`(?m)^(\d+)\\\. .* takes .* takes .* takes .* takes `).FindAllStringSubmatch(p.content, -1) {
				got = append(got, unit[1])
			}
		}
	}
	for n := range 32 {
		want = append(want, fmt.Sprint(n+1))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the lines are %v, want 1 to 32", got)
	}
	coded := map[string]string{} // codes by the number of the line above
	for _, p := range h.messages {
		if found := regexp.MustCompile(`(?m)^(\d+)\\\. [^\n]*\n-# ([0-9A-Z-]{39})$`).FindStringSubmatch(p.content); found != nil && !p.gone {
			coded[found[1]] = found[2]
		}
	}
	if len(coded) != 2 || coded["11"] == "" || coded["22"] == "" {
		t.Errorf("these lines have codes: %v, want those that end the rounds 1 and 2", coded)
	}
	end := h.messages[len(h.messages)-1].content
	if n := strings.Count(end, " took "); n != 4 {
		t.Errorf("the last board tells of %d cards, want all 4:\n%s", n, end)
	}
}
