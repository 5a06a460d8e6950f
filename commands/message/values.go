package message

import "parlour/games"

// ParseLevel reads a level of an opponent as it is typed into an option: its name or its number.
func ParseLevel(o games.Opponent, text string) (games.Level, error) {
	ladder := o.Levels()
	if level, ok := games.FindLevel(ladder, text); ok {
		return level, nil
	}
	return "", games.Refuse("refuse.level", "Game", o.Info().Title, "Value", text, "Count", len(ladder))
}

// RefuseValue refuses a value of an option and lists the values that there are.
func RefuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", games.Either(values))
}
