package commands_test

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
)

// An animation shows the public position before the first turn and after each turn. Of a very
// long game it shows every second turn and the last, so that it lasts about a minute at most. Then the last has a
// ribbon, and is shown for three seconds.
//
//test:unwatched
func TestAnimations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		play   string // and what the others do
		idle   bool   // whether only the first seat plays
		thin   int    // one turn in so many is shown
		frames int
	}{
		{"permute ben options:size=9", false, 1, 32},
		{"permute ben options:size=19", false, 1, 135},
		{"permutations ben,cleo,dan,eve", false, 1, 134},
		{"permutu ben,cleo,dan,eve,fay options:symbols=26", true, 2, 105},
	} {
		t.Run(c.play, func(t *testing.T) {
			t.Parallel()
			w := newTalk(t)
			w.steps(t, "table "+c.play)
			turns := w.playOut(t, c.idle)
			w.steps(t, "eve clicks Record on last")
			a := w.last("eve").Animation
			if len(a.Frames) != c.frames {
				t.Errorf("there are %d frames of %d turns, want %d", len(a.Frames), len(turns)-1, c.frames)
			}
			checkFrames(t, a.Frames, turns, c.thin)
			if long := a.Each * time.Duration(len(a.Frames)); a.Each > 1200*time.Millisecond || a.Each < 200*time.Millisecond || long > 61*time.Second || a.Last != 3*time.Second {
				t.Errorf("%d frames are shown for %v each and %v at last", len(a.Frames), a.Each, a.Last)
			}
		})
	}
}

// checkFrames checks that frames are the public views of every turn divisible by thin, and twice of the
// last.
func checkFrames(t *testing.T, frames []games.Drawing, turns []games.View, thin int) {
	t.Helper()
	for i, f := range frames {
		want := turns[min(i*thin, len(turns)-1)]
		if !reflect.DeepEqual(f.View, want) {
			t.Fatalf("frame %d of %d shows\n%s\nwant\n%s", i, len(frames), f.View, want)
		}
		if ends := i == len(frames)-1; f.Preview != "" || len(f.Names) == 0 || (f.Ribbon != nil) != ends {
			t.Errorf("frame %d of %d has the preview %q, the names %q and the ribbon %v", i, len(frames), f.Preview, f.Names, f.Ribbon)
		}
	}
}

// playOut plays the first match to its end at random and returns the public view before the
// first turn and after each. If idle is set, the others let their turns pass.
func (w *talk) playOut(t *testing.T, idle bool) []games.View {
	t.Helper()
	e, m, err := match.NewEnv(all.Games(), w.store, w.Now, zeros{}), w.load(t, "1"), error(nil)
	seen := []games.View{m.State.View(games.Spectator)}
	for rng := rand.New(rand.NewPCG(5, 5)); len(m.State.ToMove()) > 0; {
		seat, waiting := m.State.ToMove()[0], len(m.State.ToMove()) > 1
		legal := m.State.Legal(seat)
		move := legal[rng.IntN(len(legal))]
		if idle {
			move = idleMove(m.Plies, seat, legal)
		}
		if m, err = e.Change(t.Context(), "1", func(*match.Match) ([]games.Ply, error) { return []games.Ply{{Seat: seat, Move: move}}, nil }); err != nil {
			t.Fatal(err)
		}
		if !waiting {
			seen = append(seen, m.State.View(games.Spectator))
		}
	}
	w.steps(t, `alter 1 {"phase":"over","desired":{"post":1000},"next_check":"2026-11-20T12:00:00Z"}`, "wake")
	return seen
}

// idleMove has the first seat take single blocks of Permutu and the others lapse. After 204 plies
// they agree on a draw.
func idleMove(plies int, seat games.Seat, legal []games.Move) games.Move {
	switch {
	case plies == 204:
		return games.Draw
	case seat > 0:
		return games.Lapse
	}
	return legal[len(legal)-1]
}
