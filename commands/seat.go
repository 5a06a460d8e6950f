package commands

import (
	"context"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/storage"
)

// mayOffer refuses who may not offer a seat: its player may, and after two missed turns
// the others who play.
func (m *match) mayOffer(by, seat games.Seat) error {
	switch {
	case int(seat) >= len(m.Clocks) || seat < 0:
		return games.Refuse("refuse.button")
	case slices.Contains(m.Offered, seat):
		return games.Refuse("refuse.seat-offered")
	case !m.canPlay(m.state, seat):
		return games.Refuse("refuse.seat-gone")
	case by != seat && (m.Clocks[seat].Missed < missedTurns || !m.in(by)):
		return games.Refuse("refuse.seat-kept", "Player", seat)
	}
	return nil
}

// canPlay reports whether somebody can play on in a seat: who has it still plays, or can
// come back and has time left.
func (m *match) canPlay(s games.State, seat games.Seat) bool {
	return slices.Contains(s.In(), seat) || mayReturn(s, seat) && !m.spent(seat)
}

// spent reports whether a seat has used up its time for the whole game.
func (m *match) spent(seat games.Seat) bool {
	return m.TotalTime > 0 && int(seat) < len(m.Clocks) && m.Clocks[seat].Spent >= m.TotalTime
}

// offerSeat offers a seat to anybody who sees the board.
func (h *Host) offerSeat(ctx context.Context, r Request, b button) (Reply, error) {
	return h.aboutSeat(ctx, r, b, func(m *match, by, seat games.Seat) (games.Text, error) {
		if err := m.mayOffer(by, seat); err != nil {
			return games.Text{}, m.withNames(err)
		}
		m.Offered = append(slices.Clone(m.Offered), seat)
		m.Desired.Post++
		return games.Say("seat.offered", "Player", seat), nil
	})
}

// keepSeat takes back the offer of one's own seat.
func (h *Host) keepSeat(ctx context.Context, r Request, b button) (Reply, error) {
	return h.aboutSeat(ctx, r, b, func(m *match, by, seat games.Seat) (games.Text, error) {
		if by != seat || !slices.Contains(m.Offered, seat) {
			return games.Text{}, games.Refuse("refuse.seat-not-offered")
		}
		m.withdraw(seat)
		m.Desired.Edit++
		return games.Say("seat.kept"), nil
	})
}

// withdraw takes a seat off the offer.
func (m *match) withdraw(seat games.Seat) {
	m.Offered = slices.DeleteFunc(slices.Clone(m.Offered), func(s games.Seat) bool { return s == seat })
}

// aboutSeat has a player do something about the seat that a button names.
func (h *Host) aboutSeat(ctx context.Context, r Request, b button, do func(m *match, by, seat games.Seat) (games.Text, error)) (Reply, error) {
	seat, err := b.seat()
	if err != nil {
		return Reply{}, err
	}
	return h.inGame(ctx, r, b.match, func(m *match, by games.Seat) ([]games.Ply, games.Text, error) {
		said, err := do(m, by, seat)
		return nil, said, err
	})
}

// seat is the seat that a button names.
func (b button) seat() (games.Seat, error) {
	if len(b.steps) == 0 {
		return games.Spectator, games.Refuse("refuse.button")
	}
	n, err := strconv.Atoi(b.steps[len(b.steps)-1])
	if err != nil {
		return games.Spectator, games.Refuse("refuse.button")
	}
	return games.Seat(n), nil
}

// takeSeat has who presses the button play on in a seat that is offered, with what that
// seat knows. Who has sat at this table already may know more, and is refused.
func (h *Host) takeSeat(ctx context.Context, r Request, b button) (Reply, error) {
	seat, err := b.seat()
	if err != nil {
		return Reply{}, err
	}
	m, err := h.change(ctx, b.match, func(m *match) ([]games.Ply, error) {
		if err := m.playing(); err != nil {
			return nil, err
		}
		switch {
		case !m.visible(r):
			return nil, games.Refuse("refuse.hidden")
		case m.seatOf(r.By.ID) != games.Spectator:
			return nil, games.Refuse("refuse.seated")
		case slices.Contains(m.Past, r.By.ID):
			return nil, games.Refuse("refuse.seat-past")
		case !slices.Contains(m.Offered, seat):
			return nil, games.Refuse("refuse.seat-not-offered")
		}
		return h.seatPerson(ctx, m, seat, r.By)
	})
	if err != nil {
		return Reply{}, err
	}
	v := h.voice(r.Lang, m.names())
	said := v.Say(games.Say("seat.taken", "Game", m.info.Title, "Others", m.others(seat)))
	return Reply{Message: Message{
		Content: lines(said, h.directNote(r, m)),
		Rows:    [][]Control{{{ID: m.button("view").String(), Label: h.label(r.Lang, "button.view")}}},
	}, Show: []string{m.ID}}, nil
}

// seatPerson puts somebody in the place of a seat's player, with a new turn if the seat
// owes a move; of the total time that has gone which the player before has used up. A
// seat that was out is in again.
func (h *Host) seatPerson(ctx context.Context, m *match, seat games.Seat, p Person) (made []games.Ply, err error) {
	t, err := h.times(ctx, m.Head)
	if err != nil {
		return nil, err
	}
	if !m.Clocks[seat].Since.IsZero() {
		m.anew(t, seat, h.Now())
	}
	before := m.Players[seat]
	m.withdraw(seat)
	if !m.in(seat) {
		if made, _, err = m.ply(seat, games.Return); err != nil {
			return nil, err
		}
	}
	m.Players, m.Clocks = slices.Clone(m.Players), slices.Clone(m.Clocks)
	m.Players[seat] = storage.Player{ID: p.ID, Name: p.Name, Word: before.Word}
	m.Past = append(slices.Clone(m.Past), before.ID)
	m.Offers = slices.DeleteFunc(slices.Clone(m.Offers), func(id string) bool { return id == before.ID })
	m.Clocks[seat].Missed = 0
	m.Desired.Post++
	m.tell("news.taken", "Name", p.Name, "Before", before.Name)
	return made, nil
}

// inRow is how many buttons Discord takes in a row.
const inRow = 5

// seatButtons are the buttons of the seats that are offered, in rows.
func (h *Host) seatButtons(m *match) [][]Control {
	var row []Control
	for _, seat := range m.Offered {
		label := h.plain(m.Lang, m.names()).Say(games.Say("button.take", "Player", seat))
		row = append(row, Control{ID: m.button("take", strconv.Itoa(int(seat))).String(), Label: label, Style: Good})
	}
	return slices.Collect(slices.Chunk(row, inRow))
}

// seatOffers are the buttons of More about seats, in rows: one's own to offer or to
// keep, and those of others who have missed their turns.
func (h *Host) seatOffers(r Request, m *match, seat games.Seat) [][]Control {
	if m.Phase != storage.Playing || m.state == nil || len(m.Players) < 2 {
		return nil
	}
	var row []Control
	for s := range games.Seat(len(m.Players)) {
		key, verb := "button.offer-other", "ask"
		steps := []string{"seat", strconv.Itoa(int(s))}
		if s == seat {
			key = "button.offer-own"
		}
		if slices.Contains(m.Offered, s) && s == seat {
			key, verb, steps = "button.keep-seat", "keepseat", steps[1:]
		} else if m.mayOffer(seat, s) != nil {
			continue
		}
		label := h.plain(r.Lang, m.names()).Say(games.Say(key, "Player", s))
		row = append(row, Control{ID: m.button(verb, steps...).String(), Label: label})
	}
	return slices.Collect(slices.Chunk(row, inRow))
}
