package commands

import (
	"context"
	"errors"
	"slices"
	"strings"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// The options of /play that are not the game's.
const (
	optionOpponent  = "opponent"
	optionFirst     = message.OptionFirst
	optionTurnTime  = "turn-time"
	optionTotalTime = "total-time"
	optionLevel     = "level"
)

var tableOptions = []string{optionOpponent, optionFirst, optionTurnTime, optionTotalTime, optionLevel}

// firsts are the values of optionFirst, the default first.
var firsts = []string{"random", "me", "them"}

func playCommand() command {
	return command{name: "play", define: definePlay, complete: map[string]handler{
		optionTurnTime: completeLimit, optionTotalTime: completeLimit,
	}}
}

// definePlay defines /play, which has a subcommand for each game.
func definePlay(s *Service) Definition {
	d := Definition{Server: true}
	for _, g := range s.Games {
		d.Subs = append(d.Subs, definePlayOf(s, g))
	}
	return d
}

// definePlayOf defines the subcommand of /play for a game.
func definePlayOf(s *Service, g games.Game) Definition {
	info := g.Info()
	list := []func(*Service) Parameter{
		func(s *Service) Parameter {
			return Parameter{Name: optionOpponent, Description: describe(s, "option.opponent"), Person: true}
		},
		choosing(optionFirst, func(*Service) []message.MenuOption { return same(firsts...) }),
		completing(optionTurnTime), completing(optionTotalTime),
	}
	if _, ok := g.(games.Opponent); ok {
		levels := func(s *Service) []message.MenuOption { return levels(s, info.Name) }
		list = slices.Insert(list, 1, choosing(optionLevel, levels))
	}
	d := options(list...)(s)
	d.Name, d.Description = info.Name, describe(s, info.Name+".about")
	for _, o := range info.Options {
		d.Options = append(d.Options, Parameter{
			Name: o.Name, Description: describe(s, info.Name+".option."+o.Name), Choices: same(o.Values...),
		})
	}
	return d
}

// levels returns the choices for the level of an opponent, each with its line of help.
func levels(s *Service, game string) []message.MenuOption {
	var all []message.MenuOption
	for _, level := range games.Levels {
		help := s.writer.Label("en", game+".level."+string(level))
		all = append(all, message.MenuOption{Label: message.Clip(string(level)+": "+help, maxDescription), Value: string(level)})
	}
	return all
}

// play opens a table, challenges one person, or begins a game against Parlour.
func play(ctx context.Context, s *Service, c call, name string) (Reply, error) {
	game := s.env.Game(name)
	if game == nil {
		return Reply{}, games.Refuse("refuse.game", "Game", name)
	}
	if err := s.place(c.Request); err != nil {
		return Reply{}, err
	}
	opened, err := newTable(s, game, c)
	if err != nil {
		return Reply{}, err
	}
	if _, err := s.Store.Create(ctx, opened.Head); err != nil && !errors.Is(err, storage.ErrExists) {
		return Reply{}, err
	}
	due := match.Unshown{ID: opened.ID}
	title := opened.Info.Title
	said := s.say(c, "table.opened", "Game", title)
	switch {
	case opened.Invited != nil:
		said = s.say(c, "table.challenged", "Name", opened.Invited.Name, "Game", title)
	case len(opened.Players) > 1 && opened.Info.Chance: // there may be a word to say first
		said = s.say(c, "table.set", "Game", title, "Name", opened.Players[1].Name)
	case len(opened.Players) > 1:
		said = s.say(c, "table.against", "Game", title, "Name", opened.Players[1].Name)
		if opened, err = startAtOnce(ctx, s, c, opened.ID); err != nil {
			return Reply{}, err
		}
		due = opened.Unshown()
	}
	said = message.Lines(said, s.writer.DirectNote(c.reader(), opened))
	return Reply{
		Message: message.Message{Content: said, Rows: s.writer.OfferWord(c.reader(), opened)},
		Due:     []match.Unshown{due},
	}, nil
}

// startAtOnce begins the game at a table where everybody sits who is to play.
func startAtOnce(ctx context.Context, s *Service, c call, id string) (*match.Match, error) {
	return s.env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		return nil, match.StartAtOnce(m, s.venue(c))
	})
}

// newTable makes a table of what was asked for, which is not stored yet.
func newTable(s *Service, game games.Game, c call) (*match.Match, error) {
	options, err := checkOptions(game, c)
	if err != nil {
		return nil, err
	}
	first := c.Options[optionFirst]
	if first == "" {
		first = firsts[0]
	}
	if !slices.Contains(firsts, first) {
		return nil, refuseValue(optionFirst, first, firsts...)
	}
	turn, total, err := timeFor(c)
	if err != nil {
		return nil, err
	}
	head := storage.Head{
		ID: match.IDOf(c.ID), Created: s.Now(), NextCheck: s.Now(),
		Lobby: storage.Lobby{
			Phase: storage.Open, Setup: games.Setup{Game: game.Info().Name, Options: options},
			Players: []storage.Player{c.By.player()}, First: first,
		},
		Timing: storage.Timing{TurnTime: turn, TotalTime: total},
		Place: storage.Place{
			Palette: c.own.Palette, Lang: c.PlaceLang, Thread: c.Threads,
			Guild: c.Guild, Channel: c.Channel, Home: c.Channel,
		},
		Publication: storage.Publication{Desired: storage.Revision{Post: 1}},
	}
	if err = match.FixDeal(&head.Lobby, game.Info(), s.Random); err != nil {
		return nil, err
	}
	m := &match.Match{Match: storage.Match{Head: head}, Game: game, Info: game.Info()}
	level, err := levelOf(c)
	switch {
	case err != nil:
		return nil, err
	case level == "":
		m.Invited, err = challenged(c)
	default:
		err = match.SeatOpponent(m, hire(s, m, level))
	}
	return m, err
}

// hire returns an opponent of a level for a table.
func hire(s *Service, m *match.Match, level games.Level) match.Hire {
	return match.Hire{Level: level, Name: func(number int) string { return s.writer.OpponentName(m.Lang, level, number) }}
}

// checkOptions returns the game's options, complete. They are checked one by one, and all
// together by starting a game of the fewest players.
func checkOptions(game games.Game, c call) (map[string]string, error) {
	given := map[string]string{}
	for name, value := range c.Options {
		if !slices.Contains(tableOptions, name) {
			given[name] = value
		}
	}
	info := game.Info()
	options, err := info.Complete(given)
	if err != nil {
		return nil, err
	}
	_, err = game.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: info.MinSeats, Options: options})
	return options, err
}

// challenged returns the person who is challenged, nil at a table for anyone.
func challenged(c call) (*storage.Player, error) {
	if _, given := c.Options[optionOpponent]; !given {
		return nil, nil
	}
	p := c.People[optionOpponent]
	switch {
	case p.ID == c.By.ID:
		return nil, games.Refuse("refuse.self")
	case p.Bot:
		return nil, games.Refuse("refuse.bot", "Name", p.Name)
	case p.ID == "" || !p.Sees:
		return nil, games.Refuse("refuse.unseen", "Name", p.Name)
	}
	player := p.player()
	return &player, nil
}

// levelOf returns the level of the opponent that a table is opened with, empty at a table for
// people. A level without an opponent asks for Parlour.
func levelOf(c call) (games.Level, error) {
	_, named := c.Options[optionOpponent]
	level, given := c.Options[optionLevel]
	self := c.People[optionOpponent].Self
	switch {
	case !given && !self:
		return "", nil
	case named && !self:
		return "", games.Refuse("refuse.level-person", "Name", c.People[optionOpponent].Name)
	case !given:
		return games.Medium, nil
	}
	return parseLevel(level)
}

// parseLevel reads a level as it is typed.
func parseLevel(text string) (games.Level, error) {
	if slices.Contains(games.Levels, games.Level(text)) {
		return games.Level(text), nil
	}
	var all []string
	for _, l := range games.Levels {
		all = append(all, string(l))
	}
	return "", refuseValue(optionLevel, text, all...)
}

// refuseValue refuses a value of an option and lists the values that there are.
func refuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", strings.Join(values, ", "))
}
