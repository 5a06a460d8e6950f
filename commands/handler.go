package commands

import (
	"context"

	"parlour/commands/message"
)

// A handler answers a request. An error is worded by [host.sentence].
type handler func(ctx context.Context, h *host, c call) (Reply, error)

// A command is a slash command.
type command struct {
	Name     string
	Define   func(*host) Definition
	Run      handler
	Complete map[string]handler // by option
	Long     bool               // whether it may think over a whole game, and so may take longer
	Alone    bool               // whether a person may have only one of it under way, because it costs much
}

// A verb is what a button does.
type verb struct {
	Name message.Verb
	Kind Kind
	Run  handler
	Long bool // as of a [command]

	Alone bool // as of a command; one of the same name shares its lane
}

// Private is a verb with an answer of its own, wherever the button stands.
func privateVerb(name message.Verb, run handler) verb {
	return verb{Name: name, Kind: Private, Run: run}
}

// Update is a verb that changes the private message with the button, or a public one if the
// reply is Public.
func updateVerb(name message.Verb, run handler) verb {
	return verb{Name: name, Kind: Update, Run: run}
}

// alone is a verb of which a person may have only one under way.
func alone(v verb) verb { v.Alone = true; return v }

// long is a verb that may think over a whole game.
func long(v verb) verb { v.Long = true; return v }
