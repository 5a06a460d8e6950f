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
func (c call) askBlock(ctx context.Context) (Reply, error) {
	others, err := c.blockable(ctx)
	if err != nil {
		return Reply{}, err
	}
	reply := tell(c.say("block.ask"))
	var row []message.Control
	for _, p := range others {
		row = append(row, message.Control{
			ID: message.Button{Match: c.Pressed.Match, Turn: c.Pressed.Turn, Verb: message.VerbBar,
				Steps: []string{p.ID}}.String(),
			Label: message.Clip(c.label("button.bar", "Name", p.Name), 80), Style: message.Danger,
		})
	}
	reply.Message.Rows = [][]message.Control{row}
	return reply, nil
}

// block blocks the person whom the button names. A challenge or a rematch that waits for the asker's
// answer is declined.
func (c call) block(ctx context.Context) (Reply, error) {
	others, err := c.blockable(ctx)
	if err != nil {
		return Reply{}, err
	}
	i := slices.IndexFunc(others, func(p storage.Player) bool { return slices.Contains(c.Pressed.Steps, p.ID) })
	if i < 0 {
		return Reply{}, games.Refuse("refuse.button")
	}
	if _, err := storage.People.Change(ctx, c.Store, c.By.ID, func(own *storage.Person) error {
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
	said := tell(c.say("block.done", "Name", others[i].Name))
	declined, err := c.atTable(ctx, "table.declined", lobby.TurnDown)
	if err == match.ErrStale || isRefusal(err) {
		return said, nil // nothing waits for their answer
	}
	said.Due = declined.Due
	return said, err
}

// blockable returns the people whom the asker can block by the match of a button: the others who play.
// It refuses a person who neither plays nor is challenged.
func (c call) blockable(ctx context.Context) ([]storage.Player, error) {
	m, err := c.seen(ctx)
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

// fromEverybody is the usual value of optionWhom.
const fromEverybody = "everybody"

// whoms are the values of optionWhom.
var whoms = []string{fromEverybody, storage.FromKnown, storage.FromNobody}

// setWhom sets from whom a person takes challenges.
func setWhom(own *storage.Person, value string) error {
	if !slices.Contains(whoms, value) {
		return message.RefuseValue(optionWhom, value, whoms...)
	}
	if own.Challenges = value; value == fromEverybody {
		own.Challenges = ""
	}
	return nil
}

// unblock takes back the block of the person chosen in the menu, and shows what is set.
func (c call) unblock(ctx context.Context) (Reply, error) {
	id, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	if _, err := c.set(ctx, func(own *storage.Person) error {
		own.Blocked = match.Without(own.Blocked, func(b storage.Blocked) bool { return b.ID == id })
		return nil
	}); err != nil {
		return Reply{}, err
	}
	return c.settings(ctx)
}
