package typing

import (
	"strings"

	"parlour/commands/message"
	"parlour/games"
)

// LevelAlone stands beside the levels of Parlour for a game that one person plays alone.
const LevelAlone = "alone"

// SuggestGames lists the games whose names have what was typed, then those that say it of
// themselves, each with a few words on what it is.
func SuggestGames(w *message.Writer, lang string, list []games.Game, typed string) []message.MenuOption {
	v, typed := w.Plain(lang, nil), loose(typed)
	var begin, have, about []message.MenuOption
	for _, g := range list {
		info := g.Info()
		said := v.Say(games.Say("suggest.game", "Game", info.Title, "About", info.About()))
		line := message.MenuOption{Label: message.Clip(said, maxLine), Value: info.Name}
		switch title := loose(info.Title); {
		case strings.HasPrefix(title, typed), strings.HasPrefix(loose(info.Name), typed):
			begin = append(begin, line)
		case strings.Contains(title, typed):
			have = append(have, line)
		case strings.Contains(loose(said), typed):
			about = append(about, line)
		}
	}
	found := append(append(begin, have...), about...)
	return found[:min(len(found), message.MaxMenu)]
}

// SuggestLevels lists the levels at which Parlour plays a game and, where that can be, that one
// plays it alone. Without a game it lists the levels that any game has.
func SuggestLevels(w *message.Writer, lang string, game games.Game, typed string) []message.MenuOption {
	v := w.Plain(lang, nil)
	var found []message.MenuOption
	add := func(level string, name, help games.Text) {
		said := v.Say(name)
		if help.Key != "" {
			said = v.Say(games.Say("suggest.level", "Level", said, "Help", help))
		}
		if strings.Contains(loose(said), loose(typed)) {
			found = append(found, message.MenuOption{Label: message.Clip(said, maxLine), Value: level})
		}
	}
	if game != nil && game.Info().MinSeats == 1 {
		add(LevelAlone, games.Say("level.alone"), games.Say("level.alone.help"))
	}
	o, plays := game.(games.Opponent)
	switch {
	case plays:
		for _, level := range o.Levels() {
			add(string(level), level.Words(), level.Help(o))
		}
	case game == nil:
		for _, level := range []games.Level{games.Easy, games.Medium, games.Hard} {
			add(string(level), level.Words(), games.Text{})
		}
	}
	return found
}
