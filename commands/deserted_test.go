package commands_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
	"parlour/storage"
)

// againstTwo begins a game of Ann against two opponents, which play the first legal move, once more
// people have joined. drain lets them move until they have nothing to do.
func againstTwo(t *testing.T, g games.Game, options string, join ...string) (w *talk, drain func()) {
	var aside chan func(context.Context)
	w, aside, _ = thinking(t, thinker{g, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }})
	w.steps(t, "ann /play game:"+g.Info().Name+" level:easy first:me "+options, "ann clicks Add Parlour on 1", "ann clicks easy")
	w.steps(t, append(join, "ann clicks Start on 1")...)
	return w, func() {
		t.Helper()
		for n := 0; len(aside) > 0; n++ {
			if n == 100 {
				t.Fatal("the opponents never come to an end")
			}
			thinkOnce(t, aside)
		}
	}
}

// live returns the head of Ann's only live match, and whether she has one.
func (w *talk) live() (storage.Head, bool) {
	w.t.Helper()
	own, err := w.store.OfPlayer(context.Background(), "ann", true, storage.All)
	if err != nil || len(own) > 1 {
		w.t.Fatalf("%d live matches, %v", len(own), err)
	}
	if len(own) == 0 {
		return storage.Head{}, false
	}
	return own[0], true
}

// board returns the text of the newest public message.
func (w *talk) board() string {
	versions := w.Posts[len(w.Posts)-1].Versions
	return versions[len(versions)-1].Content
}

// lapse lets a turn of two hours go by, once the opponents have moved, which drain lets them.
func lapse(w *talk, drain func()) {
	w.t.Helper()
	drain()
	w.steps(w.t, "pass 1h", "wake", "remind", "pass 50m", "wake", "remind", "pass 10m", "wake")
	drain()
}

// A game ends at once when all people have left it for good, also before its first move.
func TestGameEndsWhenPeopleLeaveForGood(t *testing.T) {
	w, drain := againstTwo(t, permutu.Game{}, "options:start=quick")
	w.steps(t, "ann /resign", "ann clicks Yes, resign")
	drain()
	if _, live := w.live(); live {
		t.Errorf("the game goes on: %s", w.board())
	}
}

// A game ends when the total time of its only person is used up.
func TestGameEndsWhenAllTimeIsSpent(t *testing.T) {
	w, drain := againstTwo(t, permutations.Game{}, "turn-time:none total-time:2h")
	for range 20 {
		drain()
		if _, live := w.live(); !live {
			return
		}
		w.steps(t, "pass 1h", "wake", "remind")
	}
	t.Errorf("the game goes on: %s", w.board())
}

// A game ends at once when the last of several people resigns, also one who could come back.
func TestGameEndsOnceNobodyIsLeft(t *testing.T) {
	w, drain := againstTwo(t, permutations.Game{}, "", "ben clicks Join on 1")
	w.steps(t, "ann /resign", "ann clicks Yes, resign", "ben /resign")
	if want := "Resign? That ends the game."; !strings.HasPrefix(w.lastSaid("ben"), want) {
		t.Errorf("the last person is asked %q, want %q", w.lastSaid("ben"), want)
	}
	w.steps(t, "ben clicks Yes, resign")
	drain()
	if _, live := w.live(); live {
		t.Errorf("the game goes on: %s", w.board())
	}
	if want := "it's over. Ann and Ben resigned."; !strings.Contains(w.board(), want) {
		t.Errorf("the board says %q, want %q", w.board(), want)
	}
}

// Opponents wait a week for a person who can come back, where the last one to go did not resign. The
// board says so, and the match is hardly checked in that week.
func TestDesertedGameEndsAfterAWeek(t *testing.T) {
	w, drain := againstTwo(t, permutations.Game{}, "turn-time:2h total-time:20h", "ben clicks Join on 1")
	w.steps(t, "ann /resign", "ann clicks Yes, resign")
	lapse(w, drain)
	lapse(w, drain)
	drain()
	if want := "Waiting a week for Ann and Ben to come back."; !strings.HasPrefix(w.board(), want) {
		t.Errorf("the board says %q, want %q", w.board(), want)
	}
	if strings.Contains(w.board(), "Time left") {
		t.Errorf("the board says whose time is left, which is nobody's: %q", w.board())
	}
	w.steps(t, "ann /games", "ann /draw")
	if said := w.lastSaid("ann"); !strings.Contains(said, "Press More, then Come back") {
		t.Errorf("the answer to a player who has left is %q", said)
	}
	if !strings.Contains(w.out.String(), "waits for you to come back") {
		t.Errorf("the list of games does not say that the game waits for Ann: %s", w.out.String())
	}
	w.steps(t, "pass 1h", "wake")
	drain()
	head, live := w.live()
	if !live || head.NextCheck.Sub(w.Now()) < 24*time.Hour {
		t.Fatalf("live is %v, and the next check is in %v", live, head.NextCheck.Sub(w.Now()))
	}
	w.steps(t, "pass 166h", "wake") // an hour short of a week
	drain()
	if _, live := w.live(); !live {
		t.Fatal("the game ended before a week was over")
	}
	w.steps(t, "pass 1h", "wake")
	drain()
	if _, live := w.live(); live {
		t.Errorf("the game goes on: %s", w.board())
	}
}

// An opponent that fails leaves, because it would fail again at every check.
func TestFailingOpponentLeaves(t *testing.T) {
	for name, fails := range map[string]func() games.Move{
		"a move that is none":  func() games.Move { return "a move that is none" },
		"a system move":        func() games.Move { return games.Draw },
		"a panic":              func() games.Move { panic("at the board") },
		"nothing but a string": func() games.Move { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			w, aside, _ := thinking(t, thinker{permute.Game{}, func(games.View, games.Seat, games.Seed) games.Move { return fails() }})
			w.steps(t, "ann /play game:permute opponent:parlour first:them")
			for len(aside) > 0 {
				thinkOnce(t, aside)
			}
			if want := `It's over. Ann wins, Parlour \(medium\) resigned.`; !strings.HasPrefix(w.board(), want) {
				t.Errorf("the board says %q, want %q", w.board(), want)
			}
		})
	}
}
