package commands

import (
	"context"
)

// A Handler answers a request. An error is worded by [Host.Sentence].
type Handler func(ctx context.Context, h *Host, c Call) (Reply, error)

// A Command is a slash command.
type Command struct {
	Name     string
	Define   func(*Host) Definition
	Run      Handler
	Complete map[string]Handler // by option
	Long     bool               // whether it may think over a whole game, and so may take longer
	Alone    bool               // whether a person may have only one of it under way, because it costs much
}

// A Verb is what a button does.
type Verb struct {
	Name string
	Kind Kind
	Run  Handler
	Long bool // as of a [Command]

	Alone bool // as of a command; one of the same name shares its lane
}

// Private is a verb with an answer of its own, wherever the button stands.
func PrivateVerb(name string, run Handler) Verb {
	return Verb{Name: name, Kind: Private, Run: run}
}

// Update is a verb that changes the private message with the button, or a public one if the
// reply is Public.
func UpdateVerb(name string, run Handler) Verb {
	return Verb{Name: name, Kind: Update, Run: run}
}

// Alone is a verb of which a person may have only one under way.
func Alone(v Verb) Verb { v.Alone = true; return v }

// Long is a verb that may think over a whole game.
func Long(v Verb) Verb { v.Long = true; return v }
