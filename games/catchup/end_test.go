package catchup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain solver finds the same values in late positions, with each bonus.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[plain]{
		After: func(setup games.Setup, log []games.Ply) plain {
			size, _ := strconv.Atoi(setup.Options["size"])
			p := newPlain(size, setup.Options["bonus"])
			for _, ply := range log {
				p = p.playText(string(ply.Move))
			}
			return p
		},
		Moves: func(p plain) (all []string) {
			for _, m := range p.moves() {
				all = append(all, string(p.text(m)))
			}
			return all
		},
		Play:  plain.playText,
		Mover: func(p plain) int { return p.turns % 2 },
		Worth: func(p plain) int { return slices.Compare(p.sizes(0), p.sizes(1)) },
		Key:   func(p plain) string { return fmt.Sprint(p.turns%2, p.limit, p.board) },
		Nodes: 2_000,
	}, func(s games.State, soon bool) bool {
		left := s.(state).pos.left
		return left <= mostOpen && (!soon || left < 7)
	}, 100,
		"size=3,bonus=match", "size=3,bonus=overtake", "size=3,bonus=quiet", "size=4,bonus=match")
}

// playText plays a turn that is written.
func (p plain) playText(m string) plain {
	var cells [][2]int
	for _, name := range strings.Split(m, ",") {
		i := slices.IndexFunc(p.all(), func(c [2]int) bool { return string(p.text([][2]int{c})) == name })
		cells = append(cells, p.all()[i])
	}
	return p.play(cells)
}
