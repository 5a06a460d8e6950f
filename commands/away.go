package commands

import (
	"context"

	"parlour/commands/clock"
	"parlour/storage"
)

// optionUntil is the option of /away.
const optionUntil = "until"

// awayCommand defines /away.
func awayCommand() command {
	return command{
		Name: "away", Run: away, Define: options(completing(optionUntil)),
		Complete: map[string]handler{optionUntil: completeUntil},
	}
}

// away stops the clocks of the asker until a day, or starts them again, and says how it is.
func away(ctx context.Context, h *host, c call) (Reply, error) {
	now, typed := h.Now(), c.Options[optionUntil]
	if typed == "" {
		return Reply{Message: h.Writer.Away(c.reader(), false, now)}, nil
	}
	due, err := set(ctx, h, &c, func(own *storage.Person) error { return clock.SetAway(own, typed, now) })
	return Reply{Message: h.Writer.Away(c.reader(), true, now), Due: due}, err
}

// endAway ends the absence of the asker.
func endAway(ctx context.Context, h *host, c call) (Reply, error) {
	c.Options = map[string]string{optionUntil: clock.BackWords[0]}
	return away(ctx, h, c)
}

// completeUntil suggests days until which the asker may be away.
func completeUntil(ctx context.Context, h *host, c call) (Reply, error) {
	own, err := storage.People.Get(ctx, h.Store, c.By.ID)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Choices: h.Writer.SuggestUntil(c.Lang, c.Options[c.Focus], own, h.Now())}, nil
}
