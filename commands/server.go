package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// What a button or a menu of the panel sets, as its first step.
const (
	setHere     = "here"     // games may begin in this channel too
	setAway     = "away"     // they may not begin in this one any more
	setAnywhere = "anywhere" // they may begin in all
	setThreads  = "threads"
	setFlat     = "flat"
	setGame     = "game" // the value is the game's name, with "-" before it to leave it out
	setTurn     = "turn" // the value is a [time.Duration]
)

// maxChannels bounds the channels that a server can name.
const maxChannels = 20

// serverCommand defines /server.
func serverCommand() command {
	return command{Name: "server", Run: showServer, Define: func(h *host) Definition {
		return Definition{Managing: true}
	}}
}

// showServer shows what is set for the server.
func showServer(ctx context.Context, h *host, c call) (Reply, error) {
	if err := mayManage(c); err != nil {
		return Reply{}, err
	}
	s, err := h.server(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: panel{h, c, s}.message()}, nil
}

// setServer sets what a button or a menu of the panel says, and shows the panel as it is then.
func setServer(ctx context.Context, h *host, c call) (Reply, error) {
	if err := mayManage(c); err != nil {
		return Reply{}, err
	}
	if len(c.Pressed.Steps) == 0 {
		return Reply{}, games.Refuse("refuse.button")
	}
	s, err := storage.Servers.Change(ctx, h.Store, c.Guild, func(s *storage.Server) error {
		switch what := c.Pressed.Steps[0]; what {
		case setThreads, setFlat:
			s.Flat = what == setFlat
			return nil
		case setGame:
			return chooseGame(h, c, s)
		case setTurn:
			return chooseTurn(c, s)
		default:
			return chooseChannel(what, settingPlace(c), s)
		}
	})
	if isRefusal(err) { // the panel stays, with the refusal above it
		reply, shown := showServer(ctx, h, c)
		reply.Message.Content = message.Lines(h.sentence(c.Request, err), reply.Message.Content)
		return reply, shown
	}
	return Reply{Message: panel{h, c, s}.message()}, err
}

// mayManage returns a refusal unless the asker manages the server that they ask from.
func mayManage(c call) error {
	switch {
	case c.Guild == "":
		return games.Refuse("refuse.server.place")
	case !c.Manages:
		return games.Refuse("refuse.server")
	}
	return nil
}

// placeOf returns the channel of a call, that above for a thread.
func settingPlace(c call) string { return cmp.Or(c.Above, c.Channel) }

// chooseChannel sets where games may begin. The last channel that is named stays: without it they
// could begin everywhere.
func chooseChannel(what, here string, s *storage.Server) error {
	named := slices.Contains(s.Channels, here)
	switch {
	case what == setAnywhere:
		s.Channels = nil
	case what == setHere && !named && len(s.Channels) == maxChannels:
		return games.Refuse("refuse.server.channels", "Count", maxChannels)
	case what == setHere && !named:
		s.Channels = append(slices.Clone(s.Channels), here)
	case what == setAway && named && len(s.Channels) > 1:
		s.Channels = slices.DeleteFunc(slices.Clone(s.Channels), func(id string) bool { return id == here })
	case what != setHere && what != setAway:
		return games.Refuse("refuse.button")
	}
	return nil
}

// chooseGame offers a game or leaves it out. One game stays.
func chooseGame(h *host, c call, s *storage.Server) error {
	value, err := c.chosen()
	if err != nil {
		return err
	}
	name, out := strings.CutPrefix(value, "-")
	without := slices.DeleteFunc(slices.Clone(s.Without), func(game string) bool { return game == name })
	if out {
		without = append(without, name)
	}
	if !slices.ContainsFunc(h.Games, func(g games.Game) bool { return !slices.Contains(without, g.Info().Name) }) {
		return games.Refuse("refuse.server.games")
	}
	if h.Env.Game(name) == nil {
		return games.Refuse("refuse.button")
	}
	s.Without = without
	return nil
}

// chooseTurn sets the usual time for a turn.
func chooseTurn(c call, s *storage.Server) error {
	value, err := c.chosen()
	if err != nil {
		return err
	}
	turn, err := time.ParseDuration(value)
	if err != nil || !slices.Contains(match.TurnTimes(), turn) {
		return games.Refuse("refuse.button")
	}
	s.TurnTime = &turn
	return nil
}
