package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// An Unshown is a match with something to show. If Committed is set, the commit of that version
// has claimed the check of the match already; else a publication has to.
type Unshown struct {
	ID        string
	Committed *Match

	// A public answer shows the commit in the message that was pressed: that of question Ask or,
	// if Ask is 0, the board, whose id may be left out.
	Message string
	Ask     int
}

// Unshown returns what a match has to show that [Env.Change] has returned.
func (m *Match) Unshown() Unshown { return Unshown{ID: m.ID, Committed: m} }

// Claim claims the check of a match for this process and for the length of a lease.
func (e *Env) Claim(ctx context.Context, head storage.Head) (storage.Head, error) {
	head.Owner, head.NextCheck = e.Fleet.ID(), e.Now().Add(Lease)
	return e.Append(ctx, head)
}

// Append writes a head and entries as [storage.Store.Append] does, and notes the version.
func (e *Env) Append(ctx context.Context, head storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if err := e.drawChance(&head); err != nil {
		return head, err
	}
	written, err := e.Store.Append(ctx, head, entries...)
	if err == nil {
		e.cache.note(written)
	}
	return written, err
}

// drawChance draws the seed of the opponents of a game, once one of them plays in it.
func (e *Env) drawChance(head *storage.Head) error {
	opponent := func(p storage.Player) bool { return p.Level != "" }
	if head.Phase != storage.Playing || head.Chance != nil || !slices.ContainsFunc(head.Players, opponent) {
		return nil
	}
	head.Chance = new(games.Seed)
	if _, err := io.ReadFull(e.Random, head.Chance[:]); err != nil {
		return fmt.Errorf("draw the chance of opponents: %w", err)
	}
	return nil
}

// Newest reports whether a head is the newest version of its match that this process has
// written. A match that the cache has forgotten counts as one that nobody has written since.
func (e *Env) Newest(head storage.Head) bool { return e.cache.version(head.ID) <= head.Version }

// Overtaken reports whether the newest head of a match, which is given, was written by another process after
// the last write of this one.
func (e *Env) Overtaken(head storage.Head) bool {
	return e.Fleet != nil && e.cache.version(head.ID) < head.Version
}

// Touch makes a match due at once.
func (e *Env) Touch(ctx context.Context, id string) error {
	return e.touchIf(ctx, id, func(storage.Head) bool { return true })
}

// touchIf makes a match due at once if its head is wanted.
func (e *Env) touchIf(ctx context.Context, id string, wanted func(storage.Head) bool) error {
	for range MaxTries {
		m, err := e.Store.Get(ctx, id)
		if err != nil || !wanted(m.Head) {
			return err
		}
		m.NextCheck = e.Now()
		if _, err = e.Append(ctx, m.Head); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return storage.ErrConflict
}
