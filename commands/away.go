package commands

import (
	"context"

	"parlour/commands/clock"
	"parlour/commands/interaction"
	"parlour/commands/message/personal"
	"parlour/commands/message/typing"
	"parlour/storage"
)

// optionUntil is the option of /away.
const optionUntil = "until"

// awayCommand defines /away.
func awayCommand() command {
	return command{
		name: "away", run: away, define: options(completing(optionUntil)),
		complete: map[string]handler{optionUntil: completeUntil},
	}
}

// away stops the clocks of the asker until a day, or starts them again, and says how it is.
func away(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	now, typed := s.Now(), c.Options[optionUntil]
	if typed == "" {
		return interaction.Reply{Message: personal.Away(s.writer, c.reader(), false, now)}, nil
	}
	due, err := s.set(ctx, &c, func(own *storage.Person) error { return clock.SetAway(own, typed, now) })
	return interaction.Reply{Message: personal.Away(s.writer, c.reader(), true, now), Due: due}, err
}

// endAway ends the absence of the asker.
func endAway(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	c.Options = map[string]string{optionUntil: clock.BackWords[0]}
	return away(ctx, s, c)
}

// completeUntil suggests days until which the asker may be away.
func completeUntil(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	own, err := storage.People.Get(ctx, s.Store, c.By.ID)
	if err != nil {
		return interaction.Reply{}, err
	}
	return interaction.Reply{Choices: typing.SuggestUntil(s.writer, c.Lang, c.Options[c.Focus], own, s.Now())}, nil
}
