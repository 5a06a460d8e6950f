package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// enforceClocks computes when clocks expire, does what is due by now, and plans the reminders
// of the seats that owe a move. It returns [storage.ErrConflict] if somebody changed the match
// meanwhile, and [errUnasked] if that is all and Discord could not be asked: what depends on it waits.
func (p *Publisher) enforceClocks(ctx context.Context, m *match.Match) (err error) {
	if len(m.Times.People) == 0 && m.Phase == storage.Playing {
		if m.Times, err = p.Env.Times(ctx, m.Head); err != nil {
			return err
		}
	}
	back, err := p.Env.EndAutoAways(ctx, m)
	if err == nil && back {
		m.Times, err = p.Env.Times(ctx, m.Head)
	}
	if err != nil {
		return err
	}
	var unasked error
	for range match.MaxTries {
		slept := m.Asleep
		verdict, err := p.enforceOne(ctx, m)
		if errors.Is(err, errUnasked) {
			unasked = err
			break
		}
		if err != nil {
			return err
		}
		if verdict.Away != "" {
			err := p.Env.BeginAutoAway(ctx, verdict.Away)
			if err == nil {
				m.Times, err = p.Env.Times(ctx, m.Head)
			}
			if err != nil {
				return err
			}
			continue
		}
		if !verdict.Changed {
			break
		}
		if m.Asleep && !slept {
			if err := p.Env.MakeRoomAsleep(ctx, m); err != nil {
				return err
			}
		}
		if verdict.Removed {
			if err := noteRemoved(ctx, p.Env, m); err != nil {
				return err
			}
		}
		if err := p.Env.Commit(ctx, m, verdict.Plies); err != nil {
			return err
		}
		if m.Times, err = p.Env.Times(ctx, m.Head); err != nil {
			return err
		}
	}
	if err := p.dropReminders(ctx, m); err != nil {
		return err
	}
	return cmp.Or(p.planReminders(ctx, m), unasked)
}

// errUnasked is the failure of a question to Discord on which clocks depend.
var errUnasked = errors.New("Discord could not be asked whether somebody is in the server") //lint:ignore ST1005 a name

// enforceOne does one thing that is due, and asks Discord about the players that it depends on.
func (p *Publisher) enforceOne(ctx context.Context, m *match.Match) (match.Verdict, error) {
	known := match.Presence{}
	for {
		m.Now = p.Env.Now()
		verdict, err := m.Times.Enforce(m, known)
		if err != nil || verdict.Ask == games.Spectator {
			return verdict, err
		}
		if known[verdict.Ask], err = p.whereabouts(ctx, m, verdict.Ask); err != nil {
			return verdict, err
		}
	}
}

// whereabouts asks Discord whether the player of a seat is in the server of the match.
func (p *Publisher) whereabouts(ctx context.Context, m *match.Match, seat games.Seat) (match.Whereabouts, error) {
	if solitary(m.Head) {
		return match.Here, nil
	}
	ctx, done := context.WithTimeout(ctx, p.Brief)
	defer done()
	there, err := p.Channel.Member(ctx, m.Guild, m.Players[seat].ID)
	switch {
	case errors.Is(err, ErrGone):
		return match.GuildLost, nil
	case err != nil && !errors.Is(err, ErrForbidden):
		return match.Here, fmt.Errorf("%w: %w", errUnasked, err)
	case err == nil && !there:
		return match.Absent, nil
	}
	return match.Here, nil
}

// noteRemoved notes for the players of a match that it ends because the bot was removed from
// its server. Nothing can be shown there, so they are told directly.
func noteRemoved(ctx context.Context, env *match.Env, m *match.Match) error {
	for _, seat := range m.People() {
		err := env.SetPerson(ctx, m.Players[seat].ID, func(person *storage.Person) {
			if !slices.Contains(person.Ended, m.ID) {
				person.Ended = append(person.Ended, m.ID)
			}
			person.NextCheck = env.Now()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// loseGuild notes that the bot was removed from the server, of a match that could not be shown.
func (p *Publisher) loseGuild(ctx context.Context, m *match.Match, failed error) {
	if !Refused(failed) || m.Phase != storage.Playing || solitary(m.Head) {
		return
	}
	ctx, done := context.WithTimeout(ctx, p.Brief)
	defer done()
	if _, err := p.Channel.Member(ctx, m.Guild, m.Players[m.People()[0]].ID); errors.Is(err, ErrGone) {
		m.Now = p.Env.Now()
		m.LoseGuild()
	}
}

// announceOutage tells the channel of a match of the long outages in which its clocks ran and
// which it was not told of. A nonce keeps it from being told twice.
func (p *Publisher) announceOutage(ctx context.Context, m *publication) error {
	if m.Phase != storage.Playing || !m.Limited() {
		return nil
	}
	away, err := p.Env.Away(ctx, m.Guild)
	if err != nil {
		return err
	}
	var lost time.Duration
	var last time.Time
	for _, o := range away.Spans {
		ran := slices.ContainsFunc(m.People(), func(s games.Seat) bool { return m.RanBefore(s, o.To) })
		if ran && o.To.Sub(o.From) > match.TellOutageFrom && o.To.After(m.OutageTold) {
			lost, last = lost+o.To.Sub(o.From), o.To
		}
	}
	if lost == 0 {
		return nil
	}
	msg := message.Message{Content: p.Writer.Public(m.Match).Say("excuse.told", "Lost", clock.Span(lost))}
	_, err = p.postOnce(ctx, m, m.Channel, m.ID+"-o"+strconv.FormatInt(last.Unix(), 36), msg, nothing)
	if err == nil || Refused(err) {
		m.OutageTold = last
		return nil
	}
	return err
}
