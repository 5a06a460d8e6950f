package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/publish"
)

// showWaiting publishes the matches of a reply whose publication waits for the answer.
func (x *exchange) showWaiting(r commands.Reply, came time.Time) *errgroup.Group {
	var due []match.Unshown
	if x.vanishes(r) {
		due = r.Due
	}
	if r.Shows != nil {
		due = append(due[:len(due):len(due)], *r.Shows)
	}
	return x.b.show(due, came)
}

// vanish acknowledges a press, publishes what it changed, and then deletes the private
// message that was pressed. If the publication fails, that message becomes the reply's; if
// it takes long, it does so until then. Of a press on a message that others see, the person
// is told only if the publication fails.
func (x *exchange) vanish(ctx context.Context, reply drawnReply, came time.Time) error {
	x.keepPanel(true, nil) // it is deleted here
	acknowledged := make(chan error, 1)
	if x.answered != 0 {
		acknowledged <- nil
	} else {
		go func() { acknowledged <- x.deferAnswer(ctx) }()
	}
	all := x.showAfter(acknowledged, reply.Reply, came)
	switch err := <-acknowledged; {
	case errors.Is(err, publish.ErrGone): // somebody else's move has it deleted already
		x.answered, x.pressed = 0, unknown
		_, err = x.answer(ctx, reply)
		return err
	case err != nil:
		return err
	}
	shown, said := make(chan error, 1), false
	go func() { shown <- all.Wait() }()
	late := time.NewTimer(x.b.Linger)
	defer late.Stop()
	var failed error
	select {
	case failed = <-shown:
	case <-late.C:
		if x.pressed == asker {
			_, err := x.answer(ctx, reply)
			said = err == nil
		}
		failed = <-shown
	}
	if failed == nil {
		failed = x.deleteOriginal(ctx)
	}
	if tells := reply.Tell && x.pressed == others; failed == nil && !tells || said {
		return nil
	}
	_, err := x.answer(ctx, reply)
	return err
}

// showAfter is [exchange.showWaiting] once a press is acknowledged, so that the publication may
// edit by its token. A slow acknowledgement does not hold it up for long.
func (x *exchange) showAfter(acknowledged chan error, r commands.Reply, came time.Time) *errgroup.Group {
	late := time.NewTimer(x.b.DeferAfter)
	defer late.Stop()
	select {
	case err := <-acknowledged:
		acknowledged <- err
	case <-late.C:
	}
	return x.showWaiting(r, came)
}

// follow replaces an answer that was delivered by what its Then returns, and that by what its own
// Then returns. All of them share the time of one request.
func (x *exchange) follow(r commands.Request, then func(context.Context) commands.Reply, came time.Time) {
	ctx, cancel := x.b.within(r)
	defer cancel()
	for then != nil {
		reply := x.b.handle(x, r, came, func() commands.Reply { return then(ctx) })
		if then = reply.Then; reply.Message.Content == "" {
			continue
		}
		if _, err := x.answer(x.b.work, reply); err != nil {
			x.b.Log.Warn("what follows an answer was not delivered", "request", r.ID, "err", err)
			return
		}
	}
}

// deleteOriginal deletes the private message that was pressed in an exchange. One that
// others see, or that is gone, it leaves.
func (x *exchange) deleteOriginal(ctx context.Context) error {
	if x.original() != asker {
		return nil
	}
	err := x.b.do(ctx, x.originalOf(http.MethodDelete), nil)
	if errors.Is(err, publish.ErrGone) {
		return nil
	}
	return err
}
