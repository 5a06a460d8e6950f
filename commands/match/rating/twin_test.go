package rating

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"parlour/bot/sandbox/tooltest"
)

// TestOpenskillAgrees compares games of three to six with npm's openskill, ties among them.
func TestOpenskillAgrees(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	dir := tooltest.Npm(ctx, t, "testdata/openskill", "openskill")
	type game struct {
		Ratings []Rating `json:"ratings"`
		Places  []int    `json:"places"`
		Beta    float64  `json:"beta"`
		Kappa   float64  `json:"kappa"`
		Tau     float64  `json:"tau"`
	}
	chance := rand.New(rand.NewPCG(1, 1))
	var games []game
	var asked bytes.Buffer
	for seats := 3; seats <= 6; seats++ {
		for range 100 {
			g := game{Beta: Beta(seats), Kappa: Kappa, Tau: Drift}
			for range seats {
				g.Ratings = append(g.Ratings, Rating{Mean + 300*chance.NormFloat64(), 20 + 230*chance.Float64(), Volatility})
				g.Places = append(g.Places, 1+chance.IntN(seats))
			}
			games = append(games, g)
			if err := json.NewEncoder(&asked).Encode(g); err != nil {
				t.Fatal(err)
			}
		}
	}
	node := exec.CommandContext(ctx, "node", "twin.js")
	node.Dir, node.Stdin, node.Stderr, node.WaitDelay = dir, &asked, os.Stderr, 5*time.Second
	answered, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	read := json.NewDecoder(bytes.NewReader(answered))
	for _, g := range games {
		var want []Rating
		if err := read.Decode(&want); err != nil || len(want) != len(g.Ratings) {
			t.Fatalf("openskill gives %v for %+v: %v", want, g, err)
		}
		for s, r := range plackettLuce(g.Ratings, g.Places) {
			if !near(r.Mean, want[s].Mean, 1e-6) || !near(r.Deviation, want[s].Deviation, 1e-6) {
				t.Errorf("seat %d of %+v is %v; openskill has %v", s, g, r, want[s])
			}
		}
	}
}
