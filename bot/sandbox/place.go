package sandbox

import (
	"context"
	"fmt"
	"time"

	"parlour/bot/sandbox/world"
)

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
func (s *Server) People() []*User {
	var out []*User
	for _, name := range s.d.People {
		out = append(out, s.User(name))
	}
	return out
}

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
	p := Place{ID: c.ID, Name: c.Name, Kind: int(c.Kind), Parent: c.Parent, Archived: c.Archived, Hidden: c.Quiet(now), WithBot: c.WithBot()}
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
