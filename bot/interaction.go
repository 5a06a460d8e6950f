package bot

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
)

// event handles an event of the gateway if it is an interaction.
func (b *bot) event(e *discordgo.Event) {
	i, ok := e.Struct.(*discordgo.InteractionCreate)
	if !ok {
		return
	}
	done, ok := b.begin()
	if !ok {
		return
	}
	defer done()
	defer b.recover("an interaction")
	b.interact(i, b.request(i, placeOf(e.RawData)))
}

// interact answers an interaction with the reply of [bot.handle], and defers the answer
// after [Config.DeferAfter]. A request that takes too long or is cut off gets a reply that
// says so.
func (b *bot) interact(i *discordgo.InteractionCreate, r commands.Request) {
	came := time.Now()
	ready := make(chan drawnReply, 1)
	go func() {
		ctx, cancel := b.within(r)
		defer cancel()
		ready <- b.handle(ctx, r, came)
	}()
	ctx := b.work
	kind := b.kind(i, r)
	late := time.NewTimer(b.DeferAfter)
	defer late.Stop()
	deferred := false
	var reply drawnReply
	if kind == commands.Completion {
		reply = <-ready
	} else {
		select {
		case reply = <-ready:
		case <-late.C:
			deferred = true
			err := b.put(ctx, i, callback(deferral(kind)))
			if err != nil {
				b.Log.Warn("an answer could not be deferred", "request", r.ID, "err", err)
			}
			reply = <-ready
			if refusal(err).Code == rest.CodeAnswered { // Discord sent the event twice, and its twin answers
				return
			}
		}
	}
	reply.Kind = kind
	if err := b.answer(ctx, i, reply, deferred); err != nil {
		b.Log.Warn("an answer was not delivered", "request", r.ID, "err", err)
		return
	}
	b.metrics.answered(kind, came)
}

// within returns a context with the time limit of a request.
func (b *bot) within(r commands.Request) (context.Context, context.CancelFunc) {
	limit, cut := b.service.Limit(r)
	if cut {
		return context.WithTimeout(b.calm, limit)
	}
	return context.WithTimeout(b.work, limit)
}

// kind returns the way in which a request is answered. A private answer never replaces a
// message that others see, not even after a forged click on it.
func (b *bot) kind(i *discordgo.InteractionCreate, r commands.Request) commands.Kind {
	kind := b.service.Kind(r)
	if kind == commands.Update && i.GuildID != "" && (i.Message == nil || i.Message.Flags&ephemeral == 0) {
		return commands.Private
	}
	return kind
}

// drawnReply is a reply with its message in Discord's form.
type drawnReply struct {
	commands.Reply
	payload payload
	files   []*discordgo.File
}

// handle has the commands handle a request that arrived at came, starts to publish what
// that changed, and draws the reply. A panic becomes a reply too.
func (b *bot) handle(ctx context.Context, r commands.Request, came time.Time) (d drawnReply) {
	defer func() {
		if p := recover(); p != nil {
			d.Reply = b.service.Failed(r, p)
			d.payload, d.files = b.payload(d.Message)
		}
	}()
	d.Reply = b.service.Handle(ctx, r)
	b.show(d.Due, came)
	d.payload, d.files = b.payload(d.Message)
	return d
}

// showTimeout bounds the publication of one match after a request.
const showTimeout = time.Minute

// show publishes the matches that a request changed which arrived at came. It does so in
// goroutines, so that boards and the answer do not wait for each other.
func (b *bot) show(due []match.Unshown, came time.Time) {
	for _, unshown := range due {
		b.Busy.Add(1) // in time, because the caller is counted until it returns
		go func() {
			defer b.Busy.Done()
			defer b.recover("the publication of match " + unshown.ID)
			ctx, cancel := context.WithTimeout(b.work, showTimeout)
			defer cancel()
			if err := b.service.Publish(ctx, unshown); err != nil {
				b.Log.Warn("not shown yet", "match", unshown.ID, "err", err)
				return
			}
			b.metrics.shown(came)
		}()
	}
}

// ephemeral is the flag of a message that one person alone sees.
const ephemeral = 1 << 6

// answer sends a reply, as the first answer or in place of a deferred one.
func (b *bot) answer(ctx context.Context, i *discordgo.InteractionCreate, reply drawnReply, deferred bool) error {
	if reply.Kind == commands.Completion {
		return b.put(ctx, i, completion(reply.Choices))
	}
	if reply.Form != nil && !deferred {
		return b.put(ctx, i, form(*reply.Form))
	}
	p, files := reply.payload, reply.files
	if p.Attachments == nil {
		p.Attachments = &[]attachment{} // so that a panel loses its old picture
	}
	if deferred {
		path := "webhooks/" + b.app + "/" + i.Token + "/messages/@original"
		return b.send(ctx, rest.Request{Method: http.MethodPatch, Path: path, Bucket: "answer " + i.ID, Priority: rest.Exempt}, p, files, nil)
	}
	p.callback = int(discordgo.InteractionResponseUpdateMessage)
	if reply.Kind == commands.Private {
		p.callback, p.Flags = int(discordgo.InteractionResponseChannelMessageWithSource), ephemeral
	}
	return b.send(ctx, callbackTo(i), p, files, nil)
}

// put answers an interaction with a response that is no message.
func (b *bot) put(ctx context.Context, i *discordgo.InteractionCreate, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r := callbackTo(i)
	r.Body = text
	return b.do(ctx, r, nil)
}

// callbackTo returns the request for the first answer to an interaction, without its body.
// It is idempotent, because Discord answers a second one with [rest.CodeAnswered] only.
func callbackTo(i *discordgo.InteractionCreate) rest.Request {
	path := "interactions/" + i.ID + "/" + i.Token + "/callback"
	return rest.Request{Method: http.MethodPost, Path: path, Bucket: "callback " + i.ID, Priority: rest.Exempt, Idempotent: true}
}

// response is the body of the first answer to an interaction.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// callback returns a response without a message; one that defers a message is ephemeral.
func callback(kind discordgo.InteractionResponseType) response {
	if kind == discordgo.InteractionResponseDeferredMessageUpdate {
		return response{Type: kind}
	}
	return response{kind, map[string]int{"flags": ephemeral}}
}

// deferral returns the type of response that defers an answer of a kind.
func deferral(kind commands.Kind) discordgo.InteractionResponseType {
	if kind == commands.Update {
		return discordgo.InteractionResponseDeferredMessageUpdate
	}
	return discordgo.InteractionResponseDeferredChannelMessageWithSource
}

// form returns a modal with one line.
func form(f message.Form) response {
	line := discordgo.TextInput{
		CustomID: "typed", Label: f.Field, Style: discordgo.TextInputShort, Placeholder: f.Hint, Required: true, MinLength: 1, MaxLength: f.Most,
	}
	return response{discordgo.InteractionResponseModal, map[string]any{
		"custom_id": f.ID, "title": f.Title,
		"components": []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{line}}},
	}}
}

// completion returns the choices of an autocompletion.
func completion(choices []message.MenuOption) response {
	list := []map[string]string{}
	for _, c := range choices {
		list = append(list, map[string]string{"name": c.Label, "value": c.Value})
	}
	return response{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": list}}
}
