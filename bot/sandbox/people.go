package sandbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// User is one of the people, and does what a person can do in their client.
type User struct {
	d *discord.Discord
	u *world.User
}

// ID is the person's id.
func (u *User) ID() string { return u.u.ID }

// Mention is how a message mentions the person.
func (u *User) Mention() string { return "<@" + u.u.ID + ">" }

// DM is the id of the person's direct channel with the bot.
func (u *User) DM() string { return u.u.DM.ID }

// The refusals of a client, for which it does not ask the bot.
var (
	errUnseen   = errors.New("you cannot see that channel")
	errNoSuch   = errors.New("there is no such message")
	errDisabled = errors.New("that button or menu is disabled")
	errAsleep   = errors.New("commands cannot be used in an archived thread")
	errLocked   = errors.New("this thread is locked")
)

// where finds a channel that the person sees. The lock is held.
func (u *User) where(id string) (*world.Channel, error) {
	u.d.Changes.Doze()
	c := u.d.Channels[id]
	if c == nil || !u.d.Sees(u.u, c) {
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
// person reads, such as [discord.ErrNoAnswer].
func (u *User) Slash(ctx context.Context, channelID, line string) (*Message, error) {
	return u.command(ctx, channelID, func(c *world.Channel) (*world.Invocation, error) {
		return u.d.ParseLine(line, u.u, c)
	})
}

// command reads an invocation with the lock held, and sends it to the bot.
func (u *User) command(ctx context.Context, channelID string,
	read func(*world.Channel) (*world.Invocation, error)) (*Message, error) {
	return u.send(ctx, func() (*world.Interaction, error) {
		c, err := u.where(channelID)
		if err != nil {
			return nil, err
		}
		if c.Archived {
			return nil, errAsleep
		}
		v, err := read(c)
		if err != nil && len(u.d.Commands) == 0 && !u.d.Connected() {
			return nil, fmt.Errorf("%w: no bot is connected", err)
		}
		if err != nil {
			return nil, err
		}
		data, err := v.Data("")
		return &world.Interaction{Kind: world.KindCommand, User: u.u, Channel: c,
			Owners: world.OwnersOf(v.Cmd, u.u, c), Data: data, Title: v.Title()}, err
	})
}

// send builds an interaction with the lock held, and sends it to the bot.
func (u *User) send(ctx context.Context, build func() (*world.Interaction, error)) (*Message, error) {
	i, err := u.prepare(build)
	if err != nil {
		return nil, err
	}
	return u.ask(ctx, i)
}

// ask sends an interaction to the bot, and returns what the person sees of the answer.
func (u *User) ask(ctx context.Context, i *world.Interaction) (*Message, error) {
	if err := u.d.Interactions.Ask(ctx, i); err != nil {
		return nil, err
	}
	return u.outcome(i), nil
}

// prepare builds an interaction with the lock held.
func (u *User) prepare(build func() (*world.Interaction, error)) (*world.Interaction, error) {
	u.d.Lock()
	defer u.d.Unlock()
	return build()
}

// Complete asks for completions of the last option of the line. If the option has
// fixed choices, the bot is not asked.
func (u *User) Complete(ctx context.Context, channelID, line string) ([]Choice, error) {
	return u.complete(ctx, channelID, func(c *world.Channel) (*world.Invocation, string, error) {
		v, err := u.d.ParseLine(line, u.u, c)
		if err != nil {
			return nil, "", err
		}
		if len(v.Values) == 0 {
			return nil, "", errors.New("nothing is being typed for any option")
		}
		return v, v.Values[len(v.Values)-1].Def.Name, nil
	})
}

// complete reads an invocation and the name of the option that is being typed, with
// the lock held, and asks for completions.
func (u *User) complete(ctx context.Context, channelID string,
	read func(*world.Channel) (*world.Invocation, string, error)) ([]Choice, error) {
	var fixed []Choice
	i, err := u.prepare(func() (*world.Interaction, error) {
		c, err := u.where(channelID)
		if err != nil {
			return nil, err
		}
		v, focused, err := read(c)
		if err != nil {
			return nil, err
		}
		n := slices.IndexFunc(v.Values, func(g world.Given) bool { return g.Def.Name == focused })
		if n < 0 {
			return nil, fmt.Errorf("/%s has no option %q", v.Title(), focused)
		}
		if g := v.Values[n]; !g.Def.Autocomplete {
			fixed = world.List(g.Suggestions(),
				func(c rule.OptionChoice) Choice { return Choice{Name: c.Name, Value: fmt.Sprint(c.Value)} })
			return nil, nil
		}
		data, err := v.Data(focused)
		return &world.Interaction{Kind: world.KindAutocomplete, User: u.u, Channel: c,
			Owners: world.OwnersOf(v.Cmd, u.u, c), Data: data}, err
	})
	if err != nil || i == nil {
		return fixed, err
	}
	if err := u.d.Interactions.Ask(ctx, i); err != nil {
		return nil, err
	}
	return world.List(i.Choices, func(c rule.WireChoice) Choice { return Choice{Name: c.Name, Value: fmt.Sprint(c.Value)} }), nil
}

// Place is a channel, a thread or a direct channel, as a person sees it.
type Place struct {
	ID       string `json:"id"`
	Name     string `json:"name"` // "" for the direct channel with the bot
	Kind     int    `json:"kind"` // Discord's type of channel
	Server   string `json:"server,omitempty"`
	ServerID string `json:"serverID,omitempty"`
	Parent   string `json:"parent,omitempty"` // the channel of a thread
	Archived bool   `json:"archived,omitempty"`
	Hidden   bool   `json:"hidden,omitempty"`  // a thread that side bars leave out, because it sleeps or is silent
	WithBot  bool   `json:"withBot,omitempty"` // the direct channel with the bot
}

// People returns everybody of the cast, in its order.
func (s *Server) People() []*User { return world.List(s.d.People, s.User) }

// Name is the person's name in lower case.
func (u *User) Name() string { return u.u.Name }

// Display is the name that others read.
func (u *User) Display() string {
	u.d.Lock()
	defer u.d.Unlock()
	return u.u.Display
}

// Places returns all that the person sees, in the order of its making.
func (u *User) Places() []Place {
	u.d.Lock()
	defer u.d.Unlock()
	u.d.Changes.Doze()
	out := []Place{}
	for _, c := range u.d.Order {
		if u.d.Sees(u.u, c) {
			out = append(out, publicPlace(c, u.d.Now()))
		}
	}
	return out
}

// publicPlace is a channel in the form of the Go API and the page.
func publicPlace(c *world.Channel, now time.Time) Place {
	p := Place{ID: c.ID, Name: c.Name, Kind: int(c.Kind), Parent: c.Parent, Archived: c.Archived,
		Hidden: c.Quiet(now), WithBot: c.WithBot()}
	if c.Guild != nil {
		p.Server, p.ServerID = c.Guild.Name, c.Guild.ID
	}
	return p
}

// AwaitAnywhere is [User.Await] for all places that the person sees, one after the other.
func (u *User) AwaitAnywhere(ctx context.Context, ok func([]Message) bool) error {
	err := u.d.Await(ctx, func() bool {
		var all []Message
		for _, c := range u.d.Order {
			all = append(all, u.seen(c.ID)...)
		}
		return ok(all)
	})
	if err != nil {
		return fmt.Errorf("waiting for what %s sees anywhere: %w", u.u.Name, err)
	}
	return nil
}

// Form returns a form that the bot opened for the person, or nil.
func (u *User) Form(id string) *world.Modal {
	u.d.Lock()
	defer u.d.Unlock()
	if m := u.d.Modals[id]; m != nil && m.User == u.u {
		return m
	}
	return nil
}

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
	if err := rule.CheckForm(f, 0); err != nil {
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
	u.d.Change(func() {
		for _, c := range u.d.Order {
			for _, m := range slices.Clone(c.Messages) {
				if m.Only == u.u {
					c.Remove(m)
				}
			}
		}
	})
}
