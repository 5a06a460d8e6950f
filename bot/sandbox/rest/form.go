package rest

import (
	"parlour/bot/sandbox/rule"
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
