package message

import (
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/all"
)

// In games at random every move is said in the words of its steps, in one short line, and none
// falls back on its notation.
func TestEveryMoveIsSaid(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(words, []string{"classic"})
	for _, g := range all.Games() {
		info, rng := g.Info(), rand.New(rand.NewPCG(1, 2))
		options, err := info.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		state, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: max(info.MinSeats, 2), Options: options, Seed: games.Seed{1}})
		if err != nil {
			t.Fatal(err)
		}
		voice, seen := w.Voice("en", []string{"Ann", "Ben"}), map[string]games.Move{}
		for range 60 {
			owes := state.ToMove()
			if len(owes) == 0 {
				break
			}
			legal := state.Legal(owes[0])
			move := legal[rng.IntN(len(legal))]
			said := sayMove(voice, state, owes[0], move)
			if said == "" || strings.ContainsAny(said, "`\n") || len([]rune(said)) > 300 {
				t.Errorf("%s: %s is said as %q", info.Name, move, said)
			}
			if other, twice := seen[said]; twice && other != move {
				t.Errorf("%s: %s and %s are both said as %q", info.Name, move, other, said)
			}
			seen[said] = move
			if state, err = state.Play(owes[0], move); err != nil {
				t.Fatal(err)
			}
		}
	}
}
