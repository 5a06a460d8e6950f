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
	case "close-dms", "open-dms", "leave", "join":
		return s.personAction(a)
	case "deny", "allow":
		return s.permissionAction(a)
	case "archive", "lock":
		return s.threadAction(a)
	}
	return errors.New("the page asked for something unknown")
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
	}
	return nil
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
	defer s.mu.Unlock()
	c := s.world.channels[a.Channel]
	if c == nil || c.kind == DM {
		return errors.New("the bot's permissions are those of a channel of the server")
	}
	home := s.world.home(c)
	if a.What == "allow" {
		home.bot |= p
	} else {
		home.bot &^= p
	}
	s.bump()
	return nil
}

// threadAction puts a thread to sleep.
func (s *Server) threadAction(a faultAction) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.channels[a.Channel]
	if c == nil || c.kind != PublicThread {
		return errors.New("only a thread can be put to sleep or locked")
	}
	c.archived, c.locked = true, a.What == "lock"
	s.bump()
	return nil
}
