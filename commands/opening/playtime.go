package opening

import (
	"context"
	"time"

	"parlour/commands/clock"
	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match/terms"
	"parlour/commands/message/typing"
	"parlour/games"
)

// mostTotal is the longest time for all turns of a player that a table can have.
const mostTotal = 60 * 24 * time.Hour

// timeFor reads the time limits of a table. A server may have a usual time of its own for a turn.
func timeFor(c host.Call, usual *time.Duration) (turn, total time.Duration, err error) {
	if usual == nil {
		usual = new(terms.UsualTurn)
	}
	if turn, err = typing.ReadLimit(c.Options, optionTurnTime, *usual, terms.MostTurn); err != nil {
		return 0, 0, err
	}
	if total, err = typing.ReadLimit(c.Options, optionTotalTime, 0, mostTotal); err != nil {
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
func completeLimit(_ context.Context, _ *host.Host, c host.Call) (interaction.Reply, error) {
	return interaction.Reply{Choices: typing.SuggestLimits(c.Options[c.Focus], usualLimits[c.Focus])}, nil
}
