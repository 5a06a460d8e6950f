package arena

import (
	"testing"

	"parlour/games/all"
)

// The page has the table of the results that are kept.
func TestPrintedStudy(t *testing.T) {
	b, err := readBook("study.jsonl")
	must(t, err)
	prints(t, "../../../docs/beginning.md", "| --- | --- | --- | --- |\n", studied(all.Games(), b), "<!-- The end of the study. -->\n")
}

// Both players are the same level. Whoever begins has A's wins in the first seat and B's wins in that seat.
func TestBegins(t *testing.T) {
	s := score{Games: 10, Share: 5, Sat: []sitting{{5, 4}, {5, 1}}}
	if got := s.begins(); got != 8 {
		t.Errorf("whoever begins has %v of 10 games, want 8", got)
	}
}
