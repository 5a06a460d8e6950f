package games_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

// proven is the record of a game of Permutations played to its end, with its proof.
func proven(t *testing.T) games.Record {
	t.Helper()
	secret, words := games.Seed{1, 2, 3}, []string{"fox", "", "owl"}
	setup := games.Setup{Game: "permutations", Rules: 1, Seats: 3, Options: map[string]string{}, Seed: games.SeedOf(secret, words)}
	i := slices.IndexFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == "permutations" })
	game := all.Games()[i]
	state, err := game.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	deal, err := state.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	proof := &games.Proof{Commitment: games.Commitment(secret), Secret: secret, Words: words, Deal: deal}
	var moves []games.RecordedPly
	for len(state.ToMove()) > 0 {
		seat := state.ToMove()[0]
		p := games.Ply{Seat: seat, Move: state.Legal(seat)[0]}
		salt := games.Salt{byte(len(moves)), 7}
		proof.Seals = append(proof.Seals, games.Opened{Ply: len(moves), Hash: games.Seal(salt, p, games.Opens(game, p.Move)), Salt: salt})
		moves = append(moves, games.RecordedPly{Ply: p})
		if state, err = state.Play(seat, p.Move); err != nil {
			t.Fatal(err)
		}
	}
	r := games.NewRecord(setup, moves, state)
	r.Proof = proof
	return r
}

var digit = regexp.MustCompile(`[0-9]+`)

// fails lists the keys of what does not hold.
func fails(r games.Record) []string {
	var keys []string
	for _, f := range games.Verify(all.Games(), r) {
		if !f.Holds {
			keys = append(keys, f.Text.Key)
		}
	}
	return keys
}

// What was altered in a record is found, and it is said which it is.
func TestVerify(t *testing.T) {
	if got := fails(proven(t)); got != nil {
		t.Fatalf("of an honest record %v fails", got)
	}
	if n := len(games.Verify(all.Games(), proven(t))); n != 5 {
		t.Errorf("there are %d findings, want 5", n)
	}
	for name, c := range map[string]struct {
		alter func(*games.Record)
		want  string
	}{
		"a card of the deal": {func(r *games.Record) {
			deal := string(r.Proof.Deal)
			i := strings.Index(deal, "[[") + 2
			r.Proof.Deal = json.RawMessage(deal[:i] + "4" + deal[i:])
		}, "verify.deal-not"},
		"a byte of the seed":   {func(r *games.Record) { r.Seed[5]++ }, "verify.seed-not"},
		"a byte of the secret": {func(r *games.Record) { r.Proof.Secret[5]++ }, "verify.commitment-not"},
		"the commitment":       {func(r *games.Record) { r.Proof.Commitment = games.Commitment(games.Seed{9}) }, "verify.commitment-not"},
		"a word":               {func(r *games.Record) { r.Proof.Words[1] = "cat" }, "verify.seed-not"},
		"two words for one":    {func(r *games.Record) { r.Proof.Words = []string{"foxowl"} }, "verify.seed-not"},
		"a bid":                {func(r *games.Record) { other(r, "bid ") }, "verify.seals-not"},
		"a take":               {func(r *games.Record) { other(r, "take ") }, "verify.seals-not"},
		"a word more":          {func(r *games.Record) { r.Proof.Words = append(r.Proof.Words, "") }, "verify.seed-not"},
		"a card as a text": {func(r *games.Record) {
			r.Proof.Deal = json.RawMessage(digit.ReplaceAllString(string(r.Proof.Deal), `"$0"`))
		}, "verify.deal-not"},
		"a seal more":              {func(r *games.Record) { r.Proof.Seals = append(r.Proof.Seals, r.Proof.Seals[0]) }, "verify.seals-not"},
		"a salt":                   {func(r *games.Record) { r.Proof.Seals[3].Salt[0]++ }, "verify.seals-not"},
		"a seal left out":          {func(r *games.Record) { r.Proof.Seals = r.Proof.Seals[1:] }, "verify.seals-not"},
		"the result":               {func(r *games.Record) { r.Result.Scores[0]++ }, "verify.result-not"},
		"a move that is not there": {func(r *games.Record) { r.Moves[4].Move = "bid 99" }, "verify.ply-not"},
		"no proof":                 {func(r *games.Record) { r.Proof = nil }, "verify.proof-not"},
		"another game":             {func(r *games.Record) { r.Game = "chess" }, "verify.no-game"},
		"rules to come":            {func(r *games.Record) { r.Rules = 99 }, "verify.start-not"},
	} {
		r := proven(t)
		c.alter(&r)
		if got := fails(r); !slices.Contains(got, c.want) {
			t.Errorf("%s: %v fails, want %s", name, got, c.want)
		}
	}
}

// other gives the first move of a kind that can be another one that other card.
func other(r *games.Record, verb string) {
	i := slices.IndexFunc(r.Moves, func(m games.RecordedPly) bool { return strings.HasPrefix(string(m.Move), verb) })
	if r.Moves[i].Move += "1"; len(r.Moves[i].Move) > len(verb)+2 {
		r.Moves[i].Move = r.Moves[i].Move[:len(verb)+1]
	}
}

// The vectors of docs/fairness.md.
func TestSeals(t *testing.T) {
	var secret games.Seed
	for i := range secret {
		secret[i] = byte(i)
	}
	var salt games.Salt
	for i := range salt {
		salt[i] = byte(i)
	}
	seed := func(words ...string) string {
		text, _ := games.SeedOf(secret, words).MarshalText()
		return string(text)
	}
	for what, c := range map[string][2]string{
		"commitment": {games.Commitment(secret), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"},
		"no words":   {seed("", ""), "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},
		"words":      {seed("fox", "", "łoś"), "9a271b3fbb6b9fb2a3fe185168e61d8e0ca43c0e2ea244e34d178a8974311d6c"},
		"seal":       {games.Seal(salt, games.Ply{Seat: 2, Move: "bid 17 take 5"}, "bid 17"), "e0986dea79845849c3ab77ae8b633bf5eb8c3d6a08820bc283dd71bf2ae98eb4"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s is %s, want %s", what, c[0], c[1])
		}
	}
	var back games.Salt
	for _, text := range []string{"", "00", "zz0102030405060708090a0b0c0d0e0f", "000102030405060708090a0b0c0d0e0f10"} {
		if back.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is taken for a salt", text)
		}
	}
	if text, _ := salt.MarshalText(); back.UnmarshalText(text) != nil || back != salt {
		t.Errorf("the salt %s comes back as %v", text, back)
	}
}
