package message

import (
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/games"
)

// LevelAlone stands beside the levels of Parlour for a game that one person plays alone.
const LevelAlone = "alone"

// SuggestGames lists the games whose names have what was typed, then those that say it of
// themselves, each with a few words on what it is.
func (w *Writer) SuggestGames(lang string, list []games.Game, typed string) []MenuOption {
	v, typed := w.Plain(lang, nil), loose(typed)
	var begin, have, about []MenuOption
	for _, g := range list {
		info := g.Info()
		said := v.Say(games.Say("suggest.game", "Game", info.Title, "About", info.About()))
		line := MenuOption{Label: Clip(said, maxOptionLine), Value: info.Name}
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
	return found[:min(len(found), MaxMenu)]
}

// SuggestLevels lists the levels at which Parlour plays a game and, where that can be, that one
// plays it alone: those whose name has what was typed, or whose number begins with it. A level whose name or number
// was typed comes first. Without a game it lists the levels that any game has.
func (w *Writer) SuggestLevels(lang string, game games.Game, typed string) []MenuOption {
	v := w.Plain(lang, nil)
	var found []MenuOption
	list := func(value string, name games.Text, step int, help games.Text) {
		if strings.Contains(loose(v.Say(name)), loose(typed)) || step > 0 && strings.HasPrefix(strconv.Itoa(step), loose(typed)) {
			found = append(found, levelOption(v, value, name, step, help))
		}
	}
	if game != nil && game.Info().MinSeats == 1 {
		list(LevelAlone, games.Say("level.alone"), 0, games.Say("level.alone.help"))
	}
	o, plays := game.(games.Opponent)
	switch {
	case plays:
		meant, _ := games.FindLevel(o.Levels(), typed)
		if meant != "" {
			found = append(found, w.LevelOption(lang, o, meant))
		}
		for i, level := range o.Levels() {
			if level != meant {
				list(string(level), level.Words(), i+1, level.Help(o))
			}
		}
	case game == nil:
		for _, level := range []games.Level{games.Easy, games.Medium, games.Hard} {
			list(string(level), level.Words(), 0, games.Text{})
		}
	}
	return found
}

// LevelOption returns a level of an opponent as a line to choose, with what the opponent says of it.
func (w *Writer) LevelOption(lang string, o games.Opponent, level games.Level) MenuOption {
	return levelOption(w.Plain(lang, nil), string(level), level.Words(), level.Step(o.Levels()), level.Help(o))
}

// levelOption returns a line with the name of a level, its number if the name doesn't say it, and what is said of
// it; step and help may be zero.
func levelOption(v locale.Voice, level string, name games.Text, step int, help games.Text) MenuOption {
	said := v.Say(name)
	if !games.Level(level).Named() {
		step = 0
	}
	if help.Key != "" {
		said = v.Say(games.Say("suggest.level", "Level", said, "Step", step, "Help", help))
	}
	return MenuOption{Label: Clip(said, maxOptionLine), Value: level}
}
