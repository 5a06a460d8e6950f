package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
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

// playCommand defines /play. It has one form for all games, as their names and options are completed.
func playCommand() command {
	return command{
		Name: "play", Run: play,
		Define: options(
			required(completingAs(optionGame, "option.play")),
			func(h *host) parameter {
				return parameter{Name: optionOpponent, Description: h.describe("option.opponent"), Person: true}
			},
			completing(optionLevel),
			choosing(optionFirst, firstChoices),
			completing(optionTurnTime), completing(optionTotalTime), completing(optionOptions),
		),
		Complete: map[string]handler{
			optionGame: completeKind, optionLevel: completeLevel, optionOptions: completeOptions,
			optionTurnTime: completeLimit, optionTotalTime: completeLimit,
		},
	}
}

// play opens a table, challenges one person, or begins a game alone or against Parlour.
func play(ctx context.Context, h *host, c call) (Reply, error) {
	return open(ctx, h, c, false)
}

// open does what /play asks for. A game against Parlour begins at once, unless it has chance and
// others watch: then somebody may have a word to say first. Hurried, it begins in any case.
func open(ctx context.Context, h *host, c call, hurried bool) (Reply, error) {
	game, err := h.gameHere(ctx, c, c.Options[optionGame])
	if err != nil {
		return Reply{}, err
	}
	if err := mayOpen(ctx, h, c, game); err != nil {
		return Reply{}, err
	}
	with, err := companyOf(game, c)
	if err != nil {
		return Reply{}, err
	}
	here, err := h.server(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	wanted, err := newTable(h, game, c, with, here)
	if err != nil {
		return Reply{}, err
	}
	atOnce := with.alone || with.level != "" && (hurried || c.withBot() || !wanted.Info.Chance)
	if atOnce || c.Guest { // no check shows the table meanwhile, not even that of a bot that begins just now
		wanted.NextCheck, wanted.Owner = h.Now().Add(2*match.Lease), h.Env.Fleet.ID()
	}
	m, err := h.Gate.Open(ctx, h.Env, wanted, atOnce)
	if err != nil {
		return Reply{}, err
	}
	due, again := match.Unshown{ID: m.ID}, m.ID != wanted.ID
	if atOnce {
		if m, err = startAtOnce(ctx, h, c, m.ID); err != nil {
			return Reply{}, err
		}
		due = m.Unshown()
	}
	return announce(ctx, h, c, m, due, again)
}

// announce tells the opener of a table what has become of it, or where it is if they have asked for it
// again, and shows it to all.
func announce(ctx context.Context, h *host, c call, m *match.Match, due match.Unshown, again bool) (Reply, error) {
	said, err := opened(ctx, h, c, m)
	if err != nil {
		return Reply{}, err
	}
	if again && !c.Guest { // a guest shows the table once more, as its answer may be lost
		said = pointed(h, c, m)
	}
	reply := Reply{Message: welcome(ctx, h, c, m, message.Message{Content: said}), Due: []match.Unshown{due}}
	if c.Guest {
		err = h.aloud(ctx, m, &reply)
	}
	reply = h.told(c, due, reply)
	if m.Phase == storage.Playing && m.Thread && !again && reply.Then != nil {
		reply.Then = threaded(h, m, func(m *match.Match) string { return begun(h, c, m) }, reply)
	}
	return reply, err
}

// startAtOnce begins the game at a table at which all players sit.
func startAtOnce(ctx context.Context, h *host, c call, id string) (*match.Match, error) {
	v, err := venue(ctx, h, c)
	if err != nil {
		return nil, err
	}
	return h.Env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) { return nil, lobby.StartAtOnce(m, v) })
}

// opened says to the opener of a table what has become of it.
func opened(ctx context.Context, h *host, c call, m *match.Match) (string, error) {
	switch {
	case m.Invited != nil:
		said := h.say(c, "table.challenged", "Name", m.Invited.Name)
		own, err := storage.People.Get(ctx, h.Store, m.Invited.ID)
		return message.Lines(said, h.Writer.AwayLine(c.Lang, m.Invited.Name, own, h.Now())), err
	case m.Phase == storage.Open && len(m.Players) > 1:
		return h.say(c, "table.set", "Name", m.Players[1].Name), nil
	case m.Phase == storage.Open:
		return h.say(c, "table.opened"), nil
	}
	return begun(h, c, m), nil
}

// begun says that a game has begun at once and, when it has a thread, where that is.
func begun(h *host, c call, m *match.Match) string {
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
	return h.Writer.Voice(c.Lang, m.Names()).Say(games.Say(key, "Name", others, "First", games.Seat(0), "You", seat == 0, "Thread", message.ThreadLink(m)))
}

// newTable makes a table of what was asked for, which is not stored yet.
func newTable(h *host, game games.Game, c call, with company, here storage.Server) (*match.Match, error) {
	given, err := h.Writer.ReadOptions(c.Lang, game.Info(), c.Options[optionOptions])
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
		return nil, message.RefuseValue(optionFirst, first, match.Firsts...)
	}
	turn, total, err := timeFor(c, here.TurnTime)
	if err != nil {
		return nil, err
	}
	m, err := lobby.NewTable(h.Random, game, storage.Head{
		ID: match.IDOf(c.ID), Created: h.Now(),
		Lobby: storage.Lobby{
			Setup:   games.Setup{Options: options},
			Players: []storage.Player{c.By.Player()}, Invited: with.invited, First: first,
		},
		Timing: storage.Timing{TurnTime: turn, TotalTime: total},
		Place:  placeOf(c, here),
	})
	for err == nil && with.level != "" && (len(m.Players) == 1 || len(m.Players) < m.Info.MinSeats) {
		err = lobby.SeatOpponent(m, hire(h, m, with.level))
	}
	return m, err
}

// mayOpen returns a refusal if the asker can open no table for a game here.
func mayOpen(ctx context.Context, h *host, c call, game games.Game) error {
	if err := h.mayShow(c.Request); err != nil {
		return err
	}
	return h.MayBegin(ctx, c, game)
}

// placeOf returns the place of a table that is opened by a call.
func placeOf(c call, here storage.Server) storage.Place {
	return storage.Place{
		Palette: c.Own.Palette, Lang: c.PlaceLang, Thread: c.Threads && !here.Flat, Guild: c.Guild, Guest: c.Guest, Home: c.Channel,
	}
}

// venue returns what is known of the channel of a call.
func venue(ctx context.Context, h *host, c call) (lobby.Venue, error) {
	here, err := h.server(ctx, c)
	return lobby.Venue{Channel: c.Channel, Refusal: h.mayShow(c.Request), Threads: c.Threads && !here.Flat}, err
}
