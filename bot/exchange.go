package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// An audience is the people who see a message.
type audience int

const (
	unknown audience = iota // there is no message, or the bot cannot vouch for it
	asker                   // the person who acts, and nobody else
	others                  // other people too, as far as the bot knows
)

// ephemeral is the flag of a message that one person alone sees.
const ephemeral = 1 << 6

// An exchange is an interaction and the answers to it. It is kept with the interaction's
// token, so that nothing private is ever written where [others] see it.
type exchange struct {
	*discordgo.InteractionCreate
	b       *bot
	kind    commands.Kind
	pressed audience // of the message whose button or menu was used
	alone   bool     // that message is ephemeral
	guest   bool     // the bot can only answer in this channel

	answered discordgo.InteractionResponseType // of the first answer; 0 before it
	aloud    bool                              // that answer is a message that all see
	waiting  func()                            // called once it is answered
}

// exchange begins an exchange about a request.
func (b *bot) exchange(i *discordgo.InteractionCreate, r commands.Request) *exchange {
	x := &exchange{InteractionCreate: i, b: b, kind: b.host.Kind(r), pressed: b.audienceOf(i), guest: r.Guest, waiting: func() {}}
	x.alone = x.pressed == asker && i.Message.Flags&ephemeral != 0
	return x
}

// audienceOf returns the people who see the message that was pressed, by what the
// interaction says of it. Of a message that the bot did not write, or that it wrote for
// another person, that is unknown.
func (b *bot) audienceOf(i *discordgo.InteractionCreate) audience {
	m := i.Message
	switch {
	case m == nil || m.ID == "" || m.Author == nil || m.Author.ID != b.self:
		return unknown
	case m.Flags&ephemeral != 0:
		if to := m.InteractionMetadata; to != nil && to.User != nil && to.User.ID != Asker(i).ID {
			return unknown
		}
		return asker
	case i.GuildID == "" && i.Context == discordgo.InteractionContextBotDM:
		return asker
	}
	return others
}

// updated reports whether the first answer was an update of the message that was pressed, now
// or later.
func (x *exchange) updated() bool {
	return x.answered == discordgo.InteractionResponseDeferredMessageUpdate || x.answered == discordgo.InteractionResponseUpdateMessage
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
func (x *exchange) deferAnswer(ctx context.Context) error {
	x.answered = x.deferral()
	body := response{Type: x.answered}
	if x.answered == discordgo.InteractionResponseDeferredChannelMessageWithSource {
		body.Data = map[string]int{"flags": ephemeral}
	}
	err := x.put(ctx, body)
	if err == nil {
		x.keepToken()
	}
	return err
}

// token returns the token of an interaction.
func (x *exchange) token() Token { return Token{Text: x.Token, At: x.b.Now()} }

// keepToken keeps the token of an interaction whose @original is a message that
// [channel.Edit] may be asked to change.
func (x *exchange) keepToken() {
	if !x.updated() {
		return
	}
	x.noteAnswer()
	if x.pressed != unknown && !x.alone {
		x.b.tokens.Put(x.Message.ID, x.token())
	}
}

// answer sends the message of a reply: as the first answer, in place of a deferred one, or
// as a follow-up for the asker alone. A message that is gone takes no answer, so what was pressed
// there gets one of its own. It reports whether the message that was pressed shows the reply now.
func (x *exchange) answer(ctx context.Context, reply drawnReply) (replaced bool, err error) {
	p, files := reply.payload, reply.files
	if p.Attachments == nil {
		p.Attachments = &[]attachment{} // so that a panel loses its old picture
	}
	replaces := x.replaces(reply.Reply)
	if x.answered == 0 && replaces {
		p.callback = int(discordgo.InteractionResponseUpdateMessage)
		if err = x.b.send(ctx, callbackTo(x), p, files, nil); err == nil {
			x.answered = discordgo.InteractionResponseUpdateMessage
			x.keepToken()
			x.keepPanel(true, reply.Until)
		}
		if !errors.Is(err, publish.ErrGone) {
			return true, err
		}
	}
	if x.answered == 0 {
		p.callback, p.Flags = int(discordgo.InteractionResponseChannelMessageWithSource), ephemeral
		if err = x.b.send(ctx, callbackTo(x), p, files, nil); err == nil {
			x.answered = discordgo.InteractionResponseChannelMessageWithSource
			x.keepPanel(false, reply.Until)
		}
		return false, err
	}
	if x.original() == asker || replaces {
		if err = x.b.send(ctx, x.originalOf(http.MethodPatch), p, files, nil); err == nil {
			x.keepPanel(x.updated(), reply.Until)
		}
		if !errors.Is(err, publish.ErrGone) {
			return x.updated(), err
		}
	}
	p.Flags = ephemeral
	r := rest.Request{Method: http.MethodPost, Path: x.b.webhook(x.Token), Bucket: "follow up " + x.ID, Priority: rest.Exempt}
	return false, x.b.send(ctx, r, p, files, nil)
}

// originalOf returns a request about @original, without its body.
func (x *exchange) originalOf(method string) rest.Request {
	return rest.Request{Method: method, Path: x.b.webhook(x.Token) + original, Bucket: "answer " + x.ID, Priority: rest.Exempt}
}

// webhook returns the path of what is done by the token of an interaction.
func (b *bot) webhook(token string) string { return "webhooks/" + b.app + "/" + token }

// original is what a path has after [bot.webhook] for the message that the answer is.
const original = "/messages/@original"

// put answers an interaction with a response that is no message.
func (x *exchange) put(ctx context.Context, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r := callbackTo(x)
	r.Body = text
	return x.b.do(ctx, r, nil)
}

// callbackTo returns the request for the first answer to an interaction, without its body.
// It is idempotent, because Discord answers a second one with [rest.CodeAnswered] only. A try
// may take 0.8 s of the 3 s, so that one that hangs leaves time for two more.
func callbackTo(x *exchange) rest.Request {
	path := "interactions/" + x.ID + "/" + x.Token + "/callback"
	return rest.Request{
		Method: http.MethodPost, Path: path, Bucket: "callback " + x.ID, Priority: rest.Exempt, Idempotent: true, Brief: x.b.AnswerWithin * 4 / 15,
	}
}

// response is the body of the first answer to an interaction.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
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
