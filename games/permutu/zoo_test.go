package permutu

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// zoo has positions in which only one move wins, with the reason that must be said for it.
var zoo = []struct {
	deal, plies string
	want        games.Move
	why, said   string // the key of the reason, without the game, and the reason in English; "" for none
	subtle      bool   // greedy does not see it
}{
	{"AEFDCB ACEBDF CAEDFB", "0 3b, 1 4g, 0 1r, 1 4*", "5r", "", "", true},
	{"ADFBCE CABEDF DCEFBA", "0 1g, 1 5g, 0 5*, 1 3g", "4g", "opens", "It lets you take all of column 3.", true},
	{"AFBCED FEDBAC BCDEFA", "0 1b, 1 3r, 0 6g, 1 1*", "4r", "opens", "It lets you take all of columns 2 and 6.", true},
	{"FABCDE ADFBEC CEDFAB", "0 2b, 1 5g, 0 5*, 1 1g, 0 2*", "3r", "opens", "It lets you take all of columns 4 and 6.", true},
	{"CEABFD DEAFCB EACDBF", "0 4g, 1 6g, 0 3b, 1 4*", "1g", "opens", "It lets you take all of columns 1 and 2.", true},
	{"DCEAFB BACEDF DEFACB", "0 2r, 1 4g, 0 3r, 1 6g, 0 2*", "5b", "opens", "It lets you take all of column 1.", true},
	{"ADFCEB BFCEDA CEDBAF", "0 5b, 1 2b, 0 2*, 1 3b", "4g", "opens", "It lets you take all of column 4.", true},
	{"CDBAEF ECFDBA BDEFCA", "0 6b, 1 4b, 0 4*, 1 3g", "2b", "", "", true},
	{"FBDAEC DCEFAB EDCBFA", "0 2b, 1 6g, 0 6*, 1 3b", "5g", "opens", "It lets you take all of column 4.", true},
	{"BDAFCE BEFDCA DACFBE", "0 5b, 1 4g, 0 1b, 1 4*", "6b", "opens", "It lets you take all of column 3.", true},
	{"CAEBD ECADB DBCAE", "0 1b, 1 4b, 0 2r, 1 3g", "4*", "pairs", "It makes a pair of A for 1 point.", false},
	{"DEFABC BFDCEA FDCBAE", "0 5g, 1 3b, 0 4g, 1 2b, 0 6g, 1 2*, 0 6*, 1 1*", "3*", "denies", "It keeps Ben from completing F and brings 1 point.", false},
	{"BFDACE FEBCAD DAFBEC", "0 5g, 1 6b, 0 2g, 1 1r, 0 3g, 1 3*, 0 2*, 1 4b, 0 1*", "6*", "denies", "It keeps Ann from completing E and brings 1 point.", false},
	{"FACDEB DCFABE BEAFDC", "0 3r, 1 6r, 0 4g, 1 1b, 0 2g, 1 4*, 0 1*", "5*", "completes", "It completes D and brings 3 points.", false},
	{"CEDBAF ADEFBC FBCADE", "0 5g, 1 4b, 0 2g, 1 6b, 0 1b, 1 6*, 0 2*, 1 1*", "3*", "completes", "It completes D and brings 3 points. Ben can't complete C now.", false},
	{"AEDBCF CBFEDA EFACBD", "0 6r, 1 2b, 0 5b, 1 1b, 0 3g, 1 5*, 0 1*, 1 4*", "2*", "again", "Nobody else can move after it, so you move again.", false},
}

// The one move that wins is found, and the reason that is said for it is the one that counts.
func TestZoo(t *testing.T) {
	for _, c := range zoo {
		s := play(t, table(2, seat0, c.deal), c.plies)
		p := s.pos
		if keep, _ := keeping(p, map[position]float64{}); len(keep) != 1 || keep[0].move() != c.want {
			t.Errorf("%v: minimax says %v", c, keep)
		}
		for seed := range byte(20) {
			if got := greedy(&p, seeded(seed).Rand(0)).move(); c.subtle && got == c.want {
				t.Errorf("%v: greedy plays %q, too", c, got)
			}
		}
		if got := hard(&p, search.Budget{Playouts: 5000}, seeded(1).Rand(p.Left())).move(); got != c.want {
			t.Errorf("%v: hard plays %q", c, got)
		}
		checkReason(t, s, c.want, c.why, c.said)
	}
}

// At the end of a game, and alone, advice says these reasons for its best move.
func TestZooOfEndsAndAlone(t *testing.T) {
	for _, c := range []struct {
		state     state
		want      games.Move
		why, said string
	}{
		{play(t, table(2, seat0, "ABC ABC ABC"), "0 1r, 1 2r, 0 3r, 1 2*, 0 1*"), "3*", "ends", "It ends the game, 6 points to 3."},
		{play(t, table(1, seat0, "ABC ABC ABC"), "0 1r"), "1*", "free", "It takes 2 blocks, and none counts as a single."},
		{play(t, table(1, seat0, "AABC BBCD CDDA"), "0 1r, 0 3r"), "1*", "free", "It takes 2 blocks, and none counts as a single."},
		{play(t, table(1, seat0, "ABC BCA CAB"), "0 1r"), "2r", "opens", "It lets you take all of columns 1, 2 and 3."},
	} {
		p := c.state.pos
		if a := advised(&p, "", seeded(1), 500, 500); a.Best != c.want {
			t.Errorf("%s is advised, want %s in\n%s", a.Best, c.want, c.state.View(0))
		}
		checkReason(t, c.state, c.want, c.why, c.said)
	}
}

// checkReason compares the reason for a move with the one that must be said.
func checkReason(t *testing.T, s state, m games.Move, key, words string) {
	t.Helper()
	why := Game{}.Why(s.View(s.pos.mover), s.pos.mover, m)
	if got := said(t, why); strings.TrimPrefix(why.Key, "permutu.why.") != key || got != words {
		t.Errorf("%s is said to be good because %q (%s), want %q (permutu.why.%s)", m, got, why.Key, words, key)
	}
}
