package commands_test

import (
	"net/url"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/puzzles"
)

// answerTo returns the steps of a button that answers the puzzle of a day: rightly, or by a wrong move that the game lists
// first or after some others.
func answerTo(t testing.TB, day int, right bool, others int) string {
	t.Helper()
	p := puzzles.Of(puzzles.Day(day))
	for _, g := range all.Games() {
		if g.Info().Name != p.Game {
			continue
		}
		s, _, err := games.Replay(g, p.Setup(g.Info()), p.Log())
		if err != nil {
			t.Fatal(err)
		}
		seat, move := s.ToMove()[0], p.Move
		for _, m := range s.Legal(seat) {
			if right || m == p.Move {
				continue
			}
			if move = m; others == 0 {
				break
			}
			others--
		}
		var steps []string
		for _, step := range games.StepsTo(s, seat, move) {
			steps = append(steps, url.QueryEscape(step))
		}
		return strings.Join(steps, ":")
	}
	t.Fatalf("there is no game %q", p.Game)
	return ""
}

// sunday is the first Sunday of the simulated world, two days after its beginning.
const sunday = 20779
