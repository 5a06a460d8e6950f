package commands

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/message"
	"parlour/games"
)

func helpCommand() command { return command{name: "help", run: help, define: options()} }

func rulesCommand() command {
	return command{
		name: "rules", run: rules, define: options(completingAs(optionGame, "option.rules")),
		complete: map[string]handler{optionGame: completeKind},
	}
}

// help shows everything on one page. Games have a line each, as long as the page fits into a
// message; else a name each, and as many of those as fit.
func help(_ context.Context, s *Service, c call) (Reply, error) {
	page := func(list string) string { return s.say(c, "help.page", "Games", locale.Verbatim(list)) }
	var full, short []string
	for _, g := range s.Games {
		info := g.Info()
		full = append(full, s.say(c, "help.game", "Game", info.Title, "Name", info.Name, "Players", info.Players(),
			"Designer", info.Designer, "Source", locale.Verbatim(info.Source), "About", games.Say(info.Name+".about")))
		short = append(short, s.say(c, "help.game-short", "Game", info.Title, "Name", info.Name))
	}
	said := page(message.Lines(full...))
	for n := len(short); utf8.RuneCountInString(said) > message.MaxContent; n-- {
		list := strings.Join(short[:n], ", ")
		if n < len(short) {
			list = message.Lines(list, s.say(c, "list.more", "Count", len(short)-n))
		}
		said = page(list)
	}
	return say(said), nil
}

// rules tells the rules of the game that is named, else of the one that is played here or by
// the asker, else of one to be chosen.
func rules(ctx context.Context, s *Service, c call) (Reply, error) {
	if name := c.Options[optionGame]; name != "" {
		return rulesOf(s, c, name)
	}
	if m, _, err := s.find(ctx, c, anyone); err == nil && m != nil {
		return rulesOf(s, c, m.Info.Name)
	}
	return Reply{Message: message.Message{Content: s.say(c, "rules.ask"), Rows: rulesMenus(s, c)}}, nil
}

// maxRows is how many rows of buttons and menus a message has at most.
const maxRows = 5

// rulesMenus lists the games in menus, as many as a message takes.
func rulesMenus(s *Service, c call) [][]message.Control {
	var rows [][]message.Control
	for part := range slices.Chunk(s.Games, message.MaxMenu) {
		menu := message.Control{
			ID:    message.Button{Verb: "rules", Turn: len(rows)}.String(), // each menu has an id of its own
			Label: s.writer.Label(c.Lang, "rules.choose"),
		}
		for _, g := range part {
			menu.Options = append(menu.Options, message.MenuOption{Label: g.Info().Title, Value: g.Info().Name})
		}
		rows = append(rows, []message.Control{menu})
	}
	return rows[:min(len(rows), maxRows)]
}

// rulesOfButton tells the rules of the game that a button names or a menu chose.
func rulesOfButton(_ context.Context, s *Service, c call) (Reply, error) {
	names := append(c.button.Steps, c.Values...)
	if len(names) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	return rulesOf(s, c, names[0])
}

// rulesOf tells the rules of a game, its designer and where they are published, with a picture.
func rulesOf(s *Service, c call, name string) (Reply, error) {
	game, err := s.kind(name)
	if err != nil {
		return Reply{}, err
	}
	picture, caption, err := s.writer.Example(c.reader(), game)
	if err != nil {
		return Reply{}, err
	}
	info := game.Info()
	return Reply{Message: message.Message{Content: message.Lines(
		s.say(c, "rules.head", "Game", info.Title, "Designer", info.Designer, "Players", info.Players()),
		s.say(c, info.Name+".rules"),
		s.say(c, "rules.example", "Caption", locale.Verbatim(caption)),
		s.say(c, "rules.source", "Source", locale.Verbatim(info.Source)),
	), Picture: picture}}, nil
}
