package typing

import "parlour/games"

// ParseLevel reads a level of an opponent as it is typed into an option.
func ParseLevel(o games.Opponent, option, text string) (games.Level, error) {
	if level, ok := games.FindLevel(o.Levels(), text); ok {
		return level, nil
	}
	var all []string
	for _, l := range o.Levels() {
		all = append(all, string(l))
	}
	return "", RefuseValue(option, text, all...)
}

// RefuseValue refuses a value of an option and lists the values that there are.
func RefuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", games.Either(values))
}
