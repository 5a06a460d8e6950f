package sandbox

import (
	"context"
	"fmt"
	"slices"
)

// Say posts plain text, as people talk between the games. The bot does not hear it.
func (u *User) Say(channel, text string) (*Message, error) {
	u.s.state.lock()
	defer u.s.state.unlock()
	c, err := u.where(channel)
	if err != nil {
		return nil, err
	}
	if c.locked {
		return nil, errLocked
	}
	f := &form{Content: opt[string]{true, text}}
	if err := checkForm(f); err != nil {
		return nil, err
	}
	m, err := u.s.messages.post(&message{channel: c, author: u.u}, f)
	if err != nil {
		return nil, err
	}
	u.s.places.wake(c)
	u.s.state.bump()
	return u.s.public(m), nil
}

// Sees returns all that the person sees in a channel, oldest first, with their own
// ephemeral messages. It is nil for a channel that they cannot see.
func (u *User) Sees(channel string) []Message {
	u.s.state.lock()
	defer u.s.state.unlock()
	return u.seen(channel)
}

// seen is [User.Sees] with the lock held.
func (u *User) seen(channel string) []Message {
	c, err := u.where(channel)
	if err != nil {
		return nil
	}
	out := []Message{}
	for _, m := range c.messages {
		if m.shows(u.u) {
			out = append(out, *u.s.public(m))
		}
	}
	return out
}

// Await waits until ok accepts what the person sees in a channel, and returns that. ok
// is called after every change, and must not call the sandbox.
func (u *User) Await(ctx context.Context, channel string, ok func([]Message) bool) ([]Message, error) {
	var seen []Message
	err := u.s.state.await(ctx, func() bool {
		seen = u.seen(channel)
		return ok(seen)
	})
	if err != nil {
		return seen, fmt.Errorf("waiting for what %s sees: %w", u.u.name, err)
	}
	return seen, nil
}

// Notifications returns the person's newest hundred pings, oldest first.
func (u *User) Notifications() []Notification {
	u.s.state.lock()
	defer u.s.state.unlock()
	return slices.Clone(u.u.notes)
}

// Dismiss removes an ephemeral message of the person's.
func (u *User) Dismiss(messageID string) error {
	u.s.state.lock()
	defer u.s.state.unlock()
	m := u.s.state.world.message(messageID)
	if m == nil || m.only != u.u {
		return errNoSuch
	}
	m.channel.remove(m)
	u.s.state.bump()
	return nil
}

// Reload reloads the person's client: all their ephemeral messages vanish.
func (u *User) Reload() {
	u.s.state.lock()
	defer u.s.state.unlock()
	for _, c := range u.s.state.world.order {
		for _, m := range slices.Clone(c.messages) {
			if m.only == u.u {
				c.remove(m)
			}
		}
	}
	u.s.state.bump()
}
