package commands_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/games"
	"parlour/games/all"
)

// A game of chance that is over can be checked, by anybody in its channel and from its
// record; before, neither.
func TestVerifyAGameThatIsOver(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permutations opponent:ben first:me", "ben clicks Accept on 1")
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
		w.steps(t, who+" /move move:"+string(w.position(t).Legal(seat)[0]))
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
			t.Errorf("%s is told\n%s", who, said)
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

// A game without chance has nothing to say of a deal.
func TestNoDealNoWord(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permutu")
	long := strings.Repeat("x", 41) // which Discord's form lets nobody type
	if err := w.do(commands.Request{ID: "77", By: commands.Person{ID: "ann", Name: "Ann"}, Channel: "games", Button: "1:1:0:word", Typed: &long}); err != nil {
		t.Fatal(err)
	}
	if got := w.lastSaid("ann"); got != "A word for the deal has at most 40 characters." {
		t.Errorf("a long word is answered with %q", got)
	}
	w = newWorld(t)
	w.steps(t, "ann /play magic opponent:ben first:me", "ben clicks Accept on 1", "ben clicks More on 2", "ben clicks Resign", "ben clicks Yes, resign", "ben /verify")
	if got := w.lastSaid("ben"); got != "Rubik's Magic draws nothing, so there is no deal to check." {
		t.Errorf("/verify is answered with %q", got)
	}
}
