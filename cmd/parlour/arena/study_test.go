package arena

import (
	"os"
	"strings"
	"testing"

	"parlour/games/all"
)

// The page has the table of the results that are kept.
func TestPrintedStudy(t *testing.T) {
	const page, head, end = "../../../docs/beginning.md", "| --- | --- | --- | --- |\n", "<!-- The end of the study. -->\n"
	b, err := readBook("study.jsonl")
	must(t, err)
	text, err := os.ReadFile(page)
	must(t, err)
	before, rest, ok := strings.Cut(string(text), head)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("%s has no table between %q and %q", page, head, end)
	}
	holds(t, page, before+head+studied(all.Games(), b)+end+after)
}

// Whoever begins has what A won in the first seat, and what it left to itself in the second.
func TestBegins(t *testing.T) {
	s := score{Games: 10, Share: 5, Sat: []sitting{{5, 4}, {5, 1}}}
	if got := s.begins(); got != 8 {
		t.Errorf("whoever begins has %v of 10 games, want 8", got)
	}
}
