package commands

import (
	"context"
	"errors"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// rematchCommand defines /rematch.
func rematchCommand() command {
	return ofGame("rematch", rematch, completeEnded)
}

// rematch asks for another game of the match that is named, else of that of the thread, else of
// the asker's last one in the channel, else of their last one.
func rematch(ctx context.Context, h *host, c call) (Reply, error) {
	id, err := h.Env.Meant(ctx, c.Options[optionGame], c.Channel, storage.All)
	if err != nil {
		return Reply{}, err
	}
	if id != "" {
		return playAgain(ctx, h, c, id)
	}
	ended, err := h.Store.OfPlayer(ctx, c.By.ID, false, storage.All)
	if err != nil {
		return Reply{}, err
	}
	ended = slices.DeleteFunc(h.Env.Offered(ended), func(h storage.Head) bool { return h.Phase != storage.Over })
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
	return playAgain(ctx, h, c, last.ID)
}

// rematchOfButton asks for another game of the match of its button.
func rematchOfButton(ctx context.Context, h *host, c call) (Reply, error) {
	return playAgain(ctx, h, c, c.Pressed.Match)
}

// playAgain asks for a rematch of a match. If it has begun, the asker sees it.
func playAgain(ctx context.Context, h *host, c call, id string) (Reply, error) {
	defer h.Gate.Lock(c.By.ID)()
	m, err := h.Env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		made, err := m.Rematch(seat)
		if err != nil {
			return nil, err
		}
		return made, errors.Join(h.mayBeginAgain(ctx, c, m.Head), h.Gate.CheckAgain(ctx, m, c.By.ID))
	})
	if errors.Is(err, match.ErrStale) {
		due := h.beginAgain(ctx, m) // another press may have named it and not come further
		next, err := h.Env.Load(ctx, m.Next)
		if err != nil {
			return Reply{}, err
		}
		reply, err := h.show(ctx, c, next, false)
		reply.Due = due
		return reply, err
	}
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	voice := h.Writer.Voice(c.Lang, m.Names())
	asked := m.AskedAbout(match.AboutRematch)
	if len(asked) > 0 {
		reply := tell(voice.Say(games.Say("rematch.asked", "Others", asked)))
		reply.Due = []match.Unshown{m.Unshown()}
		return h.told(c, m.Unshown(), reply), nil
	}
	reply := tell(voice.Say(games.Say("rematch.begun")))
	reply.Due = append(h.beginAgain(ctx, m), m.Unshown())
	return reply, nil
}
