package commands

import (
	"context"
	"strings"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// atTable takes a decision about an open table and says what was done. A person who sits down
// is told what they have to know.
func atTable(ctx context.Context, h *host, c call, said string, decide func(*match.Match) error) (Reply, error) {
	stood := false
	defer h.Gate.Lock(c.By.ID)()
	m, err := h.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if err := m.MaySee(c.By.ID, c.Channel); err != nil {
			return nil, err
		}
		if stood = m.SeatOf(c.By.ID) == games.Spectator; c.onPublic() {
			m.PressedOn(c.Message)
		}
		return h.Gate.Decide(ctx, m, c.By.ID, func() ([]games.Ply, error) { return nil, decide(m) })
	})
	if err != nil {
		return Reply{}, err
	}
	if (said == "table.joined" || said == "table.engaged") && len(m.Players) == m.Info.MaxSeats {
		said += "-last"
	}
	say := func(m *match.Match) string {
		return h.Writer.Voice(c.Lang, m.Names()).Say(games.Say(said, "By", games.Seat(0), "Thread", message.ThreadLink(m)))
	}
	msg := message.Message{Content: say(m)}
	if stood && m.SeatOf(c.By.ID) != games.Spectator {
		msg = welcome(ctx, h, c, m, msg)
	}
	reply := Reply{Message: msg, Due: []match.Unshown{m.Unshown()}}
	if m.Phase == storage.Playing { // else the table is there, where it was pressed
		reply = h.told(c, m.Unshown(), reply)
	}
	if message.ThreadLink(m) != "" && reply.Then != nil {
		reply.Then = threaded(h, m, say, reply)
	}
	return reply, nil
}

// threaded returns what follows an answer about a game that gets a thread. The answer is given once more
// if its link changes: it gains one once the table is posted, and loses it if no thread could be made.
// say words the answer.
func threaded(h *host, m *match.Match, say func(*match.Match) string, reply Reply) func(context.Context) Reply {
	id, before, msg := m.ID, say(m), reply.Message // the publication changes m
	return func(ctx context.Context) Reply {
		follows := reply.Then(ctx)
		if follows.Message.Content != "" {
			return follows
		}
		if now, err := h.Env.Load(ctx, id); err == nil && say(now) != before {
			follows.Message = msg
			follows.Message.Content = strings.Replace(msg.Content, before, say(now), 1)
		}
		return follows
	}
}

// joinTable has the asker sit down.
func joinTable(ctx context.Context, h *host, c call) (Reply, error) {
	return atTable(ctx, h, c, "table.joined", func(m *match.Match) error { return lobby.Join(m, c.By.Player()) })
}

// leaveTable has the asker leave.
func leaveTable(ctx context.Context, h *host, c call) (Reply, error) {
	return atTable(ctx, h, c, "table.left", func(m *match.Match) error { return lobby.Leave(m, c.By.ID) })
}

// startGame begins the game, for the opener of the table.
func startGame(ctx context.Context, h *host, c call) (Reply, error) {
	v, err := venue(ctx, h, c)
	if err != nil {
		return Reply{}, err
	}
	return atTable(ctx, h, c, "table.started", func(m *match.Match) error { return lobby.Start(m, c.By.ID, v) })
}

// cancelTable closes a table, for its opener.
func cancelTable(ctx context.Context, h *host, c call) (Reply, error) {
	return atTable(ctx, h, c, "table.cancelled", func(m *match.Match) error { return lobby.Cancel(m, c.By.Player()) })
}

// acceptChallenge begins the game of a challenge. The button says how often the options were
// changed before it was made.
func acceptChallenge(ctx context.Context, h *host, c call) (Reply, error) {
	seen := 0
	if len(c.Pressed.Steps) > 0 {
		var err error
		if seen, _, err = c.Pressed.Numbered(); err != nil {
			return Reply{}, err
		}
	}
	v, err := venue(ctx, h, c)
	if err != nil {
		return Reply{}, err
	}
	return atTable(ctx, h, c, "table.accepted", func(m *match.Match) error { return lobby.Accept(m, c.By.Player(), seen, v) })
}

// declineChallenge turns a challenge down.
func declineChallenge(ctx context.Context, h *host, c call) (Reply, error) {
	return atTable(ctx, h, c, "table.declined", func(m *match.Match) error { return lobby.Decline(m, c.By.Player()) })
}

// word returns a word as it is seen: what was typed without hidden characters and spaces.
func word(typed string) string {
	return strings.Join(strings.Fields(message.Clean(typed)), " ")
}

// sayWord opens the form for a word, and takes what was typed there.
func sayWord(ctx context.Context, h *host, c call) (Reply, error) {
	if c.Typed == nil {
		m, err := h.seen(ctx, c)
		if err == nil {
			err = lobby.MaySayWord(m, c.By.ID)
		}
		return h.form(c, "word", lobby.MaxWord), err
	}
	return atTable(ctx, h, c, "word.said", func(m *match.Match) error {
		return lobby.SayWord(m, c.By.ID, word(*c.Typed))
	})
}

// takeSeat has the asker play on in a seat that is offered.
func takeSeat(ctx context.Context, h *host, c call) (Reply, error) {
	seat, err := c.Pressed.Seat()
	if err != nil {
		return Reply{}, err
	}
	defer h.Gate.Lock(c.By.ID)()
	m, err := h.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		return h.Gate.Decide(ctx, m, c.By.ID, func() ([]games.Ply, error) {
			return m.TakeSeat(seat, c.By.Player(), c.Own, c.Channel)
		})
	})
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	said := h.Writer.Voice(c.Lang, m.Names()).Say(games.Say("seat.taken", "Others", m.Others(seat)))
	msg := message.Message{Content: said, Rows: [][]message.Control{{h.Writer.ViewButton(c.Lang, m)}}}
	return Reply{Message: welcome(ctx, h, c, m, msg), Due: []match.Unshown{m.Unshown()}}, nil
}

// offerSeat offers a seat to anybody who sees the board.
func offerSeat(ctx context.Context, h *host, c call) (Reply, error) {
	return aboutSeat(ctx, h, c, (*match.Match).OfferSeat, "seat.offered")
}

// keepSeat takes back the offer of the asker's own seat.
func keepSeat(ctx context.Context, h *host, c call) (Reply, error) {
	return aboutSeat(ctx, h, c, (*match.Match).KeepSeat, "seat.kept")
}

// aboutSeat has a player decide something about the seat that their button names.
func aboutSeat(ctx context.Context, h *host, c call, decide func(m *match.Match, by, seat games.Seat) error, said string) (Reply, error) {
	seat, err := c.Pressed.Seat()
	if err != nil {
		return Reply{}, err
	}
	return h.inGame(ctx, c, c.Pressed.Match, func(m *match.Match, by games.Seat) ([]games.Ply, error) {
		return nil, decide(m, by, seat)
	}, saying(said, "Player", seat))
}
