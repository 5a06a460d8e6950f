package bot

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/match"
)

// received handles an interaction from the gateway, unless the bot is stopping.
func (b *bot) received(raw json.RawMessage) {
	if done, ok := b.begin(); ok {
		defer done()
		b.take(raw)
	}
}

// take handles an interaction, if it is young enough. If not all of it can be read, the rest is handled.
func (b *bot) take(raw json.RawMessage) {
	defer b.recover("an interaction")
	i, err := readInteraction(raw)
	if err != nil {
		b.Log.Warn("an interaction cannot be read", "err", err)
	}
	if i == nil {
		return
	}
	age, left := b.clock.Judge(i.ID)
	if age == dead {
		b.drop(i.ID, old, nil)
		return
	}
	b.exchange(i).answerWithin(min(b.DeferAfter, left))
}

// The reasons why an interaction is dropped.
const (
	old     = "old"
	refused = "refused"
)

// drop notes that an interaction is not carried out. Its person was told that Parlour did not
// respond, and may try again.
func (b *bot) drop(id, why string, err error) {
	b.metrics.dropped.WithLabelValues(why).Inc()
	b.Log.Warn("an interaction came too late and is not carried out", "request", id, "why", why, "err", err)
}

// isTwin reports whether err says that Discord sent an event twice, and that its twin answers.
func isTwin(err error) bool { return refusal(err).Code == rest.CodeAnswered }

// answerWithin answers an interaction with the reply of [exchange.handle], and defers the answer
// after a while. Without any time left, it defers the answer before anything changes. A request
// that takes too long or is cut off gets a reply that says so.
func (x *exchange) answerWithin(after time.Duration) {
	defer func() { x.waiting() }()
	var err error // of a deferral
	if after <= 0 && x.kind != commands.Completion {
		if err = x.deferAnswer(); err != nil && !isTwin(err) {
			x.b.drop(x.ID, refused, err)
			return
		}
	}
	ready := make(chan drawnReply, 1)
	go func() {
		ctx, cancel := x.limited()
		defer cancel()
		leave, overtaken := x.b.enterLane(ctx, x.request)
		defer leave()
		ready <- x.handle(func() commands.Reply {
			if errors.Is(overtaken, errOvertaken) {
				return commands.Reply{Kind: commands.Completion}
			}
			return x.b.host.Handle(ctx, x.request)
		})
	}()
	late := time.After(after)
	if x.kind == commands.Completion || x.answered != 0 {
		late = nil
	}
	var reply drawnReply
	select {
	case reply = <-ready:
	case <-late:
		if err = x.deferAnswer(); err != nil {
			x.b.Log.Warn("an answer could not be deferred", "request", x.ID, "err", err)
		}
		reply = <-ready
	}
	if isTwin(err) {
		x.showWaiting(reply.Reply)
		return
	}
	if err := x.deliver(reply); err != nil {
		x.b.Log.Warn("an answer was not delivered", "request", x.ID, "err", err)
		return
	}
	x.b.metrics.answered(x.kind, x.came)
	x.follow(reply.Then)
}

// limited returns a context with the time limit of the request.
func (x *exchange) limited() (context.Context, context.CancelFunc) {
	limit, cut := x.b.host.Limit(x.request)
	if cut {
		return context.WithTimeout(x.b.calm, limit)
	}
	return context.WithTimeout(x.b.work, limit)
}

// drawnReply is a reply with its message in Discord's form.
type drawnReply struct {
	commands.Reply
	payload payload
	files   []file
}

// handle takes the reply to the request, starts to publish what that changed, and draws the reply. Where
// the bot is a guest it publishes after the answer, by its token. A panic becomes a reply too.
func (x *exchange) handle(take func() commands.Reply) (d drawnReply) {
	defer func() {
		if p := recover(); p != nil {
			x.showWaiting(d.Reply) // what was committed before the panic
			d.Reply = x.b.host.Failed(x.request, p)
			d.payload, d.files = x.b.payload(d.Message)
		}
	}()
	d.Reply = take()
	if !x.vanishes(d.Reply) {
		if len(d.Due) > 0 && x.replaces(d.Reply) {
			x.keepPanel(true, nil) // else what is published may delete it under the answer
		}
		if due := d.Due; x.guest {
			x.waiting = func() { x.show(due) }
		} else {
			x.show(due)
		}
	}
	d.payload, d.files = x.b.payload(d.Message)
	return d
}

// showTimeout bounds the publication of one match after a request.
const showTimeout = time.Minute

// errNotShown is the failure of a publication that panicked.
var errNotShown = errors.New("the publication panicked")

// show publishes the matches that the request changed. It does so in goroutines, so that boards
// and the answer do not wait for each other.
func (x *exchange) show(due []match.Unshown) *errgroup.Group {
	var all errgroup.Group
	for _, unshown := range due {
		x.b.Busy.Begin() // in time, because the caller is counted until it returns
		all.Go(func() (err error) {
			defer x.b.Busy.Done()
			err = errNotShown
			defer x.b.recover("the publication of match " + unshown.ID)
			err = x.shown(unshown, x.b.host.Publish)
			return err
		})
	}
	return &all
}

// showWaiting publishes the matches of a reply whose publication waits for the answer.
func (x *exchange) showWaiting(r commands.Reply) *errgroup.Group {
	var due []match.Unshown
	if x.vanishes(r) {
		due = r.Due
	}
	if r.Shows != nil {
		due = append(due[:len(due):len(due)], *r.Shows)
	}
	return x.show(due)
}

// shown has a match published, or noted as published, after the request.
func (x *exchange) shown(unshown match.Unshown, do func(context.Context, match.Unshown) error) error {
	ctx, cancel := context.WithTimeout(x.b.work, showTimeout)
	defer cancel()
	if err := do(ctx, unshown); err != nil {
		x.b.Log.Warn("not shown yet", "match", unshown.ID, "err", err)
		return err
	}
	x.b.metrics.shown(x.came)
	return nil
}

// deliver gives a reply as the answer, and has the matches published that wait for that.
func (x *exchange) deliver(reply drawnReply) error {
	switch {
	case x.kind == commands.Completion:
		return x.put(completion(reply.Choices))
	case reply.Form != nil && x.answered == 0:
		return x.put(form(*reply.Form))
	case x.vanishes(reply.Reply):
		return x.vanish(reply)
	case reply.Aloud != nil && x.answered == 0:
		return x.sayAloud(reply)
	}
	replaced, err := x.answer(reply)
	if err == nil {
		x.noteAnswer()
	}
	switch {
	case reply.Shows == nil:
	case err == nil && replaced && !x.alone:
		_ = x.shown(*reply.Shows, x.b.host.Delivered) // if it fails, the match stays due
	default:
		x.showWaiting(reply.Reply)
	}
	return err
}

// follow replaces an answer that was delivered by what its Then returns, and that by what its own
// Then returns. All of them share the time of one request.
func (x *exchange) follow(then func(context.Context) commands.Reply) {
	ctx, cancel := x.limited()
	defer cancel()
	for then != nil {
		reply := x.handle(func() commands.Reply { return then(ctx) })
		if then = reply.Then; reply.Message.Content == "" {
			continue
		}
		if _, err := x.answer(reply); err != nil {
			x.b.Log.Warn("what follows an answer was not delivered", "request", x.ID, "err", err)
			return
		}
	}
}
