package commands

import (
	"parlour/commands/interaction"
	"parlour/commands/message"
)

// maxDescription is Discord's limit on a description, in characters.
const maxDescription = 100

// optionGame is the option that names a match.
const optionGame = "game"

// Definitions lists every command, in English.
func (s *Service) Definitions() []interaction.Definition {
	var all []interaction.Definition
	for _, c := range commandTable() {
		d := c.define(s)
		d.Name, d.Description = c.name, describe(s, "command."+c.name)
		all = append(all, d)
	}
	return all
}

// describe returns the description of a command or an option.
func describe(s *Service, key string) string {
	return message.Clip(s.writer.Label("en", key), maxDescription)
}

// options defines a command with some options.
func options(list ...func(*Service) interaction.Parameter) func(*Service) interaction.Definition {
	return func(s *Service) interaction.Definition {
		var d interaction.Definition
		for _, option := range list {
			d.Options = append(d.Options, option(s))
		}
		return d
	}
}

// completing defines an option that completes.
func completing(name string) func(*Service) interaction.Parameter {
	return completingAs(name, "option."+name)
}

// completingAs defines an option that completes, with the key of its description.
func completingAs(name, key string) func(*Service) interaction.Parameter {
	return func(s *Service) interaction.Parameter {
		return interaction.Parameter{Name: name, Description: describe(s, key), Completes: true}
	}
}

// required is an option without which its command cannot be sent.
func required(option func(*Service) interaction.Parameter) func(*Service) interaction.Parameter {
	return func(s *Service) interaction.Parameter {
		p := option(s)
		p.Required = true
		return p
	}
}

// choosing defines an option that takes one of some values.
func choosing(name string, choices func(*Service) []message.MenuOption) func(*Service) interaction.Parameter {
	return func(s *Service) interaction.Parameter {
		return interaction.Parameter{Name: name, Description: describe(s, "option."+name), Choices: choices(s)}
	}
}

// same makes options whose labels are their values.
func same(values ...string) []message.MenuOption {
	var all []message.MenuOption
	for _, v := range values {
		all = append(all, message.MenuOption{Label: v, Value: v})
	}
	return all
}
