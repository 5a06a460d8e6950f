// Package opening is what people do so that a game begins: /play, a table with its options and seats,
// a challenge and its answer, a rematch. It hands seats over, too.
//
// Its policies:
//
//   - Package lobby decides who may sit where and when a game begins. Its gate keeps people to the
//     games and tables that they may have.
//   - A person who sits down is told what they have not been told yet, such as that a game is new
//     to them ([personal.Welcome]).
//   - A table is shown to all by package publish. Where Parlour is a guest, it is the answer itself.
//
// The entry points are [PlayCommand], [RematchCommand] and the handlers of buttons, which the tables of
// package commands list.
package opening

import (
	"context"
	"slices"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/match/terms"
	"parlour/commands/message"
	"parlour/commands/message/personal"
	"parlour/commands/message/typing"
	"parlour/games"
	"parlour/storage"
)

// The options of /play, beside [host.OptionGame], which names a game here.
const (
	optionOpponent  = "opponent"
	optionLevel     = "level"
	optionFirst     = "first"
	optionTurnTime  = "turn-time"
	optionTotalTime = "total-time"
	optionOptions   = "options" // the game's own
)

// PlayCommand defines /play. It has one form for all games, as their names and options are completed.
func PlayCommand() host.Command {
	return host.Command{
		Name: "play", Run: play,
		Define: host.Options(
			host.Required(host.CompletingAs(host.OptionGame, "option.play")),
			func(h *host.Host) interaction.Parameter {
				return interaction.Parameter{Name: optionOpponent, Description: h.Describe("option.opponent"), Person: true}
			},
			host.Completing(optionLevel),
			host.Choosing(optionFirst, firstChoices),
			host.Completing(optionTurnTime), host.Completing(optionTotalTime), host.Completing(optionOptions),
		),
		Complete: map[string]host.Handler{
			host.OptionGame: host.CompleteKind, optionLevel: completeLevel, optionOptions: completeOptions,
			optionTurnTime: completeLimit, optionTotalTime: completeLimit,
		},
	}
}

// play opens a table, challenges one person, or begins a game alone or against Parlour.
func play(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	return open(ctx, h, c, false)
}

// open does what /play asks for. A game against Parlour begins at once, unless it has chance and
// others watch: then somebody may have a word to say first. Hurried, it begins in any case.
func open(ctx context.Context, h *host.Host, c host.Call, hurried bool) (interaction.Reply, error) {
	game, err := h.GameHere(ctx, c, c.Options[host.OptionGame])
	if err != nil {
		return interaction.Reply{}, err
	}
	if err := mayOpen(ctx, h, c, game); err != nil {
		return interaction.Reply{}, err
	}
	with, err := companyOf(game, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	here, err := h.Server(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	wanted, err := newTable(h, game, c, with, here)
	if err != nil {
		return interaction.Reply{}, err
	}
	atOnce := with.alone || with.level != "" && (hurried || c.WithBot() || !wanted.Info.Chance)
	if atOnce || c.Guest { // no check shows the table meanwhile, not even that of a bot that begins just now
		wanted.NextCheck, wanted.Owner = h.Now().Add(2*match.Lease), h.Env.Fleet.ID()
	}
	m, err := h.Gate.Open(ctx, h.Env, wanted, atOnce)
	if err != nil {
		return interaction.Reply{}, err
	}
	due, again := match.Unshown{ID: m.ID}, m.ID != wanted.ID
	if atOnce {
		if m, err = startAtOnce(ctx, h, c, m.ID); err != nil {
			return interaction.Reply{}, err
		}
		due = m.Unshown()
	}
	return announce(ctx, h, c, m, due, again)
}

// announce tells the opener of a table what has become of it, or where it is if they have asked for it
// again, and shows it to all.
func announce(ctx context.Context, h *host.Host, c host.Call, m *match.Match, due match.Unshown, again bool) (interaction.Reply, error) {
	said, err := opened(ctx, h, c, m)
	if err != nil {
		return interaction.Reply{}, err
	}
	if again && !c.Guest { // a guest shows the table once more, as its answer may be lost
		said = pointed(h, c, m)
	}
	reply := interaction.Reply{Message: welcome(ctx, h, c, m, message.Message{Content: said}), Due: []match.Unshown{due}}
	if c.Guest {
		err = h.Aloud(ctx, m, &reply)
	}
	reply = h.Told(c, due, reply)
	if m.Phase == storage.Playing && m.Thread && !again && reply.Then != nil {
		reply.Then = threaded(h, m, func(m *match.Match) string { return begun(h, c, m) }, reply)
	}
	return reply, err
}

// startAtOnce begins the game at a table at which all players sit.
func startAtOnce(ctx context.Context, h *host.Host, c host.Call, id string) (*match.Match, error) {
	v, err := venue(ctx, h, c)
	if err != nil {
		return nil, err
	}
	return h.Env.Change(ctx, id, func(m *match.Match) ([]games.Ply, error) { return nil, lobby.StartAtOnce(m, v) })
}

// opened says to the opener of a table what has become of it.
func opened(ctx context.Context, h *host.Host, c host.Call, m *match.Match) (string, error) {
	switch {
	case m.Invited != nil:
		said := h.Say(c, "table.challenged", "Name", m.Invited.Name)
		own, err := storage.People.Get(ctx, h.Store, m.Invited.ID)
		return message.Lines(said, personal.AwayLine(h.Writer, c.Lang, m.Invited.Name, own, h.Now())), err
	case m.Phase == storage.Open && len(m.Players) > 1:
		return h.Say(c, "table.set", "Name", m.Players[1].Name), nil
	case m.Phase == storage.Open:
		return h.Say(c, "table.opened"), nil
	}
	return begun(h, c, m), nil
}

// begun says that a game has begun at once and, when it has a thread, where that is.
func begun(h *host.Host, c host.Call, m *match.Match) string {
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
func newTable(h *host.Host, game games.Game, c host.Call, with company, here storage.Server) (*match.Match, error) {
	given, err := typing.ReadOptions(h.Writer, c.Lang, game.Info(), c.Options[optionOptions])
	if err != nil {
		return nil, err
	}
	options, err := lobby.CheckOptions(game, given)
	if err != nil {
		return nil, err
	}
	first := c.Options[optionFirst]
	if first == "" {
		first = terms.Firsts[0]
	}
	if !slices.Contains(terms.Firsts, first) {
		return nil, typing.RefuseValue(optionFirst, first, terms.Firsts...)
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
func mayOpen(ctx context.Context, h *host.Host, c host.Call, game games.Game) error {
	if err := h.MayShow(c.Request); err != nil {
		return err
	}
	return h.MayBegin(ctx, c, game)
}

// placeOf returns the place of a table that is opened by a call.
func placeOf(c host.Call, here storage.Server) storage.Place {
	return storage.Place{
		Palette: c.Own.Palette, Lang: c.PlaceLang, Thread: c.Threads && !here.Flat, Guild: c.Guild, Guest: c.Guest, Home: c.Channel,
	}
}

// venue returns what is known of the channel of a call.
func venue(ctx context.Context, h *host.Host, c host.Call) (lobby.Venue, error) {
	here, err := h.Server(ctx, c)
	return lobby.Venue{Channel: c.Channel, Refusal: h.MayShow(c.Request), Threads: c.Threads && !here.Flat}, err
}
