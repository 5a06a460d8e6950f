package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"parlour/storage"
)

// unhurried is a writer that never waits for whoever reads: somebody who pauses a log, as by selecting text in its
// window, must not hold up the bot. What does not fit into its room is left out.
type unhurried struct {
	to      io.Writer
	work    chan func()
	missing atomic.Int64 // how many lines were left out since that was last told
}

const (
	unreadLines = 10_000
	lastRead    = 2 * time.Second // how long the end waits for a reader
)

// newUnhurried returns a writer to another one. tell is called between two lines when some were left out.
func newUnhurried(to io.Writer, lines int, tell func(missing int64)) *unhurried {
	u := &unhurried{to: to, work: make(chan func(), lines)}
	go func() {
		for do := range u.work {
			if do(); len(u.work) > 0 {
				continue
			}
			if n := u.missing.Swap(0); n > 0 {
				tell(n)
			}
		}
	}()
	return u
}

// Write takes a line.
func (u *unhurried) Write(p []byte) (int, error) {
	line := bytes.Clone(p)
	select {
	case u.work <- func() { _, _ = u.to.Write(line) }: // also when the reader is gone
	default:
		u.missing.Add(1)
	}
	return len(p), nil
}

// flush waits until all lines are written, but not for long.
func (u *unhurried) flush() {
	late, done := time.After(lastRead), make(chan struct{})
	select {
	case u.work <- func() { close(done) }:
	case <-late:
		return
	}
	select {
	case <-done:
	case <-late:
	}
}

// discreet is a log without the records of [storage.ErrUnavailable]: the store itself
// logs once that its file is out of reach.
type discreet struct{ slog.Handler }

// Handle drops a record that has such an error.
func (d discreet) Handle(ctx context.Context, r slog.Record) error {
	told := false
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		told = ok && errors.Is(err, storage.ErrUnavailable)
		return !told
	})
	if told {
		return nil
	}
	return d.Handler.Handle(ctx, r)
}

// WithAttrs returns a log that drops the same records, as WithGroup does.
func (d discreet) WithAttrs(as []slog.Attr) slog.Handler { return discreet{d.Handler.WithAttrs(as)} }

func (d discreet) WithGroup(name string) slog.Handler { return discreet{d.Handler.WithGroup(name)} }
