package commands

import (
	"cmp"
	"context"
	"time"

	"parlour/commands/clock"
	"parlour/commands/message"
	"parlour/commands/message/personal"
	"parlour/storage"
)

// optionUntil is the option of /away.
const optionUntil = "until"

func awayCommand() command {
	return command{
		name: "away", run: away, define: options(completing(optionUntil)),
		complete: map[string]handler{optionUntil: completeUntil},
	}
}

// away stops the clocks of the asker until a day, or starts them again, and says how it is.
func away(ctx context.Context, s *Service, c call) (Reply, error) {
	now, typed := s.Now(), c.Options[optionUntil]
	if typed == "" {
		return Reply{Message: personal.Away(s.writer, c.reader(), false, now)}, nil
	}
	due, err := s.set(ctx, &c, func(own *storage.Person) error { return clock.SetAway(own, typed, now) })
	return Reply{Message: personal.Away(s.writer, c.reader(), true, now), Due: due}, err
}

// endAway ends the absence of the asker.
func endAway(ctx context.Context, s *Service, c call) (Reply, error) {
	c.Options = map[string]string{optionUntil: clock.BackWords[0]}
	return away(ctx, s, c)
}

// completeUntil suggests days until which the asker may be away.
func completeUntil(ctx context.Context, s *Service, c call) (Reply, error) {
	var err error
	if c.own, err = s.Store.Person(ctx, c.By.ID); err != nil {
		return Reply{}, err
	}
	return suggest(s, c, readUntil, clock.BackWords[0], "1", "2", "3", "5", "7", "10", "14"), nil
}

// readUntil reads a day until which the asker may be away or, when they are away, that they
// are back.
func readUntil(s *Service, c call, typed string) (message.MenuOption, bool) {
	now := s.Now().In(cmp.Or(clock.ZoneOf(c.own), time.UTC))
	own := c.own
	if err := clock.SetAway(&own, typed, now); err != nil {
		return message.MenuOption{}, false
	}
	until, isAway := clock.AwayUntil(own, now)
	if !isAway {
		_, was := clock.AwayUntil(c.own, now)
		return suggestion(s, c, clock.BackWords[0], "suggest.back"), was
	}
	until = until.In(now.Location())
	days := int(clock.DateOf(until).Sub(clock.DateOf(now)) / (24 * time.Hour))
	return suggestion(s, c, until.Format(time.DateOnly), "suggest.until", "Count", days, "Day", until.Format("Mon 2 Jan")), true
}
