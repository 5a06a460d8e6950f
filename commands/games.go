package commands

import (
	"context"
	"slices"
	"time"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/message/button"
	"parlour/commands/message/personal"
	"parlour/games"
	"parlour/storage"
)

// gamesCommand defines /games.
func gamesCommand() command { return command{name: "games", run: listGames, define: options()} }

// listGames shows all live matches of the asker: those first that wait for them, and of these
// the most urgent.
func listGames(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	if err != nil {
		return interaction.Reply{}, err
	}
	slices.SortStableFunc(own, func(a, b storage.Head) int { return urgency(a, c.By.ID).Compare(urgency(b, c.By.ID)) })
	var all []personal.Listed
	for _, head := range own {
		s.publisher.RouseHead(ctx, head)
		l := personal.Listed{Head: head, Info: games.Info{Title: head.Setup.Game}}
		if game := s.env.Game(head.Setup.Game); game != nil {
			l.Info = game.Info()
		}
		if l.Want, err = s.env.Wants(ctx, head, c.By.ID); err != nil { // it hides none of the others
			l.Refusal = s.sentence(c.Request, err)
		}
		all = append(all, l)
	}
	return interaction.Reply{Message: personal.List(s.writer, c.reader(), all, s.Now())}, nil
}

// openChosen opens the match that a menu chose: the panel if the asker is to move there, else
// the board.
func openChosen(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	id, err := c.chosen()
	if err != nil {
		return interaction.Reply{}, err
	}
	c.button.Match = id
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if !m.Owes(m.SeatOf(c.By.ID)) {
		return s.show(ctx, c, m, false)
	}
	c.button = button.Of(m, "move")
	return openPanel(ctx, s, c)
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
