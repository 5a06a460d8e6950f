package commands

import (
	"slices"

	"parlour/commands/message"
)

// Verbs lists the names of all verbs.
func Verbs() []string {
	var all []string
	for _, table := range []map[message.Verb]handler{answers, updates} {
		for verb := range table {
			all = append(all, string(verb))
		}
	}
	slices.Sort(all)
	return all
}
