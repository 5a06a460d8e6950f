package discord

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// ErrNoAnswer is the sentence that a person reads when the bot did not answer in time,
// or is not connected.
var ErrNoAnswer = errors.New("The application did not respond") //lint:ignore ST1005 a sentence of the client

// Interactions carries what people ask to the bot, and its answers back.
type Interactions struct {
	state    *world.State
	gateway  *Gateway
	messages *world.Messages
	places   *world.Places
	wire     *world.Wire
	within   Times
	endpoint *Endpoint
	inBody   func(*world.Interaction, json.RawMessage) error // takes the first answer from the body of a post; see [API.answerInBody]
}

// NewInteractions carries interactions over a gateway or to an endpoint, and posts their answers.
func NewInteractions(st *world.State, g *Gateway, e *Endpoint, ms *world.Messages, p *world.Places, w *world.Wire, within Times) *Interactions {
	return &Interactions{state: st, gateway: g, endpoint: e, messages: ms, places: p, wire: w, within: within}
}

// Times is how long the parties of an interaction wait for each other.
type Times struct {
	Answer time.Duration // the person, for the bot's first answer
	Token  time.Duration // an interaction's token works
	Settle time.Duration // the person, for a change after a click that was only acknowledged
}

// Ask sends an interaction to the bot, and returns when the answer shows something.
func (is *Interactions) Ask(ctx context.Context, i *world.Interaction) error {
	if err := is.deliver(i); err != nil {
		return err
	}
	err := is.wait(ctx, is.within.Answer, ErrNoAnswer, func() bool { return i.Answer != 0 || i.Dead })
	if err == nil || errors.Is(err, ErrNoAnswer) {
		err = is.verdict(i)
	}
	if err == nil {
		err = is.settle(ctx, i)
	}
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("waiting for the bot's answer: %w", err)
	}
	return err
}

// verdict says whether an answer came, perhaps just now. If not, none counts any more.
func (is *Interactions) verdict(i *world.Interaction) error {
	is.state.Lock()
	defer is.state.Unlock()
	if i.Answer != 0 {
		return nil
	}
	i.Dead = true
	return ErrNoAnswer
}

// deliver sends an interaction to every bot, or to the endpoint if there is one. It fails at once if there is
// no session; a bot that was cut off a moment ago gets it when it resumes.
func (is *Interactions) deliver(i *world.Interaction) error {
	is.state.Lock()
	defer is.state.Unlock()
	is.gateway.ForgetSessions()
	url := is.endpoint.URL()
	if url == "" && is.gateway.Held() == 0 || url != "" && !is.endpoint.Verified() {
		return ErrNoAnswer
	}
	is.forgetInteractions()
	i.Made = is.state.Now()
	i.ID = is.state.World.ID(i.Made)
	i.Token = newToken(i.ID)
	if i.On != nil {
		i.OnRev = i.On.Rev
	}
	is.state.World.Interactions[i.Token] = i
	if what := is.wire.InteractionJSON(i); url != "" {
		go is.post(url, i, what)
	} else {
		is.gateway.Dispatch(i.Channel.GuildID(), "INTERACTION_CREATE", what, 0)
	}
	is.state.Bump()
	return nil
}

// post posts an interaction to the endpoint, and takes the answer if the body has one.
func (is *Interactions) post(url string, i *world.Interaction, what map[string]any) {
	body, err := is.endpoint.Post(url, what)
	if err == nil && body != nil {
		err = is.inBody(i, body)
	}
	if err != nil {
		is.state.Change(func() { i.Dead = i.Dead || i.Answer == 0 })
	}
}

// newToken draws the token of an interaction, which gives all rights of its webhook.
// It looks like one of Discord's.
func newToken(id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + rand.Text() + rand.Text()))
}

// forgetInteractions drops old interactions and modals. It keeps a token for a while
// after its end, so that the right error refuses it.
func (is *Interactions) forgetInteractions() {
	old := is.state.Now().Add(-2 * is.within.Token)
	maps.DeleteFunc(is.state.World.Interactions, func(_ string, i *world.Interaction) bool { return i.Made.Before(old) })
	maps.DeleteFunc(is.state.World.Modals, func(_ string, m *world.Modal) bool { return m.Made.Before(old) })
}

// settle waits, after the first answer, until it shows something: a deferred answer
// until it is edited (while its token lives), a deferred update until something
// changes.
func (is *Interactions) settle(ctx context.Context, i *world.Interaction) error {
	switch i.Answer {
	case rule.AnswerDefer:
		return is.wait(ctx, is.within.Token, ErrNoAnswer, func() bool {
			return i.Original.Gone || i.Original.Flags&rule.FlagLoading == 0
		})
	case rule.AnswerDeferUpdate:
		return is.wait(ctx, is.within.Settle, nil, func() bool {
			return i.Newest != nil || i.On != nil && i.On.Rev != i.OnRev
		})
	}
	return nil
}

// wait awaits ok for a time. If that is over, it returns late.
func (is *Interactions) wait(ctx context.Context, long time.Duration, late error, ok func() bool) error {
	short, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	err := is.state.Await(short, ok)
	if err != nil && ctx.Err() == nil && !errors.Is(err, world.ErrClosed) {
		return late
	}
	return err
}

// openModal keeps a modal for the person to fill in.
func (is *Interactions) openModal(i *world.Interaction, f *rule.Form) *world.Modal {
	m := &world.Modal{ID: i.ID, Title: f.Title, CustomID: f.CustomID, User: i.User, Channel: i.Channel, On: i.On, Opener: i, Made: i.Made}
	for _, row := range f.Components.Value {
		c := row.Components[0]
		m.Inputs = append(m.Inputs, world.Input{
			CustomID: c.CustomID, Label: c.Label, Long: c.Style == 2, Placeholder: c.Placeholder,
			Value: c.Value, Required: c.Required == nil || *c.Required, MinLength: c.MinLength, MaxLength: c.MaxLength,
		})
	}
	is.state.World.Modals[m.ID] = m
	return m
}
