package discord

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// ErrNoAnswer is the sentence that a person reads when the bot did not answer in time,
// or is not connected.
var ErrNoAnswer = errors.New("The application did not respond") //lint:ignore ST1005 a sentence of the client

// Interactions carries what people ask to the bot, and its answers back.
type Interactions struct{ *Discord }

// Ask sends an interaction to the bot, and returns when the answer shows something.
func (is *Interactions) Ask(ctx context.Context, i *world.Interaction) error {
	if err := is.deliver(i); err != nil {
		return err
	}
	err := is.wait(ctx, is.Config.AnswerWithin, ErrNoAnswer, func() bool { return i.Answer != 0 || i.Dead })
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
	is.Lock()
	defer is.Unlock()
	if i.Answer != 0 {
		return nil
	}
	i.Dead = true
	return ErrNoAnswer
}

// deliver sends an interaction to every bot, or to the endpoint if there is one. It fails at once if there is
// no session; a bot that was cut off a moment ago gets it when it resumes.
func (is *Interactions) deliver(i *world.Interaction) error {
	is.Lock()
	defer is.Unlock()
	is.Gateway.forgetSessions()
	url := is.Endpoint.URL()
	if url == "" && is.Gateway.Held() == 0 || url != "" && !is.Endpoint.verified {
		return ErrNoAnswer
	}
	is.forget()
	i.Made = is.Now()
	i.ID = is.ID(i.Made)
	i.Token = newToken(i.ID)
	if i.On != nil {
		i.OnRev = i.On.Rev
	}
	is.World.Interactions[i.Token] = i
	if what := is.InteractionJSON(i); url != "" {
		go is.post(url, i, what)
	} else {
		is.Gateway.Dispatch(i.Channel.GuildID(), "INTERACTION_CREATE", what, 0)
	}
	is.Bump()
	return nil
}

// post posts an interaction to the endpoint, and takes the answer if the body has one.
func (is *Interactions) post(url string, i *world.Interaction, what map[string]any) {
	body, err := is.Endpoint.post(url, what)
	if err == nil && body != nil {
		err = is.API.answerInBody(i, body)
	}
	if err != nil {
		is.Change(func() { i.Dead = i.Dead || i.Answer == 0 })
	}
}

// newToken draws the token of an interaction, which gives all rights of its webhook.
// It looks like one of Discord's.
func newToken(id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + rand.Text() + rand.Text()))
}

// forget drops old interactions and modals. It keeps a token for a while
// after its end, so that the right error refuses it.
func (is *Interactions) forget() {
	old := is.Now().Add(-2 * is.Config.TokenLife)
	maps.DeleteFunc(is.World.Interactions, func(_ string, i *world.Interaction) bool { return i.Made.Before(old) })
	maps.DeleteFunc(is.Modals, func(_ string, m *world.Modal) bool { return m.Made.Before(old) })
}

// settle waits, after the first answer, until it shows something: a deferred answer
// until it is edited (while its token lives), a deferred update until something
// changes.
func (is *Interactions) settle(ctx context.Context, i *world.Interaction) error {
	switch i.Answer {
	case rule.AnswerDefer:
		return is.wait(ctx, is.Config.TokenLife, ErrNoAnswer, func() bool {
			return i.Original.Gone || i.Original.Flags&rule.FlagLoading == 0
		})
	case rule.AnswerDeferUpdate:
		return is.wait(ctx, is.Config.SettleWithin, nil, func() bool {
			return i.Newest != nil || i.On != nil && i.On.Rev != i.OnRev
		})
	}
	return nil
}

// wait awaits ok for a time. If that is over, it returns late.
func (is *Interactions) wait(ctx context.Context, long time.Duration, late error, ok func() bool) error {
	short, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	err := is.Await(short, ok)
	if err != nil && ctx.Err() == nil && !errors.Is(err, world.ErrClosed) {
		return late
	}
	return err
}

// postCallback takes the bot's first answer.
func (s *API) postCallback(c *call) (any, error) {
	i := s.World.Interactions[c.arg("token")]
	if i == nil || i.ID != c.arg("interaction") {
		return nil, rule.ErrInteraction
	}
	if err := s.takeAnswer(i, c); err != nil {
		return nil, err
	}
	if c.query("with_response") == "true" {
		return s.CallbackJSON(i), nil
	}
	return nil, nil
}

// takeAnswer takes a call as the first answer to an interaction.
func (s *API) takeAnswer(i *world.Interaction, c *call) error {
	switch {
	case i.Answer != 0:
		return rule.ErrAnswered
	case i.Dead || s.Now().Sub(i.Made) > s.Config.AnswerWithin:
		return rule.ErrInteraction
	}
	var in rule.Callback
	if err := c.decode(&in); err != nil {
		return err
	}
	in.Data.Files, in.Data.At = c.files, []string{"data"}
	in.Data.Nonce, in.Data.EnforceNonce = nil, false // an answer has no nonce
	if err := checkAnswer(i, in.Type); err != nil {
		return err
	}
	if err := s.answer(i, in.Type, &in.Data); err != nil {
		return err
	}
	i.Answer = in.Type
	return nil
}

// answerInBody takes the first answer to an interaction from the body with which the bot answers its post. What
// breaks a rule is a violation, and the person reads that nobody answered.
func (s *API) answerInBody(i *world.Interaction, body json.RawMessage) error {
	form := url.URL{Path: "/interactions/" + i.ID + "/" + i.Token + "/callback"}
	err := s.description.Request(http.MethodPost, &form, body, false)
	s.Lock()
	defer s.Unlock()
	if err == nil {
		err = s.takeAnswer(i, &call{body: body})
	}
	if bad := rule.FormFlaw(err); bad != nil {
		s.Traffic.Add(Exchange{
			Method: EndpointMethod, Path: "INTERACTION_CREATE", Status: http.StatusOK, Answer: body,
			Wrong: bad.InFull(),
		})
	}
	s.Bump()
	return err
}

// checkAnswer refuses a first answer of a type that does not fit the interaction.
func checkAnswer(i *world.Interaction, kind int) error {
	fits := false
	switch kind {
	case rule.AnswerMessage, rule.AnswerDefer:
		fits = i.Kind != world.KindAutocomplete
	case rule.AnswerDeferUpdate, rule.AnswerUpdate:
		fits = i.On != nil
	case rule.AnswerChoices:
		fits = i.Kind == world.KindAutocomplete
	case rule.AnswerModal:
		fits = i.Kind == world.KindCommand || i.Kind == world.KindComponent
	}
	if fits {
		return nil
	}
	var bad rule.Flaws
	bad.Add("type", "INTERACTION_CALLBACK_TYPE_INVALID", "An interaction of type %d cannot be answered with type %d.", i.Kind, kind)
	return bad.Err()
}

// answer carries out the first answer.
func (s *API) answer(i *world.Interaction, kind int, f *rule.Form) (err error) {
	switch kind {
	case rule.AnswerDefer: // a message that shows "thinking"
		f = &rule.Form{Flags: f.Flags, At: f.At}
		f.Flags.Value = f.Flags.Value&^rule.FlagV2 | rule.FlagLoading // the edit says what it becomes
		fallthrough
	case rule.AnswerMessage:
		if err := rule.CheckForm(f, 0); err != nil {
			return err
		}
		i.Original, err = s.respond(i, f)
		return err
	case rule.AnswerDeferUpdate:
		i.Original = i.On
	case rule.AnswerUpdate:
		if i.On.Gone {
			return rule.ErrMessage
		}
		if err := rule.CheckForm(f, i.On.Flags); err != nil {
			return err
		}
		i.Original = i.On
		f.Attachments.Set = true // an update without attachments takes them away
		return s.Changes.Edit(i.On, f)
	case rule.AnswerChoices:
		i.Choices = f.Choices
		return rule.CheckChoices(f.Choices)
	case rule.AnswerModal:
		if err := rule.CheckModal(f); err != nil {
			return err
		}
		i.Modal = s.OpenModal(i, f)
	}
	return nil
}

// respond posts a message as an answer to i. It is ephemeral if its flags say so, or
// if the person may not bring apps of their own there.
func (s *API) respond(i *world.Interaction, f *rule.Form) (*world.Message, error) {
	m := &world.Message{Channel: i.Channel, Author: s.bot(), By: i}
	m.Flags = f.Flags.Value & (rule.FlagEphemeral | rule.FlagLoading)
	if i.Channel.Away() && i.Channel.Guild != nil && !s.PersonMay(i.User, i.Channel).Has(world.UseExternalApps) {
		m.Flags |= rule.FlagEphemeral
	}
	if m.Flags&rule.FlagEphemeral != 0 {
		m.Only = i.User
	}
	if i.Kind == world.KindCommand {
		m.Kind = world.AnswersSlash
	}
	if i.Target != (world.Target{}) {
		m.Kind = world.AnswersOn
	}
	if i.Target.Message != nil {
		m.Reference = i.Target.Message.ID
	}
	if i.On != nil && m.Only == nil {
		m.Kind, m.Reference = world.Replies, i.On.ID
	}
	if i.Answer != 0 { // a follow-up
		m.Kind = 0
	}
	if err := s.Shut(i.Channel); err != nil && m.Only == nil {
		return nil, err
	}
	return s.Changes.Post(m, f)
}

// maxOwnFollowUps is how many follow-ups an app may post to an interaction that
// reached it only because a person installed it.
const maxOwnFollowUps = 5

// webhook finds the interaction of a webhook's token. It refuses one that was not
// answered or whose token is too old.
func (s *API) webhook(c *call) (*world.Interaction, error) {
	i := s.World.Interactions[c.arg("token")]
	switch {
	case c.arg("app") != world.AppID || i == nil || i.Answer == 0:
		return nil, rule.ErrWebhook
	case s.Now().Sub(i.Made) > s.Config.TokenLife:
		return nil, rule.ErrWebhookToken
	case s.Channels[i.Channel.ID] == nil:
		return nil, rule.ErrChannel
	}
	return i, nil
}

// postFollowUp posts a follow-up. While the first answer still shows "thinking", the
// follow-up replaces it, as in Discord.
func (s *API) postFollowUp(c *call, i *world.Interaction) (any, error) {
	f, err := c.checkedMessage(0)
	if err != nil {
		return nil, err
	}
	if m := i.Original; m != nil && !m.Gone && m.Flags&rule.FlagLoading != 0 {
		return s.edited(m, f)
	}
	if _, server := i.Owners["0"]; !server && i.FollowUps == maxOwnFollowUps {
		return nil, rule.ErrFollowUps
	}
	f.Flags.Value &^= rule.FlagLoading
	m, err := s.respond(i, f)
	if err != nil {
		return nil, err
	}
	i.FollowUps++
	i.Newest = m
	return s.MessageJSON(m), nil
}

// followUp finds the message of a webhook that a request names.
func (s *API) followUp(c *call) (*world.Message, error) {
	i, err := s.webhook(c)
	if err != nil {
		return nil, err
	}
	m := i.Original
	if id := c.arg("message"); id != "@original" {
		m = i.Channel.Find(id)
		if m != nil && m.By != i && m != i.On {
			m = nil
		}
	}
	if m == nil || m.Gone {
		return nil, rule.ErrMessage
	}
	return m, nil
}

func (s *API) patchFollowUp(c *call, m *world.Message) (any, error) {
	f, err := c.checkedMessage(m.Flags)
	if err != nil {
		return nil, err
	}
	return s.edited(m, f)
}

func (s *API) deleteFollowUp(_ *call, m *world.Message) (any, error) {
	s.Changes.Delete(m)
	return nil, nil
}
