package match

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/storage"
)

// LobbyPace is the least time between two changes of a lobby: with the four questions for a layout in ten minutes that
// is a request a minute.
const LobbyPace = 100 * time.Second

// TouchLobby has the lobby of a server, if there is one, shown anew soon, because something has changed there. ended is
// the id of a match that has ended, or empty. A lobby that is damaged keeps no game from going on.
func (e *Env) TouchLobby(ctx context.Context, guild, ended string) error {
	if guild == "" {
		return nil
	}
	h, err := storage.Halls.Get(ctx, e.Store, guild)
	known := func(h storage.Hall) bool {
		return h.Channel == "" || h.Changed && (ended == "" || slices.Contains(h.Results, ended))
	}
	if errors.Is(err, storage.ErrDamaged) || err == nil && known(h) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = storage.Halls.Change(ctx, e.Store, guild, func(h *storage.Hall) error {
		if known(*h) {
			return nil
		}
		h.Changed, h.NextCheck = true, LobbyDue(*h, e.Now())
		if ended != "" {
			h.Ended(ended)
		}
		return nil
	})
	return err
}

// LobbyDue returns when a lobby may be changed again, which is now or later.
func LobbyDue(h storage.Hall, now time.Time) time.Time {
	if at := h.ShownAt.Add(LobbyPace); at.After(now) {
		return at
	}
	return now
}

// TouchLobbiesOf is [Env.TouchLobby] for each server in which a person plays or has played lately.
func (e *Env) TouchLobbiesOf(ctx context.Context, person string) error {
	touched := map[string]bool{}
	for live, part := range map[bool]storage.Part{true: storage.All, false: storage.Newest(MostListed)} {
		own, err := e.Store.OfPlayer(ctx, person, live, part)
		if err != nil {
			return err
		}
		for _, head := range own {
			if touched[head.Guild] {
				continue
			}
			if err := e.TouchLobby(ctx, head.Guild, ""); err != nil {
				return err
			}
			touched[head.Guild] = true
		}
	}
	return nil
}

// IsHallDue reports whether the lobby of a server is due by a time for this process.
func (e *Env) IsHallDue(ctx context.Context, h storage.Hall, by time.Time) bool {
	return e.isDueIn(ctx, h.Guild, h.Owner, h.NextCheck, by)
}

// isDueIn is [Env.isDueBy] for what is posted in a server, which this process must reach.
func (e *Env) isDueIn(ctx context.Context, guild, owner string, at, by time.Time) bool {
	_, reached := e.Shards.ours(guild)
	return reached && e.isDueBy(ctx, owner, at, by)
}

// Running returns the games of several people that go on in a server and have a board, the newest first. It looks at the
// newest [MostListed].
func (e *Env) Running(ctx context.Context, guild string) ([]storage.Head, error) {
	all, err := e.Store.OfChannel(ctx, storage.Running(guild), true, storage.Newest(MostListed))
	return Without(e.Offered(all), func(head storage.Head) bool { return head.Stand == nil || head.Live.Message == "" }), err
}

// Listed returns a function that reports whether all people of a match let others see their games. It reads each person
// once.
func (e *Env) Listed(ctx context.Context) func(storage.Head) (bool, error) {
	known := map[string]bool{}
	return func(head storage.Head) (bool, error) {
		for _, p := range head.Players {
			hidden, read := known[p.ID]
			if !read && p.Level == "" && !storage.IsFormer(p.ID) {
				person, err := e.Person(ctx, p.ID)
				if err != nil {
					return false, err
				}
				hidden = person.Unlisted
				known[p.ID] = hidden
			}
			if hidden {
				return false, nil
			}
		}
		return true, nil
	}
}

// Offers reports whether a server offers a game. If it leaves out all games that there are now, it offers them all.
func (e *Env) Offers(s storage.Server, game string) bool {
	if s.Offers(game) {
		return true
	}
	for name := range e.games {
		if s.Offers(name) {
			return false
		}
	}
	return true
}
