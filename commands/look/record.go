package look

import (
	"context"
	"encoding/json"
	"fmt"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/fair"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/insight"
	"parlour/games"
	"parlour/storage"
)

// RecordCommand defines /record.
func RecordCommand() host.Command {
	c := host.OfGame("record", record, completeAny)
	c.Alone = true
	return c
}

// record gives a match as a record.
func record(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, reply, err := played(ctx, h, c)
	if m == nil || err != nil {
		return reply, err
	}
	return recordOf(h, c, m)
}

// RecordOfButton gives the record of the match of a button, to anybody who sees it.
func RecordOfButton(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	m, err := h.Seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	return recordOf(h, c, m)
}

// recordOf makes the file and the animation. A seed tells the whole deal, so a game that hides
// something has no record before its end.
func recordOf(h *host.Host, c host.Call, m *match.Match) (interaction.Reply, error) {
	switch {
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return interaction.Reply{}, m.RefuseClosed()
	case m.Setup.Rules == 0:
		return interaction.Reply{}, games.Refuse("refuse.not-started", "Game", m.Info.Title)
	case m.State == nil:
		return interaction.Reply{}, games.ErrRules
	case fair.Secretive(m):
		return interaction.Reply{}, games.Refuse("refuse.record", "Game", m.Info.Title)
	}
	record, err := fair.Record(m)
	if err != nil {
		return interaction.Reply{}, fmt.Errorf("make the record of match %s: %w", m.ID, err)
	}
	text, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return interaction.Reply{}, fmt.Errorf("write the record of match %s: %w", m.ID, err)
	}
	said := h.Writer.Voice(c.Lang, m.Names()).Say(games.Say("record.here", "Game", m.Info.Title, "Players", locale.Listed(m.Others(games.Spectator))))
	return interaction.Reply{Message: message.Message{
		Content:   said,
		Animation: insight.Animation(h.Writer, c.Reader(), m),
		File:      &message.File{Name: insight.FileName(m, "json"), Data: append(text, '\n')},
	}}, nil
}

// completeAny lists the asker's newest live matches, then the ended ones.
func completeAny(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	own, err := h.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(which.Listed))
	if err != nil {
		return interaction.Reply{}, err
	}
	ended, err := which.Ended(ctx, h.Env, c.By.ID)
	return h.Suggest(c, append(own, ended...)), err
}
