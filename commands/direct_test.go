package commands_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"parlour/storage"
)

// dying is a store of a process that dies: of its writes only some are carried out.
type dying struct {
	storage.Store
	left int
}

var errDied = errors.New("the process died")

func (s *dying) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if s.left == 0 {
		return h, errDied
	}
	s.left--
	return s.Store.Append(ctx, h, entries...)
}

// Whatever the bot had written down when it died, everybody who owes a bid has one
// direct message in the end, and its buttons go when the auction is over.
func TestDirectMessagesSurviveACrash(t *testing.T) {
	for writes := range 3 { // the start of the game, the claim of its look, what was shown
		w := newWorld(t)
		w.steps(t, "ann /play permutations first:me", "ben clicks Join on 1")
		w.host.Store = &dying{w.store, writes}
		w.steps(t, "ann clicks Start on 1", "restart", "resume")
		if writes == 0 {
			w.steps(t, "ann clicks Start on 1")
		}
		w.steps(t, "wake", "hour", "wake")
		var to []string
		for _, p := range w.direct {
			to = append(to, p.channel)
		}
		if want := []string{"dm-ann", "dm-ben"}; !slices.Equal(to, want) {
			t.Errorf("after %d writes direct messages went to %v, want %v", writes, to, want)
		}
		if m, err := w.store.Get(t.Context(), "1"); err != nil || len(m.Asked) != 2 || m.Asked[0].Message != "d1" || m.Asked[1].Message != "d2" {
			t.Errorf("after %d writes the match knows of %+v (%v)", writes, m.Asked, err)
		}
	}
}
