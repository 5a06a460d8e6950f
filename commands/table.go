package commands

import (
	"context"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// atTable changes an open table and says what was done. A table that has begun
// or ended is refused, with a sentence that knows which.
func (h *Host) atTable(ctx context.Context, r Request, b button, said games.Text, decide func(*match) error) (Reply, error) {
	note := ""
	m, err := h.change(ctx, b.match, func(m *match) ([]games.Ply, error) {
		if m.Phase != storage.Open {
			return nil, tableClosed(m)
		}
		stood := m.seatOf(r.By.ID) == games.Spectator
		err := decide(m)
		if note = ""; stood && m.seatOf(r.By.ID) != games.Spectator {
			note = h.directNote(r, m)
		}
		return nil, err
	})
	if err != nil {
		return Reply{}, err
	}
	return Reply{
		Message: Message{Content: lines(h.voice(r.Lang, m.names()).Say(said), note), Rows: h.offerWord(r, m)},
		Show:    []string{m.ID},
	}, nil
}

// tableClosed says why a table takes no clicks any more.
func tableClosed(m *match) error {
	switch {
	case m.Invited != nil && m.Ended == "declined":
		return games.Refuse("refuse.declined")
	case m.Ended == "expired":
		return games.Refuse("refuse.expired")
	case m.Phase == storage.Off && m.Setup.Rules == 0:
		return games.Refuse("refuse.cancelled")
	case m.Invited != nil:
		return games.Refuse("refuse.accepted")
	}
	return games.Refuse("refuse.started")
}

func (h *Host) join(ctx context.Context, r Request, b button) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.joined"), func(m *match) error {
		switch {
		case m.Invited != nil:
			return games.Refuse("refuse.invited", "Name", m.Invited.Name)
		case m.seatOf(r.By.ID) != games.Spectator:
			return games.Refuse("refuse.seated")
		case len(m.Players) == m.info.MaxSeats:
			return games.Refuse("refuse.full")
		}
		m.Players = append(m.Players, storage.Player{ID: r.By.ID, Name: r.By.Name})
		m.Desired.Edit++
		return nil
	})
}

func (h *Host) leave(ctx context.Context, r Request, b button) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.left"), func(m *match) error {
		switch m.seatOf(r.By.ID) {
		case games.Spectator:
			return games.Refuse("refuse.not-there")
		case 0:
			return games.Refuse("refuse.host-leaves")
		}
		m.Players = slices.DeleteFunc(m.Players, func(p storage.Player) bool { return p.ID == r.By.ID })
		m.Desired.Edit++
		return nil
	})
}

func (h *Host) start(ctx context.Context, r Request, b button) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.started"), func(m *match) error {
		switch {
		case m.seatOf(r.By.ID) == games.Spectator:
			return games.Refuse("refuse.not-seated")
		case len(m.Players) < m.info.MinSeats:
			return games.Refuse("refuse.too-few", "Game", m.info.Title, "Count", m.info.MinSeats)
		}
		return h.beginHere(m, r)
	})
}

// beginHere begins a game, if it can be shown in its channel. What the bot may do
// there is known of a request that comes from there; one from elsewhere relies on
// what was known when the table was opened.
func (h *Host) beginHere(m *match, r Request) error {
	if r.Channel == m.Home {
		if err := h.place(r); err != nil {
			return err
		}
		m.Thread = r.Threads
	}
	return h.begin(m)
}

func (h *Host) cancel(ctx context.Context, r Request, b button) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.cancelled"), func(m *match) error {
		if m.seatOf(r.By.ID) != 0 {
			return games.Refuse("refuse.not-host", "Name", m.Players[0].Name)
		}
		return m.endTable("cancelled", r.By.Name)
	})
}

// endTable ends a table that never became a game.
func (m *match) endTable(why, by string) error {
	m.Phase, m.Ended, m.EndedBy = storage.Off, why, by
	m.Desired.Edit++
	return nil
}

func (h *Host) accept(ctx context.Context, r Request, b button) (Reply, error) {
	return h.accepted(ctx, r, b, "")
}

// accepted begins a challenge's game, with a word for its deal if there is one.
func (h *Host) accepted(ctx context.Context, r Request, b button, word string) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.accepted"), func(m *match) error {
		if err := invited(m, r); err != nil {
			return err
		}
		m.Players = append(m.Players, storage.Player{ID: r.By.ID, Name: r.By.Name})
		if word != "" {
			if err := m.takeWord(len(m.Players)-1, word); err != nil {
				return err
			}
		}
		return h.beginHere(m, r)
	})
}

func (h *Host) decline(ctx context.Context, r Request, b button) (Reply, error) {
	return h.atTable(ctx, r, b, games.Say("table.declined"), func(m *match) error {
		if err := invited(m, r); err != nil {
			return err
		}
		return m.endTable("declined", r.By.Name)
	})
}

// invited refuses everybody but the person who is challenged.
func invited(m *match, r Request) error {
	if m.Invited == nil || m.Invited.ID != r.By.ID {
		return games.Refuse("refuse.not-invited")
	}
	return nil
}
