package commands

import (
	"context"

	"parlour/commands/clock"

	"parlour/commands/message"

	"parlour/storage"
)

// optionUntil is the option of /away.
const optionUntil = "until"

// AwayCommand defines /away.
func AwayCommand() Command {
	return Command{
		Name: "away", Run: away, Define: Options(Completing(optionUntil)),
		Complete: map[string]Handler{optionUntil: completeUntil},
	}
}

// away stops the clocks of the asker until a day, or starts them again, and says how it is.
func away(ctx context.Context, h *Host, c Call) (Reply, error) {
	now, typed := h.Now(), c.Options[optionUntil]
	if typed == "" {
		return Reply{Message: message.Away(h.Writer, c.Reader(), false, now)}, nil
	}
	due, err := set(ctx, h, &c, func(own *storage.Person) error { return clock.SetAway(own, typed, now) })
	return Reply{Message: message.Away(h.Writer, c.Reader(), true, now), Due: due}, err
}

// EndAway ends the absence of the asker.
func EndAway(ctx context.Context, h *Host, c Call) (Reply, error) {
	c.Options = map[string]string{optionUntil: clock.BackWords[0]}
	return away(ctx, h, c)
}

// completeUntil suggests days until which the asker may be away.
func completeUntil(ctx context.Context, h *Host, c Call) (Reply, error) {
	own, err := storage.People.Get(ctx, h.Store, c.By.ID)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Choices: message.SuggestUntil(h.Writer, c.Lang, c.Options[c.Focus], own, h.Now())}, nil
}
