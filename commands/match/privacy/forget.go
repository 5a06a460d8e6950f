package privacy

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/games"
	"parlour/storage"
)

// A Forgetter forgets people who have asked for it.
type Forgetter struct {
	Env  *match.Env
	Name func(lang string) string // what a person who was forgotten is called
	Log  *slog.Logger

	// TakeAway deletes a direct message that asks the person for a bid in a match, and shows their hand.
	TakeAway func(ctx context.Context, match string, d storage.Direct)
}

// Forget takes a person whose [storage.Person.Leaving] is set out of all their matches, one at a
// time, and then removes what is kept of them. If that takes long, it does a part and the person
// is due again at once. Whatever cut it off, calling it again does the rest.
func (f *Forgetter) Forget(ctx context.Context, p storage.Person) error {
	start := f.Env.Now()
	failed := map[string]bool{}
	for {
		heads, err := of(ctx, f.Env.Store, p.ID)
		if err != nil {
			return err
		}
		heads = slices.DeleteFunc(heads, func(h storage.Head) bool { return failed[h.ID] })
		if len(heads) == 0 {
			return storage.People.Remove(ctx, f.Env.Store, p.ID)
		}
		for _, h := range heads {
			switch err := f.leave(ctx, h, p); {
			case errors.Is(err, storage.ErrUnavailable), ctx.Err() != nil:
				return err
			case err != nil && !errors.Is(err, storage.ErrConflict): // then it is taken again in the next round
				f.Log.Error("a match that cannot be written still names a person who was forgotten", "match", h.ID, "err", err)
				failed[h.ID] = true
			}
			if f.Env.Now().Sub(start) > match.Lease/2 {
				return f.later(ctx, p.ID)
			}
		}
	}
}

// later makes a person due again at once.
func (f *Forgetter) later(ctx context.Context, id string) error {
	_, err := storage.People.Change(ctx, f.Env.Store, id, func(p *storage.Person) error {
		if p.Leaving != nil {
			p.Leaving.NextCheck = f.Env.Now()
		}
		return nil
	})
	return err
}

// of returns the matches that name a person, live ones first: those in which they sit or are
// invited, and those in which they sat.
func of(ctx context.Context, s storage.Store, person string) ([]storage.Head, error) {
	var all []storage.Head
	known := map[string]bool{}
	for _, live := range []bool{true, false} {
		for _, id := range []string{person, storage.Past(person)} {
			heads, err := s.OfPlayer(ctx, id, live, storage.All)
			if err != nil {
				return nil, err
			}
			for _, h := range heads {
				if !known[h.ID] {
					all = append(all, h)
				}
				known[h.ID] = true
			}
		}
	}
	return all, nil
}

// maxPlies bounds how often a person makes the move by which they leave a game.
const maxPlies = 4

// leave has a person leave a match that goes on, so that others need not wait for them, and takes
// them out of it. It changes the head alone of a match that is over or cannot be played.
func (f *Forgetter) leave(ctx context.Context, h storage.Head, p storage.Person) error {
	for _, d := range h.Asked {
		if d.Player == p.ID {
			f.TakeAway(ctx, h.ID, d)
		}
	}
	for range maxPlies {
		if !h.Phase.Live() {
			break
		}
		erased := false
		m, err := f.Env.Amend(ctx, h.ID, func(m *match.Match) ([]games.Ply, error) {
			made, err := giveUp(m, p)
			if erased = err == nil && made == nil; erased {
				f.erase(&m.Head, p)
			}
			return made, err
		})
		switch {
		case err == nil && erased, errors.Is(err, storage.ErrUnavailable), errors.Is(err, storage.ErrConflict):
			return err
		case err != nil:
			f.Log.Warn("a game goes on without a person who was forgotten", "match", h.ID, "err", err)
		}
		if err != nil || m == nil {
			break
		}
		h = m.Head
	}
	if err := f.dropRematch(ctx, &h); err != nil {
		return err
	}
	f.erase(&h, p)
	_, err := f.Env.Append(ctx, h)
	return err
}

// giveUp has a person leave a table, decline a challenge or give up a game. It returns no ply once nobody
// waits for them any more.
func giveUp(m *match.Match, p storage.Person) ([]games.Ply, error) {
	seat := m.SeatOf(p.ID)
	own := storage.Player{ID: p.ID, Name: p.Leaving.Name}
	switch {
	case m.Phase == storage.Open && m.Invited != nil && m.Invited.ID == p.ID:
		return nil, lobby.Decline(m, own)
	case seat == games.Spectator:
		return nil, nil
	case m.Phase == storage.Open && seat == 0:
		return nil, lobby.Cancel(m, own)
	case m.Phase == storage.Open:
		return nil, lobby.Leave(m, p.ID)
	case m.In(seat):
		return m.Resign(seat)
	case m.Owes(seat):
		return m.LeaveServer(seat)
	}
	return nil, nil
}

// dropRematch has a match name no rematch that has not begun, because nobody would move in it.
func (f *Forgetter) dropRematch(ctx context.Context, h *storage.Head) error {
	if h.Next == "" {
		return nil
	}
	_, err := f.Env.Store.Get(ctx, h.Next)
	if errors.Is(err, storage.ErrNotFound) {
		h.Next, err = "", nil
	}
	if errors.Is(err, storage.ErrDamaged) {
		return nil
	}
	return err
}

func (f *Forgetter) erase(h *storage.Head, p storage.Person) {
	erase(h, p.ID, p.Leaving.Name, storage.Player{ID: p.Leaving.Alias, Name: f.Name(h.Lang)})
}
