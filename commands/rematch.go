package commands

import (
	"context"
	"errors"
	"slices"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// rematchCommand defines /rematch.
func rematchCommand() command {
	return command{
		name: "rematch", run: rematch, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeEnded},
	}
}

// rematch asks for another game of the match that is named, else of that of the thread, else of
// the asker's last one in the channel, else of their last one.
func rematch(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	id, err := which.Meant(ctx, s.env, c.Options[optionGame], c.Channel)
	if err != nil {
		return interaction.Reply{}, err
	}
	if id != "" {
		return playAgain(ctx, s, c, id)
	}
	ended, err := s.Store.OfPlayer(ctx, c.By.ID, false)
	if err != nil {
		return interaction.Reply{}, err
	}
	ended = slices.DeleteFunc(s.env.Offered(ended), func(h storage.Head) bool { return h.Phase != storage.Over })
	if len(ended) == 0 {
		return interaction.Reply{}, games.Refuse("refuse.no-ended")
	}
	last := ended[len(ended)-1]
	for _, head := range slices.Backward(ended) {
		if head.Channel == c.Channel || head.Home == c.Channel {
			last = head
			break
		}
	}
	return playAgain(ctx, s, c, last.ID)
}

// rematchOfButton asks for another game of the match of its button.
func rematchOfButton(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return playAgain(ctx, s, c, c.button.Match)
}

// playAgain asks for a rematch of a match. If it has begun, the asker sees it.
func playAgain(ctx context.Context, s *Service, c call, id string) (interaction.Reply, error) {
	defer s.gate.Lock(c.By.ID)()
	m, err := s.env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		made, err := match.Rematch(m, seat)
		if err != nil {
			return nil, err
		}
		return made, s.gate.CheckAgain(ctx, m, c.By.ID)
	})
	if errors.Is(err, match.ErrStale) {
		due := begunAgain(ctx, s, m) // another press may have named it and not come further
		next, err := s.env.Load(ctx, m.Next)
		if err != nil {
			return interaction.Reply{}, err
		}
		reply, err := s.show(ctx, c, next, false)
		reply.Due = due
		return reply, err
	}
	if err != nil {
		return interaction.Reply{}, message.Named(m, err)
	}
	voice := s.writer.Voice(c.Lang, m.Names())
	asked := match.AskedAbout(m, match.AboutRematch)
	if len(asked) > 0 {
		reply := say(voice.Say(games.Say("rematch.asked", "Others", asked)))
		reply.Due = []match.Unshown{m.Unshown()}
		return reply, nil
	}
	reply := say(voice.Say(games.Say("rematch.begun")))
	reply.Due = append(begunAgain(ctx, s, m), m.Unshown())
	return reply, nil
}

// begunAgain begins the rematch to which all agree, and returns it to be shown. If that fails,
// the publication of the match before does it.
func begunAgain(ctx context.Context, s *Service, m *match.Match) []match.Unshown {
	if m.Next == "" {
		return nil
	}
	if err := lobby.BeginNext(ctx, s.env, m); err != nil {
		s.Log.Warn("a rematch does not begin yet", "match", m.ID, "err", err)
		return nil
	}
	return []match.Unshown{{ID: m.Next}}
}
