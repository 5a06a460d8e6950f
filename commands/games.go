package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// listGames shows the newest live matches of the asker: those first that wait for them, and of
// these the most urgent.
func (c call) listGames(ctx context.Context) (Reply, error) {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed+1))
	if err != nil {
		return Reply{}, err
	}
	more := len(own) > match.MostListed
	own = own[:min(len(own), match.MostListed)]
	slices.Reverse(own)
	slices.SortStableFunc(own, func(a, b storage.Head) int {
		return match.DueOf(a, c.By.ID).Compare(match.DueOf(b, c.By.ID))
	})
	var all []message.Listed
	for _, head := range own {
		c.publisher.RouseHead(ctx, head)
		l := message.Listed{Head: head, Info: games.Info{Title: head.Setup.Game}}
		if game := c.Env.Game(head.Setup.Game); game != nil {
			l.Info = game.Info()
		}
		if l.Want, err = c.Env.Wants(ctx, head, c.By.ID); err != nil { // it hides none of the others
			l.Refusal = c.sentence(err)
		}
		all = append(all, l)
	}
	return Reply{Message: c.Writer.List(c.reader(), all, more, c.Now())}, nil
}

// openChosen opens the match that a menu chose: a question that waits for the asker's answer, the
// panel if they are to move there, else the board.
func (c call) openChosen(ctx context.Context) (Reply, error) {
	id, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	c.Pressed.Match = id
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	if msg, ok := c.Writer.Asked(c.reader(), m, c.Now()); ok {
		return Reply{Message: msg}, nil
	}
	if !m.Owes(m.SeatOf(c.By.ID)) {
		return c.show(ctx, m, false)
	}
	c.Pressed = message.NewButton(m, message.VerbMove)
	return c.openPanel(ctx)
}
