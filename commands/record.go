package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

func recordCommand() command {
	return command{
		name: "record", run: record, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeAny},
	}
}

func verifyCommand() command {
	return command{
		name: "verify", run: verify, define: options(completing(optionGame)),
		complete: map[string]handler{optionGame: completeEnded},
	}
}

// record gives a match as a record.
func record(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.played(ctx, c)
	if m == nil || err != nil {
		return reply, err
	}
	return s.recordOf(c, m)
}

// recordOfButton gives the record of the match of a button, to anybody who sees it.
func recordOfButton(ctx context.Context, s *Service, c call) (Reply, error) {
	m, err := s.env.Load(ctx, c.button.Match)
	if err != nil {
		return Reply{}, err
	}
	return s.recordOf(c, m)
}

// recordOf makes the file and the animation. A seed tells the whole deal, so a game that hides
// something has no record before its end.
func (s *Service) recordOf(c call, m *match.Match) (Reply, error) {
	switch {
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return Reply{}, m.RefuseClosed()
	case m.Setup.Rules == 0:
		return Reply{}, games.Refuse("refuse.not-started", "Game", m.Info.Title)
	case m.State == nil:
		return Reply{}, games.ErrRules
	case m.Info.Hidden && m.Phase == storage.Playing:
		return Reply{}, games.Refuse("refuse.record", "Game", m.Info.Title)
	}
	record, err := m.Record()
	if err != nil {
		return Reply{}, fmt.Errorf("make the record of match %s: %w", m.ID, err)
	}
	text, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return Reply{}, fmt.Errorf("write the record of match %s: %w", m.ID, err)
	}
	said := s.writer.Voice(c.Lang, m.Names()).Say(games.Say("record.here", "Game", m.Info.Title, "Players", m.Others(games.Spectator)))
	return Reply{Message: message.Message{
		Content:   said,
		Animation: s.writer.Animation(c.reader(), m),
		File:      &message.File{Name: message.FileName(m, "json"), Data: append(text, '\n')},
	}}, nil
}

// verify makes the deal of a game that is over again, and everything that was shown of it before
// its time, and says what holds.
func verify(ctx context.Context, s *Service, c call) (Reply, error) {
	m, reply, err := s.played(ctx, c)
	if m == nil || err != nil {
		return reply, err
	}
	switch {
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return Reply{}, m.RefuseClosed()
	case !m.Info.Chance:
		return Reply{}, games.Refuse("refuse.verify.chance", "Game", m.Info.Title)
	case m.Phase.Live():
		return Reply{}, games.Refuse("refuse.verify.playing", "Game", m.Info.Title)
	case m.State == nil:
		return Reply{}, games.ErrRules
	}
	record, err := m.Record()
	if err != nil {
		return Reply{}, err
	}
	v := s.writer.Voice(c.Lang, m.Names())
	said := []string{v.Say(games.Say("verify.head", "Game", m.Info.Title, "Players", m.Others(games.Spectator)))}
	for _, f := range games.Verify(s.Games, record) {
		key := "verify.holds"
		if !f.Holds {
			key = "verify.fails"
		}
		said = append(said, v.Say(games.Say(key, "Finding", f.Text)))
	}
	if record.Proof != nil {
		said = append(said, v.Say(games.Say("verify.compare")))
	}
	return say(message.Lines(said...)), nil
}

// isRefusal reports whether an error is a sentence for a person.
func isRefusal(err error) bool {
	refusal := (*games.Refusal)(nil)
	return errors.As(err, &refusal)
}
