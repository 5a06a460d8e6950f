package sandbox

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// Click clicks a button, named by its label or its custom_id. It returns the message
// that answered, new or updated. It returns nil if the bot only acknowledged the click
// and nothing else came within [discord.Config.SettleWithin].
func (u *User) Click(ctx context.Context, messageID, button string) (*Message, error) {
	return u.use(ctx, messageID, nil, func(c rule.Component) bool {
		return c.Type == rule.TypeButton && c.Style != rule.StyleLink && (c.Label == button || c.CustomID == button)
	}, fmt.Sprintf("there is no button %q", button))
}

// Choose picks values of a menu, named by its placeholder or its custom_id. The name
// "" means the first menu that has the first value. A value may be given by its label;
// in a menu of people, roles or channels it is a name.
func (u *User) Choose(ctx context.Context, messageID, menu string, values ...string) (*Message, error) {
	return u.use(ctx, messageID, values, func(c rule.Component) bool {
		if !c.IsMenu() || menu != "" && c.Placeholder != menu && c.CustomID != menu {
			return false
		}
		return menu != "" || len(values) == 0 && c.Type != rule.TypeMenu ||
			len(values) > 0 && u.offers(messageID, c, values[0])
	}, fmt.Sprintf("there is no menu %q with that", menu))
}

// Press clicks like [User.Click], or picks like [User.Choose] if there are values. The
// custom_id need not be on the message any more, and the message need not be in sight:
// that is what an old client or a forged click does.
func (u *User) Press(ctx context.Context, customID, messageID string, values ...string) (*Message, error) {
	return u.send(ctx, func() (*world.Interaction, error) {
		m := u.d.Message(messageID)
		if m == nil {
			return nil, errNoSuch
		}
		c := rule.Component{Type: rule.TypeButton, ID: 1, CustomID: customID} // as it would have been
		if len(values) > 0 {
			c.Type = rule.TypeMenu
		}
		for _, o := range parts(m) {
			if o.CustomID == customID && o.IsMenu() == (len(values) > 0) {
				c = o
			}
		}
		var targets []world.Target
		for _, v := range values {
			if t, ok := u.d.Pick(u.u, m.Channel, world.Sorts[c.Type], v, nil); ok {
				targets = append(targets, t)
			}
		}
		return u.touch(m, c, values, targets), nil
	})
}

// parts are the buttons and menus of a message.
func parts(m *world.Message) (all []rule.Component) {
	rule.Walk(m.Rows, "", func(_ string, c *rule.Component) {
		if c.Type == rule.TypeButton || c.IsMenu() {
			all = append(all, *c)
		}
	})
	return all
}

// touch makes the interaction with a component of m.
func (u *User) touch(m *world.Message, c rule.Component, values []string, targets []world.Target) *world.Interaction {
	data := map[string]any{"custom_id": c.CustomID, "component_type": c.Type, "id": c.ID}
	if values != nil {
		data["values"] = values
	}
	if world.Sorts[c.Type] != 0 {
		data["resolved"] = u.d.Resolve(targets, u.u, m.Channel)
	}
	return &world.Interaction{Kind: world.KindComponent, User: u.u, Channel: m.Channel, Owners: m.Owners(), On: m,
		Data: data}
}

// use finds a component by is and uses it, within what a client lets a person do. The
// error for no such component begins with none.
func (u *User) use(ctx context.Context, messageID string, values []string, is func(rule.Component) bool,
	none string) (*Message, error) {
	return u.send(ctx, func() (*world.Interaction, error) {
		m := u.d.Message(messageID)
		if m == nil || !m.Shows(u.u) || !u.d.Sees(u.u, m.Channel) {
			return nil, errNoSuch
		}
		c, err := pick(m, is, none)
		var targets []world.Target
		if err == nil && c.IsMenu() {
			targets, values, err = u.d.Picked(u.u, m.Channel, c, values)
		}
		return u.touch(m, c, values, targets), err
	})
}

// pick finds the enabled component that is returns true for.
func pick(m *world.Message, is func(rule.Component) bool, none string) (rule.Component, error) {
	err := errors.New(none + proffered(m))
	for _, c := range parts(m) {
		switch {
		case is(c) && !c.Disabled:
			return c, nil
		case is(c):
			err = errDisabled
		}
	}
	return rule.Component{}, err
}

// proffered lists the labels of a message's components, for an error.
func proffered(m *world.Message) string {
	has := world.List(parts(m), func(c rule.Component) string { return fmt.Sprintf("%q", c.Label+c.Placeholder) })
	if len(has) == 0 {
		return "; the message has none at all"
	}
	return fmt.Sprintf("; the message has %v", has)
}

// offers reports whether a menu of a message has an option of that value or label, or offers
// the person something of that name. The lock is held.
func (u *User) offers(messageID string, c rule.Component, value string) bool {
	if c.Type != rule.TypeMenu {
		_, ok := u.d.Pick(u.u, u.d.Message(messageID).Channel, world.Sorts[c.Type], value, c.ChannelTypes)
		return ok
	}
	return slices.ContainsFunc(c.Options, func(o rule.MenuOption) bool { return o.Value == value || o.Label == value })
}

// Submit sends a form that [User.Slash] or a click returned, with a text for each field; see [User.SubmitPicks].
func (u *User) Submit(ctx context.Context, modal *world.Modal, fields map[string]string) (*Message, error) {
	all := map[string][]string{}
	for name, text := range fields {
		all[name] = []string{text}
	}
	return u.SubmitPicks(ctx, modal, all)
}

// SubmitPicks sends a form. Fields are named by custom_id or label; one that is not given keeps what it has at first.
// A text has one value, a menu or a group of boxes what is picked, a single box "true" or "false", and an upload the
// files that [User.Upload] took, by id or name.
func (u *User) SubmitPicks(ctx context.Context, modal *world.Modal, fields map[string][]string) (*Message, error) {
	return u.send(ctx, func() (*world.Interaction, error) {
		if modal == nil || modal.User != u.u {
			return nil, errors.New("that modal is not yours")
		}
		data, err := u.d.Fill(modal, fields)
		return &world.Interaction{
			Kind: world.KindModal, User: u.u, Channel: modal.Channel, Owners: modal.Opener.Owners,
			On: modal.On, Opener: modal.Opener, Data: data,
		}, err
	})
}
