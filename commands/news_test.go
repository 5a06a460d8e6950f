package commands_test

import (
	"slices"
	"testing"

	"parlour/commands/match"
	"parlour/games"
)

// A player left as the last to bid, and came back. What that revealed is told until the auction is
// over, and then once: with its last card.
func TestAnAuctionIsToldOnce(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1",
		"ann plays bid 9", "cleo plays bid 10", "ben /resign", "ben clicks Yes, resign", "ben clicks More on 3", "ben clicks Come back")
	keys := func() (said []string) {
		steps := w.load(t, "1").Steps()
		from := slices.IndexFunc(steps, func(s match.Step) bool { return s.Move == games.Leave })
		for i := range steps[from:] {
			for _, text := range match.News(steps[from+i:], games.Spectator) {
				said = append(said, text.Key)
			}
		}
		return said
	}
	if got, want := keys(), []string{"permutations.last.taken", "permutations.last.waiting", "permutations.last.returned"}; !slices.Equal(got, want) {
		t.Errorf("before its last card the auction is told as %q, want %q", got, want)
	}
	w.steps(t, "cleo plays take 38")
	if got, want := keys(), []string{"permutations.last.returned", "permutations.last.taken"}; !slices.Equal(got, want) {
		t.Errorf("once it is over the auction is told as %q, want %q", got, want)
	}
}
