package commands

import (
	"context"
	"errors"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/games"
)

// showOptions shows the opener of a table its options, to be chosen. The button may name a page.
func showOptions(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	if err := lobby.MayChoose(m, c.By.ID); err != nil {
		return Reply{}, err
	}
	page := 0
	if len(c.Pressed.Steps) > 0 {
		if page, _, err = c.Pressed.Numbered(); err != nil {
			return Reply{}, err
		}
	}
	return Reply{Message: h.Writer.Options(c.reader(), m, page)}, nil
}

// chooseOption sets the option that a menu names to what was chosen. Where options do not go
// together, they stay as they are and the menus with them.
func chooseOption(ctx context.Context, h *host, c call) (Reply, error) {
	value, err := c.chosen()
	if err != nil || len(c.Pressed.Steps) == 0 {
		return Reply{}, games.Refuse("refuse.button")
	}
	name := c.Pressed.Steps[0]
	m, err := h.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		return nil, errors.Join(m.MaySee(c.By.ID, c.Channel), lobby.SetOption(m, c.By.ID, name, value))
	})
	var refusal *games.Refusal
	if err != nil && (!errors.As(err, &refusal) || m == nil || lobby.MayChoose(m, c.By.ID) != nil) {
		return Reply{}, err
	}
	msg := h.Writer.Options(c.reader(), m, message.OptionPage(m, name))
	if refusal != nil {
		msg.Content = message.Lines(h.Writer.Voice(c.Lang, nil).Say(refusal.Text), msg.Content)
		return Reply{Message: msg}, nil
	}
	return Reply{Message: msg, Due: []match.Unshown{m.Unshown()}}, nil
}
