package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// stillThere reports whether a player of a match is in its server. Who is not leaves
// the match.
func (h *Host) stillThere(ctx context.Context, head storage.Head, person string) (bool, error) {
	there, err := h.Patient.Member(ctx, head.Guild, person)
	gone := errors.Is(err, ErrGone)
	if there || err != nil && !gone {
		return there || errors.Is(err, ErrForbidden), ignore(err, ErrForbidden)
	}
	_, err = h.change(ctx, head.ID, func(m *match) ([]games.Ply, error) {
		seat := m.seatOf(person)
		switch {
		case m.Phase != storage.Playing:
			return nil, errStale
		case gone:
			m.bar(h.Now())
			return nil, nil
		case m.state == nil, !m.in(seat):
			return nil, errStale
		}
		return m.absent(seat)
	})
	return false, ignore(err, errStale)
}

// absent has a seat leave the game whose player has left the server.
func (m *match) absent(seat games.Seat) ([]games.Ply, error) {
	made, _, err := m.ply(seat, games.Leave)
	if err == nil {
		m.tell("news.absent", "Name", m.Players[seat].Name)
	}
	return made, err
}

// endRemoved ends a match in a server that the bot was removed from, and has its
// players told. Nothing can be shown there.
func (h *Host) endRemoved(ctx context.Context, m *match) error {
	for _, seat := range m.people() {
		_, err := h.Store.ChangePerson(ctx, m.Players[seat].ID, func(p *storage.Person) error {
			if !slices.Contains(p.Ended, m.ID) {
				p.Ended = append(p.Ended, m.ID)
			}
			p.NextCheck = h.Now()
			return nil
		})
		if err != nil {
			return err
		}
	}
	m.Phase, m.Ended, m.Desired = storage.Off, "removed", m.Published
	return nil
}

// bar notes that the server of a match does not know the bot. Discord may be wrong for a
// moment, so it is asked once more after a while before the match ends.
func (m *match) bar(now time.Time) {
	if m.GuildLostAt.IsZero() {
		m.GuildLostAt = now
	}
}

// unbar asks about a server once more, when it is time to: the match ends, or goes on.
// Until then nothing comes due in it, as Discord minds being asked in vain.
func (h *Host) unbar(ctx context.Context, m *match, now time.Time) (did bool, err error) {
	if now.Before(m.GuildLostAt.Add(grace)) {
		return false, nil
	}
	_, err = h.Channel.Member(ctx, m.Guild, m.Players[m.people()[0]].ID)
	switch {
	case errors.Is(err, ErrGone):
		return true, h.endRemoved(ctx, m)
	case err != nil && !errors.Is(err, ErrForbidden):
		return false, err
	}
	m.GuildLostAt = time.Time{}
	return true, nil
}

// barIfRemoved notes it of a match that could not be shown.
func (h *Host) barIfRemoved(ctx context.Context, m *match, failed error) {
	if !errors.Is(failed, ErrGone) && !errors.Is(failed, ErrForbidden) || m.Phase != storage.Playing {
		return
	}
	if _, err := h.Channel.Member(ctx, m.Guild, m.Players[m.people()[0]].ID); errors.Is(err, ErrGone) {
		m.bar(h.Now())
	}
}
