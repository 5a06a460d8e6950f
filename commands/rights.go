package commands

import (
	"context"
	"slices"

	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// server returns what is set for the server of a call. In direct messages nothing is.
func (h *host) server(ctx context.Context, c call) (storage.Server, error) {
	if c.Guild == "" {
		return storage.Server{}, nil
	}
	return storage.Servers.Get(ctx, h.Store, c.Guild)
}

// Offers reports whether a server offers a game. If it leaves out all games that Parlour has now, it
// offers them all.
func (h *host) Offers(s storage.Server, game string) bool {
	return s.Offers(game) || !slices.ContainsFunc(h.Games, func(g games.Game) bool { return s.Offers(g.Info().Name) })
}

// offered lists the games that a server offers.
func (h *host) offered(s storage.Server) []games.Game {
	return slices.DeleteFunc(slices.Clone(h.Games), func(g games.Game) bool { return !h.Offers(s, g.Info().Name) })
}

// gamesHere lists the games that are offered in the server of a call.
func (h *host) gamesHere(ctx context.Context, c call) ([]games.Game, error) {
	s, err := h.server(ctx, c)
	return h.offered(s), err
}

// gameHere returns the game that somebody typed, if it is offered in their server.
func (h *host) gameHere(ctx context.Context, c call, typed string) (games.Game, error) {
	here, err := h.gamesHere(ctx, c)
	if err != nil {
		return nil, err
	}
	game, err := named(here, typed)
	if other, found := named(h.Games, typed); err != nil && found == nil {
		return nil, games.Refuse("refuse.game.here", "Game", other.Info().Title, "Games", titles(here))
	}
	return game, err
}

// MayBegin returns a refusal if a game may not begin where a call comes from.
func (h *host) MayBegin(ctx context.Context, c call, game games.Game) error {
	s, err := h.server(ctx, c)
	if err != nil {
		return err
	}
	return h.mayBegin(s, game, c.Channel, c.Above)
}

// mayBeginAgain returns a refusal if a rematch may not begin where a match was played.
func (h *host) mayBeginAgain(ctx context.Context, c call, head storage.Head) error {
	if head.Guild == "" {
		return nil
	}
	s, err := storage.Servers.Get(ctx, h.Store, head.Guild)
	if err != nil {
		return err
	}
	places := []string{head.Home}
	if c.Channel == head.Home || c.Channel == head.Channel {
		places = append(places, c.Channel, c.Above)
	}
	return h.mayBegin(s, h.Env.Game(head.Setup.Game), places...)
}

// mayBegin returns a refusal if a server does not offer a game, or not in some places.
func (h *host) mayBegin(s storage.Server, game games.Game, places ...string) error {
	switch info := game.Info(); {
	case !s.Allows(places...):
		return games.Refuse("refuse.channel", "Channels", message.Channels(s.Channels))
	case !h.Offers(s, info.Name):
		return games.Refuse("refuse.game.here", "Game", info.Title, "Games", titles(h.offered(s)))
	}
	return nil
}
