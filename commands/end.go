package commands

import (
	"context"
	"slices"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// more shows what else can be done: a draw, resigning, calling the game off.
func (h *Host) more(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(m *match, seat games.Seat) (Reply, error) {
		row := []Control{
			{ID: m.button("offer").String(), Label: h.label(r.Lang, "button.draw")},
			{ID: m.button("ask", "resign").String(), Label: h.label(r.Lang, "button.resign"), Style: Danger},
		}
		if m.mayCallOff() {
			row = append(row, Control{ID: m.button("ask", "off").String(), Label: h.label(r.Lang, "button.off"), Style: Danger})
		}
		head := h.voice(r.Lang, m.names()).Say(games.Say("more.head", "Game", m.info.Title, "Others", m.others(seat)))
		return Reply{Message: Message{Content: head, Rows: [][]Control{row}}}, nil
	})
}

// resign, the command, asks whether it is meant.
func (h *Host) resign(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.find(ctx, r, mine)
	if m == nil {
		return reply, err
	}
	return h.ask(ctx, r, m.button("ask", "resign"))
}

// ask asks once more before a game is given up.
func (h *Host) ask(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(m *match, seat games.Seat) (Reply, error) {
		if len(b.steps) != 1 || b.steps[0] != "resign" && b.steps[0] != "off" {
			return Reply{}, games.Refuse("refuse.button")
		}
		does := b.steps[0]
		return Reply{Message: Message{
			Content: h.voice(r.Lang, m.names()).Say(games.Say("ask."+does, "Game", m.info.Title, "Others", m.others(seat))),
			Rows: [][]Control{{
				{ID: m.button("keep").String(), Label: h.label(r.Lang, "button.keep")},
				{ID: m.button(does).String(), Label: h.label(r.Lang, "button.yes-"+does), Style: Danger},
			}},
		}}, nil
	})
}

// keep answers who did not mean it.
func (h *Host) keep(_ context.Context, r Request, _ button) (Reply, error) {
	return Reply{Message: Message{Content: h.say(r, "ask.kept")}}, nil
}

// resigned resigns.
func (h *Host) resigned(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inGame(ctx, r, b.match, func(m *match, seat games.Seat) ([]games.Ply, games.Text, error) {
		made, err := m.ply(seat, games.Leave)
		return made, games.Say("resign.done"), err
	})
}

// mayCallOff reports whether nobody has made a second move yet.
func (m *match) mayCallOff() bool {
	made := map[games.Seat]int{}
	for _, e := range m.Log {
		made[e.Seat]++
		if made[e.Seat] > 1 {
			return false
		}
	}
	return m.Phase == storage.Playing
}

// callOff ends a game that has hardly begun, without a result.
func (h *Host) callOff(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inGame(ctx, r, b.match, func(m *match, _ games.Seat) ([]games.Ply, games.Text, error) {
		if !m.mayCallOff() {
			return nil, games.Text{}, games.Refuse("refuse.off")
		}
		m.Phase, m.Ended, m.EndedBy = storage.Off, "off", r.By.Name
		m.Want.Post++
		return nil, games.Say("off.done"), nil
	})
}

// draw, the command, offers a draw or agrees to one.
func (h *Host) draw(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.find(ctx, r, mine)
	if m == nil {
		return reply, err
	}
	return h.offer(ctx, r, m.ID, anyTurn)
}

func (h *Host) offerDraw(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(*match, games.Seat) (Reply, error) {
		return h.offer(ctx, r, b.match, b.inItsTurn)
	})
}

// agree accepts an offer, if it still stands.
func (h *Host) agree(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(*match, games.Seat) (Reply, error) {
		return h.offer(ctx, r, b.match, func(m *match) error { return m.offered(r) })
	})
}

// offer offers a draw, if a check agrees to that; when it is the last who had
// not, the game is drawn.
func (h *Host) offer(ctx context.Context, r Request, id string, check func(*match) error) (Reply, error) {
	return h.inGame(ctx, r, id, func(m *match, seat games.Seat) ([]games.Ply, games.Text, error) {
		if err := check(m); err != nil {
			return nil, games.Text{}, err
		}
		if slices.Contains(m.Offers, r.By.ID) {
			return nil, games.Text{}, games.Refuse("refuse.offered")
		}
		if len(m.Offers)+1 == len(m.Players) {
			made, err := m.ply(seat, games.Draw)
			return made, games.Say("draw.agreed"), err
		}
		m.Offers, m.Declined = append(slices.Clone(m.Offers), r.By.ID), ""
		m.Want.Post++
		return nil, games.Say("draw.offered"), nil
	})
}

// refuseDraw declines an offer: it is gone, and the message says so.
func (h *Host) refuseDraw(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(*match, games.Seat) (Reply, error) {
		return h.inGame(ctx, r, b.match, func(m *match, _ games.Seat) ([]games.Ply, games.Text, error) {
			if err := m.offered(r); err != nil {
				return nil, games.Text{}, err
			}
			m.Offers, m.Declined = nil, r.By.Name
			m.Want.Edit++
			return nil, games.Say("draw.declined"), nil
		})
	})
}

// offered refuses who has no offer of a draw to answer.
func (m *match) offered(r Request) error {
	switch {
	case len(m.Offers) == 0:
		return games.Refuse("refuse.no-offer")
	case slices.Contains(m.Offers, r.By.ID):
		return games.Refuse("refuse.offered")
	}
	return nil
}

// help shows all of it on one page.
func (h *Host) help(_ context.Context, r Request) (Reply, error) {
	var titles []string
	for _, g := range h.Games {
		titles = append(titles, h.say(r, "help.game", "Game", g.Info().Title, "Name", g.Info().Name,
			"Designer", g.Info().Designer, "About", games.Say(g.Info().Name+".about")))
	}
	return Reply{Message: Message{Content: h.say(r, "help.page", "Games", locale.Verbatim(lines(titles...)))}}, nil
}
