package locale

import "parlour/games"

// OptionValue returns the words for a value of a game's option: its own, or those that all
// values of the option have.
func OptionValue(v Voice, game, option, value string) string {
	key := game + ".option." + option + "."
	if said := v.Say(games.Say(key + value)); said != key+value {
		return said
	}
	if said := v.Say(games.Say(key+"each", "Value", value)); said != key+"each" {
		return said
	}
	return option + " " + value
}

// OptionWords returns the options of a match in words: those whose value is not the usual one,
// and those that every table shows, such as the size of a board.
func OptionWords(v Voice, info games.Info, chosen map[string]string) []string {
	var said []string
	for _, o := range info.Options {
		if value := chosen[o.Name]; value != "" && (o.Shown || value != o.Default) {
			said = append(said, OptionValue(v, info.Name, o.Name, value))
		}
	}
	return said
}
