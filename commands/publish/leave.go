package publish

import (
	"context"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/storage"
)

const (
	// leavesBy is how long after their ends a server is not left because of matches that are to be shown there.
	leavesBy = 10 * time.Minute
	// leaveAgain is when a server is looked at again in which something is still to be shown.
	leaveAgain = 2 * time.Second
	// mostShown is how many matches are looked through for some that wait to be shown in a server.
	mostShown = 1000
)

// Leaves leaves each server that whoever runs Parlour has had it leave, once all that ended there is shown, or that cannot be
// waited for any more. What Discord does not take is tried again.
func (p *Publisher) Leaves(ctx context.Context) error {
	by := p.Env.Now()
	return match.EachDue(ctx, 1, func(limit int) (ids []string, found int, err error) {
		servers, err := storage.Servers.Due(ctx, p.Env.Store, by, limit)
		for _, s := range servers {
			if !s.Leave.IsZero() {
				ids = append(ids, s.ID)
			}
		}
		return ids, len(servers), err
	}, func(guild string) error {
		err := p.leaveServer(ctx, guild, by)
		if err != nil && ctx.Err() == nil {
			p.Log.Warn("a server is not left yet", "err", err)
		}
		return err
	})
}

// leaveServer leaves a server, if that is due by a time and no other process does it.
func (p *Publisher) leaveServer(ctx context.Context, guild string, by time.Time) (err error) {
	defer match.Catch(&err)
	ctx, done := p.Env.Fleet.While(ctx)
	defer done()
	now := p.Env.Now()
	_, err = storage.Servers.Claim(ctx, p.Env.Store, guild, by, now.Add(match.Lease), func(s *storage.Server) error {
		if s.Leave.IsZero() || p.Leave == nil {
			return storage.ErrNotDue
		}
		return nil
	})
	if err != nil {
		return ignore(err, storage.ErrNotDue)
	}
	again := func(at time.Time) error {
		_, err := storage.Servers.Change(ctx, p.Env.Store, guild, func(s *storage.Server) error {
			s.Leave = at
			return nil
		})
		return err
	}
	waits, err := p.showsIn(ctx, guild)
	if err != nil {
		return err
	}
	if waits {
		return again(now.Add(leaveAgain))
	}
	if err := p.Leave(ctx, guild); err != nil {
		return err
	}
	return again(time.Time{})
}

// showsIn reports whether a match that has ended lately in a server is still to be shown there.
func (p *Publisher) showsIn(ctx context.Context, guild string) (bool, error) {
	now := p.Env.Now()
	due, err := p.Env.Store.Due(ctx, now.Add(match.Lease), mostShown)
	return slices.ContainsFunc(due, func(h storage.Head) bool {
		return h.Guild == guild && !h.Phase.Live() && h.Published != h.Desired && now.Sub(h.EndedAt) < leavesBy
	}), err
}
