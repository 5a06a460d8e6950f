package look

import (
	"context"
	"slices"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match/which"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/commands/message/personal"
	"parlour/commands/turn"
	"parlour/games"
	"parlour/storage"
)

// GamesCommand defines /games.
func GamesCommand() host.Command {
	return host.Command{Name: "games", Run: listGames, Define: host.Options(), Alone: true}
}

// listGames shows the newest live matches of the asker: those first that wait for them, and of
// these the most urgent.
func listGames(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	own, err := h.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(which.Listed+1))
	if err != nil {
		return interaction.Reply{}, err
	}
	more := len(own) > which.Listed
	own = own[:min(len(own), which.Listed)]
	slices.Reverse(own)
	slices.SortStableFunc(own, func(a, b storage.Head) int { return which.DueOf(a, c.By.ID).Compare(which.DueOf(b, c.By.ID)) })
	var all []personal.Listed
	for _, head := range own {
		h.Publisher.RouseHead(ctx, head)
		l := personal.Listed{Head: head, Info: games.Info{Title: head.Setup.Game}}
		if game := h.Env.Game(head.Setup.Game); game != nil {
			l.Info = game.Info()
		}
		if l.Want, err = h.Env.Wants(ctx, head, c.By.ID); err != nil { // it hides none of the others
			l.Refusal = h.Sentence(c.Request, err)
		}
		all = append(all, l)
	}
	return interaction.Reply{Message: personal.List(h.Writer, c.Reader(), all, more, h.Now())}, nil
}

// OpenChosen opens the match that a menu chose: a question that waits for the asker's answer, the
// panel if they are to move there, else the board.
func OpenChosen(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	id, err := c.Chosen()
	if err != nil {
		return interaction.Reply{}, err
	}
	c.Pressed.Match = id
	m, err := h.Seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if msg, ok := insight.Asked(h.Writer, c.Reader(), m, h.Now()); ok {
		return interaction.Reply{Message: msg}, nil
	}
	if !m.Owes(m.SeatOf(c.By.ID)) {
		return h.Show(ctx, c, m, false)
	}
	c.Pressed = button.Of(m, "move")
	return turn.OpenPanel(ctx, h, c)
}
