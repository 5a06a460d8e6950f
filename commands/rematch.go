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

// RematchCommand defines /rematch.
func RematchCommand() Command {
	return OfGame("rematch", rematch, CompleteEnded)
}

// rematch asks for another game of the match that is named, else of that of the thread, else of
// the asker's last one in the channel, else of their last one.
func rematch(ctx context.Context, h *Host, c Call) (Reply, error) {
	id, err := match.Meant(ctx, h.Env, c.Options[OptionGame], c.Channel, storage.All)
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

// RematchOfButton asks for another game of the match of its button.
func RematchOfButton(ctx context.Context, h *Host, c Call) (Reply, error) {
	return playAgain(ctx, h, c, c.Pressed.Match)
}

// playAgain asks for a rematch of a match. If it has begun, the asker sees it.
func playAgain(ctx context.Context, h *Host, c Call, id string) (Reply, error) {
	defer h.Gate.Lock(c.By.ID)()
	m, err := h.Env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		seat, err := c.Seated(m)
		if err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		made, err := match.Rematch(m, seat)
		if err != nil {
			return nil, err
		}
		return made, errors.Join(h.MayBeginAgain(ctx, c, m.Head), h.Gate.CheckAgain(ctx, m, c.By.ID))
	})
	if errors.Is(err, match.ErrStale) {
		due := h.BeginAgain(ctx, m) // another press may have named it and not come further
		next, err := h.Env.Load(ctx, m.Next)
		if err != nil {
			return Reply{}, err
		}
		reply, err := h.Show(ctx, c, next, false)
		reply.Due = due
		return reply, err
	}
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	voice := h.Writer.Voice(c.Lang, m.Names())
	asked := match.AskedAbout(m, match.AboutRematch)
	if len(asked) > 0 {
		reply := Tell(voice.Say(games.Say("rematch.asked", "Others", asked)))
		reply.Due = []match.Unshown{m.Unshown()}
		return h.Told(c, m.Unshown(), reply), nil
	}
	reply := Tell(voice.Say(games.Say("rematch.begun")))
	reply.Due = append(h.BeginAgain(ctx, m), m.Unshown())
	return reply, nil
}
