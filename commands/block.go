package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// askBlock asks which of the others of a match the asker blocks. The person who is challenged
// can block the challenger.
func askBlock(ctx context.Context, h *host, c call) (Reply, error) {
	others, err := blockable(ctx, h, c)
	if err != nil {
		return Reply{}, err
	}
	reply := tell(h.say(c, "block.ask"))
	var row []message.Control
	for _, p := range others {
		row = append(row, message.Control{
			ID:    message.Button{Match: c.Pressed.Match, Turn: c.Pressed.Turn, Verb: message.VerbBar, Steps: []string{p.ID}}.String(),
			Label: message.Clip(h.Writer.Plain(c.Lang, nil).Say(games.Say("button.bar", "Name", p.Name)), 80), Style: message.Danger,
		})
	}
	reply.Message.Rows = [][]message.Control{row}
	return reply, nil
}

// block blocks the person whom the button names. A challenge or a rematch that waits for the asker's
// answer is declined.
func block(ctx context.Context, h *host, c call) (Reply, error) {
	others, err := blockable(ctx, h, c)
	if err != nil {
		return Reply{}, err
	}
	i := slices.IndexFunc(others, func(p storage.Player) bool { return slices.Contains(c.Pressed.Steps, p.ID) })
	if i < 0 {
		return Reply{}, games.Refuse("refuse.button")
	}
	if _, err := storage.People.Change(ctx, h.Store, c.By.ID, func(own *storage.Person) error {
		switch {
		case own.Blocks(others[i].ID):
			return nil
		case len(own.Blocked) >= message.MaxBlocked:
			return games.Refuse("refuse.blocks", "Count", message.MaxBlocked)
		}
		own.Blocked = append(slices.Clone(own.Blocked), storage.Blocked{ID: others[i].ID, Name: others[i].Name})
		return nil
	}); err != nil {
		return Reply{}, err
	}
	said := tell(h.say(c, "block.done", "Name", others[i].Name))
	declined, err := atTable(ctx, h, c, "table.declined", func(m *match.Match) error { return lobby.TurnDown(m, c.By.Player()) })
	if err == match.ErrStale || isRefusal(err) {
		return said, nil // nothing waits for their answer
	}
	said.Due = declined.Due
	return said, err
}

// blockable returns the people whom the asker can block by the match of a button: the others who play.
// It refuses a person who neither plays nor is challenged.
func blockable(ctx context.Context, h *host, c call) ([]storage.Player, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return nil, err
	}
	switch challenge := m.Phase == storage.Open && m.Invited != nil; {
	case challenge && m.Invited.ID == c.By.ID:
	case challenge && m.SeatOf(c.By.ID) != games.Spectator:
		return nil, games.Refuse("refuse.invited.own", "Name", m.Invited.Name)
	case challenge:
		return nil, games.Refuse("refuse.invited", "Name", m.Invited.Name)
	default:
		if _, err := m.Seated(c.By.ID); err != nil {
			return nil, message.Named(m, err)
		}
	}
	var others []storage.Player
	for _, seat := range m.People() {
		if p := m.Players[seat]; p.ID != c.By.ID && !storage.IsFormer(p.ID) {
			others = append(others, p)
		}
	}
	if len(others) == 0 {
		return nil, games.Refuse("refuse.block.nobody")
	}
	return others, nil
}
