package permutu

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	catalogue "parlour/commands/locale"
	"parlour/games"
	"parlour/games/gametest"
)

// names are the names of the seats in the tests.
var names = []string{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"}

// english is the voice of the tests. It is made once, because they say much.
var english = sync.OnceValues(func() (catalogue.Voice, error) {
	c, err := catalogue.New([]games.Game{Game{}})
	if err != nil {
		return catalogue.Voice{}, err
	}
	return c.Voice("en", names, nil), nil
})

// said returns a text in English. It fails if the key has no sentence, or if the
// sentence needs a value that the text lacks.
func said(t *testing.T, text games.Text) string {
	t.Helper()
	voice, err := english()
	if err != nil {
		t.Fatal(err)
	}
	words := voice.Say(text)
	if text.Key != "" && words == text.Key || strings.Contains(words, "permutu.") || strings.Contains(words, "<no value>") {
		t.Fatalf("%v is said as %q", text, words)
	}
	return words
}

// lines returns several texts, one in each line.
func lines(t *testing.T, texts []games.Text) string {
	t.Helper()
	var all []string
	for _, text := range texts {
		all = append(all, said(t, text))
	}
	return strings.Join(all, "\n")
}

// refusal returns the sentence of a refusal.
func refusal(t *testing.T, err error) string {
	t.Helper()
	var r *games.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v is no refusal", err)
	}
	return said(t, r.Text)
}

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

// A star formats text on Discord, so only the rules may have one.
func TestSentencesHaveNoStars(t *testing.T) {
	var all map[string]any
	text, err := fs.ReadFile(Game{}.Info().Locale, "locale/en.json")
	if err != nil || json.Unmarshal(text, &all) != nil {
		t.Fatalf("en.json: %v", err)
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if strings.Contains(fmt.Sprint(all[key]), "*") && key != "permutu.rules" {
			t.Errorf("%s has a star, which formats: %v", key, all[key])
		}
	}
}

func TestBoardAsText(t *testing.T) {
	st := play(t, table(3, seat0, "ABC ABC ABC"), "0 1r, 1 2b, 2 leave, 0 1*, 1 3g")
	want := strings.Join([]string{
		"   1  2  3", "r  .  B  C", "b  .  .  C", "g  .  B  .", "",
		" 1   3  3:A", ">2   0  1:BC", "x3   0",
	}, "\n")
	if got := st.View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

// The text board is longest if six seats hold the 78 blocks, or none of them.
func TestBoardAsTextIsShort(t *testing.T) {
	st := begin(t, setup(6, 26, no, seat0))
	longest := len(st.View(0).String())
	for i := range 78 {
		seat, c, s := i%6, Colour(i/26), Symbol(i%26)
		st.pos.held[seat][c] |= s.bit()
		longest = max(longest, len(st.View(0).String()))
	}
	if longest > 700 || longest < 400 {
		t.Errorf("the longest board has %d characters, want at most 700", longest)
	}
	for line := range strings.Lines(st.View(0).String()) {
		if len(line) > 42 {
			t.Errorf("%q has %d characters and does not fit a phone", line, len(line))
		}
	}
	v := begin(t, setup(1, 14, no, seat0)).View(0).String()
	if first, _, _ := strings.Cut(v, "\n"); first != "   1  2  3  4  5  6  7" {
		t.Errorf("fourteen columns begin with the band %q", first)
	}
}

func TestWords(t *testing.T) {
	st := table(2, seat0, "ABC ABC ABC")
	w := st.View(0).Words()
	if w.Last != nil || w.Sides != nil || w.Dummies != 0 {
		t.Errorf("before the first ply: %+v", w)
	}
	if got := said(t, w.Owes); got != "Take a block or a whole column." {
		t.Errorf("owes %q", got)
	}
	for _, c := range []struct{ plies, last, score string }{
		{"", "", "Ann 0 · Ben 0"},
		{"0 2b", "Ann: black B from column 2.", "Ann 0 · Ben 0"},
		{"0 2b, 1 3g, 0 2*", "Ann: column 2, with B, B.", "Ann 3 · Ben 0"},
	} {
		w := play(t, st, c.plies).View(0).Words()
		if last, score := lines(t, w.Last), said(t, w.Score); last != c.last || score != c.score {
			t.Errorf("after %q: %q, %q, want %q, %q", c.plies, last, score, c.last, c.score)
		}
	}
	six := table(6, seat0, "ABC ABC ABC").View(0).Words()
	if got := said(t, six.Score); got != "Ann 0 · Ben 0 · Cleo 0 · Dan 0 · Eve 0 · Fay 0" {
		t.Errorf("score %q", got)
	}
	if len(six.Captions) > 0 {
		t.Errorf("captions %v, want none where there is no pile", six.Captions)
	}
	solo := play(t, table(1, seat0, "ABC ABC ABC"), "0 1r, 0 1*").View(0).Words()
	if got := lines(t, solo.Captions); got != "taken by the column\ntaken singly, fewer is better:" {
		t.Errorf("captions %q", got)
	}
	begun := table(2, seat0, "ABC ABC ABC").Shown(0, nil).Words()
	if got := lines(t, begun.Captions); got != "all" {
		t.Errorf("captions %q while a move is made", got)
	}
	if got := said(t, solo.Score); got != "Single blocks 1, fewer is better · blocks left 6 · points 3" {
		t.Errorf("score %q", got)
	}
}

func TestLinesOfTheRecord(t *testing.T) {
	for _, c := range []struct {
		state       state
		plies, line string
		unit        int
	}{
		{table(2, seat0, "ABCD ABCD ABCD"), "", "", 0},
		{table(2, seat0, "ABCD ABCD ABCD"), "0 1r", "Ann takes red A from column 1", 1},
		{table(2, seat0, "ABCD ABCD ABCD"), "0 1r, 1 2g, 0 1*, 1 2*", "Ben takes column 2: B, B", 4},
		{table(3, seat0, "ABCD ABCD ABCD"), "0 1r, 1 lapse", "Ben ran out of time", 2},
		{table(3, seat0, "ABCD ABCD ABCD"), "0 1r, 1 leave", "Ben resigned", 2},
		{table(3, quick, "ABCD ABCD ABCD"), "2 lapse", "Nobody moved in time, so Ann starts", 1},
		{table(2, seat0, "AB AB AB"), "0 draw", "A draw was agreed", 1},
	} {
		w := play(t, c.state, c.plies).View(0).Words()
		if got := said(t, w.Line); got != c.line || w.Unit != c.unit {
			t.Errorf("after %q the line is %d. %q, want %d. %q", c.plies, w.Unit, got, c.unit, c.line)
		}
	}
}

// The symbols of a column are in order wherever a move is told, each as often as it lies there.
func TestTellingListsAColumnInOrder(t *testing.T) {
	st := table(2, seat0, "BAC ABC BAC")
	for m, want := range map[games.Move]string{"1*": "Ann took column 1 with A, B and B", "2r": "Ann took red A from column 2", "9*": "", "leave": ""} {
		if got := said(t, Game{}.Tell(st.View(0), 0, m).Did); got != want {
			t.Errorf("%s is told as %q, want %q", m, got, want)
		}
	}
}
