package match

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/storage"
)

// dueAtATime bounds how much is read at once of what is due for this process.
const dueAtATime = 100

// EachDue does something with everything that is due, several at once. What is due again at once is left to the
// next call and, when the store gets out of reach, so is all the rest. list reads at most limit of what is
// due, whosever it is: it returns how much it found, and which of that is for this process.
func EachDue(ctx context.Context, atOnce int, list func(limit int) (ids []string, found int, err error),
	do func(id string) error) error {
	var lost atomic.Bool
	done := map[string]bool{}
	for limit := dueAtATime; ; {
		ids, found, err := list(limit)
		if err != nil {
			return fmt.Errorf("look for what is due: %w", err)
		}
		var checks errgroup.Group
		checks.SetLimit(max(atOnce, 1))
		before := len(done)
		for _, id := range ids {
			if done[id] {
				continue
			}
			done[id] = true
			checks.Go(func() error {
				if !lost.Load() && errors.Is(do(id), storage.ErrUnavailable) {
					lost.Store(true)
				}
				return nil
			})
		}
		_ = checks.Wait()
		if lost.Load() {
			return storage.ErrUnavailable
		}
		more := dueAtATime + found - len(ids) // past what is others'
		if found < limit || len(done) == before && more <= limit || ctx.Err() != nil {
			return ctx.Err()
		}
		limit = more
	}
}

// IsDue reports whether a match is due by a time for this process. While an opponent thinks, the match is due
// for the process that thinks. If the shard of its server is closed, or belongs to another process, the match
// waits: an outage must be noted before a clock that ran during it expires. What this process has claimed
// does not wait, because nobody else takes it. It may be of any server: a bid can be made by direct message.
func (e *Env) IsDue(ctx context.Context, head storage.Head, by time.Time) bool {
	owner := head.Owner
	if owner == "" && head.Thought != nil {
		owner = head.Thought.Owner
	}
	if mine := owner != "" && owner == e.Fleet.ID(); !mine && !e.Shards.reaches(head.Guild) {
		return false
	}
	return e.isDueBy(ctx, owner, head.NextCheck, by)
}

// IsPersonDue reports whether a person is due by a time for this process.
func (e *Env) IsPersonDue(ctx context.Context, p storage.Person, by time.Time) bool {
	at := p.NextCheck
	if p.Leaving != nil {
		at = p.Leaving.NextCheck
	}
	return e.isDueBy(ctx, p.Owner, at, by)
}

// isDueBy reports whether something is due by a time. After the present moment only what was abandoned is.
func (e *Env) isDueBy(ctx context.Context, owner string, at, by time.Time) bool {
	if at.IsZero() || at.After(by) || e.Fleet.Others(ctx, owner) {
		return false
	}
	return !at.After(e.Now()) || e.Fleet.Abandoned(ctx, owner)
}
