package commands_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// A game that draws nothing has no deal to check, while it is played and after it.
func TestVerifyGameWithoutChance(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:magic opponent:ben first:me", "ben clicks Accept on 1")
	for _, who := range []string{"ann", "ben"} {
		if who == "ben" {
			w.steps(t, "ben clicks More on 2", "ben clicks Resign", "ben clicks Yes, resign")
		}
		w.steps(t, who+" /verify")
		if got, want := w.lastSaid(who), "Rubik's Magic draws nothing, so there is no deal to check."; got != want {
			t.Errorf("/verify says %q to %s, want %q", got, who, want)
		}
	}
}

// A finished game of chance can be verified by anybody in its channel and from its record, and
// not before it is over.
func TestVerifyFinishedGame(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1")
	table := w.public[0].versions[0].Content
	commitment := hash.FindString(table)
	if commitment == "" {
		t.Fatalf("the table says\n%s", table)
	}
	w.steps(t, "ann /verify")
	if got := w.lastSaid("ann"); got != "Permutations is not over: its deal can be checked when it is." {
		t.Errorf("before the end /verify says %q", got)
	}
	var sealed []string
	for range 7 { // some bids and takes
		seat := w.position(t).ToMove()[0]
		who := []string{"ann", "ben"}[seat]
		w.steps(t, who+" plays "+string(w.position(t).Legal(seat)[0]))
		newest := w.public[len(w.public)-1]
		for _, line := range strings.Split(newest.versions[len(newest.versions)-1].Content, "\n") {
			if strings.Contains(line, "sealed:") {
				sealed = append(sealed, hash.FindString(line))
			}
		}
	}
	w.steps(t, "ann clicks More on "+strconv.Itoa(len(w.public)), "ann clicks Resign", "ann clicks Yes, resign",
		"ben clicks More on "+strconv.Itoa(len(w.public)), "ben clicks Resign", "ben clicks Yes, resign")
	last := w.public[len(w.public)-1].versions[0].Content
	if !strings.Contains(last, "The bytes of the deal were") {
		t.Fatalf("the end says\n%s", last)
	}
	w.steps(t, "dan /verify game:1", "ben /verify")
	for _, who := range []string{"dan", "ben"} {
		said := w.lastSaid(who)
		if strings.Count(said, "✓") != 5 || strings.Contains(said, "✗") || !strings.Contains(said, commitment) {
			t.Errorf("%s is answered with\n%s", who, said)
		}
	}
	w.steps(t, "ben /record")
	panel := w.panel["ben"]
	r, _, err := games.ReadRecord(all.Games(), panel[len(panel)-1].File.Data)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range games.Verify(all.Games(), r) {
		if !f.Holds {
			t.Errorf("of the record %s", f.Text.Key)
		}
	}
	if len(sealed) == 0 {
		t.Error("no move was sealed")
	}
	for _, h := range sealed {
		if !slices.ContainsFunc(r.Proof.Seals, func(o games.Opened) bool { return o.Hash == h }) {
			t.Errorf("the hash %s was shown, and nothing opens it", h)
		}
	}
}

// three returns a world in which Ann, Ben and Cleo have begun a game of Permutations.
func three(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.steps(t, "ann /play game:permutations first:me", "ben clicks Join on 1", "cleo clicks Join on 1", "ann clicks Start on 1")
	return w
}

// shown returns the newest public message as it is now.
func (w *world) shown() string {
	newest := w.public[len(w.public)-1].versions
	return newest[len(newest)-1].Content
}

// The bid of a player who then leaves stays sealed and is opened with the others.
func TestBidOfALeaverIsOpened(t *testing.T) {
	w := three(t)
	st := w.position(t)
	w.steps(t, "ann plays "+string(st.Legal(0)[3]))
	seal := hash.FindString(w.shown())
	w.steps(t, "ann clicks More on 2", "ann clicks Resign", "ann clicks Yes, resign")
	if !strings.Contains(w.shown(), seal) {
		t.Errorf("with its player the seal has gone:\n%s", w.shown())
	}
	w.steps(t, "ben plays "+string(st.Legal(1)[2]), "cleo plays "+string(st.Legal(2)[2]))
	if got := w.shown(); strings.Count(got, "opened:") != 3 || !strings.Contains(got, "Seat 1, opened: `"+string(st.Legal(0)[3])+"`") || strings.Contains(got, "leave") {
		t.Errorf("the reveal opens\n%s", got)
	}
	// a take is public and so is not sealed
	who := []string{"ann", "ben", "cleo"}[w.position(t).ToMove()[0]]
	w.steps(t, who+" plays "+string(w.position(t).Legal(w.position(t).ToMove()[0])[0]))
	if strings.Contains(w.shown(), "opened:") || strings.Contains(w.shown(), "sealed:") {
		t.Errorf("a take is shown as\n%s", w.shown())
	}
}

// A bid from before there were salts shows no seal, because a seal without salt can be guessed.
func TestBidWithoutSalt(t *testing.T) {
	w := three(t)
	m, err := w.store.Get(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	st := w.position(t)
	old := storage.Entry{Ply: games.Ply{Seat: 0, Move: st.Legal(0)[3]}, At: w.now}
	if _, err := w.store.Append(t.Context(), m.Head, old); err != nil {
		t.Fatal(err)
	}
	w.steps(t, "ben plays "+string(st.Legal(1)[2]))
	if strings.Contains(w.shown(), "Seat 1") || !strings.Contains(w.shown(), "Seat 2, sealed:") {
		t.Errorf("the board shows\n%s", w.shown())
	}
}

// A word for the deal is cleaned of what cannot be seen, and is refused if it is empty or too long.
func TestWordForTheDeal(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:permutations")
	for i, c := range []struct{ typed, want string }{
		{strings.Repeat("x", 41), "That's too long. Type at most 40 characters."}, // which Discord's form lets nobody type
		{" \u200b\t", "I can't see a letter in that. Type at least one."},
		{"fox\u200b \u2060 hare", "You shuffled too."},
	} {
		r := commands.Request{ID: strconv.Itoa(80 + i), By: person("ann"), Guild: "guild", Channel: "games", Button: "1:1:0:word", Typed: &c.typed}
		if err := w.do(r); err != nil || w.lastSaid("ann") != c.want {
			t.Errorf("%q is answered with %q (%v)", c.typed, w.lastSaid("ann"), err)
		}
	}
	if m, err := w.store.Get(t.Context(), "1"); err != nil || m.Players[0].Word != "fox hare" {
		t.Errorf("the word is kept as %q (%v)", m.Players[0].Word, err)
	}
}

// No message is too long where five people with the longest names and words choose their takes
// with their bids. The world checks every message.
func TestLongestSealsFit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
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
	w.steps(t, "long1 clicks Start on 1")
	for range 40 {
		st := w.position(t)
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
