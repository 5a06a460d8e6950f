package commands

import (
	"maps"
	"slices"
)

// Verbs lists the names of all verbs.
func Verbs() []string { return slices.Sorted(maps.Keys(verbs())) }
