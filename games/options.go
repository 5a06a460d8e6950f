package games

import (
	"maps"
	"slices"
	"strings"
)

// Complete returns the options with the defaults filled in. It returns a
// *Refusal for an option that the game does not have and for a value out of its
// range.
func (i Info) Complete(options map[string]string) (map[string]string, error) {
	full := make(map[string]string, len(i.Options))
	for _, o := range i.Options {
		full[o.Name] = o.Default
		v, given := options[o.Name]
		if !given {
			continue
		}
		if !slices.Contains(o.Values, v) {
			return nil, Refuse("refuse.option.value", "Option", o.Name, "Value", v,
				"Values", strings.Join(o.Values, ", "))
		}
		full[o.Name] = v
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if _, known := full[name]; !known {
			return nil, Refuse("refuse.option.name", "Game", i.Title, "Option", name)
		}
	}
	return full, nil
}
