package commands

import (
	"context"
	"slices"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// more shows what else can be done: the rules, a draw, resigning, calling the game
// off, and coming back for who is out.
func (h *Host) more(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(m *match, seat games.Seat) (Reply, error) {
		var row []Control
		offer := func(label string, style Style, verb string, steps ...string) {
			row = append(row, Control{ID: m.button(verb, steps...).String(), Label: h.label(r.Lang, label), Style: style})
		}
		offer("button.rules", Plain, "rules", m.info.Name)
		if mayReturn(m.state, seat) {
			offer("button.return", Good, "return")
		}
		if m.in(seat) && len(m.peopleIn()) > 1 {
			offer("button.draw", Plain, "offer")
		}
		if m.in(seat) {
			offer("button.resign", Danger, "ask", "resign")
		}
		if m.in(seat) && m.mayCallOff() {
			offer("button.off", Danger, "ask", "off")
		}
		head := h.voice(r.Lang, m.names()).Say(games.Say("more.head", "Game", m.info.Title, "Others", m.others(seat)))
		return Reply{Message: Message{Content: head, Rows: append([][]Control{row}, h.seatOffers(r, m, seat)...)}}, nil
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
		if len(b.steps) == 0 || !slices.Contains([]string{"resign", "off", "seat"}, b.steps[0]) {
			return Reply{}, games.Refuse("refuse.button")
		}
		does, about := b.steps[0], seat
		if does == "seat" {
			var err error
			if about, err = b.seat(); err == nil {
				err = m.withNames(m.mayOffer(seat, about))
			}
			if err != nil {
				return Reply{}, err
			}
		} else if !m.in(seat) {
			return Reply{}, m.outRefusal(seat)
		}
		return Reply{Message: Message{
			Content: h.voice(r.Lang, m.names()).Say(games.Say("ask."+does, "Game", m.info.Title, "Others", m.others(seat), "Player", about)),
			Rows: [][]Control{{
				{ID: m.button("keep").String(), Label: h.label(r.Lang, "button.keep")},
				{ID: m.button(does, b.steps[1:]...).String(), Label: h.label(r.Lang, "button.yes-"+does), Style: Danger},
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
		made, next, err := m.ply(seat, games.Leave)
		if err != nil {
			return nil, games.Text{}, err
		}
		if mayReturn(next, seat) {
			return made, games.Say("resign.back"), nil
		}
		return made, games.Say("resign.done"), nil
	})
}

// mayReturn reports whether a seat that is out can play again.
func mayReturn(s games.State, seat games.Seat) bool {
	_, err := s.Play(seat, games.Return)
	return err == nil
}

// outRefusal tells the player of a seat that is out that they are, and whether
// they can come back.
func (m *match) outRefusal(seat games.Seat) error {
	if mayReturn(m.state, seat) {
		return games.Refuse("refuse.left-back")
	}
	return games.Refuse("refuse.left")
}

// comeBack has a seat play again whose player left, or whose time ran out.
func (h *Host) comeBack(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inGame(ctx, r, b.match, func(m *match, seat games.Seat) ([]games.Ply, games.Text, error) {
		if m.spent(seat) {
			return nil, games.Text{}, games.Refuse("refuse.spent")
		}
		made, _, err := m.ply(seat, games.Return)
		return made, games.Say("return.done"), err
	})
}

// mayCallOff reports whether nobody has made a second move yet. A move that is
// changed while others still choose is the same move.
func (m *match) mayCallOff() bool {
	if m.Phase != storage.Playing || m.state == nil {
		return false
	}
	moved := map[games.Seat]int{} // the turn in which each seat moved
	for i, e := range m.Log {
		_, turn, err := games.Replay(m.game, m.Setup, plies(m.Log[:i]))
		if before, again := moved[e.Seat]; err != nil || again && before != turn {
			return false
		}
		moved[e.Seat] = turn
	}
	return true
}

// callOff ends a game that has hardly begun, without a result.
func (h *Host) callOff(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inGame(ctx, r, b.match, func(m *match, seat games.Seat) ([]games.Ply, games.Text, error) {
		switch {
		case !m.in(seat):
			return nil, games.Text{}, m.outRefusal(seat)
		case !m.mayCallOff():
			return nil, games.Text{}, games.Refuse("refuse.off")
		}
		m.Phase, m.Ended, m.EndedBy = storage.Off, "off", r.By.Name
		m.Desired.Post++
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
		switch {
		case !m.in(seat):
			return nil, games.Text{}, m.outRefusal(seat)
		case len(m.peopleIn()) == 1 && len(m.state.In()) > 1:
			return nil, games.Text{}, games.Refuse("refuse.draw-parlour")
		case len(m.state.In()) == 1:
			return nil, games.Text{}, games.Refuse("refuse.alone")
		case slices.Contains(m.Offers, r.By.ID):
			return nil, games.Text{}, games.Refuse("refuse.offered")
		case len(m.Offers)+1 == len(m.peopleIn()): // an opponent agrees to what all people want
			made, _, err := m.ply(seat, games.Draw)
			return made, games.Say("draw.agreed"), err
		}
		m.Offers, m.Declined = append(slices.Clone(m.Offers), r.By.ID), ""
		m.Desired.Post++
		return nil, games.Say("draw.offered"), nil
	})
}

// refuseDraw declines an offer: it is gone, and the message says so.
func (h *Host) refuseDraw(ctx context.Context, r Request, b button) (Reply, error) {
	return h.inTurn(ctx, r, b, func(*match, games.Seat) (Reply, error) {
		return h.inGame(ctx, r, b.match, func(m *match, seat games.Seat) ([]games.Ply, games.Text, error) {
			if !m.in(seat) {
				return nil, games.Text{}, m.outRefusal(seat)
			}
			if err := m.offered(r); err != nil {
				return nil, games.Text{}, err
			}
			m.Offers, m.Declined = nil, r.By.Name
			m.Desired.Edit++
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
		titles = append(titles, h.say(r, "help.game", "Game", g.Info().Title, "Name", g.Info().Name, "Players", g.Info().Players(),
			"Designer", g.Info().Designer, "Source", locale.Verbatim(g.Info().Source), "About", games.Say(g.Info().Name+".about")))
	}
	return Reply{Message: Message{Content: h.say(r, "help.page", "Games", locale.Verbatim(lines(titles...)))}}, nil
}
