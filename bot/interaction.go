package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/publish"
)

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
	if age == clock.Dead {
		b.drop(i.ID, old, nil)
		return
	}
	b.exchange(i).answerWithin(min(b.DeferAfter, left))
}

// An exchange is an interaction and the answers to it. It is kept with the interaction's
// token, so that nothing private is ever written where [others] see it.
type exchange struct {
	*interaction
	b       *bot
	request commands.Request
	came    time.Time // by [Config.Clock]
	kind    commands.Kind
	pressed audience      // of the message whose button or menu was used
	alone   bool          // that message is ephemeral
	laidOut bool          // the message that the answer changes is one of Components V2
	guest   bool          // the bot can only answer in this channel
	times   *atomic.Int32 // how often the interaction has come

	answered discordgo.InteractionResponseType // of the first answer; 0 before it
	aloud    bool                              // that answer is a message that all see
	waiting  func()                            // begins the publications that wait until it is answered
	all      []<-chan error                    // what becomes of the publications that have begun
}

// exchange begins an exchange about an interaction that has come now.
func (b *bot) exchange(i *interaction) *exchange {
	r := i.request(b.self)
	x := &exchange{
		interaction: i, b: b, request: r, came: b.Clock(), kind: b.host.Kind(r),
		pressed: b.audienceOf(i), guest: r.Guest, waiting: func() {},
		times: b.rivals.came(i.ID),
	}
	x.alone = x.pressed == asker && r.Alone
	x.laidOut = i.Message != nil && i.Message.Flags&laidOut != 0
	return x
}

// since returns how long ago the interaction came.
func (x *exchange) since() time.Duration { return x.b.Clock().Sub(x.came) }

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
		leave, overtaken := x.b.enter(ctx, x.request)
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
		x.publishShown(reply.Reply)
		return
	}
	if err := x.deliver(reply); err != nil {
		x.b.Log.Warn("an answer was not delivered", "request", x.ID, "err", err)
		return
	}
	x.b.metrics.answered(x.kind, x.since())
	x.follow(reply.Then)
}

// drawnReply is a reply with its message in Discord's form.
type drawnReply struct {
	commands.Reply
	payload payload
	files   []file
}

// handle takes the reply to the request, starts to publish what that changed, and draws the reply. Where
// the bot is a guest it publishes once it has answered, by the token of that. A panic becomes a reply too.
func (x *exchange) handle(take func() commands.Reply) (d drawnReply) {
	defer func() {
		if p := recover(); p != nil {
			x.publishShown(d.Reply) // what was committed before the panic
			d.Reply = x.b.host.Failed(x.request, p)
			d.payload, d.files = x.b.payload(d.Message)
		}
	}()
	d.Reply = take()
	if x.alone && !d.Apart && x.replaces(d.Reply) && (len(d.Due) > 0 || d.Until == nil) && !x.b.panels.Keep(x.opener(), x.token()) {
		d.Apart = true // else the answer would go with the panel
	}
	due := d.Due
	x.waiting = sync.OnceFunc(func() { x.all = x.publishAll(due) })
	if !x.guest {
		x.waiting()
	}
	d.payload, d.files = x.b.payload(d.Message)
	return d
}

// publishAll publishes the matches that the request changed, so that boards and the answer do not wait for each other.
func (x *exchange) publishAll(due []match.Unshown) (all []<-chan error) {
	for _, unshown := range due {
		all = append(all, x.publish(unshown))
	}
	return all
}

// publish begins to publish a match after the request. The channel it returns has the outcome once the match is shown,
// while what tidies up goes on, or once that has failed: then the match stays due.
func (x *exchange) publish(unshown match.Unshown) <-chan error {
	result := make(chan error, 1)
	var once sync.Once
	tell := func(err error) {
		once.Do(func() {
			if err == nil {
				x.b.metrics.shown(x.since())
			}
			result <- err
		})
	}
	unshown.Seen = func() { tell(nil) }
	x.b.Busy.Begin() // in time, because the caller is counted until it returns
	go func() {
		defer x.b.Busy.Done()
		err := errNotShown
		defer func() { tell(err) }()
		defer x.b.recover("the publication of match " + unshown.ID)
		ctx, cancel := context.WithTimeout(x.b.work, showTimeout)
		defer cancel()
		if err = x.b.host.Publish(ctx, unshown); err != nil {
			x.b.Log.Warn("not shown yet", "match", unshown.ID, "err", err)
		}
	}()
	return result
}

// deliver gives a reply as the answer, and has the matches published that wait for that.
func (x *exchange) deliver(reply drawnReply) error {
	if reply.Apart {
		x.pressed = unknown
	}
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
		shows := *reply.Shows
		shows.Delivered = true
		<-x.publish(shows)
	default:
		x.publishShown(reply.Reply)
	}
	return err
}

// answer sends the message of a reply: as the first answer, in place of a deferred one, or
// as a follow-up for the asker alone. A message that is gone takes no answer, so what was pressed
// there gets one of its own. What changes a message of Components V2 takes that form. It reports whether the message
// that was pressed shows the reply now.
func (x *exchange) answer(reply drawnReply) (replaced bool, err error) {
	p := reply.payload
	if p.Attachments == nil {
		p.Attachments = &[]attachment{} // so that a panel loses its old picture
	}
	replaces := x.replaces(reply.Reply)
	if x.answered == 0 && replaces {
		if err = x.first(discordgo.InteractionResponseUpdateMessage, x.fitting(p), reply.files); err == nil {
			x.keepToken()
			x.keepPanel(true, reply.Until)
		}
		if !errors.Is(err, publish.ErrGone) {
			return true, err
		}
	}
	if x.answered == 0 {
		p.Flags |= ephemeral
		x.laidOut = false
		if err = x.first(discordgo.InteractionResponseChannelMessageWithSource, x.fitting(p), reply.files); err == nil {
			x.keepPanel(false, reply.Until)
		}
		return false, err
	}
	if x.original() == asker || replaces {
		if err = x.b.send(x.b.work, x.originalOf(http.MethodPatch), x.fitting(p), reply.files, nil); err == nil {
			x.keepPanel(x.updated(), reply.Until)
		}
		if !errors.Is(err, publish.ErrGone) {
			return x.updated(), err
		}
	}
	p.Flags |= ephemeral
	return false, x.b.send(x.b.work, x.b.followUp(x.Token, x.ID), p, reply.files, nil)
}

// fitting returns a payload in the form that the message has which it changes, and notes the form that it gets.
func (x *exchange) fitting(p payload) payload {
	if x.laidOut {
		p = p.layOut()
	}
	x.laidOut = p.Flags&laidOut != 0
	return p
}

// first gives a message as the first answer.
func (x *exchange) first(as discordgo.InteractionResponseType, p payload, files []file) error {
	p.callback = as
	err := x.noteFirst(x.b.send(x.b.work, x.callback(), p, files, nil))
	if err == nil {
		x.answered = as
	}
	return err
}

// publishShown publishes the match that the message of a reply would have shown.
func (x *exchange) publishShown(r commands.Reply) {
	if r.Shows != nil {
		x.publishAll([]match.Unshown{*r.Shows})
	}
}

// sayAloud answers with a new message that everybody sees. Another message follows for the asker
// alone, if there is something to press in it.
func (x *exchange) sayAloud(reply drawnReply) error {
	p, files := x.b.newMessage(*reply.Aloud)
	p.callback = discordgo.InteractionResponseChannelMessageWithSource
	r := x.callback()
	r.Path += "?with_response=true"
	var made struct {
		Resource struct{ Message struct{ ID string } }
	}
	err := x.noteFirst(x.b.send(x.b.work, r, p, files, &made))
	if err == nil && made.Resource.Message.ID == "" { // the first try arrived, and its answer was lost
		err = x.b.do(x.b.work, x.originalOf(http.MethodGet), &made.Resource.Message)
	}
	if err != nil {
		x.publishShown(reply.Reply)
		return err
	}
	x.answered, x.aloud = discordgo.InteractionResponseChannelMessageWithSource, true
	x.noteAnswer()
	id := made.Resource.Message.ID
	x.b.tokens.Put(id, x.token())
	shows := *reply.Shows
	shows.Message, shows.Delivered = id, true
	<-x.publish(shows) // if it fails, the next press notes it
	if reply.Message.Rows == nil {
		return nil
	}
	_, err = x.answer(reply)
	return err
}

// vanish acknowledges a press, and deletes the private message that was pressed once what the press changed is shown. If
// that fails, the message becomes the reply's; if it takes long, it does so until then. Of a press on a message that
// others see, the person is told only if the publication fails.
func (x *exchange) vanish(reply drawnReply) error {
	late := time.AfterFunc(x.b.DeferAfter, x.waiting) // a slow acknowledgement does not hold up a guest for long
	var err error
	if x.answered == 0 {
		err = x.deferAnswer()
	}
	late.Stop()
	x.waiting()
	switch {
	case errors.Is(err, publish.ErrGone): // somebody else's move has it deleted already
		x.answered, x.pressed = 0, unknown
		_, err = x.answer(reply)
		return err
	case err != nil:
		return err
	}
	shown, said := make(chan error, 1), false
	go func() {
		var failed error
		for _, result := range x.all {
			failed = cmp.Or(failed, <-result)
		}
		shown <- failed
	}()
	var failed error
	select {
	case failed = <-shown:
	case <-time.After(x.b.Linger):
		if x.pressed == asker {
			_, err = x.answer(reply)
			said = err == nil
		}
		failed = <-shown
	}
	if failed == nil {
		failed = x.deleteOriginal()
	}
	if tells := reply.Tell && x.pressed == others; failed == nil && !tells || said {
		return nil
	}
	_, err = x.answer(reply)
	return err
}

// deleteOriginal deletes the private message that was pressed. One that others see, or that is gone,
// it leaves.
func (x *exchange) deleteOriginal() error {
	if x.original() != asker {
		return nil
	}
	return unlessGone(x.b.do(x.b.work, x.originalOf(http.MethodDelete), nil))
}

// follow replaces an answer that was delivered by what its Then returns, and that by what its own
// Then returns. All of them share the time of one request.
func (x *exchange) follow(then func(context.Context) commands.Reply) {
	ctx, cancel := x.limited()
	defer cancel()
	for x.waiting(); then != nil; x.waiting() {
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

// limited returns a context with what is left of the time of the request.
func (x *exchange) limited() (context.Context, context.CancelFunc) {
	limit, cut := x.b.host.Limit(x.request)
	within := x.b.work
	if cut {
		within = x.b.calm
	}
	return context.WithTimeout(within, limit-x.since())
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

// isTwin reports whether err says that Discord sent an event twice and its twin answers, or a rival does.
func isTwin(err error) bool { return refusal(err).Code == rest.CodeAnswered }

// An audience is the people who see a message.
type audience int

const (
	unknown audience = iota // there is no message, or the bot cannot vouch for it
	asker                   // the person who acts, and nobody else
	others                  // other people too, as far as the bot knows
)

// ephemeral is the flag of a message that one person alone sees.
const ephemeral = 1 << 6

// audienceOf returns the people who see the message that was pressed, by what the
// interaction says of it. Of a message that the bot did not write, or that it wrote for
// another person, that is unknown.
func (b *bot) audienceOf(i *interaction) audience {
	m := i.Message
	switch {
	case m == nil || m.ID == "" || m.Author == nil || m.Author.ID != b.self:
		return unknown
	case m.Flags&ephemeral != 0:
		if to := m.By; to != nil && to.User != nil && to.User.ID != i.asker().ID {
			return unknown
		}
		return asker
	case i.Guild == "" && i.Context == discordgo.InteractionContextBotDM:
		return asker
	}
	return others
}

// updated reports whether the first answer was an update of the message that was pressed, now
// or later.
func (x *exchange) updated() bool {
	return x.answered == discordgo.InteractionResponseDeferredMessageUpdate ||
		x.answered == discordgo.InteractionResponseUpdateMessage
}

// original returns the people who see the message that Discord calls @original by the
// interaction's token: after an update the message that was pressed, else the bot's answer.
func (x *exchange) original() audience {
	switch {
	case x.updated():
		return x.pressed
	case x.aloud:
		return others
	case x.answered != 0:
		return asker
	}
	return unknown
}

// replaces reports whether a reply may take the place of the message that was pressed.
func (x *exchange) replaces(r commands.Reply) bool {
	return x.pressed == asker && x.kind == commands.Update || x.pressed != unknown && r.Public
}

// vanishes reports whether the message that was pressed needs no answer but to be
// acknowledged: see [commands.Reply.Vanish].
func (x *exchange) vanishes(r commands.Reply) bool {
	return r.Vanish && x.kind == commands.Update && x.pressed != unknown
}

// deferral returns the type of response that defers the answer. It updates nothing that
// the bot cannot vouch for.
func (x *exchange) deferral() discordgo.InteractionResponseType {
	if x.kind == commands.Update && x.pressed != unknown {
		return discordgo.InteractionResponseDeferredMessageUpdate
	}
	return discordgo.InteractionResponseDeferredChannelMessageWithSource
}

// deferAnswer defers the answer. The outcome may stay unknown, so later answers go the way
// of a deferred one in any case.
func (x *exchange) deferAnswer() error {
	x.answered = x.deferral()
	body := response{Type: x.answered}
	if x.answered == discordgo.InteractionResponseDeferredChannelMessageWithSource {
		body.Data, x.laidOut = map[string]int{"flags": ephemeral}, false // the edit says what the message becomes
	}
	err := x.put(body)
	if err == nil {
		x.keepToken()
	}
	return err
}

// showTimeout bounds the publication of one match after a request.
const showTimeout = time.Minute

// errNotShown is the failure of a publication that panicked.
var errNotShown = errors.New("the publication panicked")

// originalOf returns a request about @original, without its body.
func (x *exchange) originalOf(method string) rest.Request {
	return rest.Request{Method: method, Path: x.b.webhook(x.Token) + original, Bucket: "answer " + x.ID,
		Priority: rest.Exempt}
}

// webhook returns the path of what is done by the token of an interaction.
func (b *bot) webhook(token string) string { return "webhooks/" + b.app + "/" + token }

// original is what a path has after [bot.webhook] for the message that the answer is.
const original = "/messages/@original"

// followUp returns the request for a message that follows an answer, without its body.
func (b *bot) followUp(token, what string) rest.Request {
	return rest.Request{Method: http.MethodPost, Path: b.webhook(token), Bucket: "follow up " + what,
		Priority: rest.Exempt}
}

// put answers an interaction with a response that is no message.
func (x *exchange) put(body response) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r := x.callback()
	r.Body = text
	return x.noteFirst(x.b.do(x.b.work, r, nil))
}

// callback returns the request for the first answer to an interaction, without its body.
// It is idempotent, because Discord answers a second one with [rest.CodeAnswered] only. A try
// may take 0.8 s of the 3 s, so that one that hangs leaves time for two more.
func (x *exchange) callback() rest.Request {
	return rest.Request{
		Method: http.MethodPost, Path: "interactions/" + x.ID + "/" + x.Token + "/callback", Bucket: "callback " + x.ID,
		Priority: rest.Exempt, Idempotent: true, Brief: x.b.AnswerWithin * 4 / 15,
	}
}
