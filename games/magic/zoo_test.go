package magic

import (
	"slices"
	"testing"

	"parlour/games"
)

// zoo has positions from play, each with the only turns that keep its value. Only the first
// has more than one such turn.
var zoo = []struct {
	name, position, value string
	turns                 int // the number of legal turns
	best                  []games.Move
}{
	{"the empty board: a corner", "1_----------------", "win 16", 32,
		[]games.Move{"a1D", "a1U", "a4D", "a4U", "d1D", "d1U", "d4D", "d4U"}},
	{"a locked row at once", "2_-uu-DdUd-UDUu--D", "win 1", 60, []games.Move{"a2Nd1U"}},
	{"a locked row breaks the other's", "2_uUDuuUDU-dD-ddU-", "win 1", 18, []games.Move{"c3Ea3U"}},
	{"a row that cannot be broken", "2_-D-DUUUu-dudd--U", "win 2", 70, []games.Move{"a2Sc4D"}},
	{"the same, with fewer tiles", "2_DDDUdu-U-u--d---", "win 2", 42, []games.Move{"c1Sa3D"}},
	{"a row that leaves one answer, which is not enough", "1_uU-d--DDdUUdu---", "win 3", 60, []games.Move{"a4Eb2D"}},
	{"two threats, one after the other", "2_-du-UD-u-U-d--UD", "win 4", 112, []games.Move{"a2Nc3U"}},
	{"a way that wins in five", "1_-u-d-DUu--uDUuU-", "win 5", 60, []games.Move{"c3Wc3D"}},
	{"a quiet turn", "2_-d---DuDUdu-D-U-", "win 6", 98, []games.Move{"b2Wa1D"}},
	{"a quiet turn, early", "2_------UDU---d--u", "win 7", 154, []games.Move{"d2Sc4D"}},
	{"a way that wins in eight", "2_-d--dDUu--U---U-", "win 8", 108, []games.Move{"c2Nc2D"}},
	{"a quiet turn that wins in nine", "1_--d--U-Uu-D-u---", "win 9", 120, []games.Move{"a4Ec2U"}},
	{"a row to break that wins in ten", "2_--------dUUU--d-", "win 10", 110, []games.Move{"b3Nd4D"}},
	{"two quiet turns", "2_d------u-UU----D", "win 11", 176, []games.Move{"c3Nb1D"}},
	{"a row to break, and a tie", "1_-D-D-UUuDduddu-U", "tie", 16, []games.Move{"c3Sc3U"}},
	{"a row to break, and a tie, early", "2_DDD--u-Ud---d---", "tie", 108, []games.Move{"c1Sa2D"}},
	{"lost, and the only way past the next turn", "1_uuU-uuD-Udu-D-DU", "loss 4", 16, []games.Move{"c3Eb4D"}},
	{"lost in five, not in three", "1_UD-U-d-dDuuu---D", "loss 5", 72, []games.Move{"c3Sa2D"}},
	{"lost, and nothing to break", "1_--d-ud-U-D---D--", "loss 10", 140, []games.Move{"b2Ea4D"}},
	{"lost in eleven", "2_--u-u----D--D--U", "loss 11", 176, []games.Move{"b3Nd1U"}},
}

func TestZoo(t *testing.T) {
	for _, c := range zoo {
		s := from(t, c.position).(state)
		if got := s.Value(); got != c.value {
			t.Errorf("%s: %s is a %s, want %s", c.name, c.position, got, c.value)
		}
		var best []games.Move
		search := newSearcher(allTiles)
		legal := s.Legal(s.pos.mover)
		for _, m := range legal {
			if turn, err := s.readTurn(m); err == nil && search.keeps(s.pos, turn, search.worth(s.pos)) {
				best = append(best, m)
			}
		}
		if !slices.Equal(best, c.best) || len(legal) != c.turns {
			t.Errorf("%s: the best of %d turns in %s are %s, want %s of %d", c.name, len(legal), c.position, best, c.best, c.turns)
		}
		for i := range 3 {
			m := player(t, games.Hard)(s.View(s.pos.mover), s.pos.mover, aSeed(i))
			if !slices.Contains(c.best, m) {
				t.Errorf("%s: hard plays %s in %s, want %s", c.name, m, c.position, c.best)
			}
		}
	}
}
