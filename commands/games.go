package commands

import (
	"context"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

func gamesCommand() command { return command{name: "games", run: listGames, define: options()} }

// listGames shows all live matches of the asker: those first in which they are to move, and
// of these the most urgent.
func listGames(ctx context.Context, s *Service, c call) (Reply, error) {
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	if err != nil {
		return Reply{}, err
	}
	slices.SortStableFunc(own, func(a, b storage.Head) int { return urgency(a, c.By.ID).Compare(urgency(b, c.By.ID)) })
	var yours, others []string
	for _, head := range own {
		link := ""
		if head.Message != "" {
			link = " " + string(message.Link(head.Guild, head.Channel, head.Message))
		}
		m, err := s.env.Load(ctx, head.ID)
		if err != nil { // a match that cannot be read hides none of the others
			others = append(others, "- "+s.sentence(c.Request, err)+link)
			continue
		}
		s.publisher.Rouse(ctx, m)
		line := "- " + s.writer.ListLine(c.reader(), m) + link
		if m.Owes(m.SeatOf(c.By.ID)) {
			yours = append(yours, line)
		} else {
			others = append(others, line)
		}
	}
	all := append(yours, others...)
	if len(all) == 0 {
		return say(s.say(c, "list.none")), nil
	}
	head := s.say(c, "list.head", "Count", len(all))
	return say(s.writer.Fit(c.Lang, append([]string{head}, all...))), nil
}

// urgency returns when the clock of a person expires in a match; without a clock, a moment after
// all others.
func urgency(head storage.Head, person string) time.Time {
	seat := int(match.SeatIn(head, person))
	switch {
	case seat < 0 || seat >= len(head.Clocks) || head.Clocks[seat].Due.IsZero():
		return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	case !head.Clocks[seat].ExpiredAt.IsZero():
		return head.Clocks[seat].ExpiredAt
	}
	return head.Clocks[seat].Due
}
