package magic

import (
	"strings"

	"parlour/games"
)

// Course is on the only board that there is.
func (g Game) Course() games.Course {
	lesson := func(name, line string, solution games.Move) games.Lesson {
		return g.Info().Lesson(name, line, solution)
	}
	const game = "b4U b4Ec2D c2Nb4D c4Nd3D c1Wd2U "
	flip := lesson("flip", "b4U", "b4Nc3D")
	flip.Solves = func(_ games.State, m games.Move) bool { return strings.HasPrefix(string(m), "b4N") }
	makes := []string{"magic.why.both", "magic.why.unbroken", "magic.why.forced", "magic.why.locked"}
	row := lesson("row", game, "b4Nc2D").ByReason(g, append(makes, "magic.why.row")...)
	const other = "c3D c3Wd4D d4Nc1D b3Sa3D a3Na1D a1Eb2U b2Sb2U b4Wd1U b3Eb3U "
	broken := lesson("break", other, "b1Wd2U")
	broken.Solves = func(after games.State, _ games.Move) bool {
		_, over := after.Result()
		return !over
	}
	both := lesson("both", game+"b4Ec2D d3Sb4D b4Nd3D", "b1Ea2U").ByReason(g, makes...)
	lock := lesson("lock", other+"b3Wd4D c3Wc2U c2Ec2U b3Eb3U", "b1Wb1U").ByWin()
	flip.Fails, row.Fails, broken.Fails, lock.Fails = true, true, true, true
	return games.Course{Lessons: []games.Lesson{flip, row, broken, both, lock}, Short: g.Info().Setup().Options}
}
