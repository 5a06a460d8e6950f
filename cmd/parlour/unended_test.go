package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

// The record of a game that goes on can be loaded, and played on to the same end. It has no seed
// where all see what was dealt.
func TestEngineLoadsUnendedRecords(t *testing.T) {
	for _, g := range all.Games() {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			e := testEngine(t)
			ask(t, e, nil, "new %s seats=%d", info.Name, max(info.MinSeats, 2))
			for plies := range 5 {
				record := strings.TrimPrefix(e.answer("record"), "= ")
				if strings.Contains(record, `"seed"`) != info.Hidden || strings.Contains(record, `"deal"`) != info.DealsOpenly() {
					t.Fatalf("after %d plies the record is %s", plies, record)
				}
				other := testEngine(t)
				ask(t, other, nil, "load %s", record)
				if got, want := other.answer("state"), e.answer("state"); got != want {
					t.Fatalf("after %d plies the record leads to\n%s\nwant\n%s", plies, got, want)
				}
				if plies == 4 {
					playOut(t, e)
					playOut(t, other)
					if got, want := other.answer("result"), e.answer("result"); got != want {
						t.Errorf("played on from the record the result is %s, want %s", got, want)
					}
					ask(t, testEngine(t), nil, "load %s", strings.TrimPrefix(other.answer("record"), "= "))
					return
				}
				var seats []games.Seat
				var legal []string
				ask(t, e, &seats, "seats")
				ask(t, e, &legal, "legal %d", seats[0])
				ask(t, e, nil, "play %d %s", seats[0], legal[plies*5%len(legal)])
			}
		})
	}
}

// parlour verify says of a record whose end was cut off that the game has not ended in it, and
// fails, though all else holds.
func TestVerifyCutRecord(t *testing.T) {
	whole, err := os.ReadFile(filepath.Join("testdata", "records", "proof1.json"))
	if err != nil {
		t.Fatal(err)
	}
	record, err := games.DecodeRecord(whole)
	if err != nil {
		t.Fatal(err)
	}
	n := len(record.Moves) - 1
	record.Moves, record.Result = record.Moves[:n], nil
	record.Proof.Seals = record.Proof.Seals[:n]
	cut, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cut.json")
	if err := os.WriteFile(file, cut, 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run(t, "verify", file)
	if code != 1 || !strings.Contains(stderr, "the game has not ended in this record") || !strings.Contains(stdout, "✗ The game hasn't ended in this record.\n") || strings.Contains(stdout, "result") || strings.Count(stdout, "✗") != 1 {
		t.Errorf("exit %d, %q, %q; want 1 and that the game has not ended", code, stdout, stderr)
	}
}
