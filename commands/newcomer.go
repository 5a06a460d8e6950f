package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// welcome adds to the answer to a person who sits down what they have not been told yet, and
// notes that they have. If it cannot be noted, it waits for another time.
func (c call) welcome(ctx context.Context, m *match.Match, msg message.Message) message.Message {
	met, err := c.hasMet(ctx, m)
	news := message.Wants(c.reader(), m, met)
	if err == nil && (news.Zone || !slices.Contains(c.Own.Met, m.Info.Name)) {
		_, err = storage.People.Change(ctx, c.Store, c.By.ID, func(own *storage.Person) error {
			own.ZoneAsked = own.ZoneAsked || news.Zone
			if !slices.Contains(own.Met, m.Info.Name) {
				own.Met = append(own.Met, m.Info.Name)
			}
			return nil
		})
	}
	if err != nil {
		c.Log.Warn("a newcomer is told nothing", "match", m.ID, "err", err)
		news = message.News{}
	}
	return c.Writer.Welcome(c.reader(), m, news, msg)
}

// hasMet reports whether the asker was introduced to the game of a match, or has begun it before
// anybody was.
func (c call) hasMet(ctx context.Context, m *match.Match) (bool, error) {
	if slices.Contains(c.Own.Met, m.Info.Name) {
		return true, nil
	}
	for _, live := range []bool{true, false} {
		own, err := c.Store.OfPlayer(ctx, c.By.ID, live, storage.All)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(own, func(head storage.Head) bool {
			return head.ID != m.ID && head.Setup.Game == m.Info.Name && head.Setup.Rules > 0
		}) {
			return true, nil
		}
	}
	return false, nil
}

// practise begins a game against Parlour, as easy as it gets.
func (c call) practise(ctx context.Context) (Reply, error) {
	if len(c.Pressed.Steps) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	c.Options = map[string]string{optionGame: c.Pressed.Steps[0], optionLevel: string(games.Easy)}
	return c.open(ctx, true)
}
