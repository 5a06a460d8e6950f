package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"maps"
	"time"
)

// Interaction types.
const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// ErrNoAnswer is what a person reads when the bot did not answer in time, or is
// not connected at all.
var ErrNoAnswer = errors.New("The application did not respond") //lint:ignore ST1005 a sentence of the client

// interaction is one thing a person asked of the bot.
type interaction struct {
	id, token string
	kind      int
	user      *user
	channel   *channel
	owners    map[string]string // through whom the app is installed here, by the kind of installation
	data      any
	title     string   // "/play permute", for the message that answers
	on        *message // the message a component or its modal is on
	onRev     int      // its revision when it was clicked
	made      time.Time
	dead      bool // the person was told that there is no answer
	answer    int  // type of the first answer, 0 for none yet
	original  *message
	newest    *message // the last follow-up
	followUps int
	choices   []wireChoice
	modal     *Modal
	opener    *interaction // of a modal: what it answered
}

// interactions carries what people ask to the bot, and its answers back.
type interactions struct {
	state    *state
	gateway  *gateway
	messages *messages
	places   *places
	wire     *wire
}

// ask gives an interaction to the bot and returns when it was answered with
// something to see.
func (is *interactions) ask(ctx context.Context, i *interaction) error {
	if err := is.deliver(i); err != nil {
		return err
	}
	first, cancel := context.WithTimeout(ctx, is.state.cfg.AnswerWithin)
	err := is.state.await(first, func() bool { return i.answer != 0 })
	cancel()
	if err != nil && ctx.Err() == nil && !errors.Is(err, errClosed) {
		is.state.mu.Lock()
		i.dead = i.answer == 0
		is.state.mu.Unlock()
		if i.dead {
			return ErrNoAnswer
		}
		err = nil
	}
	if err != nil {
		return err
	}
	return is.settle(ctx, i)
}

// deliver sends an interaction to every bot, or fails at once if there is none:
// one that was cut off a moment ago gets it when it resumes.
func (is *interactions) deliver(i *interaction) error {
	is.state.mu.Lock()
	defer is.state.mu.Unlock()
	is.gateway.forgetSessions()
	if len(is.state.world.sessions) == 0 {
		return ErrNoAnswer
	}
	is.forgetInteractions()
	i.made = is.state.now()
	i.id = is.state.world.id(i.made)
	i.token = newToken(i.id)
	if i.on != nil {
		i.onRev = i.on.rev
	}
	is.state.world.interactions[i.token] = i
	is.gateway.dispatch("INTERACTION_CREATE", is.wire.interactionJSON(i), 0)
	is.state.bump()
	return nil
}

// newToken draws the token of an interaction, which is all that a webhook asks for. It
// looks like Discord's.
func newToken(id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + rand.Text() + rand.Text()))
}

// forgetInteractions drops interactions and modals that are of no use any more.
// A token that has just run out is kept, to be refused as such.
func (is *interactions) forgetInteractions() {
	old := is.state.now().Add(-2 * is.state.cfg.TokenLife)
	maps.DeleteFunc(is.state.world.interactions, func(_ string, i *interaction) bool { return i.made.Before(old) })
	maps.DeleteFunc(is.state.world.modals, func(_ string, m *Modal) bool { return m.made.Before(old) })
}

// settle waits, after the first answer, for what the person is to see: a
// deferred answer to be edited (while its token lives), a deferred update to show.
func (is *interactions) settle(ctx context.Context, i *interaction) error {
	switch i.answer {
	case answerDefer:
		return is.within(ctx, is.state.cfg.TokenLife, ErrNoAnswer, func() bool {
			return i.original.gone || i.original.flags&flagLoading == 0
		})
	case answerDeferUpdate:
		return is.within(ctx, is.state.cfg.SettleWithin, nil, func() bool {
			return i.newest != nil || i.on != nil && i.on.rev != i.onRev
		})
	}
	return nil
}

// within awaits ok for so long, after which late is the outcome.
func (is *interactions) within(ctx context.Context, long time.Duration, late error, ok func() bool) error {
	short, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	err := is.state.await(short, ok)
	if err != nil && ctx.Err() == nil && !errors.Is(err, errClosed) {
		return late
	}
	return err
}

// outcome is what the person got to see: a message, a modal, or nothing.
func (is *interactions) outcome(i *interaction) *Message {
	is.state.mu.Lock()
	defer is.state.mu.Unlock()
	m := i.original
	switch {
	case i.answer == answerModal:
		return &Message{Channel: i.channel.id, Modal: i.modal}
	case i.answer == answerDeferUpdate && i.newest != nil:
		m = i.newest
	case i.answer == answerDeferUpdate && (i.on == nil || i.on.rev == i.onRev):
		return nil
	}
	if m == nil || m.gone {
		return nil
	}
	return is.wire.public(m)
}

// metadata is interaction_metadata of a message that answers.
func (i *interaction) metadata() map[string]any {
	j := map[string]any{
		"id": i.id, "type": i.kind, "user": userJSON(i.user),
		"authorizing_integration_owners": i.owners,
	}
	if i.kind == kindCommand {
		j["name"] = i.title
	}
	if i.kind == kindComponent && i.on != nil {
		j["interacted_message_id"] = i.on.id
	}
	if i.opener != nil {
		j["triggering_interaction_metadata"] = i.opener.metadata()
	}
	return j
}
