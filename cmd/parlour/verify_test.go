package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/permutu"
)

// dealt is the record of a game of Permutu for one that was left at once, with a word of its
// player, and its proof.
func dealt(t *testing.T) games.Record {
	t.Helper()
	secret := games.Seed{4}
	shares := []games.Share{games.NewShare(games.Salt{5}).Saying("fox"), games.NewShare(games.Salt{6})}
	proof := &games.Proof{Version: games.ProofVersion, Match: "abc", Commitment: games.CommitmentTo(secret, shares), Secret: &secret, Shares: shares, Order: []games.Seat{0}}
	setup := games.Setup{Game: "permutu", Rules: 1, Seats: 1, Seed: games.SeedFrom(secret, shares),
		Options: map[string]string{"symbols": "8", "distinct": "false", "start": "seat0"}}
	state, err := permutu.Game{}.Start(setup)
	must(t, err)
	if proof.Deal, err = state.MarshalJSON(); err != nil {
		t.Fatal(err)
	}
	proof.Links = proof.Chain(setup)
	left := games.Ply{Move: games.Leave}
	if state, err = state.Play(left.Seat, left.Move); err != nil {
		t.Fatal(err)
	}
	record := games.NewRecord(setup, []games.RecordedPly{{Ply: left}}, state)
	record.Proof = proof
	return record
}

// parlour verify says what in a record holds, and fails if anything does not. It prints the codes.
func TestVerifyRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record.json")
	for _, c := range []struct {
		old, new string
		code     int
		want     string
	}{
		{"", "", 0, "✓ Player 1 shuffled too: \"fox\".\n✓ Nothing else went into the shuffle.\n✓ The deal comes out the same again.\n"},
		{"", "", 0, "  " + dealt(t).Proof.Links[2].Code + "  setup\n"},
		{`"fox"`, `"cat"`, 1, "✗ Player 1 didn't shuffle with \"cat\"."},
		{`"secret":"04`, `"secret":"05`, 1, "✗ This isn't the deal that was locked at first ("},
		{`"deal":{`, `"deal":{"more":1,`, 1, "✗ The deal comes out different at ?."},
		{`"match":"abc"`, `"match":"abd"`, 1, "✗ Code 1 doesn't follow from the one before."},
		{"", "", 0, "✓ Every move and the result follow the rules.\n– Nothing proves the times of the moves.\n"},
		{`"version":2`, `"version":3`, 1, "✗ A newer Parlour made this record. Use that one."},
	} {
		honest, err := json.Marshal(dealt(t))
		must(t, err)
		altered := bytes.Replace(honest, []byte(c.old), []byte(c.new), 1)
		if c.old != "" && bytes.Equal(altered, honest) {
			t.Fatalf("the record has no %s", c.old)
		}
		if c.old == "" { // as editors of Windows write it
			altered = append([]byte("\ufeff"), bytes.ReplaceAll(altered, []byte("\n"), []byte("\r\n"))...)
		}
		put(t, file, altered)
		code, stdout, stderr := run(t, "verify", file)
		if code != c.code || !strings.Contains(stdout, c.want) || (stderr == "") != (code == 0) {
			t.Errorf("with %s for %s: exit %d, %q, %q; want %d and %q", c.new, c.old, code, stdout, stderr, c.code, c.want)
		}
	}
	wantSentence(t, []string{"verify", filepath.Join(t.TempDir(), "none.json")}, 1, "none.json")
	put(t, file, "no record")
	wantSentence(t, []string{"verify", file}, 1, "name a file that /record or Proof gave")
	put(t, file, `{"form":2}`)
	wantSentence(t, []string{"verify", file}, 1, "a newer Parlour made this record")
	wantSentence(t, []string{"verify", file + "x"}, 1, "the record cannot be read: ")
}

// A record that is kept holds, and is written again to the byte.
func TestVerifyKeptRecord(t *testing.T) {
	file := filepath.Join("testdata", "records", "proof.json")
	code, stdout, stderr := run(t, "verify", file)
	if code != 0 || strings.Count(stdout, "✓") != 5 || stderr != "" {
		t.Errorf("exit %d, %q, %q; want five lines that hold", code, stdout, stderr)
	}
	kept, err := os.ReadFile(file)
	must(t, err)
	record, err := games.DecodeRecord(kept)
	must(t, err)
	if again, err := json.MarshalIndent(record, "", " "); err != nil || string(again)+"\n" != string(kept) {
		t.Errorf("the record is written as\n%s (%v)", again, err)
	}
}

// Of a game with a deal and no proof, parlour verify says so with an exit code of its own, and checks the rest.
func TestVerifyRecordWithoutProof(t *testing.T) {
	record := dealt(t)
	record.Proof = nil
	wantVerified(t, record, exitUnproven, "– This record has no proof.\n✓ Every move and the result follow the rules.\n", "does not show whether the deal was fair")
	cut := dealt(t)
	cut.Proof.Secret = nil // with which anybody could have put another deal in its place
	wantVerified(t, cut, exitUnproven, "– This record has no proof.\n✓ Every move and the result follow the rules.\n", "does not show whether the deal was fair")
	record.Result.Scores[0]++
	wantVerified(t, record, exitFailed, "– This record has no proof.\n✗ The moves lead to another result.\n", "the record is not right")
}

// parlour verify says of a record whose end was cut off that the game has not ended in it, with an exit code of
// its own, though all else holds. It says so too if nothing is left but what is told in mid-game.
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
	wantUnended(t, games.Revealed{Form: games.RecordForm, Game: record.Game, Rules: record.Rules, Seats: record.Seats, Options: record.Options, Proof: &proof})
}

// wantUnended checks what parlour verify says of a record without an end, or of a part of one.
func wantUnended(t *testing.T, record any) {
	t.Helper()
	stdout := wantVerified(t, record, exitUnended, "– The game hasn't ended in this record.\n", "the game has not ended in this record")
	if strings.Contains(stdout, "result") || strings.Contains(stdout, "✗") {
		t.Errorf("parlour verify says %q of what has not ended", stdout)
	}
}

// wantVerified checks what parlour verify says of a record, and how it ends; want is what it prints.
func wantVerified(t *testing.T, record any, code int, want, sentence string) (stdout string) {
	t.Helper()
	text, err := json.Marshal(record)
	must(t, err)
	file := filepath.Join(t.TempDir(), "record.json")
	put(t, file, text)
	got, stdout, stderr := run(t, "verify", file)
	if got != code || !strings.Contains(stdout, want) || !strings.Contains(stderr, sentence) || (stderr == "") != (code == exitOK) {
		t.Errorf("exit %d, %q, %q; want %d, %q and %q", got, stdout, stderr, code, want, sentence)
	}
	return stdout
}

// No file that the bot gives is called wrong, of any game, in its middle and at its end. Nothing is dealt in most of
// them, so there is nothing to prove.
//
//test:unwatched
func TestVerifyTakesWhateverTheBotGives(t *testing.T) {
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			w := &bottest.Whole{Rig: bottest.In(t, sandbox.Config{}), Names: []string{"ann", "ben"}}
			w.SitDown(g.Info().Name)
			seat := w.Truth().ToMove()[0]
			w.Plays(w.Seats[seat], w.Channel, string(w.Truth().Legal(seat)[0]))
			info := g.Info().With(nil)
			running, ended := "/record", []string{"/record"}
			if info.Hidden {
				running = "/verify" // its record waits for the end
			}
			shows := "– Nothing is shuffled in " + info.Title + ", so there's nothing to prove.\n"
			if info.Chance {
				ended, shows = append(ended, "/verify"), "✓ "
			}
			gives := func(ask string) json.RawMessage {
				all := w.Slash("ann", w.Channel, ask).Attachments
				return all[slices.IndexFunc(all, func(a sandbox.Attachment) bool { return a.Type == "application/json" })].Data
			}
			wantVerified(t, gives(running), exitUnended, shows, "the game has not ended in this record")
			for _, who := range w.Names {
				if _, over := w.Truth().Result(); !over {
					w.Click(who, w.Slash(who, w.Channel, "/resign"), "Yes, resign")
				}
			}
			for _, ask := range ended {
				if stdout := wantVerified(t, gives(ask), exitOK, shows, ""); !strings.Contains(stdout, "the result follow") {
					t.Errorf("%s at the end: %s", ask, stdout)
				}
			}
		})
	}
}

// parlour licenses prints all of it, with Parlour's own licence and the notice of the fonts on its pictures.
func TestLicensesArePrinted(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := Run(t.Context(), []string{"licenses"}, nil, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("parlour licenses ends with %d and says %q", code, stderr.String())
	}
	own, err := os.ReadFile("../../LICENSE")
	must(t, err)
	for _, want := range []string{licensesText, string(own), "Copyright (c) 2016 Bigelow & Holmes Inc.", "Copyright 2023 Discord", "\ngo.etcd.io/bbolt v"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("parlour licenses does not print %.60q", want)
		}
	}
}
