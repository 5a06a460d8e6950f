package commands

import "parlour/commands/message"

// A Definition is a slash command as it is made known. It works in servers, in the bot's direct
// messages, and in those of people who have installed the bot for themselves.
type Definition struct {
	Name        string
	Description string
	Options     []Parameter
}

// A Parameter is an option of a command.
type Parameter struct {
	Name        string
	Description string
	Person      bool // takes a person
	Flag        bool // takes true or false; all others take a text
	Required    bool
	Completes   bool                 // asks for suggestions while it is typed
	Choices     []message.MenuOption // the only values, if there are any
}

// maxDescription is Discord's limit on a description, in characters.
const maxDescription = 100

// optionGame is the option that names a match.
const optionGame = "game"

// Definitions lists every command, in English.
func (s *Service) Definitions() []Definition {
	var all []Definition
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
func options(list ...func(*Service) Parameter) func(*Service) Definition {
	return func(s *Service) Definition {
		var d Definition
		for _, option := range list {
			d.Options = append(d.Options, option(s))
		}
		return d
	}
}

// completing defines an option that completes.
func completing(name string) func(*Service) Parameter {
	return completingAs(name, "option."+name)
}

// completingAs defines an option that completes, with the key of its description.
func completingAs(name, key string) func(*Service) Parameter {
	return func(s *Service) Parameter {
		return Parameter{Name: name, Description: describe(s, key), Completes: true}
	}
}

// required is an option without which its command cannot be sent.
func required(option func(*Service) Parameter) func(*Service) Parameter {
	return func(s *Service) Parameter {
		p := option(s)
		p.Required = true
		return p
	}
}

// choosing defines an option that takes one of some values.
func choosing(name string, choices func(*Service) []message.MenuOption) func(*Service) Parameter {
	return func(s *Service) Parameter {
		return Parameter{Name: name, Description: describe(s, "option."+name), Choices: choices(s)}
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
