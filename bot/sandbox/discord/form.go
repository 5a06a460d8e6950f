package discord

import (
	"strconv"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// readMessage reads a message's body.
func (c *call) readMessage() (*rule.Form, error) {
	f := &rule.Form{Files: c.files}
	return f, c.decode(f)
}

// checkedMessage reads and checks the body of a webhook's message, which has no nonce.
func (c *call) checkedMessage() (*rule.Form, error) {
	f, err := c.readMessage()
	if err != nil {
		return nil, err
	}
	f.Nonce, f.EnforceNonce = nil, false
	return f, rule.CheckForm(f)
}

// limit reads how long a list may be: 50 if the query does not say. It refuses what is no
// number from 1 to 100.
func (c *call) limit() (int, error) {
	text := c.r.URL.Query().Get("limit")
	if text == "" {
		return 50, nil
	}
	n, err := strconv.Atoi(text)
	var bad rule.Flaws
	switch {
	case err != nil:
		bad.Add("limit", "BASE_TYPE_BAD_TYPE", "Got string, want integer.")
	case n < 1:
		bad.Add("limit", "NUMBER_TYPE_MIN", "Value should be greater than or equal to 1.")
	case n > 100:
		bad.Add("limit", "NUMBER_TYPE_MAX", "Value should be less than or equal to 100.")
	}
	return n, bad.Err()
}

// edited edits a message and returns it as an answer.
func (rs *API) edited(m *world.Message, f *rule.Form) (any, error) {
	if err := rs.messages.Edit(m, f); err != nil {
		return nil, err
	}
	return rs.wire.MessageJSON(m), nil
}
