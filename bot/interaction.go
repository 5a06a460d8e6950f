package bot

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
)

// event takes an event of the gateway; only interactions matter.
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

// interact answers an interaction and shows what it changed. Who asked for what took too
// long, or was cut off, is told that.
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
			if code(err) == codeAnswered { // by who got the same event
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

// within is the time that a request has.
func (b *bot) within(r commands.Request) (context.Context, context.CancelFunc) {
	limit, cut := b.host.Limit(r)
	if cut {
		return context.WithTimeout(b.calm, limit)
	}
	return context.WithTimeout(b.work, limit)
}

// kind is how a request is answered. What is for one person alone never goes into a
// message that others see, not even when somebody forged a click on it.
func (b *bot) kind(i *discordgo.InteractionCreate, r commands.Request) commands.Kind {
	kind := b.host.Kind(r)
	if kind == commands.Update && i.GuildID != "" && (i.Message == nil || i.Message.Flags&ephemeral == 0) {
		return commands.Private
	}
	return kind
}

// A drawnReply is a reply with its message as Discord takes it.
type drawnReply struct {
	commands.Reply
	payload payload
	files   []*discordgo.File
}

// handle has the commands handle a request, shows what that changed, and draws the
// answer, whatever happens there. The request came in at a time.
func (b *bot) handle(ctx context.Context, r commands.Request, came time.Time) (d drawnReply) {
	defer func() {
		if p := recover(); p != nil {
			d.Reply = b.host.Failed(r, p)
			d.payload, d.files = b.payload(d.Message)
		}
	}()
	d.Reply = b.host.Handle(ctx, r)
	b.show(d.Due, came)
	d.payload, d.files = b.payload(d.Message)
	return d
}

// showTimeout bounds a look that a request asks for.
const showTimeout = time.Minute

// show shows what was changed by a request that came in at a time, beside the answer
// and not after it.
func (b *bot) show(due []match.Claim, came time.Time) {
	for _, claim := range due {
		b.Busy.Add(1) // its caller is counted too, so this is in time
		go func() {
			defer b.Busy.Done()
			defer b.recover("a publication of match " + claim.ID)
			ctx, cancel := context.WithTimeout(b.work, showTimeout)
			defer cancel()
			if err := b.host.Publish(ctx, claim); err != nil {
				b.Log.Warn("not shown yet", "match", claim.ID, "err", err)
				return
			}
			b.metrics.shown(came)
		}()
	}
}

// ephemeral is the flag of a message that only one person sees.
const ephemeral = 1 << 6

// answer sends a reply, as the first answer or in place of one that was deferred.
func (b *bot) answer(ctx context.Context, i *discordgo.InteractionCreate, reply drawnReply, deferred bool) error {
	if reply.Kind == commands.Completion {
		return b.put(ctx, i, completion(reply.Choices))
	}
	if reply.Form != nil && !deferred {
		return b.put(ctx, i, form(*reply.Form))
	}
	p, files := reply.payload, reply.files
	if p.Attachments == nil {
		p.Attachments = &[]attachment{} // a panel drops the picture that it had
	}
	if deferred {
		path := "webhooks/" + b.app + "/" + i.Token + "/messages/@original"
		return b.send(ctx, route{method: http.MethodPatch, path: path, bucket: "answer " + i.ID, class: forAnswer}, p, files, nil)
	}
	p.callback = int(discordgo.InteractionResponseUpdateMessage)
	if reply.Kind == commands.Private {
		p.callback, p.Flags = int(discordgo.InteractionResponseChannelMessageWithSource), ephemeral
	}
	return b.send(ctx, callbackRoute(i), p, files, nil)
}

// put answers an interaction with something that is no message.
func (b *bot) put(ctx context.Context, i *discordgo.InteractionCreate, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return b.raw(ctx, callbackRoute(i), "application/json", text, nil)
}

// callbackRoute is where the first answer goes. Of a second one nothing comes but
// codeAnswered, so it may be sent again.
func callbackRoute(i *discordgo.InteractionCreate) route {
	path := "interactions/" + i.ID + "/" + i.Token + "/callback"
	return route{method: http.MethodPost, path: path, bucket: "callback " + i.ID, class: forAnswer, harmless: true}
}

// A response is what an interaction is answered with.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

func callback(kind discordgo.InteractionResponseType) response {
	if kind == discordgo.InteractionResponseDeferredMessageUpdate {
		return response{Type: kind}
	}
	return response{kind, map[string]int{"flags": ephemeral}}
}

// deferral is how an answer of a kind is deferred.
func deferral(kind commands.Kind) discordgo.InteractionResponseType {
	if kind == commands.Update {
		return discordgo.InteractionResponseDeferredMessageUpdate
	}
	return discordgo.InteractionResponseDeferredChannelMessageWithSource
}

// form makes a modal with its one line.
func form(f message.Form) response {
	line := discordgo.TextInput{
		CustomID: "typed", Label: f.Field, Style: discordgo.TextInputShort, Placeholder: f.Hint, Required: true, MinLength: 1, MaxLength: f.Most,
	}
	return response{discordgo.InteractionResponseModal, map[string]any{
		"custom_id": f.ID, "title": f.Title,
		"components": []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{line}}},
	}}
}

func completion(choices []message.MenuOption) response {
	list := []map[string]string{}
	for _, c := range choices {
		list = append(list, map[string]string{"name": c.Label, "value": c.Value})
	}
	return response{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": list}}
}
