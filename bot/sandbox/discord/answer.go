package discord

import (
	"encoding/json"
	"net/http"
	"net/url"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// postCallback takes the bot's first answer.
func postCallback(s *API, c *call) (any, error) {
	i := s.state.World.Interactions[c.arg("token")]
	if i == nil || i.ID != c.arg("interaction") {
		return nil, rule.ErrInteraction
	}
	if err := s.takeAnswer(i, c); err != nil {
		return nil, err
	}
	if c.r.URL.Query().Get("with_response") == "true" {
		return s.wire.CallbackJSON(i), nil
	}
	return nil, nil
}

// takeAnswer takes a call as the first answer to an interaction.
func (rs *API) takeAnswer(i *world.Interaction, c *call) error {
	switch {
	case i.Answer != 0:
		return rule.ErrAnswered
	case i.Dead || rs.state.Now().Sub(i.Made) > rs.interactions.within.Answer:
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
	if err := rs.interactions.answer(i, in.Type, &in.Data); err != nil {
		return err
	}
	i.Answer = in.Type
	return nil
}

// answerInBody takes the first answer to an interaction from the body with which the bot answers its post. What breaks a
// rule is a violation, and the person reads that nobody answered.
func (rs *API) answerInBody(i *world.Interaction, body json.RawMessage) error {
	form := url.URL{Path: "/interactions/" + i.ID + "/" + i.Token + "/callback"}
	err := rule.FormError(rs.api.Request(http.MethodPost, &form, body, false))
	rs.state.Lock()
	defer rs.state.Unlock()
	if err == nil {
		err = rs.takeAnswer(i, &call{body: body})
	}
	if bad := rule.FormFlaw(err); bad != nil {
		rs.traffic.Add(Exchange{Time: rs.state.Now(), Method: EndpointMethod, Path: "INTERACTION_CREATE", Status: http.StatusOK, Answer: body, Wrong: bad.InFull()})
	}
	rs.state.Bump()
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
func (is *Interactions) answer(i *world.Interaction, kind int, f *rule.Form) error {
	switch kind {
	case rule.AnswerMessage, rule.AnswerDefer:
		return is.answerWithMessage(i, kind, f)
	case rule.AnswerDeferUpdate:
		i.Original = i.On
	case rule.AnswerUpdate:
		if i.On.Gone {
			return rule.ErrMessage
		}
		if err := rule.CheckForm(f); err != nil {
			return err
		}
		i.Original = i.On
		f.Attachments.Set = true // an update without attachments takes them away
		return is.messages.Edit(i.On, f)
	case rule.AnswerChoices:
		i.Choices = f.Choices
		return rule.CheckChoices(f.Choices)
	case rule.AnswerModal:
		if err := rule.CheckModal(f); err != nil {
			return err
		}
		i.Modal = is.openModal(i, f)
	}
	return nil
}

// answerWithMessage posts the message of the first answer, or a message that shows
// "thinking" for a deferred one.
func (is *Interactions) answerWithMessage(i *world.Interaction, kind int, f *rule.Form) error {
	if kind == rule.AnswerDefer {
		f = &rule.Form{Flags: f.Flags, At: f.At}
		f.Flags.Value |= rule.FlagLoading
	}
	if err := rule.CheckForm(f); err != nil {
		return err
	}
	m, err := is.respond(i, f)
	i.Original = m
	return err
}

// respond posts a message as an answer to i. It is ephemeral if its flags say so, or
// if the person may not bring apps of their own there.
func (is *Interactions) respond(i *world.Interaction, f *rule.Form) (*world.Message, error) {
	m := &world.Message{Channel: i.Channel, Author: is.state.World.User(world.BotID), By: i}
	m.Flags = f.Flags.Value & (rule.FlagEphemeral | rule.FlagLoading)
	if i.Channel.Away() && i.Channel.Guild != nil && !is.state.World.PersonMay(i.User, i.Channel).Has(world.UseExternalApps) {
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
	if err := is.state.World.Shut(i.Channel); err != nil && m.Only == nil {
		return nil, err
	}
	if m.Only == nil {
		if err := is.places.MayWake(i.Channel); err != nil {
			return nil, err
		}
	}
	m, err := is.messages.Post(m, f)
	if err == nil && m.Only == nil {
		is.places.Wake(i.Channel)
	}
	return m, err
}
