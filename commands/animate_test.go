package commands_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// An animation shows the public position before the first turn and after each turn. Of a very
// long game it shows every second turn and the last, so that it lasts about a minute at most.
func TestAnimations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		play   string
		names  []string
		idle   bool // whether only the first seat plays
		thin   int  // one turn in so many is shown
		frames int
	}{
		{"permute options:size=9", []string{"ben"}, false, 1, 31},
		{"permute options:size=19", []string{"ben"}, false, 1, 134},
		{"permutations", []string{"ben", "cleo", "dan", "eve"}, false, 1, 133},
		{"permutu options:symbols=26", []string{"ben", "cleo", "dan", "eve", "fay"}, true, 2, 104},
	} {
		t.Run(c.play, func(t *testing.T) {
			t.Parallel()
			w := newTalk(t)
			w.steps(t, "ann /play game:"+c.play+" first:me")
			for _, name := range c.names {
				w.steps(t, name+" clicks Join on 1")
			}
			w.steps(t, "ann clicks Start on 1")
			turns := w.playOut(t, c.idle)
			w.steps(t, "eve clicks Record on "+strconv.Itoa(len(w.Posts)))
			a := w.last("eve").Animation
			if len(a.Frames) != c.frames {
				t.Errorf("there are %d frames of %d turns, want %d", len(a.Frames), len(turns)-1, c.frames)
			}
			checkFrames(t, a.Frames, turns, c.thin)
			if long := a.Each * time.Duration(len(a.Frames)); a.Each > 1200*time.Millisecond || a.Each < 200*time.Millisecond || long > 61*time.Second || a.Last < 6*time.Second {
				t.Errorf("%d frames are shown for %v each and %v at last", len(a.Frames), a.Each, a.Last)
			}
		})
	}
}

// checkFrames checks that frames are the public views of every turn divisible by thin, and of the
// last.
func checkFrames(t *testing.T, frames []message.Drawing, turns []games.View, thin int) {
	t.Helper()
	for i, f := range frames {
		want := turns[min(i*thin, len(turns)-1)]
		if !reflect.DeepEqual(f.View, want) {
			t.Fatalf("frame %d of %d shows\n%s\nwant\n%s", i, len(frames), f.View, want)
		}
		if f.Preview != "" || len(f.Names) == 0 {
			t.Errorf("frame %d of %d has the preview %q and the names %q", i, len(frames), f.Preview, f.Names)
		}
	}
}

// playOut plays Ann's only game to its end at random and returns the public view before the
// first turn and after each. If idle is set, the others let their turns pass.
func (w *talk) playOut(t *testing.T, idle bool) []games.View {
	t.Helper()
	heads, err := w.store.OfPlayer(t.Context(), "ann", true, storage.All)
	if err != nil || len(heads) != 1 {
		t.Fatalf("ann plays %d games (%v), want 1", len(heads), err)
	}
	head := heads[0]
	list := all.Games()
	g := list[slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == head.Setup.Game })]
	state, err := g.Start(head.Setup)
	if err != nil {
		t.Fatal(err)
	}
	seen := []games.View{state.View(games.Spectator)}
	var log []storage.Entry
	for rng := rand.New(rand.NewPCG(5, 5)); len(state.ToMove()) > 0; {
		seat := state.ToMove()[0]
		legal := state.Legal(seat)
		p := games.Ply{Seat: seat, Move: legal[rng.IntN(len(legal))]}
		if idle {
			p.Move = idleMove(len(log), seat, legal)
		}
		waiting := len(state.ToMove()) > 1
		if state, err = state.Play(p.Seat, p.Move); err != nil {
			t.Fatal(err)
		}
		if log = append(log, storage.Entry{Ply: p, At: w.Now()}); !waiting {
			seen = append(seen, state.View(games.Spectator))
		}
	}
	head.Phase, head.NextCheck, head.Desired.Post = storage.Over, w.Now(), head.Desired.Post+1
	if _, err := w.store.Append(t.Context(), head, log...); err != nil {
		t.Fatal(err)
	}
	w.steps(t, "wake")
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
