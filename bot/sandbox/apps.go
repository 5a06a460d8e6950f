package sandbox

import (
	"context"
	"fmt"
	"slices"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// UseOnMessage uses a command on a message, which a client offers under "Apps" in the menu of
// the message. It returns what [User.Slash] returns.
func (u *User) UseOnMessage(ctx context.Context, messageID, command string) (*Message, error) {
	return u.useOn(ctx, rule.OnMessage, command, func() (world.Target, *world.Channel, error) {
		m := u.d.Message(messageID)
		if m == nil || m.Only != nil || m.Notice() || !u.d.Sees(u.u, m.Channel) {
			return world.Target{}, nil, errNoSuch
		}
		return world.Target{Message: m}, m.Channel, nil
	})
}

// UseOnUser uses a command on a person or a bot, which a client offers under "Apps" in their
// menu. They are named as in an option: ann, @ann, an id.
func (u *User) UseOnUser(ctx context.Context, channelID, whom, command string) (*Message, error) {
	return u.useOn(ctx, rule.OnUser, command, func() (world.Target, *world.Channel, error) {
		c, err := u.where(channelID)
		if err != nil {
			return world.Target{}, nil, err
		}
		t, ok := u.d.Pick(u.u, c, world.Users, whom, nil)
		if !ok {
			return world.Target{}, nil, fmt.Errorf("there is nobody named %q here", rule.Clip(whom))
		}
		return t, c, nil
	})
}

// useOn finds a target with the lock held, and sends a command of a type on it to the bot.
func (u *User) useOn(ctx context.Context, kind int, command string, find func() (world.Target, *world.Channel, error)) (*Message, error) {
	i, err := u.on(kind, command, find)
	if err != nil {
		return nil, err
	}
	return u.ask(ctx, i)
}

// on makes the interaction of [User.useOn].
func (u *User) on(kind int, command string, find func() (world.Target, *world.Channel, error)) (*world.Interaction, error) {
	u.d.Lock()
	defer u.d.Unlock()
	t, c, err := find()
	if err != nil {
		return nil, err
	}
	if c.Archived {
		return nil, errAsleep
	}
	offered := u.d.Offered(kind, u.u, c)
	n := slices.IndexFunc(offered, func(cmd *rule.Command) bool { return cmd.Name == command })
	if n < 0 {
		names := world.List(offered, func(cmd *rule.Command) string { return cmd.Name })
		return nil, fmt.Errorf("there is no command %q here; there are %q", rule.Clip(command), names)
	}
	cmd := offered[n]
	data := map[string]any{
		"id": cmd.ID, "name": cmd.Name, "type": cmd.Type, "target_id": t.ID(),
		"resolved": u.d.Resolve([]world.Target{t}, u.u, c),
	}
	if cmd.GuildID != "" {
		data["guild_id"] = cmd.GuildID
	}
	return &world.Interaction{
		Kind: world.KindCommand, User: u.u, Channel: c, Owners: world.OwnersOf(cmd, u.u, c), Data: data, Title: cmd.Name, Target: t,
	}, nil
}
