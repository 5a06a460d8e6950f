package bot

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
)

// interact answers an interaction with the reply of [bot.handle], and defers the answer
// after a while. Without any time left, it defers the answer before anything changes. A request
// that takes too long or is cut off gets a reply that says so.
func (b *bot) interact(i *discordgo.InteractionCreate, r commands.Request, after time.Duration) {
	came := time.Now()
	x := b.exchange(i, r)
	defer func() { x.waiting() }()
	var err error // of a deferral
	if after <= 0 && x.kind != commands.Completion {
		if err = x.deferAnswer(b.work); err != nil && !isTwin(err) {
			drop(b, r.ID, refused, err)
			return
		}
	}
	ready := make(chan drawnReply, 1)
	go func() {
		ctx, cancel := b.within(r)
		defer cancel()
		answer, leave := takeInLane(ctx, b, r)
		defer leave()
		ready <- b.handle(x, r, came, answer)
	}()
	late := time.NewTimer(after)
	defer late.Stop()
	var reply drawnReply
	if x.kind == commands.Completion || x.answered != 0 {
		reply = <-ready
	} else {
		select {
		case reply = <-ready:
		case <-late.C:
			if err = x.deferAnswer(b.work); err != nil {
				b.Log.Warn("an answer could not be deferred", "request", r.ID, "err", err)
			}
			reply = <-ready
		}
	}
	if isTwin(err) {
		x.showWaiting(reply.Reply, came)
		return
	}
	if err := x.deliver(b.work, reply, came); err != nil {
		b.Log.Warn("an answer was not delivered", "request", r.ID, "err", err)
		return
	}
	b.metrics.answered(x.kind, came)
	x.follow(r, reply.Then, came)
}

// within returns a context with the time limit of a request.
func (b *bot) within(r commands.Request) (context.Context, context.CancelFunc) {
	limit, cut := b.host.Limit(r)
	if cut {
		return context.WithTimeout(b.calm, limit)
	}
	return context.WithTimeout(b.work, limit)
}

// drawnReply is a reply with its message in Discord's form.
type drawnReply struct {
	commands.Reply
	payload payload
	files   []file
}

// handle takes the reply to a request that arrived at came, starts to publish what that changed,
// and draws the reply. A panic becomes a reply too.
func (b *bot) handle(x *exchange, r commands.Request, came time.Time, take func() commands.Reply) (d drawnReply) {
	defer func() {
		if p := recover(); p != nil {
			x.showWaiting(d.Reply, came) // what was committed before the panic
			d.Reply = b.host.Failed(r, p)
			d.payload, d.files = b.payload(d.Message)
		}
	}()
	d.Reply = take()
	if !x.vanishes(d.Reply) {
		if len(d.Due) > 0 && x.replaces(d.Reply) {
			x.keepPanel(true, nil) // else what is published may delete it under the answer
		}
		x.showSoon(d.Due, came)
	}
	d.payload, d.files = b.payload(d.Message)
	return d
}

// showTimeout bounds the publication of one match after a request.
const showTimeout = time.Minute

// show publishes the matches that a request changed which arrived at came. It does so in
// goroutines, so that boards and the answer do not wait for each other.
func (b *bot) show(due []match.Unshown, came time.Time) *errgroup.Group {
	var all errgroup.Group
	for _, unshown := range due {
		b.Busy.Begin() // in time, because the caller is counted until it returns
		all.Go(func() (err error) {
			defer b.Busy.Done()
			err = errNotShown
			defer b.recover("the publication of match " + unshown.ID)
			err = b.shown(unshown, came, b.host.Publish)
			return err
		})
	}
	return &all
}

// errNotShown is the failure of a publication that panicked.
var errNotShown = errors.New("the publication panicked")

// shown has a match published, or noted as published, after a request that arrived at came.
func (b *bot) shown(unshown match.Unshown, came time.Time, do func(context.Context, match.Unshown) error) error {
	ctx, cancel := context.WithTimeout(b.work, showTimeout)
	defer cancel()
	if err := do(ctx, unshown); err != nil {
		b.Log.Warn("not shown yet", "match", unshown.ID, "err", err)
		return err
	}
	b.metrics.shown(came)
	return nil
}

// deliver gives a reply as the answer to an interaction that arrived at came, and has the
// matches published that wait for that.
func (x *exchange) deliver(ctx context.Context, reply drawnReply, came time.Time) error {
	switch {
	case x.kind == commands.Completion:
		return x.put(ctx, completion(reply.Choices))
	case reply.Form != nil && x.answered == 0:
		return x.put(ctx, form(*reply.Form))
	case x.vanishes(reply.Reply):
		return x.vanish(ctx, reply, came)
	case reply.Aloud != nil && x.answered == 0:
		return x.sayAloud(ctx, reply, came)
	}
	replaced, err := x.answer(ctx, reply)
	if err == nil {
		x.noteAnswer()
	}
	switch {
	case reply.Shows == nil:
	case err == nil && replaced && !x.alone:
		_ = x.b.shown(*reply.Shows, came, x.b.host.Delivered) // if it fails, the match stays due
	default:
		x.showWaiting(reply.Reply, came)
	}
	return err
}

// completion returns the choices of an autocompletion.
func completion(choices []message.MenuOption) response {
	list := []map[string]string{}
	for _, c := range choices {
		list = append(list, map[string]string{"name": c.Label, "value": c.Value})
	}
	return response{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": list}}
}
