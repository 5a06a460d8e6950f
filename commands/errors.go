package commands

import (
	"context"
	"errors"
	"fmt"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// sentence turns an error into a sentence for the person who asked. An unknown error gets a
// sentence with the id of the request, under which the log has the rest.
func (s *Service) sentence(r interaction.Request, err error) string {
	say := func(key string, pairs ...any) string { return s.writer.Say(r.Lang, key, pairs...) }
	var refusal *games.Refusal
	switch {
	case errors.As(err, &refusal):
		return s.writer.Voice(r.Lang, nil).Say(refusal.Text)
	case errors.Is(err, storage.ErrNotFound):
		return say("refuse.match")
	case errors.Is(err, storage.ErrConflict):
		return say("refuse.busy")
	case errors.Is(err, storage.ErrUnavailable): // which the store has logged, once
		return say("refuse.store")
	case errors.Is(err, storage.ErrDamaged):
		s.Log.Error("what was asked for is damaged", "request", r.ID, "err", err)
		return say("refuse.damaged")
	case errors.Is(err, context.Canceled): // at the end of the bot
		return say("refuse.stopping")
	case errors.Is(err, games.ErrRules):
		return say("refuse.rules")
	}
	s.Log.Error("a request failed", "request", r.ID, "err", err)
	return say("refuse.error", "ID", r.ID)
}

// Failed answers a request whose handling panicked.
func (s *Service) Failed(r interaction.Request, panicked any) interaction.Reply {
	err := fmt.Errorf("panic: %v\n%s", panicked, match.Trace())
	reply := say(s.sentence(r, err))
	reply.Kind = s.Kind(r)
	return reply
}

// tooLong words the end of the time for a thought.
func tooLong(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return games.Refuse("refuse.late-thought")
	}
	return err
}
