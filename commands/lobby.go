package commands

import (
	"context"
	"strconv"
	"strings"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/guest"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/message/typing"
	"parlour/games"
)

// atTable takes a decision about an open table and says what was done. A person who sits down
// is told what they have to know.
func atTable(ctx context.Context, s *Service, c call, said string, decide func(*match.Match) error) (interaction.Reply, error) {
	stood := false
	defer s.gate.Lock(c.By.ID)()
	m, err := s.env.Change(ctx, c.button.Match, func(m *match.Match) ([]games.Ply, error) {
		if err := m.MaySee(c.By.ID, c.Channel); err != nil {
			return nil, err
		}
		if stood = m.SeatOf(c.By.ID) == games.Spectator; c.onPublic() {
			guest.PressedOn(m, c.Message)
		}
		return s.gate.Decide(ctx, m, c.By.ID, func() ([]games.Ply, error) { return nil, decide(m) })
	})
	if err != nil {
		return interaction.Reply{}, err
	}
	if (said == "table.joined" || said == "table.engaged") && len(m.Players) == m.Info.MaxSeats {
		said += "-last"
	}
	msg := message.Message{Content: s.writer.Voice(c.Lang, m.Names()).Say(games.Say(said, "By", games.Seat(0), "Thread", message.ThreadLink(m)))}
	if stood && m.SeatOf(c.By.ID) != games.Spectator {
		msg = welcome(ctx, s, c, m, msg)
	}
	return interaction.Reply{Message: msg, Due: []match.Unshown{m.Unshown()}}, nil
}

// joinTable has the asker sit down.
func joinTable(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return atTable(ctx, s, c, "table.joined", func(m *match.Match) error { return lobby.Join(m, c.By.Player()) })
}

// leaveTable has the asker leave.
func leaveTable(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return atTable(ctx, s, c, "table.left", func(m *match.Match) error { return lobby.Leave(m, c.By.ID) })
}

// startGame begins the game, for the opener of the table.
func startGame(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return atTable(ctx, s, c, "table.started", func(m *match.Match) error { return lobby.Start(m, c.By.ID, s.venue(c)) })
}

// cancelTable closes a table, for its opener.
func cancelTable(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return atTable(ctx, s, c, "table.cancelled", func(m *match.Match) error { return lobby.Cancel(m, c.By.Player()) })
}

// acceptChallenge begins the game of a challenge. The button says how often the options were
// changed before it was made.
func acceptChallenge(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	seen := 0
	if len(c.button.Steps) > 0 {
		var err error
		if seen, err = strconv.Atoi(c.button.Steps[0]); err != nil {
			return interaction.Reply{}, games.Refuse("refuse.button")
		}
	}
	return atTable(ctx, s, c, "table.accepted", func(m *match.Match) error {
		return lobby.Accept(m, c.By.Player(), seen, s.venue(c))
	})
}

// declineChallenge turns a challenge down.
func declineChallenge(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return atTable(ctx, s, c, "table.declined", func(m *match.Match) error { return lobby.Decline(m, c.By.Player()) })
}

// form returns a form of one line, whose sentences have keys with the same beginning.
func form(s *Service, c call, about string, most int) interaction.Reply {
	reply := say(s.say(c, "form.late"))
	reply.Form = &message.Form{
		ID: c.button.String(), Title: s.writer.Label(c.Lang, about+".title"),
		Field: s.writer.Label(c.Lang, about+".field"), Hint: s.writer.Label(c.Lang, about+".hint"), Most: most,
	}
	return reply
}

// word returns a word as it is seen: what was typed without hidden characters and spaces.
func word(typed string) string {
	return strings.Join(strings.Fields(message.Clean(typed)), " ")
}

// sayWord opens the form for a word, and takes what was typed there.
func sayWord(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if c.Typed == nil {
		m, _, err := s.seen(ctx, c)
		if err == nil {
			err = lobby.MaySayWord(m, c.By.ID)
		}
		return form(s, c, "word", lobby.MaxWord), err
	}
	return atTable(ctx, s, c, "word.said", func(m *match.Match) error {
		return lobby.SayWord(m, c.By.ID, word(*c.Typed))
	})
}

// offerOpponents shows a player at an open table the levels of opponents, and a button that
// sends one away.
func offerOpponents(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if err := lobby.MayEngage(m, c.By.ID); err != nil {
		return interaction.Reply{}, err
	}
	said := []string{s.say(c, "opponent.which", "Game", m.Info.Title)}
	seated, levels := strconv.Itoa(m.Opponents()), games.Levels
	if len(m.Players) == m.Info.MaxSeats {
		said, levels = []string{s.say(c, "opponent.full", "Count", m.Info.MaxSeats)}, nil
	}
	var row []message.Control
	for _, level := range levels {
		name, help := games.Say("level."+string(level)), games.Say(m.Info.Name+".level."+string(level))
		said = append(said, s.say(c, "opponent.level", "Level", name, "Help", help))
		row = append(row, message.Control{
			ID: button.Of(m, "engage", seated, string(level)).String(), Label: s.writer.Plain(c.Lang, nil).Say(name),
		})
	}
	if m.Opponents() > 0 {
		row = append(row, message.Control{
			ID: button.Of(m, "dismiss", seated).String(), Label: s.writer.Label(c.Lang, "button.dismiss"), Style: message.Danger,
		})
	}
	reply := say(message.Lines(said...))
	if len(row) > 0 {
		reply.Message.Rows = [][]message.Control{row}
	}
	return reply, nil
}

// engageOpponent seats an opponent of the level that the button names.
func engageOpponent(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if len(c.button.Steps) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	level, err := typing.ParseLevel(optionLevel, c.button.Steps[len(c.button.Steps)-1])
	if err != nil {
		return interaction.Reply{}, err
	}
	return atTable(ctx, s, c, "table.engaged", func(m *match.Match) error {
		return lobby.Engage(m, c.By.ID, c.button.Steps[0], hire(s, m, level))
	})
}

// dismissOpponent sends away the opponent that sat down last.
func dismissOpponent(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if len(c.button.Steps) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	return atTable(ctx, s, c, "table.dismissed", func(m *match.Match) error {
		return lobby.Dismiss(m, c.By.ID, c.button.Steps[0])
	})
}

// takeSeat has the asker play on in a seat that is offered.
func takeSeat(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	seat, err := c.button.Seat()
	if err != nil {
		return interaction.Reply{}, err
	}
	defer s.gate.Lock(c.By.ID)()
	m, err := s.env.Change(ctx, c.button.Match, func(m *match.Match) ([]games.Ply, error) {
		return s.gate.Decide(ctx, m, c.By.ID, func() ([]games.Ply, error) {
			return match.TakeSeat(m, seat, c.By.Player(), c.own, c.Channel)
		})
	})
	if err != nil {
		return interaction.Reply{}, message.Named(m, err)
	}
	said := s.writer.Voice(c.Lang, m.Names()).Say(games.Say("seat.taken", "Others", m.Others(seat)))
	msg := message.Message{Content: said, Rows: [][]message.Control{{s.writer.ViewButton(c.Lang, m)}}}
	return interaction.Reply{Message: welcome(ctx, s, c, m, msg), Due: []match.Unshown{m.Unshown()}}, nil
}

// offerSeat offers a seat to anybody who sees the board.
func offerSeat(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return aboutSeat(ctx, s, c, match.OfferSeat, "seat.offered")
}

// keepSeat takes back the offer of the asker's own seat.
func keepSeat(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return aboutSeat(ctx, s, c, match.KeepSeat, "seat.kept")
}

// aboutSeat has a player decide something about the seat that their button names.
func aboutSeat(ctx context.Context, s *Service, c call, decide func(m *match.Match, by, seat games.Seat) error, said string) (interaction.Reply, error) {
	seat, err := c.button.Seat()
	if err != nil {
		return interaction.Reply{}, err
	}
	return s.inGame(ctx, c, c.button.Match, func(m *match.Match, by games.Seat) ([]games.Ply, error) {
		return nil, decide(m, by, seat)
	}, saying(said, "Player", seat))
}
