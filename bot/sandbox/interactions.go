package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
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

// ErrNoAnswer is the sentence that a person reads when the bot did not answer in time,
// or is not connected.
var ErrNoAnswer = errors.New("The application did not respond") //lint:ignore ST1005 a sentence of the client

// interaction is one thing that a person asked of the bot.
type interaction struct {
	id, token string
	kind      int
	user      *user
	channel   *channel
	owners    map[string]string // the installations of the app here, by kind
	data      any
	title     string   // "/play permute", for the message that answers
	on        *message // the message a component or its modal is on
	onRev     int      // its revision when it was clicked
	made      time.Time
	dead      bool // the person was shown [ErrNoAnswer]
	answer    int  // type of the first answer, 0 for none yet
	original  *message
	newest    *message // the last follow-up
	followUps int
	choices   []wireChoice
	modal     *Modal
	opener    *interaction // of a modal: the interaction that opened it
}

// interactions carries what people ask to the bot, and its answers back.
type interactions struct {
	state    *state
	gateway  *gateway
	messages *messages
	places   *places
	wire     *wire
	within   times
}

func newInteractions(st *state, g *gateway, ms *messages, p *places, w *wire, within times) *interactions {
	return &interactions{state: st, gateway: g, messages: ms, places: p, wire: w, within: within}
}

// times is how long the parties of an interaction wait for each other.
type times struct {
	Answer time.Duration // the person, for the bot's first answer
	Token  time.Duration // an interaction's token works
	Settle time.Duration // the person, for a change after a click that was only acknowledged
}

// ask sends an interaction to the bot, and returns when the answer shows something.
func (is *interactions) ask(ctx context.Context, i *interaction) error {
	if err := is.deliver(i); err != nil {
		return err
	}
	err := is.wait(ctx, is.within.Answer, ErrNoAnswer, func() bool { return i.answer != 0 })
	if errors.Is(err, ErrNoAnswer) {
		is.state.lock()
		i.dead = i.answer == 0
		is.state.unlock()
		if !i.dead {
			err = nil // it came just now
		}
	}
	if err == nil {
		err = is.settle(ctx, i)
	}
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("waiting for the bot's answer: %w", err)
	}
	return err
}

// deliver sends an interaction to every bot. It fails at once if there is no session;
// a bot that was cut off a moment ago gets it when it resumes.
func (is *interactions) deliver(i *interaction) error {
	is.state.lock()
	defer is.state.unlock()
	is.gateway.forgetSessions()
	if is.gateway.held() == 0 {
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

// newToken draws the token of an interaction, which gives all rights of its webhook.
// It looks like one of Discord's.
func newToken(id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + rand.Text() + rand.Text()))
}

// forgetInteractions drops old interactions and modals. It keeps a token for a while
// after its end, so that the right error refuses it.
func (is *interactions) forgetInteractions() {
	old := is.state.now().Add(-2 * is.within.Token)
	maps.DeleteFunc(is.state.world.interactions, func(_ string, i *interaction) bool { return i.made.Before(old) })
	maps.DeleteFunc(is.state.world.modals, func(_ string, m *Modal) bool { return m.made.Before(old) })
}

// settle waits, after the first answer, until it shows something: a deferred answer
// until it is edited (while its token lives), a deferred update until something
// changes.
func (is *interactions) settle(ctx context.Context, i *interaction) error {
	switch i.answer {
	case answerDefer:
		return is.wait(ctx, is.within.Token, ErrNoAnswer, func() bool {
			return i.original.gone || i.original.flags&flagLoading == 0
		})
	case answerDeferUpdate:
		return is.wait(ctx, is.within.Settle, nil, func() bool {
			return i.newest != nil || i.on != nil && i.on.rev != i.onRev
		})
	}
	return nil
}

// wait awaits ok for a time. If that is over, it returns late.
func (is *interactions) wait(ctx context.Context, long time.Duration, late error, ok func() bool) error {
	short, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	err := is.state.await(short, ok)
	if err != nil && ctx.Err() == nil && !errors.Is(err, errClosed) {
		return late
	}
	return err
}

// outcome returns what the person sees of the answer: a message, a modal, or nil for
// nothing.
func (s *Server) outcome(i *interaction) *Message {
	s.state.lock()
	defer s.state.unlock()
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
	return s.public(m)
}

// metadata is interaction_metadata of a message that answers i.
func metadata(i *interaction) map[string]any {
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
		j["triggering_interaction_metadata"] = metadata(i.opener)
	}
	return j
}
