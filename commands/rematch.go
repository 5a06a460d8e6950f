package commands

import (
	"context"
	"errors"
	"slices"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// rematch asks for another game of the match that is named, else of that of the thread, else of
// the asker's last one in the channel, else of their last one.
func (c call) rematch(ctx context.Context) (Reply, error) {
	id, err := c.Env.Meant(ctx, c.Options[optionGame], c.Channel, storage.All)
	if err != nil {
		return Reply{}, err
	}
	if id != "" {
		return c.playAgain(ctx, id)
	}
	ended, err := c.Store.OfPlayer(ctx, c.By.ID, false, storage.All)
	if err != nil {
		return Reply{}, err
	}
	ended = slices.DeleteFunc(c.Env.Offered(ended), func(h storage.Head) bool { return h.Phase != storage.Over })
	if len(ended) == 0 {
		return Reply{}, games.Refuse("refuse.no-ended")
	}
	last := ended[len(ended)-1]
	for _, head := range slices.Backward(ended) {
		if head.Channel == c.Channel || head.Home == c.Channel {
			last = head
			break
		}
	}
	return c.playAgain(ctx, last.ID)
}

// rematchOfButton asks for another game of the match of its button.
func (c call) rematchOfButton(ctx context.Context) (Reply, error) {
	return c.playAgain(ctx, c.Pressed.Match)
}

// playAgain asks for a rematch of a match. If it has begun, the asker sees it.
func (c call) playAgain(ctx context.Context, id string) (Reply, error) {
	defer c.gate.Lock(c.By.ID)()
	m, err := c.Env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		made, err := m.Rematch(seat)
		if err != nil {
			return nil, err
		}
		return made, errors.Join(c.mayBeginAgain(ctx, m.Head), c.gate.CheckAgain(ctx, m, c.By.ID))
	})
	if errors.Is(err, match.ErrStale) {
		due := c.beginAgain(ctx, m) // another press may have named it and not come further
		next, err := c.Env.Load(ctx, m.Next)
		if err != nil {
			return Reply{}, err
		}
		reply, err := c.show(ctx, next, false)
		reply.Due = due
		return reply, err
	}
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	voice := c.Writer.Voice(c.Lang, m.Names())
	asked := m.AskedAbout(match.AboutRematch)
	if len(asked) > 0 {
		reply := tell(voice.Say(games.Say("rematch.asked", "Others", asked)))
		reply.Due = []match.Unshown{m.Unshown()}
		return c.told(m.Unshown(), reply), nil
	}
	reply := tell(voice.Say(games.Say("rematch.begun")))
	reply.Due = append(c.beginAgain(ctx, m), m.Unshown())
	return reply, nil
}

// beginAgain begins the rematch to which all agree, and returns it to be shown. If that fails,
// the publication of the match before does it.
func (c call) beginAgain(ctx context.Context, m *match.Match) []match.Unshown {
	if m.Next == "" {
		return nil
	}
	if err := lobby.BeginNext(ctx, c.Env, m); err != nil {
		c.Log.Warn("a rematch does not begin yet", "match", m.ID, "err", err)
		return nil
	}
	return []match.Unshown{{ID: m.Next}}
}
