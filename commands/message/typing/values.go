package typing

import (
	"slices"
	"strings"

	"parlour/games"
)

// ParseLevel reads a level as it is typed into an option.
func ParseLevel(option, text string) (games.Level, error) {
	if level := games.Level(strings.ToLower(text)); slices.Contains(games.Levels, level) {
		return level, nil
	}
	var all []string
	for _, l := range games.Levels {
		all = append(all, string(l))
	}
	return "", RefuseValue(option, text, all...)
}

// RefuseValue refuses a value of an option and lists the values that there are.
func RefuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", games.Either(values))
}
