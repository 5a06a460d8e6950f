package commands

import (
	"parlour/commands/interaction"
	"parlour/commands/message"
)

// answer returns a reply with a message.
func answer(msg message.Message, err error) (interaction.Reply, error) {
	return interaction.Reply{Message: msg}, err
}

// say returns a reply with a text.
func say(content string) interaction.Reply {
	return interaction.Reply{Message: message.Message{Content: content}}
}

// say returns a sentence of no match, for the person who asked.
func (s *Service) say(c call, key string, pairs ...any) string {
	return s.writer.Say(c.Lang, key, pairs...)
}
