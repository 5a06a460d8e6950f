package commands

import (
	"context"
	"encoding/json"
	"fmt"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// recordCommand defines /record.
func recordCommand() command {
	c := ofGame("record", record, completeAny)
	c.Alone = true
	return c
}

// record gives a match as a record.
func record(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := played(ctx, h, c)
	if m == nil || err != nil {
		return reply, err
	}
	return recordOf(h, c, m)
}

// recordOfButton gives the record of the match of a button, to anybody who sees it.
func recordOfButton(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	return recordOf(h, c, m)
}

// recordOf makes the file and the animation. A seed tells the whole deal, so a game that hides
// something has no record before its end.
func recordOf(h *host, c call, m *match.Match) (Reply, error) {
	switch {
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return Reply{}, m.RefuseClosed()
	case m.Setup.Rules == 0:
		return Reply{}, games.Refuse("refuse.not-started", "Game", m.Info.Title)
	case m.State == nil:
		return Reply{}, games.ErrRules
	case proof.Secretive(m):
		return Reply{}, games.Refuse("refuse.record", "Game", m.Info.Title)
	}
	record, err := proof.Record(m)
	if err != nil {
		return Reply{}, fmt.Errorf("make the record of match %s: %w", m.ID, err)
	}
	text, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return Reply{}, fmt.Errorf("write the record of match %s: %w", m.ID, err)
	}
	said := h.Writer.Voice(c.Lang, m.Names()).Say(games.Say("record.here", "Game", m.Info.Title, "Players", locale.Listed(m.Others(games.Spectator))))
	return Reply{Message: message.Message{
		Content:   said,
		Animation: h.Writer.Film(c.reader(), m),
		File:      &message.File{Name: message.FileName(m, "json"), Data: append(text, '\n')},
	}}, nil
}

// completeAny lists the asker's newest live matches, then the ended ones.
func completeAny(ctx context.Context, h *host, c call) (Reply, error) {
	own, err := h.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed))
	if err != nil {
		return Reply{}, err
	}
	ended, err := h.Env.EndedOf(ctx, c.By.ID)
	return h.suggest(c, append(own, ended...)), err
}
