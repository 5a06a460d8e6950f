package commands_test

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// proof returns the file of the last message that a person was shown, as a record.
func (w *talk) proof(t *testing.T, who string) games.Record {
	t.Helper()
	shown := w.last(who)
	if shown.File == nil {
		t.Fatalf("%s is shown no file, but %q", who, shown.Content)
	}
	r, err := games.DecodeRecord(shown.File.Data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantProof has an onlooker ask for the proof, checks its sentences and the codes of earlier
// proofs, and adds its own.
func (w *talk) wantProof(t *testing.T, codes *[]string, ask, want string) {
	t.Helper()
	w.steps(t, "dan "+ask)
	w.heard(t, "dan", same, want)
	links := w.proof(t, "dan").Proof.Links
	for _, code := range *codes {
		if !slices.ContainsFunc(links, func(l games.Link) bool { return l.Code == code }) {
			t.Errorf("the code %s was true once, and %s has it no more", code, ask)
		}
	}
	*codes = append(*codes, links[len(links)-1].Code)
}

// dealLine is the line of a proof on the code that the table, the first message, shows now.
func (w *talk) dealLine(t *testing.T, why string) string {
	t.Helper()
	versions := w.Posts[0].Versions
	_, code, found := strings.Cut(versions[len(versions)-1].Content, "-# Deal ")
	if !found {
		t.Fatalf("the table shows no code: %q", versions[len(versions)-1].Content)
	}
	return "The code of the deal is " + code + "." + why + "\n"
}

// Proof tells everybody, at any time of a game, what holds so far, and says nothing that is
// secret. Every code that it ever had stands in the record at the end.
func TestProof(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "cleo clicks Join on 1")
	m := w.match(t, "1")
	var codes []string
	fixed := "✓ The deal was fixed before anyone sat down (" + openCode(t, m.Head) + "-…).\n"
	rest := "The deal itself opens when the game ends.\nWhoever runs this bot can read hands, but can't change them unseen."
	w.wantProof(t, &codes, "clicks Proof on 1", "Is this game fair? So far, yes.\n"+fixed+w.dealLine(t, "")+"Nobody has shuffled yet. Any player can.\n"+rest)
	plum := "plum"
	if err := w.do(commands.Request{ID: "90", By: person("ann"), Guild: "guild", Channel: "games", Button: "1:1:0:word", Typed: &plum}); err != nil {
		t.Fatal(err)
	}
	fixed += "✓ Ann shuffled too: \"plum\".\n"
	shuffled := w.dealLine(t, " Each word changes it.")
	w.wantProof(t, &codes, "clicks Proof on 1", "Is this game fair? So far, yes.\n"+fixed+shuffled+rest)
	w.steps(t, "ann clicks Start on 1")
	w.wantProof(t, &codes, "/verify", "Is this game fair? So far, yes.\n"+fixed+shuffled+rest)
	st := w.load(t, "1").State
	w.steps(t, "ann plays "+string(st.Legal(0)[3]), "ann plays "+string(st.Legal(0)[4]), "ben plays "+string(st.Legal(1)[2]))
	w.wantProof(t, &codes, "/verify game:1", "Is this game fair? So far, yes.\n"+fixed+shuffled+rest)
	w.steps(t, "cleo plays "+string(st.Legal(2)[2]))
	w.wantProof(t, &codes, "/verify", "Is this game fair? So far, yes.\n"+fixed+"✓ All 3 revealed bids match their codes.\n"+shuffled+rest)
	if p := w.proof(t, "dan").Proof; p.Secret != nil || p.Deal != nil || len(p.Seals) != 4 || p.Seals[0].Told != nil {
		t.Errorf("in the middle of a game the file has %+v", p)
	}
	w.steps(t, "ann clicks More on 3", "ann clicks Proof")
	w.heard(t, "ann", same, w.lastSaid("dan"))
	w.steps(t, "ann /resign", "ann clicks Yes, resign", "ben /resign", "ben clicks Yes, resign", "cleo /resign", "cleo clicks Yes, resign")
	w.wantProof(t, &codes, "/verify", "Is this game fair? Yes.\n"+fixed+"✓ Nothing else went into the shuffle.\n✓ The deal comes out the same again.\n"+
		"✓ All 7 moves and the result follow the rules.\n✓ All 4 revealed bids match their codes.\n"+shuffled+"Nothing proves the times of the moves.\nWhoever runs this bot can read hands, but can't change them unseen.")
	r, _, err := games.ReadRecord(all.Games(), w.last("dan").File.Data)
	if err != nil || r.Proof.Secret == nil {
		t.Errorf("at the end the file is no record: %v", err)
	}
	w.steps(t, "dan clicks How to check")
	if got := w.lastSaid("dan"); strings.Count(got, "\n") != 5 {
		t.Errorf("How to check says\n%s\nwant six lines", got)
	}
}

// openCode returns the first letters of the code of a table before anybody said a word.
func openCode(t *testing.T, h storage.Head) string {
	t.Helper()
	p := games.Proof{Match: h.ID, Commitment: games.CommitmentTo(h.Secret, h.Shares), Shares: h.Shares}
	first, _, _ := strings.Cut(p.Chain(games.Setup{})[0].Code, "-")
	return first
}

// Of a game in which nobody said a word, the proof says what that means.
func TestProofWithoutAWord(t *testing.T) {
	w := three(t)
	w.steps(t, "dan /verify")
	w.heard(t, "dan", strings.Contains, "Nobody shuffled, so whoever runs this bot could have picked the deal.")
}

// three returns a world in which Ann, Ben and Cleo have begun a game of Permutations.
func three(t *testing.T) *talk {
	t.Helper()
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1")
	return w
}

// The bid of a player who then leaves stays sealed and is opened with the others. A take is
// public and so is not sealed.
func TestBidOfALeaverIsOpened(t *testing.T) {
	w := three(t)
	st := w.load(t, "1").State
	bid := st.Legal(0)[3]
	w.steps(t, "ann plays "+string(bid), "ann clicks More on 2", "ann clicks Resign", "ann clicks Yes, resign", "dan /verify")
	if seals := w.proof(t, "dan").Proof.Seals; len(seals) != 1 || seals[0].Told != nil {
		t.Errorf("with its player the bid is gone, or told: %+v", seals)
	}
	w.steps(t, "ben plays "+string(st.Legal(1)[2]), "cleo plays "+string(st.Legal(2)[2]))
	who := []string{"ann", "ben", "cleo"}[w.load(t, "1").State.ToMove()[0]]
	w.steps(t, who+" plays "+string(w.load(t, "1").State.Legal(w.load(t, "1").State.ToMove()[0])[0]), "dan /verify")
	seals := w.proof(t, "dan").Proof.Seals
	if len(seals) != 3 || seals[0].Told == nil || seals[1].Told == nil || seals[2].Told == nil || seals[0].Told.Move != bid {
		t.Errorf("the reveal opens %+v", seals)
	}
}

// No message is too long where five people with the longest names and words choose their takes
// with their bids. The world checks every message.
//
//test:unwatched
func TestLongestSealsFit(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	who := []string{"long1", "long2", "long3", "long4", "long5"}
	w.steps(t, "long1 /play game:permutations first:me")
	for _, p := range who[1:] {
		w.steps(t, p+" clicks Join on 1")
	}
	word := strings.Repeat("*", 40)
	for i, p := range who {
		r := commands.Request{ID: strconv.Itoa(90 + i), By: person(p), Guild: "guild", Channel: "games", Button: "1:1:0:word", Typed: &word}
		if err := w.do(r); err != nil {
			t.Fatal(err)
		}
	}
	w.steps(t, "long1 clicks Start on 1", "dan /verify")
	for range 40 {
		st := w.load(t, "1").State
		seat := st.ToMove()[0]
		move := string(st.Legal(seat)[0])
		if strings.HasPrefix(move, "bid") {
			for i, c := range st.Step(seat, []string{strings.TrimPrefix(move, "bid ")}).Options() {
				if i == 1 {
					move += " take"
				}
				if i > 0 {
					move += " " + c.Value
				}
			}
		}
		w.steps(t, who[seat]+" plays "+move)
	}
}

// A code that no board has shown stands in the channel before what it covers is revealed, in a
// message of its own where the board cannot be changed.
func TestCodeComesBeforeWhatItCovers(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1", "fails", "ann plays bid 1", "works")
	w.before = func(_ context.Context, c world.Call) error {
		if c.Op == world.ToEdit {
			return publish.ErrGone
		}
		return nil
	}
	before := len(w.Posts)
	w.steps(t, "ben plays bid 3", "ben clicks Confirm")
	if len(w.Posts) < before+2 {
		t.Fatalf("%d messages were posted, want the code and the board", len(w.Posts)-before)
	}
	code, board := w.Posts[before].Versions[0].Content, w.Posts[before+1].Versions[0].Content
	if !regexp.MustCompile(`^-# ([0-9A-Z]{4}-){7}[0-9A-Z]{4}$`).MatchString(code) || !strings.Contains(board, "Still to take: ") {
		t.Errorf("it posts %q and then %q, want the code and then the bids", code, board)
	}
}
