package magic

import (
	"strings"
	"testing"

	"parlour/games"
)

// zoo has positions from play, each with the only turns that keep its value. Only the first
// has more than one such turn.
var zoo = []struct {
	name, position, value string
	turns                 int    // the number of legal turns
	best                  string // moves
	key, why              string // the reason that must be given for the first of these; "" for none
}{
	{"the empty board: a corner", "1_----------------", "win 16", 32,
		"a1D a1U a4D a4U d1D d1U d4D d4U",
		"", ""},
	{"a locked row at once", "2_-uu-DdUd-UDUu--D", "win 1", 60, "a2Nd1U",
		"magic.why.locked", "It completes a locked row, b1, c1, d1, and wins."},
	{"a locked row breaks the other's", "2_uUDuuUDU-dD-ddU-", "win 1", 18, "c3Ea3U",
		"magic.why.locked", "It completes a locked row, a1, a2, a3, and wins."},
	{"a row that cannot be broken", "2_-D-DUUUu-dudd--U", "win 2", 70, "a2Sc4D",
		"magic.why.forced", "Every flip gives you a row. After b3 ↓ it's b4, c3, d2."},
	{"the same, with fewer tiles", "2_DDDUdu-U-u--d---", "win 2", 42, "c1Sa3D",
		"magic.why.unbroken", "It makes a row, a2, a3, a4. No flip helps. After a4 → there's b2, b3, b4."},
	{"a row that leaves one answer, which is not enough", "1_uU-d--DDdUUdu---", "win 3", 60, "a4Eb2D",
		"magic.why.row", "It makes a row, b2, c2, d2. Ben must break it."},
	{"two threats, one after the other", "2_-du-UD-u-U-d--UD", "win 4", 112, "a2Nc3U",
		"magic.why.breaks", "It breaks Ann's row, a2, b3, c4."},
	{"a way that wins in five", "1_-u-d-DUu--uDUuU-", "win 5", 60, "c3Wc3D",
		"magic.why.breaks", "It breaks Ben's row, b4, c3, d2."},
	{"a quiet turn", "2_-d---DuDUdu-D-U-", "win 6", 98, "b2Wa1D",
		"", ""},
	{"a quiet turn, early", "2_------UDU---d--u", "win 7", 154, "d2Sc4D",
		"", ""},
	{"a way that wins in eight", "2_-d--dDUu--U---U-", "win 8", 108, "c2Nc2D",
		"magic.why.breaks", "It breaks Ann's row, c2, c3, c4."},
	{"a quiet turn that wins in nine", "1_--d--U-Uu-D-u---", "win 9", 120, "a4Ec2U",
		"magic.why.row", "It makes a row, b2, c2, d2. Ben must break it."},
	{"a row to break that wins in ten", "2_--------dUUU--d-", "win 10", 110, "b3Nd4D",
		"magic.why.breaks", "It breaks Ann's row, b3, c3, d3."},
	{"two quiet turns", "2_d------u-UU----D", "win 11", 176, "c3Nb1D",
		"magic.why.stops", "It keeps Ann from making a row, such as a3, b3, c3."},
	{"a row to break, and a tie", "1_-D-D-UUuDduddu-U", "tie", 16, "c3Sc3U",
		"magic.why.both", "It breaks Ben's row, b4, c3, d2, and makes one, b2, c3, d4."},
	{"a row to break, and a tie, early", "2_DDD--u-Ud---d---", "tie", 108, "c1Sa2D",
		"magic.why.both", "It breaks Ann's row, a1, b1, c1, and makes one, a2, a3, a4."},
	{"lost, and the only way past the next turn", "1_uuU-uuD-Udu-D-DU", "loss 4", 16, "c3Eb4D",
		"magic.why.both", "It breaks Ben's row, a1, b2, c3, and makes one, a4, b4, c4."},
	{"lost in five, not in three", "1_UD-U-d-dDuuu---D", "loss 5", 72, "c3Sa2D",
		"magic.why.breaks", "It breaks Ben's row, b3, c3, d3."},
	{"lost, and nothing to break", "1_--d-ud-U-D---D--", "loss 10", 140, "b2Ea4D",
		"", ""},
	{"lost in eleven", "2_--u-u----D--D--U", "loss 11", 176, "b3Nd1U",
		"", ""},
}

func TestZoo(t *testing.T) {
	for _, c := range zoo {
		s := from(t, c.position).(state)
		if got := s.Value(); got != c.value {
			t.Errorf("%s: %s is a %s, want %s", c.name, c.position, got, c.value)
		}
		var best []string
		search := newSearcher(allTiles)
		legal := s.Legal(s.pos.mover)
		for _, m := range legal {
			if turn, err := s.readTurn(m); err == nil && search.keeps(s.pos, turn, search.worth(s.pos)) {
				best = append(best, string(m))
			}
		}
		if strings.Join(best, " ") != c.best || len(legal) != c.turns {
			t.Errorf("%s: the best of %d turns in %s are %s, want %s of %d", c.name, len(legal), c.position, best, c.best, c.turns)
		}
		first, _, _ := strings.Cut(c.best, " ")
		why := Game{}.Why(s.View(s.pos.mover), s.pos.mover, games.Move(first))
		if said := (why.Key != "") && say(t, why) != c.why; why.Key != c.key || said {
			t.Errorf("%s: the reason for %s in %s is %v, want %s, %q", c.name, first, c.position, why, c.key, c.why)
		}
		for i := range 3 {
			m := player(t, games.Hard)(s.View(s.pos.mover), s.pos.mover, aSeed(i))
			if !strings.Contains(c.best, string(m)) {
				t.Errorf("%s: hard plays %s in %s, want %s", c.name, m, c.position, c.best)
			}
		}
	}
}
