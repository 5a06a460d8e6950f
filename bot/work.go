package bot

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parlour/commands/match"
)

// Work counts work under way. Its zero value counts none. It may be waited for while new work
// begins, which a [sync.WaitGroup] forbids.
type Work struct {
	mu    sync.Mutex
	under int
	idle  chan struct{} // closed when nothing is under way any more; nil while nobody waits
}

// Begin counts one piece of work as under way until [Work.Done].
func (w *Work) Begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.under++
}

// Done ends one piece of work.
func (w *Work) Done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.under--; w.under == 0 && w.idle != nil {
		close(w.idle)
		w.idle = nil
	}
}

// Wait returns once nothing is under way.
func (w *Work) Wait() {
	w.mu.Lock()
	if w.under == 0 {
		w.mu.Unlock()
		return
	}
	if w.idle == nil {
		w.idle = make(chan struct{})
	}
	idle := w.idle
	w.mu.Unlock()
	<-idle
}

// aside runs work that nobody waits for in a goroutine. The end of the bot cuts it off,
// and the next start takes it up again.
func (b *bot) aside(do func(context.Context)) {
	done, ok := b.begin()
	if !ok {
		return
	}
	go func() {
		defer done()
		defer b.recover("work in the background")
		do(b.calm)
	}()
}

// begin counts work as under way until done is called. ok is false if the bot is stopping.
func (b *bot) begin() (done func(), ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing {
		return nil, false
	}
	b.Busy.Begin()
	return b.Busy.Done, true
}

// finish refuses new work and waits for work under way, at most for [Config.Grace].
func (b *bot) finish() {
	b.mu.Lock()
	b.closing = true
	b.mu.Unlock()
	b.hurry()
	idle := make(chan struct{})
	go func() { b.Busy.Wait(); close(idle) }()
	select {
	case <-idle:
		return
	case <-time.After(b.Grace):
		b.Log.Warn("some work did not finish in time; the next start goes on with it")
	}
	b.giveUp()
	select {
	case <-idle:
	case <-time.After(lastGrace):
	}
}

// recover, when deferred, logs a panic and stops it.
func (b *bot) recover(where string) {
	if p := recover(); p != nil {
		b.Log.Error("a panic was caught", "where", where, "panic", fmt.Sprint(p), "stack", match.Trace())
	}
}

// try does something, and reports whether it succeeded. While the bot is stopping it does
// nothing.
func (b *bot) try(what string, do func(context.Context) error) (ok bool) {
	done, ok := b.begin()
	if !ok {
		return false
	}
	defer done()
	defer b.recover("an attempt to " + what)
	ok = false // in case of a panic
	err := do(b.work)
	if err != nil && b.work.Err() == nil {
		b.Log.Error("cannot "+what, "err", err)
	}
	return err == nil
}
