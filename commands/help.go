package commands

import (
	"context"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// helpCommand defines /help.
func helpCommand() command { return command{Name: "help", Run: help, Define: options()} }

// rulesCommand defines /rules.
func rulesCommand() command {
	return command{
		Name: "rules", Run: rules, Define: options(completingAs(optionGame, "option.rules")),
		Complete: map[string]handler{optionGame: completeKind},
	}
}

// help says in a few lines what Parlour does, with a button for each game. People who manage the server
// are told of their own commands too.
func help(ctx context.Context, h *host, c call) (Reply, error) {
	reply, err := gamesHere(ctx, h, c, "help.page")
	if c.Manages {
		reply.Message.Content = message.Lines(reply.Message.Content, h.say(c, "help.manage"))
	}
	return reply, err
}

// gamesHere says a sentence and offers the rules of the games that are offered here.
func gamesHere(ctx context.Context, h *host, c call, key string) (Reply, error) {
	here, err := h.gamesHere(ctx, c)
	var all []games.Info
	for _, g := range here {
		all = append(all, g.Info())
	}
	return Reply{Message: h.Writer.Games(c.Lang, key, all)}, err
}

// rules tells the rules of the game that is named, else of the one that is played here or by
// the asker, else of one to be chosen.
func rules(ctx context.Context, h *host, c call) (Reply, error) {
	if name := c.Options[optionGame]; name != "" {
		if _, err := h.gameHere(ctx, c, name); err != nil {
			return Reply{}, err
		}
		return rulesOf(h, c, name)
	}
	if m, _, err := h.find(ctx, c, match.Anyone); err == nil && m != nil {
		return rulesOf(h, c, m.Info.Name)
	}
	return gamesHere(ctx, h, c, "rules.ask")
}

// rulesOfButton tells the rules of the game that a button names or a menu chose.
func rulesOfButton(_ context.Context, h *host, c call) (Reply, error) {
	names := append(c.Pressed.Steps, c.Values...)
	if len(names) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	return rulesOf(h, c, names[0])
}

// rulesOf tells the rules of a game, its designer and where they are published, with a picture.
func rulesOf(h *host, c call, name string) (Reply, error) {
	game, err := h.gameNamed(name)
	if err != nil {
		return Reply{}, err
	}
	picture, caption, err := h.Writer.Example(c.reader(), game)
	if err != nil {
		return Reply{}, err
	}
	info, source := game.Info(), "rules.source"
	if info.Experiment {
		source = "rules.experiment"
	}
	msg := message.Message{Picture: picture, Content: message.Lines(
		h.say(c, "rules.head", "Game", info.Title, "Designer", info.Designer, "Players", info.Players()),
		h.say(c, info.Name+".rules"),
		h.say(c, "rules.example", "Caption", locale.Verbatim(caption)),
		h.say(c, source, "Source", locale.Verbatim(info.Source)),
	)}
	if _, played := game.(games.Opponent); played {
		id := message.Button{Verb: message.VerbPractise, Steps: []string{name}}.String()
		msg.Rows = [][]message.Control{{{ID: id, Label: h.Writer.Label(c.Lang, "button.practise")}}}
	}
	return Reply{Message: msg}, nil
}
