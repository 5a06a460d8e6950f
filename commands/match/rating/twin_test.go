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
)

// TestOpenskillAgrees compares games of three to six with npm's openskill, ties among them.
func TestOpenskillAgrees(t *testing.T) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			without(t, tool+" is not here: install Debian's nodejs and npm to have openskill check the ratings")
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/openskill")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--prefer-offline")
	npm.Dir, npm.WaitDelay = dir, 5*time.Second
	if out, err := npm.CombinedOutput(); err != nil {
		without(t, "npm could not install openskill: "+err.Error()+"\n"+string(out))
	}
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

// without skips a test that lacks a tool. In CI, where all tools must be there, it fails the test.
func without(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}
