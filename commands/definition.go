package commands

import (
	"parlour/commands/message"
)

// maxDescription is Discord's limit on a description, in characters.
const maxDescription = 100

// The options that [Host.Find] needs to ask which match is meant: the one that names a match, and
// those that its menu carries on.
const (
	OptionGame = "game"
	OptionMove = "move" // of /move
	OptionBid  = "bid"  // of /bid
	OptionText = "text" // of /board, which shows it as text
)

// Describe returns the description of a command or an option.
func (h *Host) Describe(key string) string {
	return message.Clip(h.Writer.Label("en", key), maxDescription)
}

// Options defines a command with some options.
func Options(list ...func(*Host) Parameter) func(*Host) Definition {
	return func(h *Host) Definition {
		var d Definition
		for _, option := range list {
			d.Options = append(d.Options, option(h))
		}
		return d
	}
}

// OfGame returns a command whose only option is the match that it is about, with what completes that.
func OfGame(name string, run, complete Handler) Command {
	return Command{Name: name, Run: run, Define: Options(Completing(OptionGame)), Complete: map[string]Handler{OptionGame: complete}}
}

// Completing defines an option that completes.
func Completing(name string) func(*Host) Parameter {
	return CompletingAs(name, "option."+name)
}

// CompletingAs defines an option that completes, with the key of its description.
func CompletingAs(name, key string) func(*Host) Parameter {
	return func(h *Host) Parameter {
		return Parameter{Name: name, Description: h.Describe(key), Completes: true}
	}
}

// Required is an option without which its command cannot be sent.
func Required(option func(*Host) Parameter) func(*Host) Parameter {
	return func(h *Host) Parameter {
		p := option(h)
		p.Required = true
		return p
	}
}

// Choosing defines an option that takes one of some values.
func Choosing(name string, choices func(*Host) []message.MenuOption) func(*Host) Parameter {
	return func(h *Host) Parameter {
		return Parameter{Name: name, Description: h.Describe("option." + name), Choices: choices(h)}
	}
}
