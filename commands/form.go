package commands

import "parlour/commands/message"

// fillIn opens a form for a click. Once it is filled in, set sets what was changed there, all of it or nothing. A refusal
// stands above a button that opens the form as it was filled in, or, where that is too much for one, above what was filled
// in. opens is the button that opens the form as it is.
func (c call) fillIn(form message.Form, opens message.Button, set func(changed map[string][]string) (Reply, error)) (Reply, error) {
	if c.Filled == nil {
		reply := tell(c.say("form.late"))
		reply.Form = &form
		return reply, nil
	}
	changed, err := form.Read(c.Filled)
	if err == nil {
		var reply Reply
		if reply, err = set(changed); err == nil || !isRefusal(err) {
			return reply, err
		}
	}
	again, fits := form.Again(opens, changed)
	reply := tell(c.sentence(err))
	if !fits {
		again = opens
		reply.Message.Below(c.to(nil).Given(form, changed))
	}
	reply.Message.Rows = message.Row(again.Control(c.label("button.form"), message.Main))
	return reply, nil
}
