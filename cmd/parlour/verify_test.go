package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutu"
)

// parlour verify says what in a record holds, and fails if anything does not.
func TestVerifyRecord(t *testing.T) {
	secret, words := games.Seed{4}, []string{"fox"}
	setup := games.Setup{Game: "permutu", Rules: 1, Seats: 1, Seed: games.SeedOf(secret, words),
		Options: map[string]string{"symbols": "8", "distinct": "false", "start": "seat0"}}
	state, err := permutu.Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	deal, err := state.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	record := games.NewRecord(setup, nil, state)
	record.Proof = &games.Proof{Commitment: games.Commitment(secret), Secret: secret, Words: words, Deal: deal}
	honest, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "record.json")
	for _, c := range []struct {
		old, new string
		code     int
		want     string
	}{
		{"", "", 0, "✓ The deal comes from the seed."},
		{`"fox"`, `"cat"`, 1, "✗ The seed does not come from those bytes and the words cat, one for each player."},
		{`"secret":"04`, `"secret":"05`, 1, "✗ The bytes of the deal do not have the SHA-256"},
		{`"deal":{`, `"deal":{"more":1,`, 1, "✗ The deal does not come from the seed"},
	} {
		altered := bytes.Replace(honest, []byte(c.old), []byte(c.new), 1)
		if c.old != "" && bytes.Equal(altered, honest) {
			t.Fatalf("the record has no %s", c.old)
		}
		if err := os.WriteFile(file, altered, 0o600); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := run(t, "verify", file)
		if code != c.code || !strings.Contains(stdout, c.want) || (stderr == "") != (code == 0) {
			t.Errorf("with %s for %s: exit %d, %q, %q; want %d and %q", c.new, c.old, code, stdout, stderr, c.code, c.want)
		}
	}
	wantSentence(t, []string{"verify", filepath.Join(t.TempDir(), "none.json")}, 1, "none.json")
	if err := os.WriteFile(file, []byte("no record"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantSentence(t, []string{"verify", file}, 1, "this is no record of a game")
}
