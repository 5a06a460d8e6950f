package locale

import (
	"fmt"
	"testing"

	"parlour/games"
)

// No more tongues are kept than there is room for.
func TestTonguesAreBounded(t *testing.T) {
	c, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 * mostTongues {
		said := c.Voice(fmt.Sprintf("en-x-%d", i), nil, nil).Say(games.Say("names.and", "Names", "a", "Last", "b"))
		if said != "a and b" {
			t.Fatalf("tongue %d says %q", i, said)
		}
	}
	if len(c.tongues) != mostTongues {
		t.Errorf("%d tongues are kept, want %d", len(c.tongues), mostTongues)
	}
}
