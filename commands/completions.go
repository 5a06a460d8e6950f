package commands

import (
	"context"
	"strings"
	"unicode"

	"parlour/commands/message"
	"parlour/games"
)

// completeKind lists the games whose names have what was typed, then those that say it of
// themselves, each with a few words on what it is.
func completeKind(_ context.Context, s *Service, c call) (Reply, error) {
	typed := fold(c.Options[c.Focus])
	var begin, have, about []message.MenuOption
	for _, g := range s.Games {
		info := g.Info()
		line := suggestion(s, c, info.Name, "suggest.game", "Game", info.Title, "About", games.Say(info.Name+".about"))
		switch title := fold(info.Title); {
		case strings.HasPrefix(title, typed), strings.HasPrefix(fold(info.Name), typed):
			begin = append(begin, line)
		case strings.Contains(title, typed):
			have = append(have, line)
		case strings.Contains(fold(line.Label), typed):
			about = append(about, line)
		}
	}
	found := append(append(begin, have...), about...)
	return Reply{Choices: found[:min(len(found), message.MaxMenu)]}, nil
}

// completeLevel lists the levels at which Parlour plays the game that is typed already, and
// that one plays it alone where that can be.
func completeLevel(_ context.Context, s *Service, c call) (Reply, error) {
	game, err := s.kind(c.Options[optionGame])
	if err != nil {
		return Reply{Choices: named(s, "level.", levelNames())}, nil
	}
	var found []message.MenuOption
	add := func(value string, help games.Text) {
		line := suggestion(s, c, value, "suggest.level", "Level", games.Say("level."+value), "Help", help)
		if strings.Contains(fold(line.Label), fold(c.Options[c.Focus])) {
			found = append(found, line)
		}
	}
	if game.Info().MinSeats == 1 {
		add(levelAlone, games.Say("level.alone.help"))
	}
	if _, plays := game.(games.Opponent); plays {
		for _, level := range levelNames() {
			add(level, games.Say(game.Info().Name+".level."+level))
		}
	}
	return Reply{Choices: found}, nil
}

// levelNames lists the levels as they are typed.
func levelNames() []string {
	var all []string
	for _, level := range games.Levels {
		all = append(all, string(level))
	}
	return all
}

// named makes options of values, whose labels have keys with the same beginning.
func named(s *Service, prefix string, values []string) []message.MenuOption {
	var all []message.MenuOption
	for _, v := range values {
		all = append(all, message.MenuOption{Label: s.writer.Label("en", prefix+v), Value: v})
	}
	return all
}

// completeOptions lists the options of the game that is typed already.
func completeOptions(_ context.Context, s *Service, c call) (Reply, error) {
	game, err := s.kind(c.Options[optionGame])
	if err != nil {
		return Reply{}, nil // the command itself will say what is wrong
	}
	return Reply{Choices: s.writer.SuggestOptions(c.Lang, game.Info(), c.Options[c.Focus])}, nil
}

// fold drops what a person may leave out of a text that they type.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
