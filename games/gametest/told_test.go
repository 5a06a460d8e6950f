package gametest

import (
	"slices"
	"testing"

	"parlour/games"
)

// Reasons that were never told are found, and those within others count as told.
func TestReasonsNeverTold(t *testing.T) {
	told := Told{}
	told.Add(games.Say("toy.reason", "Part", games.Say("toy.refuse")))
	all, err := told.missing(toy{&fault{}}, "toy.re", nil)
	if err != nil || len(all) > 0 {
		t.Errorf("%q are missing (%v), want none", all, err)
	}
	if some, err := (Told{}).missing(toy{&fault{}}, "toy.re", []string{"ason"}); err != nil || !slices.Equal(some, []string{"fuse"}) {
		t.Errorf("%q are missing (%v), want one", some, err)
	}
}
