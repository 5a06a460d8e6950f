package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// grace is how long somebody has at most who was not reminded before their time was up.
const grace = time.Hour

// graceOf is how long it is for a turn: no longer than the turn, and long enough for a
// reminder to be sent within it.
func graceOf(t clock.Turn) time.Duration { return max(leastTime, min(grace, t.Limit)) }

// missedTurns is how many turns running somebody misses before others may offer their
// seat.
const missedTurns = 2

// keepTime works out when the time of each seat is up, and does what is due by now. It
// returns the match as it is then, and storage.ErrConflict when somebody changed it
// meanwhile.
func (h *Host) keepTime(ctx context.Context, m *match) (*match, error) {
	for range maxTries {
		made, did, err := h.callTime(ctx, m)
		if err != nil || !did {
			return m, err
		}
		if err := h.commit(ctx, m, made); err != nil {
			return m, err
		}
		if m, err = h.replay(m.Match); err != nil {
			return m, err
		}
	}
	return m, nil
}

// callTime does one thing that is due: it changes the head, returns the plies to
// append, and whether there was anything. When there is nothing it sees to it that
// those who owe a move are reminded.
func (h *Host) callTime(ctx context.Context, m *match) (made []games.Ply, did bool, err error) {
	now := h.Now()
	switch {
	case m.Phase == storage.Open && !now.Before(m.Created.Add(patience)):
		return nil, true, m.endTable("expired", "")
	case m.Phase != storage.Playing || m.state == nil:
		return nil, false, nil
	case len(m.Clocks) != len(m.Players): // a game from before there were clocks
		return nil, true, nil
	}
	t, err := h.times(ctx, m.Head)
	if err != nil {
		return nil, false, err
	}
	if m.workOut(t, now) {
		return nil, true, nil
	}
	if !m.GuildLostAt.IsZero() {
		did, err = h.unbar(ctx, m, now)
		return nil, did, err
	}
	if m.givenUp(t, now) {
		made, _, err = m.ply(m.state.In()[0], games.Leave)
		return made, true, err
	}
	for seat, c := range m.Clocks {
		switch {
		case c.Since.IsZero(), !m.person(games.Seat(seat)):
		case !c.ExpiredAt.IsZero():
			if !now.Before(c.Due) { // nobody claimed the win, and so it comes
				made, _, err = m.ply(games.Seat(seat), games.Lapse)
				return made, true, err
			}
		case c.Due.IsZero() && !now.Before(c.Since.Add(idle)), !c.Due.IsZero() && !now.Before(c.Due):
			if made, did, err = h.timeUp(ctx, m, t, games.Seat(seat), now); did || err != nil {
				return made, did, err
			}
		}
	}
	return nil, false, h.expect(ctx, m, t, now)
}

// givenUp reports whether opponents have waited long enough for one of the people, who
// have all left and can come back.
func (m *match) givenUp(t times, now time.Time) bool {
	if !m.deserted() {
		return false
	}
	for _, e := range slices.Backward(m.Log) {
		if m.person(e.Seat) { // the last of them
			return !now.Before(clock.Turn{Since: e.At, Limit: patience, Pauses: t.outages}.Due())
		}
	}
	return false
}

// workOut works out anew when time is up, and has the board say so if it said anything
// else. It reports whether it gave anybody more time, which is to be written down before
// they are reminded: else they would be found to have none left.
func (m *match) workOut(t times, now time.Time) (gave bool) {
	m.Clocks = slices.Clone(m.Clocks)
	changed := false
	for seat := range m.Clocks {
		c := &m.Clocks[seat]
		was := *c
		c.Due = time.Time{}
		if turn, ok := t.turn(m.Head, seat); ok && !c.ExpiredAt.IsZero() {
			c.Due = clock.Turn{Since: c.ExpiredAt, Limit: patience, Pauses: t.outages}.Due()
		} else if ok {
			c.Due = turn.Due()
			left := turn
			left.Since = now
			if least := min(graceOf(turn), left.Spent(was.Due)); left.Spent(c.Due) < least { // nobody's settings end their turn at once
				c.Extension = storage.Span{From: now, To: now.Add(least)}
				turn.Grace = c.Extension
				c.Due, gave = turn.Due(), true
			}
		}
		c.Away, _ = awayUntil(t.people[seat], now)
		moved := c.Due.Sub(was.Due).Abs() >= time.Minute && !was.Due.IsZero()
		changed = changed || moved || !c.Away.Equal(was.Away)
	}
	if changed && m.Desired.Post == m.Published.Post {
		m.Desired.Edit++
	}
	return gave
}

// timeUp does what comes of it that the time of a seat is up, or that it has owed a
// move for long: who has left the server leaves the game; who was not reminded gets
// some more time; the opponent of who would lose is asked; and else the turn goes by.
func (h *Host) timeUp(ctx context.Context, m *match, t times, seat games.Seat, now time.Time) (made []games.Ply, did bool, err error) {
	c := &m.Clocks[seat]
	there, err := h.Channel.Member(ctx, m.Guild, m.Players[seat].ID)
	turn, _ := t.turn(m.Head, int(seat))
	switch {
	case errors.Is(err, ErrGone):
		m.bar(now)
		return nil, false, nil
	case err != nil && !errors.Is(err, ErrForbidden):
		return nil, false, err
	case err == nil && !there:
		made, err = m.absent(seat)
		return made, true, err
	case c.Due.IsZero():
		return nil, false, nil
	case !reminded(t.people[seat], m.ID, c.Since):
		from := now
		if quiet, ok := turn.Quiet.At(now); ok {
			from = quiet.To
		}
		c.Extension = storage.Span{From: from, To: from.Add(graceOf(turn))}
		m.workOut(t, now)
		return nil, true, nil
	case m.info.Forfeit:
		c.Missed, c.ExpiredAt = c.Missed+1, now
		m.Desired.Post++
		return nil, true, nil
	case racing(m.state):
	case m.TotalTime > 0 && m.spentBy(t, m.state, seat, now) >= m.TotalTime:
		if made, _, err = m.ply(seat, games.Leave); err == nil { // which by itself reads as resigning
			m.tell("news.spent", "Name", m.Players[seat].Name)
		}
		return made, true, err
	default:
		c.Missed++
	}
	made, _, err = m.ply(seat, games.Lapse)
	return made, true, err
}

// reminded reports whether somebody was reminded of a turn, or wants no reminder.
func reminded(p storage.Person, match string, since time.Time) bool {
	return len(remindOf(p)) == 0 || lastShare(p, match, since) > 0
}

// lastShare is after how many percent of a turn somebody was last reminded of it.
func lastShare(p storage.Person, match string, since time.Time) int {
	for _, r := range p.Reminded {
		if r.Match == match && r.Since.Equal(since) {
			return r.Share
		}
	}
	return 0
}

// tell has the next message of a match say something besides.
func (m *match) tell(key string, pairs ...any) {
	if m.NewsOf <= m.Published.Post { // what there was is told
		m.News = nil
	}
	m.News = append(slices.Clone(m.News), games.Say(key, pairs...))
	m.NewsOf = max(m.Desired.Post, m.Published.Post+1)
}

// claim ends a game as a win over who let their time run out.
func (h *Host) claim(ctx context.Context, r Request, b button) (Reply, error) {
	return h.whenUp(ctx, r, b, func(m *match, late games.Seat) ([]games.Ply, games.Text, error) {
		made, _, err := m.ply(late, games.Lapse)
		return made, games.Say("claim.done"), err
	})
}

// grant gives who let their time run out the time for another turn.
func (h *Host) grant(ctx context.Context, r Request, b button) (Reply, error) {
	return h.whenUp(ctx, r, b, func(m *match, late games.Seat) ([]games.Ply, games.Text, error) {
		t, err := h.times(ctx, m.Head)
		if err != nil {
			return nil, games.Text{}, err
		}
		m.anew(t, late, h.Now())
		m.Desired.Post++
		m.tell("news.grant", "Name", r.By.Name, "Late", m.Players[late].Name)
		return nil, games.Say("grant.done", "Player", late), nil
	})
}

// whenUp lets the opponent of who let their time run out say what becomes of the game.
func (h *Host) whenUp(ctx context.Context, r Request, b button, do func(*match, games.Seat) ([]games.Ply, games.Text, error)) (Reply, error) {
	return h.inTurn(ctx, r, b, func(*match, games.Seat) (Reply, error) {
		return h.inGame(ctx, r, b.match, func(m *match, seat games.Seat) ([]games.Ply, games.Text, error) {
			late := m.late()
			switch {
			case late == games.Spectator:
				return nil, games.Text{}, games.Refuse("refuse.not-up")
			case late == seat:
				return nil, games.Text{}, games.Refuse("refuse.late")
			}
			return do(m, late)
		})
	})
}

// late is the seat whose opponent is asked what becomes of the game, Spectator where
// nobody is.
func (m *match) late() games.Seat {
	return games.Seat(slices.IndexFunc(m.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() }))
}
