package sandbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// User is one of the people, and does what a person can do in their client.
type User struct {
	s *Server
	u *user
}

// ID is the person's id.
func (u *User) ID() string { return u.u.id }

// Mention is how a message mentions the person.
func (u *User) Mention() string { return "<@" + u.u.id + ">" }

// DM is the id of the person's direct channel with the bot.
func (u *User) DM() string { return u.u.dm.id }

// The refusals of a client, for which it does not ask the bot.
var (
	errUnseen   = errors.New("you cannot see that channel")
	errNoSuch   = errors.New("there is no such message")
	errDisabled = errors.New("that button or menu is disabled")
	errAsleep   = errors.New("commands cannot be used in an archived thread")
	errLocked   = errors.New("this thread is locked")
)

// where finds a channel that the person sees. The lock is held.
func (u *User) where(id string) (*channel, error) {
	u.s.places.doze()
	c := u.s.state.world.channels[id]
	if c == nil || !u.s.state.world.sees(u.u, c) {
		return nil, errUnseen
	}
	return c, nil
}

// Slash uses a command as typed: "/play permute size:9 opponent:@ben". After the words
// that name the command come its options as name:value; a value runs to the next known
// name.
//
// It returns the bot's answer once there is something to read: a deferred answer when
// it was edited, and nil if the answer was deleted. An error is a sentence that the
// person reads, such as [ErrNoAnswer].
func (u *User) Slash(ctx context.Context, channelID, line string) (*Message, error) {
	return u.command(ctx, channelID, func(c *channel) (*invocation, error) {
		return parseLine(&u.s.state.world, line, u.u, c)
	})
}

// command reads an invocation with the lock held, and sends it to the bot.
func (u *User) command(ctx context.Context, channelID string, read func(*channel) (*invocation, error)) (*Message, error) {
	i, err := u.prepare(channelID, func(c *channel) (*interaction, error) {
		if c.archived {
			return nil, errAsleep
		}
		v, err := read(c)
		if err != nil {
			return nil, err
		}
		data, err := v.data(&u.s.state.world, u.s.wire, c, "")
		return &interaction{kind: kindCommand, user: u.u, channel: c, owners: ownersOf(v.cmd, u.u, c), data: data, title: v.title()}, err
	})
	if err != nil {
		return nil, err
	}
	if err := u.s.interactions.ask(ctx, i); err != nil {
		return nil, err
	}
	return u.s.outcome(i), nil
}

// prepare builds an interaction in a channel that the person sees, with the lock held.
func (u *User) prepare(channelID string, build func(*channel) (*interaction, error)) (*interaction, error) {
	u.s.state.lock()
	defer u.s.state.unlock()
	c, err := u.where(channelID)
	if err != nil {
		return nil, err
	}
	return build(c)
}

// Complete asks for completions of the last option of the line. If the option has
// fixed choices, the bot is not asked.
func (u *User) Complete(ctx context.Context, channelID, line string) ([]Choice, error) {
	return u.complete(ctx, channelID, func(c *channel) (*invocation, string, error) {
		v, err := parseLine(&u.s.state.world, line, u.u, c)
		if err != nil || len(v.values) == 0 {
			return nil, "", orSay(err, "nothing is being typed for any option")
		}
		return v, v.values[len(v.values)-1].def.Name, nil
	})
}

// orSay returns err, or an error with that sentence if err is nil.
func orSay(err error, otherwise string) error {
	if err != nil {
		return err
	}
	return errors.New(otherwise)
}

// complete reads an invocation and the name of the option that is being typed, with
// the lock held, and asks for completions.
func (u *User) complete(ctx context.Context, channelID string, read func(*channel) (*invocation, string, error)) ([]Choice, error) {
	var fixed []Choice
	i, err := u.prepare(channelID, func(c *channel) (*interaction, error) {
		v, focused, err := read(c)
		if err != nil {
			return nil, err
		}
		n := slices.IndexFunc(v.values, func(g given) bool { return g.def.Name == focused })
		if n < 0 {
			return nil, fmt.Errorf("/%s has no option %q", v.title(), focused)
		}
		if g := v.values[n]; !g.def.Autocomplete {
			fixed = list(g.suggestions(), func(c optionChoice) Choice { return Choice{Name: c.Name, Value: fmt.Sprint(c.Value)} })
			return nil, nil
		}
		data, err := v.data(&u.s.state.world, u.s.wire, c, focused)
		return &interaction{kind: kindAutocomplete, user: u.u, channel: c, owners: ownersOf(v.cmd, u.u, c), data: data}, err
	})
	if err != nil || i == nil {
		return fixed, err
	}
	if err := u.s.interactions.ask(ctx, i); err != nil {
		return nil, err
	}
	return list(i.choices, func(c wireChoice) Choice { return Choice{Name: c.Name, Value: fmt.Sprint(c.Value)} }), nil
}
