package commands

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"parlour/games"
	"parlour/storage"
)

// What a Channel answers when it cannot do what was asked.
var (
	ErrGone      = errors.New("no such channel or message")
	ErrForbidden = errors.New("not allowed there")
	ErrClosed    = errors.New("no direct messages to this person")
)

// sentence turns an error into a sentence for the person who asked. What it does
// not know gets a sentence with the request's id, and the log has the rest.
func (h *Host) sentence(r Request, err error) string {
	v := h.voice(r.Lang, nil)
	var refusal *games.Refusal
	switch {
	case errors.As(err, &refusal):
		return v.Say(refusal.Text)
	case errors.Is(err, storage.ErrNotFound):
		return v.Say(games.Say("refuse.match"))
	case errors.Is(err, storage.ErrConflict):
		return v.Say(games.Say("refuse.busy"))
	case errors.Is(err, storage.ErrUnavailable): // of which the store has told, once
		return v.Say(games.Say("refuse.store"))
	case errors.Is(err, context.Canceled): // at the end of the bot
		return v.Say(games.Say("refuse.stopping"))
	case errors.Is(err, games.ErrRules):
		return v.Say(games.Say("refuse.rules"))
	}
	h.Log.Error("a request failed", "request", r.ID, "err", err)
	return v.Say(games.Say("refuse.error", "ID", r.ID))
}

// Failed answers a request whose handling panicked.
func (h *Host) Failed(r Request, panicked any) Reply {
	err := fmt.Errorf("panic: %v\n%s", panicked, Trace())
	return Reply{Kind: h.Kind(r), Message: Message{Content: h.sentence(r, err)}}
}

// Trace says how its caller was come to, function by function, for the log. Unlike
// the stack as the runtime prints it, it has no values, of which some are secret.
func Trace() string {
	var at [64]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])])
	var b strings.Builder
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
	}
	return b.String()
}
