package gametest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutu"
)

// redrawn is Permutu with a deal that does not say all that is drawn.
type redrawn struct{ permutu.Game }

func (g redrawn) Start(s games.Setup) (games.State, error) {
	s.Deal = nil
	return g.Game.Start(s)
}

// A game whose position does not say all that is drawn may not be played twice from it.
func TestACommonDealTellsAll(t *testing.T) {
	for want, g := range map[string]games.Game{"": permutu.Game{}, "two games from one position": redrawn{}} {
		said, err := readSentences(g.Info())
		if err != nil {
			t.Fatal(err)
		}
		p := &player{game: g, info: g.Info(), said: said, setup: SetupOf(g, "symbols=3"), rng: rand.New(rand.NewPCG(1, 1)), max: 200,
			swayed: map[string]sway{}, lists: &lists{}}
		if err = p.play(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%T: %v, want %q", g, err, want)
		}
	}
}
