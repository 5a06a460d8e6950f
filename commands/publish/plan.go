package publish

import (
	"context"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// planReminders makes the people who owe a move in a match due in time for their next reminder.
// It reads them again: a check of a person that ended since the match was read may have found
// nothing to plan.
func (p *Publisher) planReminders(ctx context.Context, m *match.Match) error {
	if m.Phase != storage.Playing || m.State == nil || !m.GuildLostAt.IsZero() || len(m.Clocks) != len(m.Players) {
		return nil
	}
	for i, c := range m.Clocks {
		owed := turn{Head: m.Head, Seat: games.Seat(i)}
		var ok bool
		if owed.Clock, ok = m.Times.Turn(m.Head, owed.Seat); !ok || !c.ExpiredAt.IsZero() {
			continue
		}
		person, err := storage.People.Get(ctx, p.Env.Store, m.Players[i].ID)
		if err != nil {
			return err
		}
		share, next := owed.shareBy(person, m.Now, m.Now)
		if share > 0 {
			next = m.Now
		}
		if err := checkBy(ctx, p.Env, person, next); err != nil {
			return err
		}
	}
	return nil
}

// checkBy brings the next check of a person forward to a moment, unless that is zero.
func checkBy(ctx context.Context, env *match.Env, person storage.Person, at time.Time) error {
	if at.IsZero() || !person.NextCheck.IsZero() && !person.NextCheck.After(at) {
		return nil
	}
	_, err := storage.People.Change(ctx, env.Store, person.ID, func(now *storage.Person) error {
		if now.NextCheck.IsZero() || now.NextCheck.After(at) {
			now.NextCheck = at
		}
		return nil
	})
	return err
}

// Replan makes the matches of a person due, as they have set something about time, and
// returns those that are. The check of the person, which is due too, sees to the others.
func (p *Publisher) Replan(ctx context.Context, person string) ([]match.Unshown, error) {
	own, err := p.Env.Store.OfPlayer(ctx, person, true, storage.All)
	if err != nil {
		return nil, err
	}
	var due []match.Unshown
	for _, head := range own {
		if head.Phase != storage.Playing {
			continue
		}
		if err := p.Env.Touch(ctx, head.ID); err != nil {
			p.Log.Warn("a match is not planned anew yet", "match", head.ID, "err", err)
			continue
		}
		due = append(due, match.Unshown{ID: head.ID})
	}
	return due, nil
}
