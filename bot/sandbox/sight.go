package sandbox

import (
	"context"
	"fmt"
	"slices"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// Say posts plain text, as people talk between the games. A bot hears it if it has the intent.
func (u *User) Say(channel, text string) (*Message, error) {
	u.d.Lock()
	defer u.d.Unlock()
	c, err := u.where(channel)
	if err != nil {
		return nil, err
	}
	if c.Locked {
		return nil, errLocked
	}
	f := &rule.Form{Content: rule.Opt[string]{Set: true, Value: text}}
	if err := rule.CheckForm(f); err != nil {
		return nil, err
	}
	m, err := u.d.Changes.Post(&world.Message{Channel: c, Author: u.u}, f)
	if err != nil {
		return nil, err
	}
	u.d.Bump()
	return u.public(m), nil
}

// Sees returns all that the person sees in a channel, oldest first, with their own
// ephemeral messages. It is nil for a channel that they cannot see.
func (u *User) Sees(channel string) []Message {
	u.d.Lock()
	defer u.d.Unlock()
	return u.seen(channel)
}

// seen is [User.Sees] with the lock held.
func (u *User) seen(channel string) []Message {
	c, err := u.where(channel)
	if err != nil {
		return nil
	}
	out := []Message{}
	for _, m := range c.Messages {
		if m.Shows(u.u) {
			out = append(out, *u.public(m))
		}
	}
	return out
}

// Await waits until ok accepts what the person sees in a channel, and returns that. ok
// is called after every change, and must not call the sandbox.
func (u *User) Await(ctx context.Context, channel string, ok func([]Message) bool) ([]Message, error) {
	var seen []Message
	err := u.d.Await(ctx, func() bool {
		seen = u.seen(channel)
		return ok(seen)
	})
	if err != nil {
		return seen, fmt.Errorf("waiting for what %s sees: %w", u.u.Name, err)
	}
	return seen, nil
}

// Notifications returns the person's newest hundred pings, oldest first.
func (u *User) Notifications() []world.Notification {
	u.d.Lock()
	defer u.d.Unlock()
	return slices.Clone(u.u.Notes)
}

// Dismiss removes an ephemeral message of the person's.
func (u *User) Dismiss(messageID string) error {
	u.d.Lock()
	defer u.d.Unlock()
	m := u.d.Message(messageID)
	if m == nil || m.Only != u.u {
		return errNoSuch
	}
	m.Channel.Remove(m)
	u.d.Bump()
	return nil
}

// Reload reloads the person's client: all their ephemeral messages vanish.
func (u *User) Reload() {
	u.d.Lock()
	defer u.d.Unlock()
	for _, c := range u.d.Order {
		for _, m := range slices.Clone(c.Messages) {
			if m.Only == u.u {
				c.Remove(m)
			}
		}
	}
	u.d.Bump()
}
