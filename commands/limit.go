package commands

import (
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/games"
)

// Time for a move, and for all moves of a game, as a table may have it.
const (
	usualTurn = 3 * 24 * time.Hour
	leastTime = time.Minute
	mostTurn  = 14 * 24 * time.Hour
	mostTotal = 60 * 24 * time.Hour
)

// timeFor reads how much time a table is to have.
func timeFor(r Request) (turn, total time.Duration, err error) {
	if turn, err = limitOf(r, optionTurnTime, usualTurn, mostTurn); err != nil {
		return 0, 0, err
	}
	if total, err = limitOf(r, optionTotalTime, 0, mostTotal); err != nil {
		return 0, 0, err
	}
	if _, given := r.Options[optionTurnTime]; !given && total > 0 && total < turn {
		turn = 0
	}
	if total > 0 && total < turn {
		return 0, 0, games.Refuse("refuse.time.total", "Turn", clock.FormatLimit(turn), "Total", clock.FormatLimit(total))
	}
	return turn, total, nil
}

// limitOf reads an option about time.
func limitOf(r Request, option string, usual, most time.Duration) (time.Duration, error) {
	typed, given := r.Options[option]
	if !given {
		return usual, nil
	}
	limit, ok := clock.ParseLimit(typed)
	switch {
	case !ok:
		return 0, games.Refuse("refuse.time", "Option", option, "Typed", typed)
	case limit != 0 && (limit < leastTime || limit > most):
		return 0, games.Refuse("refuse.time.range", "Option", option, "Typed", typed, "Most", clock.FormatLimit(most))
	}
	return limit, nil
}

// usualLimits are what is suggested for an option about time.
var usualLimits = map[string][]string{
	optionTurnTime:  {"3 days", "1 day", "12 hours", "1 hour", "5 minutes", "1 minute", "1 week", "2 weeks", "none"},
	optionTotalTime: {"none", "1 hour", "1 day", "1 week", "2 weeks", "30 days"},
}

// completeLimit suggests times, and first what was typed if that is one.
func completeLimit(option, typed string) Reply {
	var found []MenuOption
	for _, unit := range []string{"", " days", " hours", " minutes"} { // a number alone has none yet
		if limit, ok := clock.ParseLimit(typed + unit); ok {
			found = append(found, same(clock.FormatLimit(limit))...)
		}
	}
	for _, o := range same(usualLimits[option]...) {
		if strings.Contains(o.Label, strings.ToLower(strings.TrimSpace(typed))) && !slices.Contains(found, o) {
			found = append(found, o)
		}
	}
	return Reply{Choices: found}
}
