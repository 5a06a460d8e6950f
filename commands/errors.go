package commands

import (
	"context"
	"errors"

	"parlour/games"
	"parlour/storage"
)

// sentence turns an error into a sentence for the person who asked. An unknown error gets a
// sentence with the id of the request, under which the log has the rest.
func (h *host) sentence(r Request, err error) string {
	say := func(key string, pairs ...any) string { return h.Writer.Say(r.Lang, key, pairs...) }
	var refusal *games.Refusal
	switch {
	case errors.As(err, &refusal):
		return h.Writer.Voice(r.Lang, nil).Say(refusal.Text)
	case errors.Is(err, storage.ErrNotFound):
		return say("refuse.match")
	case errors.Is(err, storage.ErrConflict):
		return say("refuse.busy")
	case errors.Is(err, storage.ErrUnavailable): // which the store has logged, once
		return say("refuse.store")
	case errors.Is(err, storage.ErrDamaged):
		h.Log.Error("what was asked for is damaged", "request", r.ID, "err", err)
		return say("refuse.damaged")
	case errors.Is(err, context.Canceled): // at the end of the bot
		return say("refuse.stopping")
	case errors.Is(err, context.DeadlineExceeded): // it waited behind others, mostly those of its person
		h.Log.Warn("a request took too long", "request", r.ID, "err", err)
		return say("refuse.busy")
	case errors.Is(err, games.ErrRules):
		return say("refuse.rules")
	}
	h.Log.Error("a request failed", "request", r.ID, "err", err)
	return say("refuse.error", "ID", r.ID)
}

// isRefusal reports whether an error is a sentence for a person.
func isRefusal(err error) bool {
	refusal := (*games.Refusal)(nil)
	return errors.As(err, &refusal)
}
