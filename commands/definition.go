package commands

import (
	"parlour/commands/message"
)

// maxDescription is Discord's limit on a description, in characters.
const maxDescription = 100

// The options that [host.find] needs to ask which match is meant: the one that names a match, and
// those that its menu carries on.
const (
	optionGame = "game"
	optionMove = "move" // of /move
	optionBid  = "bid"  // of /bid
	optionText = "text" // of /board, which shows it as text
)

// describe returns the description of a command or an option.
func (h *host) describe(key string) string {
	return message.Clip(h.Writer.Label("en", key), maxDescription)
}

// options defines a command with some options.
func options(list ...func(*host) parameter) func(*host) Definition {
	return func(h *host) Definition {
		var d Definition
		for _, option := range list {
			d.Options = append(d.Options, option(h))
		}
		return d
	}
}

// ofGame returns a command whose only option is the match that it is about, with what completes that.
func ofGame(name string, run, complete handler) command {
	return command{Name: name, Run: run, Define: options(completing(optionGame)), Complete: map[string]handler{optionGame: complete}}
}

// completing defines an option that completes.
func completing(name string) func(*host) parameter {
	return completingAs(name, "option."+name)
}

// completingAs defines an option that completes, with the key of its description.
func completingAs(name, key string) func(*host) parameter {
	return func(h *host) parameter {
		return parameter{Name: name, Description: h.describe(key), Completes: true}
	}
}

// required is an option without which its command cannot be sent.
func required(option func(*host) parameter) func(*host) parameter {
	return func(h *host) parameter {
		p := option(h)
		p.Required = true
		return p
	}
}

// choosing defines an option that takes one of some values.
func choosing(name string, choices func(*host) []message.MenuOption) func(*host) parameter {
	return func(h *host) parameter {
		return parameter{Name: name, Description: h.describe("option." + name), Choices: choices(h)}
	}
}
