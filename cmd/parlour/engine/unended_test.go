package engine

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

// The record of a game that goes on can be loaded, and played on to the same end. It has no seed
// where all see what was dealt.
func TestEngineLoadsUnendedRecords(t *testing.T) {
	for _, g := range all.Games() {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			e := testEngine(t)
			ask(t, e, nil, "new %s seats=%d", info.Name, max(info.MinSeats, 2))
			for plies := range 5 {
				record := strings.TrimPrefix(e.answer("record"), "= ")
				if strings.Contains(record, `"seed"`) != info.Hidden || strings.Contains(record, `"deal"`) != info.DealsOpenly() {
					t.Fatalf("after %d plies the record is %s", plies, record)
				}
				other := testEngine(t)
				ask(t, other, nil, "load %s", record)
				if got, want := other.answer("state"), e.answer("state"); got != want {
					t.Fatalf("after %d plies the record leads to\n%s\nwant\n%s", plies, got, want)
				}
				if plies == 4 {
					playOut(t, e)
					playOut(t, other)
					if got, want := other.answer("result"), e.answer("result"); got != want {
						t.Errorf("played on from the record the result is %s, want %s", got, want)
					}
					ask(t, testEngine(t), nil, "load %s", strings.TrimPrefix(other.answer("record"), "= "))
					return
				}
				var seats []games.Seat
				var legal []string
				ask(t, e, &seats, "seats")
				ask(t, e, &legal, "legal %d", seats[0])
				ask(t, e, nil, "play %d %s", seats[0], legal[plies*5%len(legal)])
			}
		})
	}
}
