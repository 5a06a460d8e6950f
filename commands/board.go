package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// optionText is the option of /board that shows the board as text.
const optionText = "text"

// boardCommand defines /board.
func boardCommand() command {
	text := func(s *Service) interaction.Parameter {
		return interaction.Parameter{Name: optionText, Description: describe(s, "option.text"), Flag: true}
	}
	return command{
		name: "board", run: board, define: options(completing(optionGame), text),
		complete: map[string]handler{optionGame: completeGame},
	}
}

// board shows a match to the asker, from their seat.
func board(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, reply, err := s.played(ctx, c)
	if m == nil || err != nil {
		return reply, err
	}
	return s.show(ctx, c, m, c.Options[optionText] == "true")
}

// viewText shows a match as text to the asker, whatever board its button was on.
func viewText(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return look(ctx, s, c, true)
}

// viewBoard shows a match to the asker from their seat, whatever board its button was on.
func viewBoard(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return look(ctx, s, c, false)
}

// look shows the match of a button to the asker.
func look(ctx context.Context, s *Service, c call, asText bool) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	return s.show(ctx, c, m, asText)
}

// seated returns the seat of the asker, or a refusal. To a stranger it does not say who plays.
func (c call) seated(m *match.Match) (games.Seat, error) {
	if err := m.MaySee(c.By.ID, c.Channel); err != nil {
		return games.Spectator, err
	}
	return m.Seated(c.By.ID)
}

// seen returns the match of a button that the asker sees, or a refusal.
func (s *Service) seen(ctx context.Context, c call) (*match.Match, interaction.Reply, error) {
	m, err := s.env.Load(ctx, c.button.Match)
	if err == nil && m.MaySee(c.By.ID, c.Channel) != nil { // a board can be seen before its thread is noted
		m, err = s.publisher.LoadNoted(ctx, c.button.Match)
	}
	if err == nil {
		err = m.MaySee(c.By.ID, c.Channel)
	}
	return m, interaction.Reply{}, err
}

// show shows a match to the asker, if they may see it.
func (s *Service) show(ctx context.Context, c call, m *match.Match, asText bool) (interaction.Reply, error) {
	if err := m.MaySee(c.By.ID, c.Channel); err != nil {
		return interaction.Reply{}, err
	}
	s.publisher.Rouse(ctx, m)
	return interaction.Reply{Message: s.writer.Card(c.reader(), m, asText, s.Now())}, nil
}

// moveHere moves a match out of a channel where nothing can be shown to the one in which its
// button was clicked.
func moveHere(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if err := s.place(c.Request); err != nil {
		return interaction.Reply{}, err
	}
	said := saying("board.moved")
	m, err := s.publisher.ChangeAlone(ctx, c.button.Match, c.guarded(&said, func(m *match.Match, _ games.Seat) ([]games.Ply, error) {
		if !message.Movable(c.reader(), m, s.Now()) {
			return nil, games.Refuse("refuse.here")
		}
		match.MoveHere(m, c.Channel)
		return nil, nil
	}))
	return s.replyTo(c, m, said, err)
}

// bringDown has the board of a game posted again at the bottom of its channel, for a player who
// is there.
func bringDown(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return s.inGame(ctx, c, c.button.Match, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		if c.Channel != m.Channel {
			return nil, games.Refuse("refuse.hidden")
		}
		return match.BringDown(m, seat)
	}, saying("board.brought"))
}
