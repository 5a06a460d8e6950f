package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// worldAction changes people and places for a developer on the page.
func (pg *pages) worldAction(a faultAction) error {
	switch a.What {
	case "close-dms", "open-dms", "leave", "join", "install", "uninstall":
		return pg.personAction(a)
	case "deny", "allow":
		return pg.permissionAction(a)
	case "private-thread", "thread-bot":
		return pg.privateAction(a)
	case "archive", "lock":
		return pg.threadAction(a)
	case "delete-message":
		if !pg.server.stage.DeleteMessage(a.Message) {
			return errNoSuch
		}
		return nil
	case "delete-channel":
		return pg.deleteAction(a)
	case "remove-bot":
		pg.server.stage.RemoveBot()
		return nil
	case "invite-bot":
		pg.server.stage.InviteBot()
		return nil
	}
	return errors.New("the page asked for something unknown")
}

// deleteAction deletes a channel. The last channel of a server stays, because people
// need a place.
func (pg *pages) deleteAction(a faultAction) error {
	pg.state.Lock()
	c, left := pg.state.World.Channels[a.Channel], 0
	for _, o := range pg.state.World.Order {
		if c != nil && o.Guild == c.Guild && !o.Thread() && o != c {
			left++
		}
	}
	pg.state.Unlock()
	switch {
	case c == nil || c.Guild == nil:
		return errors.New("only a channel or a thread of a server can be deleted")
	case left == 0 && !c.Thread():
		return errors.New("this is the last channel of the server: it stays")
	}
	pg.server.stage.DeleteChannel(a.Channel)
	return nil
}

func (pg *pages) personAction(a faultAction) error {
	if !slices.Contains(pg.state.World.People, a.Person) {
		return fmt.Errorf("there is nobody named %s: there are %s", rule.Clip(a.Person), strings.Join(pg.state.World.People, ", "))
	}
	s := pg.server.stage
	map[string]func(string){
		"close-dms": func(p string) { s.CloseDMs(p, true) }, "open-dms": func(p string) { s.CloseDMs(p, false) },
		"leave": s.Leave, "join": s.Join, "install": s.Install, "uninstall": s.Uninstall,
	}[a.What](a.Person)
	return nil
}

// permissionAction gives the bot a permission in a channel or takes it away. A thread
// has those of its channel.
func (pg *pages) permissionAction(a faultAction) error {
	p, ok := world.PermissionNames[a.Permission]
	if !ok {
		all := slices.Sorted(maps.Keys(world.PermissionNames))
		return fmt.Errorf("there is no permission %s: there are %s", rule.Clip(a.Permission), strings.Join(all, ", "))
	}
	pg.state.Lock()
	c := pg.state.World.Channels[a.Channel]
	pg.state.Unlock()
	switch {
	case c == nil || c.Guild != pg.state.World.Server:
		return errors.New("the bot's permissions are those of a channel of the server")
	case a.What == "allow":
		pg.server.stage.Allow(c.ID, p)
	default:
		pg.server.stage.Deny(c.ID, p)
	}
	return nil
}

// privateAction starts a private thread of a person's, or adds the bot to one.
func (pg *pages) privateAction(a faultAction) error {
	pg.state.Lock()
	c := pg.state.World.Channels[a.Channel]
	pg.state.Unlock()
	switch {
	case !slices.Contains(pg.state.World.People, a.Person):
		return fmt.Errorf("there is nobody named %s: there are %s", rule.Clip(a.Person), strings.Join(pg.state.World.People, ", "))
	case a.What == "private-thread" && (c == nil || c.Kind != world.Text):
		return errors.New("a private thread starts in a channel of a server")
	case a.What == "private-thread":
		pg.server.stage.StartPrivateThread(a.Channel, "private", a.Person)
	case c == nil || !c.Thread():
		return errors.New("only a thread has members")
	default:
		pg.server.stage.AddBotToThread(a.Channel)
	}
	return nil
}

// threadAction puts a thread to sleep.
func (pg *pages) threadAction(a faultAction) error {
	pg.state.Lock()
	c := pg.state.World.Channels[a.Channel]
	pg.state.Unlock()
	if c == nil || !c.Thread() {
		return errors.New("only a thread can be put to sleep or locked")
	}
	pg.server.stage.Archive(c.ID, a.What == "lock")
	return nil
}
