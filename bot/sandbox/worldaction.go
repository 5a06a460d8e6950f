package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// worldAction changes people and places as a developer on the page asks.
func (s *Server) worldAction(a faultAction) error {
	switch a.What {
	case "close-dms", "open-dms", "leave", "join", "install", "uninstall":
		return s.personAction(a)
	case "deny", "allow":
		return s.permissionAction(a)
	case "archive", "lock":
		return s.threadAction(a)
	case "delete-message":
		if !s.DeleteMessage(a.Message) {
			return errNoSuch
		}
		return nil
	case "delete-channel":
		return s.deleteAction(a)
	case "remove-bot":
		s.RemoveBot()
		return nil
	case "invite-bot":
		s.InviteBot()
		return nil
	}
	return errors.New("the page asked for something unknown")
}

// deleteAction deletes a channel; the last one stays, as people need a place.
func (s *Server) deleteAction(a faultAction) error {
	s.mu.Lock()
	c, left := s.world.channels[a.Channel], 0
	for _, o := range s.world.order {
		if c != nil && o.guild == c.guild && o.kind != PublicThread && o != c {
			left++
		}
	}
	s.mu.Unlock()
	switch {
	case c == nil || c.guild == nil:
		return errors.New("only a channel or a thread of a server can be deleted")
	case left == 0 && c.kind != PublicThread:
		return errors.New("this is the last channel of the server: it stays")
	}
	s.DeleteChannel(a.Channel)
	return nil
}

func (s *Server) personAction(a faultAction) error {
	if !slices.Contains(names, a.Person) {
		return fmt.Errorf("there is nobody named %s: there are %s", clip(a.Person), strings.Join(names, ", "))
	}
	switch a.What {
	case "close-dms", "open-dms":
		s.CloseDMs(a.Person, a.What == "close-dms")
	case "leave":
		s.Leave(a.Person)
	case "join":
		s.Join(a.Person)
	case "install":
		s.Install(a.Person)
		s.openElsewhere()
	case "uninstall":
		s.Uninstall(a.Person)
	}
	return nil
}

// openElsewhere adds, once, a group of all people and a server without the bot, where
// one can try what one installed for oneself.
func (s *Server) openElsewhere() {
	s.mu.Lock()
	there := len(s.world.guilds) > 1
	s.mu.Unlock()
	if !there {
		s.AddGroup(names...)
		s.AddServer("Elsewhere", "hall")
	}
}

// permissionNames are the permissions as the page names them.
var permissionNames = map[string]Permission{
	"ManageChannels": ManageChannels, "AddReactions": AddReactions, "ViewChannel": ViewChannel,
	"SendMessages": SendMessages, "ManageMessages": ManageMessages, "EmbedLinks": EmbedLinks,
	"AttachFiles": AttachFiles, "ReadMessageHistory": ReadMessageHistory, "MentionEveryone": MentionEveryone,
	"UseApplicationCommands": UseApplicationCommands, "ManageThreads": ManageThreads,
	"CreatePublicThreads": CreatePublicThreads, "SendMessagesInThreads": SendMessagesInThreads,
}

// permissionAction gives or takes a permission of the bot; a thread has those of its
// channel.
func (s *Server) permissionAction(a faultAction) error {
	p, ok := permissionNames[a.Permission]
	if !ok {
		all := slices.Sorted(maps.Keys(permissionNames))
		return fmt.Errorf("there is no permission %s: there are %s", clip(a.Permission), strings.Join(all, ", "))
	}
	s.mu.Lock()
	c := s.world.channels[a.Channel]
	s.mu.Unlock()
	switch {
	case c == nil || c.guild != s.world.server:
		return errors.New("the bot's permissions are those of a channel of the server")
	case a.What == "allow":
		s.Allow(c.id, p)
	default:
		s.Deny(c.id, p)
	}
	return nil
}

// threadAction puts a thread to sleep.
func (s *Server) threadAction(a faultAction) error {
	s.mu.Lock()
	c := s.world.channels[a.Channel]
	s.mu.Unlock()
	if c == nil || c.kind != PublicThread {
		return errors.New("only a thread can be put to sleep or locked")
	}
	s.Archive(c.id, a.What == "lock")
	return nil
}
