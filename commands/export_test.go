package commands

import (
	"slices"
)

// Verbs lists the names of all verbs.
func Verbs() []string {
	var all []string
	for name := range verbs() {
		all = append(all, string(name))
	}
	slices.Sort(all)
	return all
}
