package gametest

import (
	"slices"
	"testing"

	"parlour/games"
)

// Reasons that were never told are found, and those within others count as told.
func TestReasonsNeverTold(t *testing.T) {
	told := Told{}
	told.Add(games.Say("crowd.reason", "Part", games.Say("crowd.refuse")))
	all, err := told.missing(crowd{}, "crowd.re", nil)
	if err != nil || len(all) > 0 {
		t.Errorf("%q are missing (%v), want none", all, err)
	}
	if some, err := (Told{}).missing(crowd{}, "crowd.re", []string{"ason"}); err != nil || !slices.Equal(some, []string{"fuse"}) {
		t.Errorf("%q are missing (%v), want one", some, err)
	}
}
