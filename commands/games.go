package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// gamesCommand defines /games.
func gamesCommand() command {
	return command{Name: "games", Run: listGames, Define: options(), Alone: true}
}

// listGames shows the newest live matches of the asker: those first that wait for them, and of
// these the most urgent.
func listGames(ctx context.Context, h *host, c call) (Reply, error) {
	own, err := h.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed+1))
	if err != nil {
		return Reply{}, err
	}
	more := len(own) > match.MostListed
	own = own[:min(len(own), match.MostListed)]
	slices.Reverse(own)
	slices.SortStableFunc(own, func(a, b storage.Head) int { return match.DueOf(a, c.By.ID).Compare(match.DueOf(b, c.By.ID)) })
	var all []message.Listed
	for _, head := range own {
		h.Publisher.RouseHead(ctx, head)
		l := message.Listed{Head: head, Info: games.Info{Title: head.Setup.Game}}
		if game := h.Env.Game(head.Setup.Game); game != nil {
			l.Info = game.Info()
		}
		if l.Want, err = h.Env.Wants(ctx, head, c.By.ID); err != nil { // it hides none of the others
			l.Refusal = h.sentence(c.Request, err)
		}
		all = append(all, l)
	}
	return Reply{Message: h.Writer.List(c.reader(), all, more, h.Now())}, nil
}

// openChosen opens the match that a menu chose: a question that waits for the asker's answer, the
// panel if they are to move there, else the board.
func openChosen(ctx context.Context, h *host, c call) (Reply, error) {
	id, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	c.Pressed.Match = id
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	if msg, ok := h.Writer.Asked(c.reader(), m, h.Now()); ok {
		return Reply{Message: msg}, nil
	}
	if !m.Owes(m.SeatOf(c.By.ID)) {
		return h.show(ctx, c, m, false)
	}
	c.Pressed = message.NewButton(m, message.VerbMove)
	return openPanel(ctx, h, c)
}
