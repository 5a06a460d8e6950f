package commands_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/storage"
)

// full returns a store whose disk is full after some more writes.
func full(w *talk, writes int) (*world.Store, *world.Fuse) {
	s, fuse := world.Dying(w.store, writes)
	fuse.Err = fmt.Errorf("%w: no space left on device", storage.ErrUnavailable)
	return s, fuse
}

// fills has the disk be full after some more writes.
func (w *talk) fills(writes int) *world.Fuse {
	s, fuse := full(w, writes)
	w.over(s)
	return fuse
}

// outOfReach is the answer to everything that the store refuses.
const outOfReach = "I can't get at my games right now. Nothing changed, so try again later."

// kept returns all that the store holds of Ann and Ben and of their live games.
func (w *talk) kept(t *testing.T) []any {
	t.Helper()
	var all []any
	for _, id := range []string{person("ann").ID, person("ben").ID} {
		p, err := storage.People.Get(t.Context(), w.store, id)
		if err != nil {
			t.Fatal(err)
		}
		hs, err := w.store.OfPlayer(t.Context(), id, true, storage.All)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		for _, h := range hs {
			m, err := w.store.Get(t.Context(), h.ID)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
	}
	return all
}

// While the disk is full, an answer that says that nothing was changed is true, and so is
// every other answer.
func TestFullDiskAnswersAreTrue(t *testing.T) {
	t.Parallel()
	for _, does := range []string{
		"ann plays Cd3-d4", "ann /play game:magic opponent:ben", "ann /play game:permutations", "ann /draw", "ann /settings palette:contrast",
		"ann /settings zone:Europe/Berlin", "ann /settings dms:off", "ann /away until:5 days", "ann clicks Yes, resign",
	} {
		denied := 0
		for writes := range 4 {
			w := newTalk(t)
			w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1")
			if does == "ann clicks Yes, resign" {
				w.steps(t, "ann /resign")
			}
			before, public := w.kept(t), len(w.Posts)
			var log bytes.Buffer
			w.with(func(c *commands.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
			w.fills(writes)
			w.steps(t, does)
			said := w.lastSaid("ann")
			if strings.Contains(said, "Something broke") {
				t.Errorf("%s, after %d writes, is answered with %q", does, writes, said)
			}
			changed := !reflect.DeepEqual(before, w.kept(t))
			if said == outOfReach {
				denied++
				if changed || len(w.Posts) != public {
					t.Errorf("%s, after %d writes, is answered with %q, and something was changed", does, writes, said)
				}
				if log.Len() > 0 {
					t.Errorf("%s, after %d writes: the log says\n%s", does, writes, &log)
				}
			} else if !changed {
				t.Errorf("%s, after %d writes, is answered with %q, and nothing was changed", does, writes, said)
			}
		}
		if denied == 0 {
			t.Errorf("%s is never answered with %q", does, outOfReach)
		}
	}
}

// A person who asks for a game whose record is damaged is told so, and others play on.
func TestADamagedGameLeavesTheOthersAlone(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1")
	own, err := w.store.OfPlayer(t.Context(), person("ann").ID, true, storage.All)
	if err != nil || len(own) != 1 {
		t.Fatalf("Ann has %d games, %v", len(own), err)
	}
	w.over(&world.Store{Store: w.store, Before: func(a world.Access) error {
		if a.Op == world.Get && a.Head.ID == own[0].ID {
			return fmt.Errorf("match %q: %w", a.Head.ID, storage.ErrDamaged)
		}
		return nil
	}})
	w.steps(t, "ann plays Cd3-d4")
	if said, want := w.lastSaid("ann"), "I can't read this game any more. Other games go on."; said != want {
		t.Errorf("Ann is told %q, want %q", said, want)
	}
	w.steps(t, "cy /play game:magic opponent:dan first:me", "dan clicks Accept on 3")
	if own, err := w.store.OfPlayer(t.Context(), person("cy").ID, true, storage.All); err != nil || len(own) != 1 || own[0].Phase != storage.Playing {
		t.Errorf("the game beside it is %+v, %v, want it begun", own, err)
	}
}

// On a full disk a round ends at the first refused write. Once there is room everything due
// is done.
func TestFullDiskStopsTheRound(t *testing.T) {
	w := newTalk(t)
	for range 5 {
		w.steps(t, "ann /play game:permute opponent:ben turn-time:1h", "pass 1m")
	}
	for i := range 5 {
		w.steps(t, fmt.Sprintf("ben clicks Accept on %d", i+1))
	}
	w.steps(t, "pass 2h")
	for name, check := range map[string]func(*commands.Service) func(context.Context) error{
		"wake":   func(s *commands.Service) func(context.Context) error { return s.Due },
		"remind": func(s *commands.Service) func(context.Context) error { return s.Remind },
	} {
		fuse := w.fills(0)
		if err := check(w.service)(t.Context()); err == nil || fuse.Refused() != 1 {
			t.Errorf("%s = %v after %d attempts to write, want an error after one", name, err, fuse.Refused())
		}
	}
	w.with(func(c *commands.Config) { c.Store = w.store })
	w.steps(t, "wake", "remind")
	matches, err := w.store.Due(t.Context(), w.Now(), 10)
	if err != nil || len(matches) > 0 {
		t.Errorf("with room %d matches are due still, %v", len(matches), err)
	}
	if people, err := storage.People.Due(t.Context(), w.store, w.Now(), 10); err != nil || len(people) > 0 || len(w.DMs) == 0 {
		t.Errorf("with room %d people are due still, %v, and %d reminders were sent", len(people), err, len(w.DMs))
	}
}
