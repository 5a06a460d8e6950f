package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/games"
)

// parlour verify says of a record whose end was cut off that the game has not ended in it, and
// fails, though all else holds. It says so too if nothing is left but what is told in mid-game.
func TestVerifyCutRecord(t *testing.T) {
	whole, err := os.ReadFile(filepath.Join("testdata", "records", "proof.json"))
	must(t, err)
	record, err := games.DecodeRecord(whole)
	must(t, err)
	record.Moves, record.Result = record.Moves[:len(record.Moves)-1], nil
	wantUnended(t, record)
	proof := *record.Proof
	proof.Secret, proof.Deal, proof.Seals = nil, nil, nil
	proof.Links = proof.Chain(record.Setup)
	wantUnended(t, games.Revealed{Game: record.Game, Rules: record.Rules, Seats: record.Seats, Options: record.Options, Proof: &proof})
}

// wantUnended checks what parlour verify says of a record, or of a part of one.
func wantUnended(t *testing.T, record any) {
	t.Helper()
	cut, err := json.Marshal(record)
	must(t, err)
	file := filepath.Join(t.TempDir(), "cut.json")
	put(t, file, cut)
	code, stdout, stderr := run(t, "verify", file)
	if code != 1 || !strings.Contains(stderr, "the game has not ended in this record") || !strings.Contains(stdout, "✗ The game hasn't ended in this record.\n") || strings.Contains(stdout, "result") || strings.Count(stdout, "✗") != 1 {
		t.Errorf("exit %d, %q, %q; want 1 and that the game has not ended", code, stdout, stderr)
	}
}
