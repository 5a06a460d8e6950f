package think

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
)

// An opponent of a match that has no secret of its own yet, such as a rematch, draws one before it thinks, and
// then draws from that alone.
func TestASecretIsDrawnBeforeAThought(t *testing.T) {
	var drawn []games.Seed
	var p *Pool
	p, _ = newPool(t, scripted{play: func(_ games.View, seat games.Seat, seed games.Seed) games.Move {
		drawn = append(drawn, seed)
		m, err := p.Env.Load(t.Context(), "m")
		if err != nil {
			t.Fatal(err)
		}
		return m.State.Legal(seat)[0]
	}})
	p.Env.Random = rand.NewChaCha8([32]byte{7})
	fresh := begin(t, p, "m", 0, games.Easy, "")
	if fresh.Chance != nil {
		t.Fatal("the match has a secret already")
	}
	p.Consider("m")
	m, err := p.Env.Load(t.Context(), "m")
	if err != nil || m.Chance == nil || len(drawn) != 1 {
		t.Fatalf("the opponent thought %d times, and the secret is %v (%v)", len(drawn), m.Chance, err)
	}
	if drawn[0] == chanceOf(fresh, 0, 0) || drawn[0] != chanceOf(m, 0, 0) {
		t.Error("the opponent draws from the seed of the match")
	}
	if p.Consider("m"); len(drawn) != 1 {
		t.Errorf("the opponent thought %d times, and owes nothing", len(drawn))
	}
}
