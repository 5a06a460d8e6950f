package commands

import (
	"context"
	"slices"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/message/personal"
	"parlour/games"
	"parlour/storage"
)

// welcome adds to the answer to a person who sits down what they have not been told yet, and
// notes that they have. If it cannot be noted, it waits for another time.
func welcome(ctx context.Context, s *Service, c call, m *match.Match, msg message.Message) message.Message {
	met, err := hasMet(ctx, s, c, m)
	news := personal.Wants(c.reader(), m, met)
	if err == nil && (news.Zone || !slices.Contains(c.own.Met, m.Info.Name)) {
		_, err = storage.People.Change(ctx, s.Store, c.By.ID, func(own *storage.Person) error {
			own.ZoneAsked = own.ZoneAsked || news.Zone
			if !slices.Contains(own.Met, m.Info.Name) {
				own.Met = append(own.Met, m.Info.Name)
			}
			return nil
		})
	}
	if err != nil {
		s.Log.Warn("a newcomer is told nothing", "match", m.ID, "err", err)
		news = personal.News{}
	}
	return personal.Welcome(s.writer, c.reader(), m, news, msg)
}

// hasMet reports whether the asker was introduced to the game of a match, or has begun it before
// anybody was.
func hasMet(ctx context.Context, s *Service, c call, m *match.Match) (bool, error) {
	if slices.Contains(c.own.Met, m.Info.Name) {
		return true, nil
	}
	for _, live := range []bool{true, false} {
		own, err := s.Store.OfPlayer(ctx, c.By.ID, live)
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

// maxZone bounds a time zone as it is typed, in characters.
const maxZone = 60

// tellZone opens the form for a time zone, and takes what was typed there.
func tellZone(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if c.Typed == nil {
		return form(s, c, "zone", maxZone), nil
	}
	c.Options = map[string]string{optionZone: *c.Typed}
	due, err := s.set(ctx, &c, func(own *storage.Person) error { return s.apply(own, c.Options) })
	if err != nil {
		return interaction.Reply{}, err
	}
	reply := say(s.say(c, "zone.done", "Zone", c.own.Zone))
	reply.Due = due
	return reply, nil
}

// practise begins a game against Parlour, as easy as it gets.
func practise(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if len(c.button.Steps) != 1 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	c.Options = map[string]string{optionGame: c.button.Steps[0], optionLevel: string(games.Easy)}
	return s.open(ctx, c, true)
}
