package locale

import (
	"fmt"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

// A plain sentence says what its template says, for every key of the catalogue.
func TestPlainSentencesSayWhatTemplatesSay(t *testing.T) {
	c, err := New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	quick, slow := c.Voice("en-GB", nil, Markdown), c.Voice("de", nil, Markdown)
	slow.plain = nil
	seen := 0
	for _, sentences := range c.plain {
		for key, parts := range sentences {
			if parts == nil {
				continue
			}
			seen++
			for _, odd := range []any{"a*b", 3, "Parlour (easy)", true, nil} {
				text := games.Text{Key: key, Args: map[string]any{}}
				for i := 1; i < len(parts); i += 2 {
					text.Args[parts[i]] = fmt.Sprint("value ", i)
					if i == 1 {
						text.Args[parts[i]] = odd
					}
					if odd == nil && i == 1 {
						delete(text.Args, parts[i])
					}
				}
				if _, counts := text.Args["Count"]; counts {
					text.Args["Count"] = 7 // it is always a number
				}
				if got, want := quick.Say(text), slow.Say(text); got != want {
					t.Errorf("%s with %v is said as %q, want %q", key, odd, got, want)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d sentences are plain", seen)
	}
}

// No more tongues are kept than there is room for.
func TestTonguesAreBounded(t *testing.T) {
	c, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 * mostTongues {
		if said := c.Voice(fmt.Sprintf("en-x-%d", i), nil, nil).Say(games.Say("names.and", "Names", "a", "Last", "b")); said != "a and b" {
			t.Fatalf("tongue %d says %q", i, said)
		}
	}
	if len(c.tongues) != mostTongues {
		t.Errorf("%d tongues are kept, want %d", len(c.tongues), mostTongues)
	}
}
