package commands

import (
	"context"

	"parlour/commands/clock"
	"parlour/storage"
)

// optionUntil is the option of /away.
const optionUntil = "until"

// away stops the clocks of the asker until a day, or starts them again, and says how it is.
func (c call) away(ctx context.Context) (Reply, error) {
	now, typed := c.Now(), c.Options[optionUntil]
	if typed == "" {
		return Reply{Message: c.Writer.Away(c.reader(), false, now)}, nil
	}
	due, err := c.set(ctx, func(own *storage.Person) error { return clock.SetAway(own, typed, now) })
	return Reply{Message: c.Writer.Away(c.reader(), true, now), Due: due}, err
}

// endAway ends the absence of the asker.
func (c call) endAway(ctx context.Context) (Reply, error) {
	c.Options = map[string]string{optionUntil: clock.BackWords[0]}
	return c.away(ctx)
}

// completeUntil suggests days until which the asker may be away.
func (c call) completeUntil(ctx context.Context) (Reply, error) {
	own, err := storage.People.Get(ctx, c.Store, c.By.ID)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Choices: c.Writer.SuggestUntil(c.Lang, c.Options[c.Focus], own, c.Now())}, nil
}
