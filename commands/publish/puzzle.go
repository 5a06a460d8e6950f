package publish

import (
	"context"
	"errors"
	"strconv"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/puzzles"
	"parlour/storage"
)

// Puzzles posts the puzzle of the day in each server in which it is due, those that have waited longest first.
func (p *Publisher) Puzzles(ctx context.Context) error {
	by := p.Env.Now()
	return p.inServers(ctx, "a puzzle", func(limit int) (ids []string, found int, err error) {
		all, err := storage.Dailies.Due(ctx, p.Env.Store, by, limit)
		for _, d := range all {
			if p.Env.IsPuzzleDue(ctx, d, by) {
				ids = append(ids, d.Guild)
			}
		}
		return ids, len(all), err
	}, func(via Channel, guild string) error { return p.tellPuzzle(ctx, via, guild, by) })
}

// SetPuzzle has the puzzle of each day posted in a channel of a server from now on, or nowhere if there is none. It posts
// that of today at once, and returns the error of that. What cannot be posted is not set.
func (p *Publisher) SetPuzzle(ctx context.Context, guild, channel, lang string) error {
	now := p.Env.Now()
	_, err := storage.Dailies.Change(ctx, p.Env.Store, guild, func(d *storage.Daily) error {
		if channel == "" {
			*d = storage.Daily{}
			return nil
		}
		if d.Channel != channel {
			d.Told, d.Posting = 0, time.Time{}
		}
		d.Channel, d.Lang, d.NextCheck, d.Owner, d.Refused = channel, lang, now, "", false
		return nil
	})
	if err != nil || channel == "" {
		return err
	}
	told := p.tellPuzzle(ctx, p.Channel, guild, now)
	if Refused(told) {
		return errors.Join(told, storage.Dailies.Remove(ctx, p.Env.Store, guild))
	}
	return told
}

// ReplanPuzzle plans the puzzles of a server anew, as its settings have changed.
func (p *Publisher) ReplanPuzzle(ctx context.Context, s storage.Server, lang string) error {
	_, err := storage.Dailies.Change(ctx, p.Env.Store, s.ID, func(d *storage.Daily) error {
		match.PlanPuzzle(d, s, lang, p.Env.Now())
		return nil
	})
	return err
}

// tellPuzzle posts the puzzle of the day in a server, if it is due by a time and no other process posts it. Days that have
// passed since it told one have none there.
func (p *Publisher) tellPuzzle(ctx context.Context, via Channel, guild string, by time.Time) (err error) {
	defer match.Catch(&err)
	ctx, done := p.Env.Fleet.While(ctx)
	defer done()
	now := p.Env.Now()
	day, since := puzzles.DayOf(now), time.Time{}
	d, err := storage.Dailies.Claim(ctx, p.Env.Store, guild, by, now.Add(match.Lease), func(d *storage.Daily) error {
		if !p.Env.IsPuzzleDue(ctx, *d, by) {
			return storage.ErrNotDue
		}
		d.Owner = p.Env.Fleet.ID()
		if since = d.Posting; since.IsZero() {
			d.Posting = now
		}
		return nil
	})
	if err != nil {
		return ignore(err, storage.ErrNotDue)
	}
	if d.Channel != "" && int(day) > d.Told {
		err = p.postPuzzle(ctx, via, d, day, since)
	}
	return errors.Join(err, p.notePuzzle(context.WithoutCancel(ctx), d, day, err))
}

// postPuzzle posts the puzzle of a day, or finds the one that was posted since a time, zero for none, by a process that
// could not note that.
func (p *Publisher) postPuzzle(ctx context.Context, via Channel, d storage.Daily, day puzzles.Day, since time.Time) error {
	label := func(t games.Text) string { return p.Writer.Plain(d.Lang, nil).Say(t) }
	m, z, err := p.Env.Puzzle(day, storage.Player{}, nil, label)
	if err != nil {
		return err
	}
	var before *message.Solution
	if d.Told > 0 {
		told := puzzles.Day(d.Told)
		before = &message.Solution{Puzzle: message.Puzzle{Day: told}}
		if before.Match, before.Puzzle.Puzzle, err = p.Env.Puzzle(told, storage.Player{}, nil, label); err != nil {
			return err
		}
		if before.PuzzleDay, err = p.Env.PuzzleDay(ctx, told); err != nil {
			return err
		}
	}
	nonce := d.Guild + "p" + strconv.FormatInt(int64(day), 36)
	isIt := func(b message.Button) bool { return message.IsPuzzle(day, b) }
	return postOnce(ctx, via, d.Channel, nonce, since, isIt, p.Writer.PuzzlePost(d.Lang, message.Puzzle{Puzzle: z, Day: day}, m, before))
}

// notePuzzle writes down that the puzzle of a day was posted, and plans the next one. What Discord refuses is not posted
// again on that day, and /doctor says so.
func (p *Publisher) notePuzzle(ctx context.Context, claimed storage.Daily, day puzzles.Day, failed error) error {
	now := p.Env.Now()
	s, err := storage.Servers.Get(ctx, p.Env.Store, claimed.Guild)
	if err != nil {
		return err
	}
	_, err = storage.Dailies.Change(ctx, p.Env.Store, claimed.Guild, func(d *storage.Daily) error {
		switch {
		case d.Owner != claimed.Owner || d.Channel != claimed.Channel:
			return storage.ErrNotDue
		case failed != nil && !Refused(failed):
			d.Owner, d.NextCheck = "", now.Add(postAgain)
			return nil
		}
		if d.Refused = failed != nil; !d.Refused {
			d.Told = max(d.Told, int(day))
		}
		d.Owner, d.Posting, d.NextCheck = "", time.Time{}, time.Time{}
		match.PlanPuzzle(d, s, d.Lang, now)
		return nil
	})
	return ignore(err, storage.ErrNotDue)
}
