package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/games"
)

// nextGame shows the asker the game that waits for them most urgently.
func nextGame(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, err := mostUrgent(ctx, s, c, "")
	if err == nil && m == nil {
		err = games.Refuse("refuse.no-next")
	}
	if err != nil {
		return interaction.Reply{}, err
	}
	return s.show(ctx, c, m, false)
}

// mostUrgent returns the game that waits for the asker most urgently besides one, nil for none. A
// game that cannot be read hides none of the others.
func mostUrgent(ctx context.Context, s *Service, c call, but string) (*match.Match, error) {
	own, err := s.Store.OfPlayer(ctx, c.By.ID, true)
	if err != nil {
		return nil, err
	}
	for _, head := range which.Waiting(s.env.Offered(own), c.By.ID) {
		if head.ID == but {
			continue
		}
		if m, err := s.env.Load(ctx, head.ID); err == nil && m.Owes(m.SeatOf(c.By.ID)) {
			return m, nil
		}
	}
	return nil, nil
}

// withNext adds a button to the answer to a move, if another game waits for the asker. Such an
// answer stays.
func withNext(ctx context.Context, s *Service, c call, reply interaction.Reply) interaction.Reply {
	next, err := mostUrgent(ctx, s, c, c.button.Match)
	if err != nil || next == nil {
		return reply
	}
	button := message.Control{ID: button.Button{Verb: "next"}.String(), Label: s.writer.Label(c.Lang, "button.next"), Style: message.Main}
	reply.Message.Rows = append(reply.Message.Rows, []message.Control{button})
	reply.Vanish = false
	return reply
}
