package opening

import (
	"context"
	"errors"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/message/typing"
	"parlour/games"
)

// ShowOptions shows the opener of a table its options, to be chosen. The button may name a page.
func ShowOptions(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, err := h.Seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if err := lobby.MayChoose(m, c.By.ID); err != nil {
		return interaction.Reply{}, err
	}
	page := 0
	if len(c.Pressed.Steps) > 0 {
		if page, _, err = c.Pressed.Numbered(); err != nil {
			return interaction.Reply{}, err
		}
	}
	return interaction.Reply{Message: typing.Options(h.Writer, c.Reader(), m, page)}, nil
}

// ChooseOption sets the option that a menu names to what was chosen. Where options do not go
// together, they stay as they are and the menus with them.
func ChooseOption(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	value, err := c.Chosen()
	if err != nil || len(c.Pressed.Steps) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	name := c.Pressed.Steps[0]
	m, err := h.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		return nil, errors.Join(m.MaySee(c.By.ID, c.Channel), lobby.SetOption(m, c.By.ID, name, value))
	})
	var refusal *games.Refusal
	if err != nil && (!errors.As(err, &refusal) || m == nil || lobby.MayChoose(m, c.By.ID) != nil) {
		return interaction.Reply{}, err
	}
	msg := typing.Options(h.Writer, c.Reader(), m, typing.OptionPage(m, name))
	if refusal != nil {
		msg.Content = message.Lines(h.Writer.Voice(c.Lang, nil).Say(refusal.Text), msg.Content)
		return interaction.Reply{Message: msg}, nil
	}
	return interaction.Reply{Message: msg, Due: []match.Unshown{m.Unshown()}}, nil
}
