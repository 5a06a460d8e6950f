package opening

import (
	"context"
	"slices"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/message/personal"
	"parlour/games"
	"parlour/storage"
)

// AskBlock asks which of the others of a match the asker blocks. The person who is challenged
// can block the challenger.
func AskBlock(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	_, others, err := blockable(ctx, h, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	reply := host.Tell(h.Say(c, "block.ask"))
	var row []message.Control
	for _, p := range others {
		row = append(row, message.Control{
			ID:    button.Button{Match: c.Pressed.Match, Turn: c.Pressed.Turn, Verb: "bar", Steps: []string{p.ID}}.String(),
			Label: message.Clip(h.Writer.Plain(c.Lang, nil).Say(games.Say("button.bar", "Name", p.Name)), 80), Style: message.Danger,
		})
	}
	reply.Message.Rows = [][]message.Control{row}
	return reply, nil
}

// Block blocks the person whom the button names. Their challenge is declined.
func Block(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, others, err := blockable(ctx, h, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	i := slices.IndexFunc(others, func(p storage.Player) bool { return slices.Contains(c.Pressed.Steps, p.ID) })
	if i < 0 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	if _, err := storage.People.Change(ctx, h.Store, c.By.ID, func(own *storage.Person) error {
		switch {
		case own.Blocks(others[i].ID):
			return nil
		case len(own.Blocked) >= personal.MaxBlocked:
			return games.Refuse("refuse.blocks", "Count", personal.MaxBlocked)
		}
		own.Blocked = append(slices.Clone(own.Blocked), storage.Blocked{ID: others[i].ID, Name: others[i].Name})
		return nil
	}); err != nil {
		return interaction.Reply{}, err
	}
	said := host.Tell(h.Say(c, "block.done", "Name", others[i].Name))
	if m.Phase != storage.Open || m.Invited == nil || m.Invited.ID != c.By.ID {
		return said, nil
	}
	declined, err := atTable(ctx, h, c, "table.declined", func(m *match.Match) error { return lobby.Decline(m, c.By.Player()) })
	if host.IsRefusal(err) {
		return said, nil // it was closed meanwhile
	}
	said.Due = declined.Due
	return said, err
}

// blockable returns the match of a button and the people in it whom the asker can block: the
// others who play, for somebody who plays or is challenged.
func blockable(ctx context.Context, h *host.Host, c host.Call) (*match.Match, []storage.Player, error) {
	m, _, err := h.Seen(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	switch challenge := m.Phase == storage.Open && m.Invited != nil; {
	case challenge && m.Invited.ID == c.By.ID:
	case challenge && m.SeatOf(c.By.ID) != games.Spectator:
		return nil, nil, games.Refuse("refuse.invited.own", "Name", m.Invited.Name)
	case challenge:
		return nil, nil, games.Refuse("refuse.invited", "Name", m.Invited.Name)
	default:
		if _, err := m.Seated(c.By.ID); err != nil {
			return nil, nil, message.Named(m, err)
		}
	}
	var others []storage.Player
	for _, seat := range m.People() {
		if p := m.Players[seat]; p.ID != c.By.ID {
			others = append(others, p)
		}
	}
	if len(others) == 0 {
		return nil, nil, games.Refuse("refuse.block.nobody")
	}
	return m, others, nil
}
