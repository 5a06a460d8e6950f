package commands

import (
	"context"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// mostTotal is the longest time for all turns of a player that a table can have.
const mostTotal = 60 * 24 * time.Hour

// timeFor reads the time limits of a table. A server may have a usual time of its own for a turn.
func timeFor(c call, usual *time.Duration) (turn, total time.Duration, err error) {
	if usual == nil {
		usual = new(match.UsualTurn)
	}
	if turn, err = message.ReadLimit(c.Options, optionTurnTime, *usual, match.MostTurn); err != nil {
		return 0, 0, err
	}
	if total, err = message.ReadLimit(c.Options, optionTotalTime, 0, mostTotal); err != nil {
		return 0, 0, err
	}
	if _, given := c.Options[optionTurnTime]; !given && total > 0 && total < turn {
		turn = 0
	}
	if total > 0 && total < turn {
		return 0, 0, games.Refuse("refuse.time.total", "Turn", clock.FormatLimit(turn), "Total", clock.FormatLimit(total))
	}
	return turn, total, nil
}

// usualLimits are the suggestions for the options about time.
var usualLimits = map[string][]string{
	optionTurnTime:  {"3 days", "1 day", "12 hours", "1 hour", "5 minutes", "1 minute", "1 week", "2 weeks", "none"},
	optionTotalTime: {"none", "1 hour", "1 day", "1 week", "2 weeks", "30 days"},
}

// completeLimit suggests times. What was typed comes first, if it is one.
func completeLimit(_ context.Context, _ *host, c call) (Reply, error) {
	return Reply{Choices: message.SuggestLimits(c.Options[c.Focus], usualLimits[c.Focus])}, nil
}
