package all_test

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
func proven(t testing.TB) games.Record {
	t.Helper()
	secret, shares := games.Seed{1, 2, 3}, []games.Share{}
	for i, word := range []string{"fox", "", "owl", "", ""} {
		shares = append(shares, games.NewShare(games.Salt{byte(i), 9}).Saying(word))
	}
	setup := games.Setup{Game: "permutations", Rules: 1, Seats: 3, Options: map[string]string{"orders": "false"}, Seed: games.SeedFrom(secret, shares)}
	proof := &games.Proof{Version: games.ProofVersion, Match: "abc", Commitment: games.CommitmentTo(secret, shares), Secret: &secret, Shares: shares, Order: []games.Seat{2, 0, 1}}
	i := slices.IndexFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == "permutations" })
	game := all.Games()[i]
	state, err := game.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	if proof.Deal, err = state.MarshalJSON(); err != nil {
		t.Fatal(err)
	}
	var moves []games.RecordedPly
	for len(state.ToMove()) > 0 {
		seat := state.ToMove()[0]
		p := games.Ply{Seat: seat, Move: state.Legal(seat)[0]}
		salt := games.Salt{byte(len(moves)), 7}
		if games.IsBid(state, p.Move) {
			proof.Seals = append(proof.Seals, games.Opened{Ply: len(moves), Hash: games.BidHash(salt, p, games.Opens(game, p.Move)), Salt: &salt})
		}
		moves = append(moves, games.RecordedPly{Ply: p})
		if state, err = state.Play(seat, p.Move); err != nil {
			t.Fatal(err)
		}
	}
	proof.Links = proof.Chain(setup)
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

// A fault is something that was altered in a record, and the key of the finding that tells it.
type fault struct {
	alter func(*games.Record)
	want  string
}

// What was altered in a record is found, and it is said which it is.
func TestVerify(t *testing.T) {
	if got := fails(proven(t)); got != nil {
		t.Fatalf("of an honest record %v fails", got)
	}
	if n := len(games.Verify(all.Games(), proven(t))); n != 7 {
		t.Errorf("there are %d findings, want 7", n)
	}
	for name, c := range map[string]fault{
		"a card of the deal": {func(r *games.Record) {
			deal := string(r.Proof.Deal)
			i := strings.Index(deal, "[[") + 2
			r.Proof.Deal = json.RawMessage(deal[:i] + "4" + deal[i:])
		}, "verify.deal-not"},
		"a card as a text": {func(r *games.Record) {
			r.Proof.Deal = json.RawMessage(digit.ReplaceAllString(string(r.Proof.Deal), `"$0"`))
		}, "verify.deal-not"},
		"the result":               {func(r *games.Record) { r.Result.Scores[0]++ }, "verify.result-not"},
		"a move that is not there": {func(r *games.Record) { r.Moves[4].Move = "bid 99" }, "verify.ply-not"},
		"no proof":                 {func(r *games.Record) { r.Proof = nil }, "verify.proof-not"},
		"a proof to come":          {func(r *games.Record) { r.Proof.Version = 99 }, "verify.newer-not"},
		"a proof of no version":    {func(r *games.Record) { r.Proof.Version = 0 }, "verify.newer-not"},
		"another game":             {func(r *games.Record) { r.Game = "checkers" }, "verify.no-game"},
		"rules to come":            {func(r *games.Record) { r.Rules = 99 }, "verify.start-not"},
		"a byte of the seed":       {func(r *games.Record) { r.Seed[5]++ }, "verify.mixed-not"},
		"a byte of the secret":     {func(r *games.Record) { r.Proof.Secret[5]++ }, "verify.commitment-not"},
		"the commitment":           {func(r *games.Record) { r.Proof.Commitment[0]++ }, "verify.commitment-not"},
		"a share more":             {func(r *games.Record) { r.Proof.Shares = append(r.Proof.Shares, r.Proof.Shares[4]) }, "verify.commitment-not"},
		"a share left out":         {func(r *games.Record) { r.Proof.Shares = r.Proof.Shares[:4] }, "verify.mixed-not"},
		"a salt of a word":         {func(r *games.Record) { r.Proof.Shares[0] = games.NewShare(games.Salt{8}).Saying("fox") }, "verify.commitment-not"},
		"a word":                   {func(r *games.Record) { r.Proof.Shares[0].Word = "cat" }, "verify.word-not"},
		"a word with its hash":     {func(r *games.Record) { r.Proof.Shares[0] = r.Proof.Shares[0].Saying("cat") }, "verify.mixed-not"},
		"a word without salt":      {func(r *games.Record) { r.Proof.Shares[0].Salt = nil }, "verify.word-not"},
		"two seats":                {func(r *games.Record) { r.Proof.Order = []games.Seat{0, 2, 1} }, "verify.chain-not"},
		"a player left out":        {func(r *games.Record) { r.Proof.Order = r.Proof.Order[1:] }, "verify.mixed-not"},
		"another match":            {func(r *games.Record) { r.Proof.Match = "abd" }, "verify.chain-not"},
		"an option":                {func(r *games.Record) { r.Options = map[string]string{"dummies": "2"} }, "verify.chain-not"},
		"a link":                   {func(r *games.Record) { r.Proof.Links[4].Hash[31]++ }, "verify.chain-not"},
		"a code":                   {func(r *games.Record) { r.Proof.Links[4].Code = r.Proof.Links[3].Code }, "verify.chain-not"},
		"a link left out":          {func(r *games.Record) { r.Proof.Links = r.Proof.Links[:9] }, "verify.chain-not"},
		"a link more":              {func(r *games.Record) { r.Proof.Links = append(r.Proof.Links, games.Link{}) }, "verify.chain-not"},
		"a bid":                    {func(r *games.Record) { other(r, "bid ") }, "verify.bids-not"},
		"a bid with its hash":      {rebid, "verify.chain-not"},
		"a seal more":              {func(r *games.Record) { r.Proof.Seals = append(r.Proof.Seals, r.Proof.Seals[0]) }, "verify.bids-not"},
		"a salt":                   {func(r *games.Record) { r.Proof.Seals[3].Salt[0]++ }, "verify.bids-not"},
		"no salt":                  {func(r *games.Record) { r.Proof.Seals[3].Salt = nil }, "verify.bids-not"},
		"a seal of another bid":    {func(r *games.Record) { r.Proof.Seals[3].Ply++ }, "verify.bids-not"},
		"a seal left out":          {func(r *games.Record) { r.Proof.Seals = r.Proof.Seals[1:] }, "verify.bids-not"},
	} {
		r := proven(t)
		c.alter(&r)
		if got := fails(r); !slices.Contains(got, c.want) {
			t.Errorf("%s: %v fails, want %s", name, got, c.want)
		}
	}
}

// rebid gives the first bid another text, with a hash that fits.
func rebid(r *games.Record) {
	r.Moves[0].Move += " take 1"
	r.Proof.Seals[0].Hash = games.BidHash(*r.Proof.Seals[0].Salt, r.Moves[0].Ply, "bid 1")
}

// A word that is erased with its salt leaves a record that verifies, and says so.
func TestVerifyErasedWord(t *testing.T) {
	r := proven(t)
	r.Proof.Shares[2].Word, r.Proof.Shares[2].Salt = "", nil
	var keys []string
	for _, f := range games.Verify(all.Games(), r) {
		if keys = append(keys, f.Text.Key); !f.Holds {
			t.Errorf("%s does not hold", f.Text.Key)
		}
	}
	if !slices.Contains(keys, "verify.erased") {
		t.Errorf("the findings are %v, want one of the erased word", keys)
	}
}

// While the game goes on, a proof has the told parts of bids alone. It is read as a record, and
// what was altered in it is found.
func TestVerifyRevealed(t *testing.T) {
	for want, alter := range map[string]func(*games.Record){
		"":                 func(*games.Record) {},
		"verify.bids-not":  func(r *games.Record) { r.Proof.Seals[2].Told.Move = "bid 2" },
		"verify.chain-not": func(r *games.Record) { r.Proof.Seals[3].Hash[0]++ },
		"verify.word-not":  func(r *games.Record) { r.Proof.Shares[0].Word = "cat" },
	} {
		r := proven(t)
		reveal(&r, 4)
		alter(&r)
		text, err := json.Marshal(games.Revealed{Form: games.RecordForm, Game: r.Game, Rules: r.Rules, Seats: r.Seats, Options: r.Options, Proof: r.Proof})
		if err != nil {
			t.Fatal(err)
		}
		back, err := games.DecodeRecord(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := fails(back); strings.Join(got, " ") != strings.TrimSpace(want+" "+games.Unended) {
			t.Errorf("%v fails, want %q and that the game has not ended", got, want)
		}
	}
}

// reveal leaves of a record what may be known after some bids, of which all but the last are
// opened.
func reveal(r *games.Record, count int) {
	p := r.Proof
	p.Secret, p.Deal, p.Seals = nil, nil, p.Seals[:count]
	for i, o := range p.Seals {
		if p.Seals[i].Salt = nil; i < count-1 {
			made := r.Moves[o.Ply].Ply
			key, rest := games.BidOpening(*o.Salt, made)
			p.Seals[i].Told = &games.Told{Seat: made.Seat, Move: made.Move, Key: key, Rest: rest}
		}
	}
	p.Links = p.Chain(r.Setup)
}

// other gives the first move of a kind that can be another one that other card.
func other(r *games.Record, verb string) {
	i := slices.IndexFunc(r.Moves, func(m games.RecordedPly) bool { return strings.HasPrefix(string(m.Move), verb) })
	if r.Moves[i].Move += "1"; len(r.Moves[i].Move) > len(verb)+2 {
		r.Moves[i].Move = r.Moves[i].Move[:len(verb)+1]
	}
}

// Whatever a file says, checking it ends with findings. The seeds are short, because each input that is found on the
// way is made shorter byte by byte first.
func FuzzVerify(f *testing.F) {
	f.Add([]byte(`{"game":"magic","rules":1,"seats":2,"moves":[{"move":"b3U"}]}`))
	f.Add([]byte(`{"game":"permutu","proof":{"version":2,"shares":[{"word":"fox"}],"seals":[{"told":{"move":"bid 6"}}]}}`))
	f.Add([]byte(`{"game":"permutu","rules":1,"seats":1,"moves":[],"proof":{"version":2,"secret":"` + strings.Repeat("0", 64) + `"}}`))
	f.Add([]byte(`{"game":"permutu","rules":1,"seats":1,"options":{"symbols":"1"},"deal":{"columns":[{"r":"A","b":"A","g":"A"}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := games.DecodeRecord(text)
		if err == nil && len(games.Verify(all.Games(), r)) == 0 {
			t.Error("there is no finding")
		}
	})
}

// counted returns bytes that count up.
func counted(from, n int) []byte {
	var b []byte
	for i := range n {
		b = append(b, byte(from+i))
	}
	return b
}

// The vectors of docs/fairness.md. They come from a program of their
// own, in another language, written from that page.
func TestChain(t *testing.T) {
	secret, salt := games.Seed(counted(0, 32)), games.Salt(counted(0, 16))
	shares := make([]games.Share, 5)
	for i := range shares {
		shares[i] = games.NewShare(games.Salt(counted(16*i, 16)))
	}
	shares[0], shares[2] = shares[0].Saying("fox"), shares[2].Saying("łoś")
	bid := games.Ply{Seat: 2, Move: "bid 17 take 5"}
	key, rest := games.BidOpening(salt, bid)
	p := games.Proof{Match: "abc", Commitment: games.CommitmentTo(secret, shares), Shares: shares, Order: []games.Seat{2, 0, 1},
		Seals: []games.Opened{{Hash: games.BidHash(salt, bid, "bid 17")}}}
	links := p.Chain(games.Setup{Game: "permutations", Rules: 1, Seats: 3})
	options := p.Chain(games.Setup{Game: "permutu", Rules: 1, Seats: 3, Options: map[string]string{"symbols": "8", "distinct": "false"}})
	for what, c := range map[string]struct {
		got  games.Hash
		want string
	}{
		"salt":              {shares[0].SaltHash, "ff1961b0363e69e8db89b8486952df82248ecc982c74f2c6458a7aea22208a36"},
		"commitment":        {p.Commitment, "7fec7b1101c1ff7997fd914621d80391c083bc2754a99c87ab4a2a498ac18472"},
		"word fox":          {shares[0].Hash, "82744bf4b63e4632a99447c1b54fb03f71014da9f5946899d7098ab617877fb1"},
		"word łoś":          {shares[2].Hash, "430aedecd6a956983bbba7df40387a25ef40747a416c0b021ac4b62ebbd5db46"},
		"seed":              {games.Hash(games.SeedFrom(secret, shares)), "a0718ece742daaf8e044b2b63864e65daee90debbf814177a211b1ebfc98e026"},
		"seed with no word": {games.Hash(games.SeedFrom(secret, []games.Share{games.NewShare(salt)})), "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},
		"rest":              {rest, "35d1f47d87148f80390d356cc84e636a81f1d170bf9355f7d352b911b845edf9"},
		"bid":               {p.Seals[0].Hash, "4a6f0049ad44bcd56fba55609170eedfaa6f254b906aab60daf9755442688928"},
		"link of the table": {links[0].Hash, "2ee35d55a6a92b1af90aedfd67549288c230f85ac54a3f7ff510cac0654cc024"},
		"link of the words": {links[1].Hash, "be884be82156739bb9b21a07ebcf049bccac977cfaf4afdbc476295331930fb9"},
		"link of the setup": {links[2].Hash, "b6f78a3aeb306e392fba3c6733a312e5559c5a9d0ee21478da5de05b39ee74ee"},
		"link of a bid":     {links[3].Hash, "a50ed4cc7b76663a3b8c0412aad6d463660eb3f6e9b208b5d32500937bd9f0ed"},
		"link with options": {options[2].Hash, "eb0475ec600fd0bea1c694b7c1df5b8730597bf2ae26cf08abd502439e97aa4a"},
	} {
		if c.got.String() != c.want {
			t.Errorf("the %s is %s, want %s", what, c.got, c.want)
		}
	}
	if text, _ := key.MarshalText(); string(text) != "4a16c874e073abe47839b786fe5cea20" {
		t.Errorf("the key is %s", text)
	}
	if got, want := links[3].Code, "MM7D-9K3V-ESK3-MEWC-0G9A-NNPM-CDK0-XCZP"; got != want {
		t.Errorf("the code is %s, want %s", got, want)
	}
}

// A table has one link before anybody says a word, and a second from the first word on.
func TestChainOfATable(t *testing.T) {
	shares := []games.Share{games.NewShare(games.Salt{1}), games.NewShare(games.Salt{2})}
	p := games.Proof{Match: "abc", Shares: shares}
	before := p.Chain(games.Setup{Game: "permutu"})
	p.Shares = []games.Share{shares[0].Saying("fox"), shares[1]}
	after := p.Chain(games.Setup{Game: "permutu"})
	if len(before) != 1 || len(after) != 2 || before[0] != after[0] || after[1].Of != "words" {
		t.Errorf("the chain is %v, and with a word %v", before, after)
	}
}

// Hashes, seeds and salts are read from hex digits, and from nothing else.
func TestHashesAsText(t *testing.T) {
	var salt games.Salt
	var hash games.Hash
	var seed games.Seed
	for _, text := range []string{"", "00", "zz0102030405060708090a0b0c0d0e0f", "000102030405060708090a0b0c0d0e0f10"} {
		if salt.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is taken for a salt", text)
		}
		if hash.UnmarshalText([]byte(text+text)) == nil || seed.UnmarshalText([]byte(text+text)) == nil {
			t.Errorf("%q is taken for a hash or a seed", text+text)
		}
	}
	want := games.Salt(counted(0, 16))
	if text, _ := want.MarshalText(); salt.UnmarshalText(text) != nil || salt != want {
		t.Errorf("the salt %s comes back as %v", text, salt)
	}
	whole := games.Hash(counted(7, 32))
	text, _ := whole.MarshalText()
	if hash.UnmarshalText(text) != nil || hash != whole || seed.UnmarshalText(text) != nil || seed != games.Seed(whole) {
		t.Errorf("%s comes back as the hash %v and the seed %v", text, hash, seed)
	}
	if again, _ := seed.MarshalText(); string(again) != string(text) {
		t.Errorf("the seed %s is written as %s", text, again)
	}
}
