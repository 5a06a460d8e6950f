package commands

import (
	"context"

	"parlour/games"
	"parlour/storage"
)

// verify makes the deal of a game that is over anew, and everything that was shown of
// it before its time, and says what holds.
func (h *Host) verify(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.played(ctx, r)
	if m == nil || err != nil {
		return reply, err
	}
	switch {
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return Reply{}, tableClosed(m)
	case !m.info.Chance:
		return Reply{}, games.Refuse("refuse.verify.chance", "Game", m.info.Title)
	case m.Phase == storage.Open || m.Phase == storage.Playing:
		return Reply{}, games.Refuse("refuse.verify.playing", "Game", m.info.Title)
	case m.state == nil:
		return Reply{}, games.ErrRules
	}
	record, err := m.recorded()
	if err != nil {
		return Reply{}, err
	}
	v := h.voice(r.Lang, m.names())
	said := []string{v.Say(games.Say("verify.head", "Game", m.info.Title, "Players", m.others(games.Spectator)))}
	for _, f := range games.Verify(h.Games, record) {
		key := "verify.holds"
		if !f.Holds {
			key = "verify.fails"
		}
		said = append(said, v.Say(games.Say(key, "Finding", f.Text)))
	}
	if record.Proof != nil {
		said = append(said, v.Say(games.Say("verify.compare")))
	}
	return Reply{Message: Message{Content: lines(said...)}}, nil
}
