package sandbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Click clicks a button, named by its label or its custom_id. It returns the message
// that answered, new or updated. It returns nil if the bot only acknowledged the click
// and nothing else came within [Config.SettleWithin].
func (u *User) Click(ctx context.Context, messageID, button string) (*Message, error) {
	return u.use(ctx, messageID, nil, func(c component) bool {
		return c.Type == typeButton && c.Style != StyleLink && (c.Label == button || c.CustomID == button)
	}, fmt.Sprintf("there is no button %q", button))
}

// Choose picks values of a menu, named by its placeholder or its custom_id. The name
// "" means the only menu that has the first value. A value may be given by its label;
// in a menu of people it is a name.
func (u *User) Choose(ctx context.Context, messageID, menu string, values ...string) (*Message, error) {
	return u.use(ctx, messageID, values, func(c component) bool {
		if !c.isMenu() || menu != "" && c.Placeholder != menu && c.CustomID != menu {
			return false
		}
		return menu != "" || len(values) > 0 && offers(c, values[0]) || c.Type != typeMenu
	}, fmt.Sprintf("there is no menu %q with that", menu))
}

// Press clicks like [User.Click], or picks like [User.Choose] if there are values. The
// custom_id need not be on the message any more, and the message need not be in sight:
// that is what an old client or a forged click does.
func (u *User) Press(ctx context.Context, customID, messageID string, values ...string) (*Message, error) {
	m, c := u.forged(messageID, customID, values)
	if m == nil {
		return nil, errNoSuch
	}
	data := map[string]any{"custom_id": customID, "component_type": c.Type, "id": c.ID}
	if len(values) > 0 {
		data["values"] = values
	}
	return u.touch(ctx, m, data)
}

// forged finds a message by id, and its component with that custom_id. If the message
// has none, it returns a component as it would have been.
func (u *User) forged(messageID, customID string, values []string) (*message, component) {
	u.s.state.lock()
	defer u.s.state.unlock()
	c := component{Type: typeButton, ID: 1}
	if len(values) > 0 {
		c.Type = typeMenu
	}
	m := u.s.state.world.message(messageID)
	if m == nil {
		return nil, c
	}
	for _, row := range m.rows {
		for _, o := range row.Components {
			if o.CustomID == customID && o.isMenu() == (len(values) > 0) {
				c = o
			}
		}
	}
	return m, c
}

// use finds a component by is and uses it, within what a client lets a person do. The
// error for no such component begins with none.
func (u *User) use(ctx context.Context, messageID string, values []string, is func(component) bool, none string) (*Message, error) {
	m, data, err := u.grasp(messageID, values, is, none)
	if err != nil {
		return nil, err
	}
	return u.touch(ctx, m, data)
}

// grasp finds a component and makes the data of the interaction that uses it.
func (u *User) grasp(messageID string, values []string, is func(component) bool, none string) (*message, map[string]any, error) {
	u.s.state.lock()
	defer u.s.state.unlock()
	w := &u.s.state.world
	m := w.message(messageID)
	if m == nil || !m.shows(u.u) || !w.sees(u.u, m.channel) {
		return nil, nil, errNoSuch
	}
	c, err := pick(m, is, none)
	if err != nil {
		return nil, nil, err
	}
	data := map[string]any{"custom_id": c.CustomID, "component_type": c.Type, "id": c.ID}
	if !c.isMenu() {
		return m, data, nil
	}
	picked, err := picked(w, c, values)
	if err != nil {
		return nil, nil, err
	}
	data["values"] = picked
	if c.Type == typeUserMenu {
		data["resolved"] = u.s.wire.resolve(list(picked, w.user), m.channel)
	}
	return m, data, nil
}

// pick finds the enabled component that is returns true for.
func pick(m *message, is func(component) bool, none string) (component, error) {
	err := errors.New(none + proffered(m))
	for _, row := range m.rows {
		for _, c := range row.Components {
			if is(c) && !c.Disabled {
				return c, nil
			}
			if is(c) {
				err = errDisabled
			}
		}
	}
	return component{}, err
}

// proffered lists the labels of a message's components, for an error.
func proffered(m *message) string {
	var has []string
	for _, row := range m.rows {
		for _, c := range row.Components {
			has = append(has, fmt.Sprintf("%q", c.Label+c.Placeholder))
		}
	}
	if has == nil {
		return "; the message has none at all"
	}
	return fmt.Sprintf("; the message has %v", has)
}

// offers reports whether a menu has an option of that value or label.
func offers(c component, value string) bool {
	return slices.ContainsFunc(c.Options, func(o menuOption) bool { return o.Value == value || o.Label == value })
}

// picked checks the values that a person picked, and returns them as the menu names
// them.
func picked(w *world, c component, values []string) ([]string, error) {
	low, high := c.limits()
	if len(values) < low || len(values) > high {
		return nil, fmt.Errorf("pick %d to %d values, not %d", low, high, len(values))
	}
	out := []string{}
	for _, v := range values {
		if c.Type == typeUserMenu {
			u := w.named(v)
			if u == nil {
				return nil, fmt.Errorf("there is nobody named %q", clip(v))
			}
			out = append(out, u.id)
			continue
		}
		i := slices.IndexFunc(c.Options, func(o menuOption) bool { return o.Value == v })
		if i < 0 {
			i = slices.IndexFunc(c.Options, func(o menuOption) bool { return o.Label == v })
		}
		if i < 0 {
			return nil, fmt.Errorf("the menu has no %q", clip(v))
		}
		out = append(out, c.Options[i].Value)
	}
	return out, nil
}

// touch sends an interaction of a component on m to the bot, and waits for its
// outcome.
func (u *User) touch(ctx context.Context, m *message, data map[string]any) (*Message, error) {
	i := &interaction{kind: kindComponent, user: u.u, channel: m.channel, owners: m.owners(), on: m, data: data}
	if err := u.s.interactions.ask(ctx, i); err != nil {
		return nil, err
	}
	return u.s.outcome(i), nil
}

// owners returns the installations through which the bot came to post m.
func (m *message) owners() map[string]string {
	if m.by != nil {
		return m.by.owners
	}
	return m.channel.owners()
}

// Submit sends a modal that [User.Slash] or a click returned. Fields are named by
// custom_id or label; a field that is not given keeps its first value.
func (u *User) Submit(ctx context.Context, modal *Modal, fields map[string]string) (*Message, error) {
	if modal == nil || modal.user != u.u {
		return nil, errors.New("that is no modal of yours")
	}
	rows, err := modal.fill(fields)
	if err != nil {
		return nil, err
	}
	data := map[string]any{"custom_id": modal.CustomID, "components": rows}
	i := &interaction{
		kind: kindModal, user: u.u, channel: modal.channel, owners: modal.opener.owners,
		on: modal.on, opener: modal.opener, data: data,
	}
	if err := u.s.interactions.ask(ctx, i); err != nil {
		return nil, err
	}
	return u.s.outcome(i), nil
}
