package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"parlour/commands/interaction"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/fair"
	"parlour/commands/message"
	"parlour/commands/message/insight"
	"parlour/games"
	"parlour/storage"
)

// recordCommand defines /record.
func recordCommand() command {
	return command{
		name: "record", run: record, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeAny},
	}
}

// record gives a match as a record.
func record(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, reply, err := s.played(ctx, c)
	if m == nil || err != nil {
		return reply, err
	}
	return recordOf(s, c, m)
}

// recordOfButton gives the record of the match of a button, to anybody who sees it.
func recordOfButton(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	return recordOf(s, c, m)
}

// recordOf makes the file and the animation. A seed tells the whole deal, so a game that hides
// something has no record before its end.
func recordOf(s *Service, c call, m *match.Match) (interaction.Reply, error) {
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
	said := s.writer.Voice(c.Lang, m.Names()).Say(games.Say("record.here", "Game", m.Info.Title, "Players", locale.Listed(m.Others(games.Spectator))))
	return interaction.Reply{Message: message.Message{
		Content:   said,
		Animation: insight.Animation(s.writer, c.reader(), m),
		File:      &message.File{Name: insight.FileName(m, "json"), Data: append(text, '\n')},
	}}, nil
}

// isRefusal reports whether an error is a sentence for a person.
func isRefusal(err error) bool {
	refusal := (*games.Refusal)(nil)
	return errors.As(err, &refusal)
}
