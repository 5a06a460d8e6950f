package commands

import (
	"context"
	"slices"
	"strings"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/message/personal"
	"parlour/commands/message/typing"
	"parlour/games"
	"parlour/storage"
)

// The options of /play, beside [optionGame], which names a game here.
const (
	optionOpponent  = "opponent"
	optionLevel     = "level"
	optionFirst     = "first"
	optionTurnTime  = "turn-time"
	optionTotalTime = "total-time"
	optionOptions   = "options" // the game's own
)

// playCommand has one form for all games, however many there are: the games and the options
// of each are completed.
func playCommand() command {
	return command{
		name: "play", run: play,
		define: options(
			required(completingAs(optionGame, "option.play")),
			func(s *Service) interaction.Parameter {
				return interaction.Parameter{Name: optionOpponent, Description: describe(s, "option.opponent"), Person: true}
			},
			completing(optionLevel),
			choosing(optionFirst, func(s *Service) []message.MenuOption { return named(s, "first.", match.Firsts) }),
			completing(optionTurnTime), completing(optionTotalTime), completing(optionOptions),
		),
		complete: map[string]handler{
			optionGame: completeKind, optionLevel: completeLevel, optionOptions: completeOptions,
			optionTurnTime: completeLimit, optionTotalTime: completeLimit,
		},
	}
}

// play opens a table, challenges one person, or begins a game alone or against Parlour.
func play(ctx context.Context, s *Service, c call) (interaction.Reply, error) {
	return s.open(ctx, c, false)
}

// open does what /play asks for. A game against Parlour begins at once, unless chance is in it
// and others watch: then there may be a word to say first. Hurried, it begins in any case.
func (s *Service) open(ctx context.Context, c call, hurried bool) (interaction.Reply, error) {
	game, err := s.kind(c.Options[optionGame])
	if err != nil {
		return interaction.Reply{}, err
	}
	if err := s.place(c.Request); err != nil {
		return interaction.Reply{}, err
	}
	with, err := companyOf(game, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	wanted, err := newTable(s, game, c, with)
	if err != nil {
		return interaction.Reply{}, err
	}
	atOnce := with.alone || with.level != "" && (hurried || c.withBot() || !wanted.Info.Chance)
	if atOnce || c.Guest { // no check shows the table meanwhile, not even that of a bot that begins just now
		wanted.NextCheck = s.Now().Add(2 * match.Lease)
	}
	m, err := s.gate.Open(ctx, s.env, wanted, atOnce)
	if err != nil {
		return interaction.Reply{}, err
	}
	due := match.Unshown{ID: m.ID}
	if atOnce {
		if m, err = startAtOnce(ctx, s, c, m.ID); err != nil {
			return interaction.Reply{}, err
		}
		due = m.Unshown()
	}
	return announce(ctx, s, c, m, due)
}

// kind returns the game that somebody typed, by its name or its title. A refusal names some games.
func (s *Service) kind(typed string) (games.Game, error) {
	var titles []string
	for _, g := range s.Games {
		info := g.Info()
		if games.Fold(typed) == games.Fold(info.Name) || games.Fold(typed) == games.Fold(info.Title) {
			return g, nil
		}
		titles = append(titles, info.Title)
	}
	return nil, games.Refuse("refuse.game", "Games", strings.Join(titles[:min(8, len(titles))], ", "))
}

// announce tells its opener what has become of a table, and everybody that it is there.
func announce(ctx context.Context, s *Service, c call, m *match.Match, due match.Unshown) (interaction.Reply, error) {
	said, err := s.opened(ctx, c, m)
	if err != nil {
		return interaction.Reply{}, err
	}
	reply := interaction.Reply{Message: welcome(ctx, s, c, m, message.Message{Content: said}), Due: []match.Unshown{due}}
	if c.Guest {
		err = aloud(ctx, s, m, &reply)
	}
	return reply, err
}

// startAtOnce begins the game at a table where everybody sits who is to play.
func startAtOnce(ctx context.Context, s *Service, c call, id string) (*match.Match, error) {
	return s.env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		return nil, lobby.StartAtOnce(m, s.venue(c))
	})
}

// opened says to its opener what has become of a table.
func (s *Service) opened(ctx context.Context, c call, m *match.Match) (string, error) {
	switch {
	case m.Invited != nil:
		said := s.say(c, "table.challenged", "Name", m.Invited.Name)
		own, err := storage.People.Get(ctx, s.Store, m.Invited.ID)
		return message.Lines(said, personal.AwayLine(s.writer, c.Lang, m.Invited.Name, own, s.Now())), err
	case m.Phase == storage.Open && len(m.Players) > 1:
		return s.say(c, "table.set", "Name", m.Players[1].Name), nil
	case m.Phase == storage.Open:
		return s.say(c, "table.opened"), nil
	}
	seat := m.SeatOf(c.By.ID)
	key, others := "table.against", m.Others(seat)
	switch {
	case len(others) == 0:
		key = "table.alone"
	case m.State != nil && len(m.StateAt(0).ToMove()) > 1:
		key = "table.against-all"
	case m.SeatOf(c.By.ID) == 0:
		key = "table.against-you"
	}
	return s.writer.Voice(c.Lang, m.Names()).Say(games.Say(key, "Name", others, "First", games.Seat(0), "You", seat == 0)), nil
}

// newTable makes a table of what was asked for, which is not stored yet.
func newTable(s *Service, game games.Game, c call, with company) (*match.Match, error) {
	given, err := typing.ReadOptions(s.writer, c.Lang, game.Info(), c.Options[optionOptions])
	if err != nil {
		return nil, err
	}
	options, err := lobby.CheckOptions(game, given)
	if err != nil {
		return nil, err
	}
	first := c.Options[optionFirst]
	if first == "" {
		first = match.Firsts[0]
	}
	if !slices.Contains(match.Firsts, first) {
		return nil, typing.RefuseValue(optionFirst, first, match.Firsts...)
	}
	turn, total, err := timeFor(c)
	if err != nil {
		return nil, err
	}
	m, err := lobby.NewTable(s.Random, game, storage.Head{
		ID: match.IDOf(c.ID), Created: s.Now(),
		Lobby: storage.Lobby{
			Setup:   games.Setup{Options: options},
			Players: []storage.Player{c.By.Player()}, Invited: with.invited, First: first,
		},
		Timing: storage.Timing{TurnTime: turn, TotalTime: total},
		Place: storage.Place{
			Palette: c.own.Palette, Lang: c.PlaceLang, Thread: c.Threads, Guild: c.Guild, Guest: c.Guest, Home: c.Channel,
		},
	})
	for err == nil && with.level != "" && (len(m.Players) == 1 || len(m.Players) < m.Info.MinSeats) {
		err = lobby.SeatOpponent(m, hire(s, m, with.level))
	}
	return m, err
}
