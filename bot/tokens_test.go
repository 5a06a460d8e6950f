package bot

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/storage"
)

// Of each message the newest token is kept, until it is too old or there are too many.
func TestTokensAreForgotten(t *testing.T) {
	var kept tokens
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	of := func(message, want string) {
		t.Helper()
		if got := kept.Of(message, now).Text; got != want {
			t.Errorf("the token of %s is %q, want %q", message, got, want)
		}
	}
	of("a", "")
	kept.Put("a", token{Text: "first", At: now})
	kept.Put("a", token{Text: "second", At: now.Add(time.Minute)})
	of("a", "second")
	kept.Forget("a", "first") // which another edit found dead, before the second press
	of("a", "second")
	kept.Forget("a", "second")
	of("a", "")
	kept.Put("a", token{Text: "old", At: now})
	now = now.Add(life - 1)
	of("a", "old")
	now = now.Add(1)
	of("a", "")
	for n := range most {
		kept.Put(fmt.Sprint(n), token{Text: "t", At: now.Add(time.Duration(n))})
	}
	kept.Put("5", token{Text: "again", At: now.Add(time.Hour)})
	kept.Put("more", token{Text: "t", At: now.Add(2)})
	now = now.Add(3)
	of("0", "")
	of("1", "t")
	of("5", "again")
	of("more", "t")
	now = now.Add(life + time.Second)
	kept.Put("last", token{Text: "t", At: now})
	if n := len(kept.byKey); n > most {
		t.Errorf("%d tokens are kept, want at most %d", n, most)
	}
	if kept.Put("one more", token{Text: "t", At: now}); len(kept.byKey) > 10 {
		t.Errorf("%d tokens are kept, though only a few are young", len(kept.byKey))
	}
}

// A token is taken as often as it may still post, while it works.
func TestATokenIsTakenSoOften(t *testing.T) {
	var kept tokens
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	kept.Put("old", token{Text: "old", At: at.Add(-life), Left: 2})
	kept.Put("young", token{Text: "young", At: at, Left: 2})
	for _, c := range []struct{ key, want string }{{"old", ""}, {"none", ""}, {"young", "young"}, {"young", "young"}, {"young", ""}} {
		if got := kept.Take(c.key, at).Text; got != c.want {
			t.Errorf("Take(%q) = %q, want %q", c.key, got, c.want)
		}
	}
	if got := kept.Of("young", at).Text; got != "young" {
		t.Errorf("Of a token that posts no more = %q, want young", got)
	}
}

// The tokens of a match's panels are handed out once their turn is over, or the game, while they
// work.
func TestPanelsOfATurnThatIsOver(t *testing.T) {
	var kept tokens
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := func(turn int, phase storage.Phase) *match.Match {
		m := &match.Match{Turn: turn}
		m.ID, m.Phase = "m", phase
		return m
	}
	past := func(m *match.Match, after time.Duration, want ...string) {
		t.Helper()
		if got := kept.Past(m, at.Add(after)); !slices.Equal(got, want) {
			t.Errorf("in turn %d, %s, after %v these go: %q, want %q", m.Turn, m.Phase, after, got, want)
		}
	}
	kept.Put("board", token{Text: "board", At: at})
	kept.Put("a", token{Text: "second", At: at, Until: &match.Moment{Match: "m", Turn: 2}})
	kept.Put("b", token{Text: "third", At: at, Until: &match.Moment{Match: "m", Turn: 2}})
	kept.Put("c", token{Text: "next", At: at, Until: &match.Moment{Match: "m", Turn: 3}})
	kept.Put("d", token{Text: "other", At: at, Until: &match.Moment{Match: "n", Turn: 1}})
	kept.Put("e", token{Text: "a card now", At: at, Until: &match.Moment{Match: "m", Turn: 2}})
	kept.Drop("e")
	past(now(2, storage.Playing), time.Minute)
	past(now(3, storage.Playing), time.Minute, "second", "third")
	past(now(3, storage.Playing), time.Minute)
	past(now(3, storage.Over), time.Minute, "next")
	kept.Put("f", token{Text: "old", At: at, Until: &match.Moment{Match: "m", Turn: 2}})
	past(now(3, storage.Playing), life)
	if got := kept.Of("board", at).Text; got != "board" {
		t.Errorf("the token of a board is %q", got)
	}
}
