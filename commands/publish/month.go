package publish

import (
	"context"
	"errors"
	"strconv"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

const (
	// postAgain is when a month's standings, or a puzzle, are posted again that Discord did not take.
	postAgain = 100 * time.Second
	// monthPeople is how many people have a row in a month's standings that are posted, at least: each has played
	// [match.LeastPlayed] games in that month.
	monthPeople = 3
)

// Months posts the standings of the month that is over in each server in which they are due, those that have waited longest
// first.
func (p *Publisher) Months(ctx context.Context) error {
	by := p.Env.Now()
	return p.inServers(ctx, "a month's standings", func(limit int) (ids []string, found int, err error) {
		servers, err := storage.Servers.Due(ctx, p.Env.Store, by, limit)
		for _, s := range servers {
			if p.Env.IsMonthDue(ctx, s, by) {
				ids = append(ids, s.ID)
			}
		}
		return ids, len(servers), err
	}, func(via Channel, guild string) error { return p.tellMonth(ctx, via, guild, by) })
}

// tellMonth posts the standings of the month that is over in a server, if they are due by a time and no other process posts
// them. Of several months that have passed since it told one it tells the last.
func (p *Publisher) tellMonth(ctx context.Context, via Channel, guild string, by time.Time) (err error) {
	defer match.Catch(&err)
	ctx, done := p.Env.Fleet.While(ctx)
	defer done()
	now := p.Env.Now()
	month, since := storage.MonthOf(now)-1, time.Time{}
	s, err := storage.Servers.Claim(ctx, p.Env.Store, guild, by, now.Add(match.Lease), func(s *storage.Server) error {
		if !p.Env.IsMonthDue(ctx, *s, by) {
			return storage.ErrNotDue
		}
		s.Month.Owner = p.Env.Fleet.ID()
		if since = s.Month.Posting; since.IsZero() {
			s.Month.Posting = now
		}
		return nil
	})
	if err != nil {
		return ignore(err, storage.ErrNotDue)
	}
	if s.Results != "" && !s.Month.Off && month > s.Month.Told {
		err = p.postMonth(ctx, via, s, month, since)
	}
	return errors.Join(err, p.noteMonth(context.WithoutCancel(ctx), s, month, err))
}

// postMonth posts a month's standings, or finds those that were posted since a time, zero for none, by a process that could
// not note that.
func (p *Publisher) postMonth(ctx context.Context, via Channel, s storage.Server, month storage.Period, since time.Time) error {
	layout, err := p.layoutBy(ctx, via, s.ID)
	if err != nil {
		return err
	}
	of := match.Standings{Posted: true, Standings: storage.Standings{Guild: s.ID, Period: month, Channels: layout.Showing(s.Results)}}
	all, first, err := p.Standings(ctx, of, func(all []match.Row) []match.Row {
		if len(all) < monthPeople {
			return nil
		}
		return all[:min(len(all), message.MonthNames)]
	})
	if err != nil || len(first) == 0 {
		return err
	}
	for _, r := range first {
		if _, known := p.members.of(s.ID, r.Person, p.Env.Now()); !known { // what is posted stays, so it waits
			return errors.New("it is not known whether somebody has left the server")
		}
	}
	nonce := s.ID + "m" + strconv.FormatInt(int64(month), 36)
	isIt := func(b message.Button) bool { return message.IsMonth(month, b) }
	return postOnce(ctx, via, s.Results, nonce, since, isIt, p.Writer.Month(s.Month.Lang, month, len(all), first))
}

// noteMonth writes down that a month's standings were posted, or were not to be, and plans the next ones. What Discord
// refuses is not posted again.
func (p *Publisher) noteMonth(ctx context.Context, claimed storage.Server, month storage.Period, failed error) error {
	now := p.Env.Now()
	_, err := storage.Servers.Change(ctx, p.Env.Store, claimed.ID, func(s *storage.Server) error {
		m := &s.Month
		switch {
		case m.Owner != claimed.Month.Owner:
			return storage.ErrNotDue
		case failed != nil && !Refused(failed):
			if m.Owner = ""; !m.Posting.IsZero() { // else none is wanted any more
				m.NextCheck = now.Add(postAgain)
			}
			return nil
		}
		m.Told, m.Owner, m.Posting, m.NextCheck = max(m.Told, month), "", time.Time{}, time.Time{}
		match.PlanMonth(s, m.Lang, now)
		return nil
	})
	return ignore(err, storage.ErrNotDue)
}
