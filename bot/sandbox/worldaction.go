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
	case "private-thread":
		return pg.privateAction(a)
	case "archive", "lock", "thread-bot":
		return pg.threadAction(a)
	case "delete-message":
		if !pg.Stage.DeleteMessage(a.Message) {
			return errNoSuch
		}
		return nil
	case "delete-channel":
		return pg.deleteAction(a)
	case "remove-bot":
		pg.Stage.RemoveBot()
		return nil
	case "invite-bot":
		pg.Stage.InviteBot()
		return nil
	}
	return errors.New("that asks for something unknown")
}

// deleteAction deletes a channel. The last channel of a server stays, because people
// need a place.
func (pg *pages) deleteAction(a faultAction) error {
	pg.Lock()
	c, left := pg.World.Channels[a.Channel], 0
	for _, o := range pg.World.Order {
		if c != nil && o.Guild == c.Guild && !o.Thread() && o != c {
			left++
		}
	}
	pg.Unlock()
	switch {
	case c == nil || c.Guild == nil:
		return errors.New("only a channel or a thread of a server can be deleted")
	case left == 0 && !c.Thread():
		return errors.New("this is the last channel of the server: it stays")
	}
	pg.Stage.DeleteChannel(a.Channel)
	return nil
}

// channel finds a channel by its id, or nil.
func (pg *pages) channel(id string) *world.Channel {
	pg.Lock()
	defer pg.Unlock()
	return pg.World.Channels[id]
}

// known refuses a name that no person has.
func (pg *pages) known(person string) error {
	if slices.Contains(pg.World.People, person) {
		return nil
	}
	return fmt.Errorf("there is nobody named %s: there are %s", rule.Clip(person), strings.Join(pg.World.People, ", "))
}

// personAction changes a person.
func (pg *pages) personAction(a faultAction) error {
	if err := pg.known(a.Person); err != nil {
		return err
	}
	s := pg.Stage
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
	c := pg.channel(a.Channel)
	switch {
	case c == nil || c.Guild != pg.World.Server:
		return errors.New("the bot's permissions are those of a channel of the server")
	case a.What == "allow":
		pg.Stage.Allow(c.ID, p)
	default:
		pg.Stage.Deny(c.ID, p)
	}
	return nil
}

// privateAction starts a private thread of a person's.
func (pg *pages) privateAction(a faultAction) error {
	if err := pg.known(a.Person); err != nil {
		return err
	}
	if c := pg.channel(a.Channel); c == nil || c.Kind != world.Text {
		return errors.New("a private thread starts in a channel of a server")
	}
	pg.Stage.StartPrivateThread(a.Channel, "private", a.Person)
	return nil
}

// threadAction puts a thread to sleep, locks it too, or adds the bot to it.
func (pg *pages) threadAction(a faultAction) error {
	c := pg.channel(a.Channel)
	switch {
	case c == nil || !c.Thread():
		return errors.New("only a thread can be put to sleep or locked, or take in the bot")
	case a.What == "thread-bot":
		pg.Stage.AddBotToThread(c.ID)
	default:
		pg.Stage.Archive(c.ID, a.What == "lock")
	}
	return nil
}
