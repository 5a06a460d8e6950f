package permutu

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func TestParse(t *testing.T) {
	for want, texts := range map[games.Move][]string{
		"7r":  {"7r", "7R", " 7 r ", "7 red", "r7", "Red 7", "column 7: red", "the red block of column 7", "07r", "#7 red"},
		"7b":  {"7b", "7 black", "7-b", "b-7", "7. Black"},
		"7g":  {"7g", "7GREEN", "col 7, green"},
		"26*": {"26*", "26 *", "26 all", "26 whole", "* 26", "all of 26", "whole column 26", "Take the whole column 26"},
		"99r": {"99r"},
	} {
		for _, text := range texts {
			if got, err := (Game{}).Parse(text); err != nil || got != want {
				t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
			}
		}
	}
	for _, text := range []string{
		"", "7", "r", "*", "0r", "00*", "100r", "7rr", "7r 8r", "7 8 r", "7x", "7r!", "7rb", "7 red black", "-7r?", "-7r", "column -7 red", "٧r",
		"@everyone", "lapse", "leave", "return", "draw", strings.Repeat("7", 4000),
	} {
		if got, err := (Game{}).Parse(text); got != "" || !refuses(err, "permutu.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "7r", "26*", "the red block of column 7", "* 3", "007 green", "100r", "")
}

func TestPlayRefuses(t *testing.T) {
	// Ann has A, C and D, Ben has B and D; column 2 is empty.
	st := play(t, table(2, seat0, "ABCDEF BCDEFA CDEFAB"), "0 1r, 1 2r, 0 3r, 1 4r, 0 2*")
	wantToMove(t, st, 1)
	// Ann has A and Ben has B; then Ann takes the black C of column 3.
	before := play(t, table(2, seat0, "ABCD AACD ABCD"), "0 1r, 1 2r")
	after := play(t, before, "0 3b")
	const notation = "isn't a move. Type 7r for column 7's red block, 7* for the whole column."
	for _, c := range []struct {
		st   state
		move games.Move
		want string // WHAT stands for the hint
	}{
		{st, "7r", "There's no column 7. Pick one from 1 to 6."},
		{st, "99*", "There's no column 99. Pick one from 1 to 6."},
		{st, "2*", "Column 2 is empty. WHAT"},
		{st, "2g", "Column 2 is empty. WHAT"},
		{st, "5g", "Ann already has A. A single block must be new to everyone. WHAT"},
		{st, "6g", "You already have B. A single block must be new to everyone. WHAT"},
		{st, "1b", "Column 1 has two blocks left. Take both with 1*."},
		{st, "", "“” " + notation},
		{st, "1R", "“1R” " + notation},
		{st, "01*", "“01*” " + notation},
		{before, "3*", "You lack red C, black C and green C in column 3, and may lack only one. Try 3r, 3b, 3g, 4r … 4g, or 1* or 2*."},
		{after, "3r", "Those two go together, and you lack red C and green C. You may lack only one. Try 4r, 4b or 4g, or 2*."},
		{after, "3*", "You lack red C and green C in column 3, and may lack only one. Try 4r, 4b or 4g, or 2*."},
	} {
		seat := c.st.ToMove()[0]
		want := strings.ReplaceAll(c.want, "WHAT", said(t, c.st.hint(seat)))
		next, err := c.st.Play(seat, c.move)
		if got := refusal(t, err); next != nil || got != want {
			t.Errorf("Play(%d, %q) is refused with %q, want %q", seat, c.move, got, want)
		}
	}
}

func TestHint(t *testing.T) {
	first := table(2, seat0, "ABC ABC ABC")
	if got := said(t, first.hint(0)); got != "Try 1r, 1b, 1g, 2r … 3g." {
		t.Errorf("hint %q", got)
	}
	last := play(t, first, "0 1r, 1 2r, 0 3r")
	if got := said(t, last.hint(1)); got != "Try 2*." {
		t.Errorf("hint %q", got)
	}
}

// A refusal cuts a long text.
func TestRefusalOfALongText(t *testing.T) {
	_, err := Game{}.Parse(strings.Repeat("ż", 5000))
	if got := refusal(t, err); len([]rune(got)) > 250 {
		t.Errorf("a refusal of %d characters", len([]rune(got)))
	}
}
