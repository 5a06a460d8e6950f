package sandbox

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

// callback is the body of a first answer.
type callback struct {
	Type int  `json:"type"`
	Data form `json:"data"`
}

// postCallback takes the bot's first answer.
func postCallback(s *rest, c *call) (any, error) {
	i := s.state.world.interactions[c.arg("token")]
	switch {
	case i == nil || i.id != c.arg("interaction"):
		return nil, errInteraction
	case i.answer != 0:
		return nil, errAnswered
	case i.dead || s.state.now().Sub(i.made) > s.interactions.within.Answer:
		return nil, errInteraction
	}
	var in callback
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	in.Data.files, in.Data.at = c.files, []string{"data"}
	in.Data.Nonce, in.Data.EnforceNonce = nil, false // an answer has no nonce
	if err := checkAnswer(i, in.Type); err != nil {
		return nil, err
	}
	if err := s.interactions.answer(i, in.Type, &in.Data); err != nil {
		return nil, err
	}
	i.answer = in.Type
	if c.r.URL.Query().Get("with_response") == "true" {
		return s.wire.callbackJSON(i), nil
	}
	return nil, nil
}

// checkAnswer refuses a first answer of a type that does not fit the interaction.
func checkAnswer(i *interaction, kind int) error {
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
	var bad flaws
	bad.add("type", "INTERACTION_CALLBACK_TYPE_INVALID", "An interaction of type %d cannot be answered with type %d.", i.kind, kind)
	return bad.err()
}

// answer carries out the first answer.
func (is *interactions) answer(i *interaction, kind int, f *form) error {
	switch kind {
	case answerMessage, answerDefer:
		return is.answerWithMessage(i, kind, f)
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
		return is.messages.edit(i.on, f)
	case answerChoices:
		i.choices = f.Choices
		return checkChoices(f.Choices)
	case answerModal:
		if err := checkModal(f); err != nil {
			return err
		}
		i.modal = is.openModal(i, f)
	}
	return nil
}

// answerWithMessage posts the message of the first answer, or a message that shows
// "thinking" for a deferred one.
func (is *interactions) answerWithMessage(i *interaction, kind int, f *form) error {
	if kind == answerDefer {
		f = &form{Flags: f.Flags, at: f.at}
		f.Flags.v |= flagLoading
	}
	if err := checkForm(f); err != nil {
		return err
	}
	m, err := is.respond(i, f)
	i.original = m
	return err
}

// respond posts a message as an answer to i. It is ephemeral if its flags say so, or
// if the person may not bring apps of their own there.
func (is *interactions) respond(i *interaction, f *form) (*message, error) {
	m := &message{channel: i.channel, author: is.state.world.user(botID), by: i}
	m.flags = f.Flags.v & (flagEphemeral | flagLoading)
	if i.channel.away() && i.channel.guild != nil && !is.state.world.personMay(i.user, i.channel).has(UseExternalApps) {
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
	if err := is.state.world.shut(i.channel); err != nil && m.only == nil {
		return nil, err
	}
	m, err := is.messages.post(m, f)
	if err == nil && m.only == nil {
		is.places.wake(i.channel)
	}
	return m, err
}
