package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Interaction types.
const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// Types of the first answer.
const (
	answerPong        = 1
	answerMessage     = 4
	answerDefer       = 5
	answerDeferUpdate = 6
	answerUpdate      = 7
	answerChoices     = 8
	answerModal       = 9
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

// ask gives an interaction to the bot and returns when it was answered with
// something to see.
func (s *Server) ask(ctx context.Context, i *interaction) error {
	if err := s.deliver(i); err != nil {
		return err
	}
	first, cancel := context.WithTimeout(ctx, s.cfg.AnswerWithin)
	err := s.await(first, func() bool { return i.answer != 0 })
	cancel()
	if err != nil && ctx.Err() == nil && !errors.Is(err, errClosed) {
		s.mu.Lock()
		i.dead = i.answer == 0
		s.mu.Unlock()
		if i.dead {
			return ErrNoAnswer
		}
		err = nil
	}
	if err != nil {
		return err
	}
	return s.settle(ctx, i)
}

// deliver sends an interaction to every bot, or fails at once if there is none:
// one that was cut off a moment ago gets it when it resumes.
func (s *Server) deliver(i *interaction) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetSessions()
	if len(s.world.sessions) == 0 {
		return ErrNoAnswer
	}
	s.forgetInteractions()
	i.made = s.cfg.Now()
	i.id = s.world.id(i.made)
	i.token = newToken(i.id)
	if i.on != nil {
		i.onRev = i.on.rev
	}
	s.world.interactions[i.token] = i
	s.dispatch("INTERACTION_CREATE", s.interactionJSON(i), 0)
	s.bump()
	return nil
}

// newToken draws the token of an interaction, which is all that a webhook asks for. It
// looks like Discord's.
func newToken(id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + rand.Text() + rand.Text()))
}

// Tokens are those of the interactions that are remembered, to look for where none may be.
func (s *Server) Tokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.world.interactions))
}

// forgetInteractions drops interactions and modals that are of no use any more.
// A token that has just run out is kept, to be refused as such.
func (s *Server) forgetInteractions() {
	old := s.cfg.Now().Add(-2 * s.cfg.TokenLife)
	maps.DeleteFunc(s.world.interactions, func(_ string, i *interaction) bool { return i.made.Before(old) })
	maps.DeleteFunc(s.world.modals, func(_ string, m *Modal) bool { return m.made.Before(old) })
}

// settle waits, after the first answer, for what the person is to see: a
// deferred answer to be edited (while its token lives), a deferred update to show.
func (s *Server) settle(ctx context.Context, i *interaction) error {
	switch i.answer {
	case answerDefer:
		return s.within(ctx, s.cfg.TokenLife, ErrNoAnswer, func() bool {
			return i.original.gone || i.original.flags&flagLoading == 0
		})
	case answerDeferUpdate:
		return s.within(ctx, s.cfg.SettleWithin, nil, func() bool {
			return i.newest != nil || i.on != nil && i.on.rev != i.onRev
		})
	}
	return nil
}

// within awaits ok for so long, after which late is the outcome.
func (s *Server) within(ctx context.Context, long time.Duration, late error, ok func() bool) error {
	short, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	err := s.await(short, ok)
	if err != nil && ctx.Err() == nil && !errors.Is(err, errClosed) {
		return late
	}
	return err
}

// outcome is what the person got to see: a message, a modal, or nothing.
func (s *Server) outcome(i *interaction) *Message {
	s.mu.Lock()
	defer s.mu.Unlock()
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

// callback is the body of a first answer.
type callback struct {
	Type int  `json:"type"`
	Data form `json:"data"`
}

// postCallback takes the bot's first answer.
func postCallback(s *Server, c *call) (any, error) {
	i := s.world.interactions[c.arg("token")]
	switch {
	case i == nil || i.id != c.arg("interaction"):
		return nil, errInteraction
	case i.answer != 0:
		return nil, errAnswered
	case i.dead || s.cfg.Now().Sub(i.made) > s.cfg.AnswerWithin:
		return nil, errInteraction
	}
	var in callback
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	in.Data.files, in.Data.at = c.files, []string{"data"}
	in.Data.Nonce, in.Data.EnforceNonce = nil, false // which mean nothing there
	if err := i.checkAnswer(in.Type); err != nil {
		return nil, err
	}
	if err := s.answer(i, in.Type, &in.Data); err != nil {
		return nil, err
	}
	i.answer = in.Type
	if c.r.URL.Query().Get("with_response") == "true" {
		return s.callbackJSON(i), nil
	}
	return nil, nil
}

// checkAnswer says whether an interaction of this kind may be answered so.
func (i *interaction) checkAnswer(kind int) error {
	fits := false
	switch kind {
	case answerMessage, answerDefer:
		fits = i.kind != kindAutocomplete
	case answerDeferUpdate, answerUpdate:
		fits = i.on != nil
	case answerChoices:
		fits = i.kind == kindAutocomplete
	case answerModal:
		fits = i.kind == kindCommand || i.kind == kindComponent
	}
	if fits {
		return nil
	}
	var bad faults
	bad.add("type", "INTERACTION_CALLBACK_TYPE_INVALID", "An interaction of type %d cannot be answered with type %d.", i.kind, kind)
	return bad.err()
}

// answer does what the first answer says.
func (s *Server) answer(i *interaction, kind int, f *form) error {
	switch kind {
	case answerMessage, answerDefer:
		return s.answerWithMessage(i, kind, f)
	case answerDeferUpdate:
		i.original = i.on
	case answerUpdate:
		if i.on.gone {
			return errMessage
		}
		if err := checkForm(f); err != nil {
			return err
		}
		i.original = i.on
		f.Attachments.set = true // an update without attachments takes them away
		return s.edit(i.on, f)
	case answerChoices:
		i.choices = f.Choices
		return checkChoices(f.Choices)
	case answerModal:
		if err := checkModal(f); err != nil {
			return err
		}
		i.modal = s.openModal(i, f)
	}
	return nil
}

// answerWithMessage posts the message that answers, or its "thinking".
func (s *Server) answerWithMessage(i *interaction, kind int, f *form) error {
	if kind == answerDefer {
		f = &form{Flags: f.Flags, at: f.at}
		f.Flags.v |= flagLoading
	}
	if err := checkForm(f); err != nil {
		return err
	}
	m, err := s.respond(i, f)
	i.original = m
	return err
}

// respond posts a message that answers i, ephemeral if its flags say so.
func (s *Server) respond(i *interaction, f *form) (*message, error) {
	m := &message{channel: i.channel, author: s.world.user(botID), by: i}
	m.flags = f.Flags.v & (flagEphemeral | flagLoading)
	if i.channel.away() && i.channel.guild != nil && !s.world.personMay(i.user, i.channel).has(UseExternalApps) {
		m.flags |= flagEphemeral
	}
	if m.flags&flagEphemeral != 0 {
		m.only = i.user
	}
	if i.kind == kindCommand {
		m.kind = 20
	}
	if i.on != nil && m.only == nil {
		m.kind, m.reference = 19, i.on.id
	}
	if err := s.world.shut(i.channel); err != nil && m.only == nil {
		return nil, err
	}
	m, err := s.post(m, f)
	if err == nil && m.only == nil {
		s.wake(i.channel)
	}
	return m, err
}

// callbackJSON is the answer to ?with_response=true.
func (s *Server) callbackJSON(i *interaction) map[string]any {
	in := map[string]any{"id": i.id, "type": i.kind}
	out := map[string]any{"interaction": in}
	if m := i.original; m != nil {
		in["response_message_id"] = m.id
		in["response_message_loading"] = m.flags&flagLoading != 0
		in["response_message_ephemeral"] = m.only != nil
		out["resource"] = map[string]any{"type": undeferred(i.answer), "message": s.messageJSON(m)}
	}
	return out
}

// undeferred is the type of an answer as its resource tells it: Discord's
// description knows none for what is deferred.
func undeferred(answer int) int {
	switch answer {
	case answerDefer:
		return answerMessage
	case answerDeferUpdate:
		return answerUpdate
	}
	return answer
}

// openModal keeps a modal for the person to fill in.
func (s *Server) openModal(i *interaction, f *form) *Modal {
	m := &Modal{ID: i.id, Title: f.Title, CustomID: f.CustomID, user: i.user, channel: i.channel, on: i.on, opener: i, made: i.made}
	for _, row := range f.Components.v {
		c := row.Components[0]
		m.Inputs = append(m.Inputs, Input{
			CustomID: c.CustomID, Label: c.Label, Long: c.Style == 2, Placeholder: c.Placeholder,
			Value: c.Value, Required: c.Required == nil || *c.Required, MinLength: c.MinLength, MaxLength: c.MaxLength,
		})
	}
	s.world.modals[m.ID] = m
	return m
}

// fill checks what a person typed into a modal, and makes its components.
func (m *Modal) fill(fields map[string]string) ([]component, error) {
	var rows []component
	for _, in := range m.Inputs {
		text, ok := fields[in.CustomID]
		if !ok {
			text, ok = fields[in.Label]
		}
		if !ok {
			text = in.Value
		}
		n := len([]rune(text))
		switch {
		case n == 0 && in.Required:
			return nil, fmt.Errorf("%q is required", in.Label)
		case n > 0 && n < in.MinLength:
			return nil, fmt.Errorf("%q must be %d or more in length", in.Label, in.MinLength)
		case in.MaxLength > 0 && n > in.MaxLength:
			return nil, fmt.Errorf("%q must be %d or fewer in length", in.Label, in.MaxLength)
		}
		rows = append(rows, component{Type: typeRow, Components: []component{{Type: typeInput, CustomID: in.CustomID, Value: text}}})
	}
	return number(rows), nil
}
