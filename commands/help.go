package commands

import (
	"context"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// help says in a few lines what Parlour does, with a button for each game. People who manage the server
// are told of their own commands too.
func (c call) help(ctx context.Context) (Reply, error) {
	reply, err := c.offerRules(ctx, "help.page")
	if c.Manages {
		reply.Message.Content = message.Lines(reply.Message.Content, c.say("help.manage"))
	}
	return reply, err
}

// offerRules says a sentence and offers the rules of the games that are offered here.
func (c call) offerRules(ctx context.Context, key string) (Reply, error) {
	here, err := c.gamesHere(ctx)
	var all []games.Info
	for _, g := range here {
		all = append(all, g.Info())
	}
	return Reply{Message: c.Writer.Games(c.Lang, key, all)}, err
}

// rules tells the rules of the game that is named, else of the one that is played here or by
// the asker, else of one to be chosen.
func (c call) rules(ctx context.Context) (Reply, error) {
	if name := c.Options[optionGame]; name != "" {
		if _, err := c.gameHere(ctx, name); err != nil {
			return Reply{}, err
		}
		return c.rulesOf(name)
	}
	if m, err := c.find(ctx, match.Anyone); err == nil {
		return c.rulesOf(m.Info.Name)
	}
	return c.offerRules(ctx, "rules.ask")
}

// rulesOfButton tells the rules of the game that a button names or a menu chose.
func (c call) rulesOfButton(_ context.Context) (Reply, error) {
	names := append(c.Pressed.Steps, c.Values...)
	if len(names) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	return c.rulesOf(names[0])
}

// rulesOf tells the rules of a game, its designer and where they are published, with a picture.
func (c call) rulesOf(name string) (Reply, error) {
	game, err := c.gameNamed(name)
	if err != nil {
		return Reply{}, err
	}
	picture, caption, err := c.Writer.Example(c.reader(), game)
	if err != nil {
		return Reply{}, err
	}
	info, source := game.Info(), "rules.source"
	if info.Experiment {
		source = "rules.experiment"
	}
	msg := message.Message{Picture: picture, Content: message.Lines(
		c.say("rules.head", "Game", info.Title, "Designer", info.Designer, "Players", info.Players()),
		c.say(info.Name+".rules"),
		c.say("rules.example", "Caption", locale.Verbatim(caption)),
		c.say(source, "Source", locale.Verbatim(info.Source)),
	)}
	if _, played := game.(games.Opponent); played {
		id := message.Button{Verb: message.VerbPractise, Steps: []string{name}}.String()
		msg.Rows = [][]message.Control{{{ID: id, Label: c.label("button.practise")}}}
	}
	return Reply{Message: msg}, nil
}
