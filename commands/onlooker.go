package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/games"
)

// playAlike opens a table with the options and times of a match, where its button was pressed.
func playAlike(ctx context.Context, h *host, c call) (Reply, error) {
	if err := h.mayShow(c.Request); err != nil {
		return Reply{}, err
	}
	m, err := h.seen(ctx, c)
	switch {
	case err != nil:
		return Reply{}, err
	case m.Setup.Rules == 0 && m.SeatOf(c.By.ID) != 0: // a challenge that was declined
		return Reply{}, games.Refuse("refuse.not-host-open", "Name", m.Players[0].Name)
	}
	id := c.ID
	if m.Setup.Rules == 0 { // it is opened to anyone once
		id = m.ID + "o"
		if opened, err := h.Env.Load(ctx, id); err == nil {
			return h.show(ctx, c, opened, false)
		}
	}
	if err := h.MayBegin(ctx, c, m.Game); err != nil {
		return Reply{}, err
	}
	here, err := h.server(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	wanted, err := lobby.Alike(h.Env, m, id, c.By.Player(), placeOf(c, here))
	if err != nil {
		return Reply{}, err
	}
	table, err := h.Gate.Open(ctx, h.Env, wanted, false)
	if err != nil {
		return Reply{}, err
	}
	return announce(ctx, h, c, table, match.Unshown{ID: table.ID}, table.ID != wanted.ID)
}

// giveSeat has Parlour play on for a player who is gone.
func giveSeat(ctx context.Context, h *host, c call) (Reply, error) {
	seat, err := c.Pressed.Seat()
	if err != nil {
		return Reply{}, err
	}
	gone := ""
	return h.inGame(ctx, c, c.Pressed.Match, func(m *match.Match, by games.Seat) ([]games.Ply, error) {
		if err := m.MayGive(by, seat); err != nil {
			return nil, err
		}
		gone = m.Players[seat].Name
		return m.GiveSeat(by, seat, hire(h, m, games.Medium))
	}, func(*match.Match, games.Seat) games.Text { return games.Say("give.done", "Name", gone) })
}
