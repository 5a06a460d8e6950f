package commands

import (
	"context"

	"parlour/commands/interaction"
	"parlour/commands/locale"
	"parlour/commands/match/which"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/message/insight"
	"parlour/commands/message/personal"
	"parlour/games"
)

// helpCommand defines /help.
func helpCommand() command { return command{name: "help", run: help, define: options()} }

// rulesCommand defines /rules.
func rulesCommand() command {
	return command{
		name: "rules", run: rules, define: options(completingAs(optionGame, "option.rules")),
		complete: map[string]handler{optionGame: completeKind},
	}
}

// help says in a few lines what Parlour does, with a button for each game.
func help(_ context.Context, s *Service, c call) (interaction.Reply, error) {
	return interaction.Reply{Message: personal.Games(s.writer, c.Lang, "help.page", s.infos())}, nil
}

// infos returns what there is to know of the games that are offered.
func (s *Service) infos() []games.Info {
	var all []games.Info
	for _, g := range s.Games {
		all = append(all, g.Info())
	}
	return all
}

// rules tells the rules of the game that is named, else of the one that is played here or by
// the asker, else of one to be chosen.
func rules(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	if name := c.Options[optionGame]; name != "" {
		return rulesOf(s, c, name)
	}
	if m, _, err := s.find(ctx, c, which.Anyone); err == nil && m != nil {
		return rulesOf(s, c, m.Info.Name)
	}
	return interaction.Reply{Message: personal.Games(s.writer, c.Lang, "rules.ask", s.infos())}, nil
}

// rulesOfButton tells the rules of the game that a button names or a menu chose.
func rulesOfButton(_ context.Context, s *Service, c call) (interaction.Reply, error) {
	names := append(c.button.Steps, c.Values...)
	if len(names) != 1 {
		return interaction.Reply{}, games.Refuse("refuse.button")
	}
	return rulesOf(s, c, names[0])
}

// rulesOf tells the rules of a game, its designer and where they are published, with a picture.
func rulesOf(s *Service, c call, name string) (interaction.Reply, error) {
	game, err := s.kind(name)
	if err != nil {
		return interaction.Reply{}, err
	}
	picture, caption, err := insight.Example(s.writer, c.reader(), game)
	if err != nil {
		return interaction.Reply{}, err
	}
	info := game.Info()
	msg := message.Message{Picture: picture, Content: message.Lines(
		s.say(c, "rules.head", "Game", info.Title, "Designer", info.Designer, "Players", info.Players()),
		s.say(c, info.Name+".rules"),
		s.say(c, "rules.example", "Caption", locale.Verbatim(caption)),
		s.say(c, "rules.source", "Source", locale.Verbatim(info.Source)),
	)}
	if _, played := game.(games.Opponent); played {
		id := button.Button{Verb: "practise", Steps: []string{name}}.String()
		msg.Rows = [][]message.Control{{{ID: id, Label: s.writer.Label(c.Lang, "button.practise")}}}
	}
	return interaction.Reply{Message: msg}, nil
}
