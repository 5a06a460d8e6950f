package own

import (
	"context"

	"parlour/commands/clock"
	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/message/personal"
	"parlour/commands/message/typing"
	"parlour/storage"
)

// optionUntil is the option of /away.
const optionUntil = "until"

// AwayCommand defines /away.
func AwayCommand() host.Command {
	return host.Command{
		Name: "away", Run: away, Define: host.Options(host.Completing(optionUntil)),
		Complete: map[string]host.Handler{optionUntil: completeUntil},
	}
}

// away stops the clocks of the asker until a day, or starts them again, and says how it is.
func away(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	now, typed := h.Now(), c.Options[optionUntil]
	if typed == "" {
		return interaction.Reply{Message: personal.Away(h.Writer, c.Reader(), false, now)}, nil
	}
	due, err := set(ctx, h, &c, func(own *storage.Person) error { return clock.SetAway(own, typed, now) })
	return interaction.Reply{Message: personal.Away(h.Writer, c.Reader(), true, now), Due: due}, err
}

// EndAway ends the absence of the asker.
func EndAway(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	c.Options = map[string]string{optionUntil: clock.BackWords[0]}
	return away(ctx, h, c)
}

// completeUntil suggests days until which the asker may be away.
func completeUntil(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	own, err := storage.People.Get(ctx, h.Store, c.By.ID)
	if err != nil {
		return interaction.Reply{}, err
	}
	return interaction.Reply{Choices: typing.SuggestUntil(h.Writer, c.Lang, c.Options[c.Focus], own, h.Now())}, nil
}
