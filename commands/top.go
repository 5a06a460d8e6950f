package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// enoughRows is how many people a month or a year must have in its standings to be shown unasked.
const enoughRows = 3

// top shows the asker the standings of their server.
func (c call) top(ctx context.Context) (Reply, error) {
	s := message.Standings{When: c.Options[optionWhen]}
	if c.Options[optionText] == "true" {
		s.Page = 1
	}
	if s.When != "" && !slices.Contains(message.Whens, s.When) {
		return Reply{}, message.RefuseValue(optionWhen, s.When, message.Whens...)
	}
	typed, more := strings.CutSuffix(c.Options[optionGame], message.OfMore)
	if typed != "" {
		game, err := c.gameNamed(typed)
		if err != nil {
			return Reply{}, err
		}
		s.Info, s.More = game.Info(), more
	}
	return c.showStandings(ctx, s)
}

// turnTop shows the standings that a button names.
func (c call) turnTop(ctx context.Context) (Reply, error) {
	steps := c.Pressed.Steps
	if len(steps) != 4 {
		return Reply{}, errButton
	}
	page, err := strconv.Atoi(steps[3])
	if err != nil || !slices.Contains(message.Whens, steps[2]) {
		return Reply{}, errButton
	}
	s := message.Standings{More: steps[1] != "", When: steps[2], Page: page}
	if steps[0] != "" {
		game, err := c.gameNamed(steps[0])
		if err != nil {
			return Reply{}, err
		}
		s.Info = game.Info()
	}
	reply, err := c.showStandings(ctx, s)
	reply.Message.Bare = reply.Message.Picture == nil // which the message may have
	return reply, err
}

// showStandings shows standings of the channels whose games may be shown where they are asked for. Unless a time is asked
// for, they are of the shortest in which enough people have a row.
func (c call) showStandings(ctx context.Context, s message.Standings) (Reply, error) {
	if c.Guild == "" || c.Stranger {
		return Reply{}, games.Refuse("refuse.top")
	}
	layout := c.Layout(ctx, c.Guild)
	channels := layout.Showing(c.place())
	switch {
	case layout.Guild == "":
		return Reply{}, games.Refuse("refuse.top.later")
	case len(channels) == 0:
		return Reply{}, games.Refuse("refuse.top.here")
	}
	c.Here(c.Guild, c.By.ID)
	of := match.Standings{More: s.More || s.Info.MinSeats > 2}
	of.Guild, of.Channels, of.Game = c.Guild, channels, s.Info.Name
	whens := message.Whens
	if s.When != "" {
		whens = []string{s.When}
	}
	for i, when := range whens {
		s.When, of.Period = when, message.PeriodOf(when, c.Now())
		enough := func(all []match.Row) bool { return len(all) >= enoughRows || i == len(whens)-1 }
		all, rows, err := c.Standings(ctx, of, func(all []match.Row) (some []match.Row) {
			switch {
			case !enough(all):
				return nil
			case s.Page == 0:
				some, s.Rest = match.Around(all, c.By.ID)
				return some
			}
			from := max(0, min(s.Page-1, (len(all)-1)/message.RowsOnPage)) * message.RowsOnPage
			s.Page = 1 + from/message.RowsOnPage
			return all[from:min(from+message.RowsOnPage, len(all))]
		})
		if err != nil {
			return Reply{}, err
		}
		if s.All, s.Rows, s.Left = len(all), rows, c.leftOut(all); enough(all) {
			break
		}
	}
	return answer(c.to(nil).Standings(s), nil)
}

// leftOut returns why the asker has no row in standings: the key of a sentence; it is empty if they have one.
func (c call) leftOut(all []match.Row) string {
	switch {
	case c.Own.NoProfile:
		return "standings.hidden"
	case !slices.ContainsFunc(all, func(r match.Row) bool { return r.Person == c.By.ID }):
		return "standings.few"
	}
	return ""
}

// completeTop completes the name of a game whose standings are asked for.
func (c call) completeTop(ctx context.Context) (Reply, error) {
	here, err := c.server(ctx)
	return Reply{Choices: c.to(nil).SuggestStandings(c.offered(here), c.Options[c.Focus])}, err
}
