package commands

import (
	"context"
	"errors"
	"strconv"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/message/typing"
	"parlour/games"
)

// showOptions shows the opener of a table its options, to be chosen. The button may name a page.
func showOptions(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if err := lobby.MayChoose(m, c.By.ID); err != nil {
		return interaction.Reply{}, err
	}
	page := 0
	if len(c.button.Steps) > 0 {
		if page, err = strconv.Atoi(c.button.Steps[0]); err != nil {
			return interaction.Reply{}, games.Refuse("refuse.button")
		}
	}
	return interaction.Reply{Message: typing.Options(s.writer, c.reader(), m, page)}, nil
}

// chooseOption sets the option that a menu names to what was chosen. Where options do not go
// together, they stay as they are and the menus with them.
func chooseOption(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	value, err := c.chosen()
	if err != nil || len(c.button.Steps) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	name := c.button.Steps[0]
	m, err := s.env.Change(ctx, c.button.Match, func(m *match.Match) ([]games.Ply, error) {
		return nil, errors.Join(m.MaySee(c.By.ID, c.Channel), lobby.SetOption(m, c.By.ID, name, value))
	})
	var refusal *games.Refusal
	if err != nil && (!errors.As(err, &refusal) || m == nil || lobby.MayChoose(m, c.By.ID) != nil) {
		return interaction.Reply{}, err
	}
	msg := typing.Options(s.writer, c.reader(), m, typing.OptionPage(m, name))
	if refusal != nil {
		msg.Content = message.Lines(s.writer.Voice(c.Lang, nil).Say(refusal.Text), msg.Content)
		return interaction.Reply{Message: msg}, nil
	}
	return interaction.Reply{Message: msg, Due: []match.Unshown{m.Unshown()}}, nil
}
