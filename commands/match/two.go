package match

import (
	"context"
	"errors"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// A match of two is two games of the same two people at once, with seats swapped: each is a match of its own, with its
// clocks, questions and ratings, and [storage.Head.Twin] leads from one to the other. The first has the table. The second
// begins where the first is shown, once its board is there. The end of both is that of the game which ended last.

// Matches are the numbers of games that a table can have, the usual one first.
var Matches = []string{"one", "two"}

// MatchValue returns which of [Matches] a table has.
func (m *Match) MatchValue() string { return Matches[min(m.Two, 1)] }

// ForTwo reports whether two people can play a game.
func ForTwo(info games.Info) bool { return info.MinSeats <= 2 && info.MaxSeats >= 2 }

// ofTable returns what is known of a game as a match plays it: a match of two has two seats, and so have some options.
func ofTable(info games.Info, head storage.Head) games.Info {
	info = info.With(head.Setup.Options)
	if head.Two > 0 {
		info.MinSeats, info.MaxSeats = 2, 2
	}
	return info
}

// SetMatch has an open table be for one of [Matches]. Chance decides then who begins the first game.
func (m *Match) SetMatch(value string) error {
	info := m.Game.Info()
	switch {
	case !slices.Contains(Matches, value):
		return games.Refuse("refuse.button")
	case value == Matches[0]:
		m.Two = 0
		m.Info = ofTable(info, m.Head)
		return nil
	case m.Guild == "":
		return games.Refuse("refuse.two.direct")
	case !ForTwo(info):
		return games.Refuse("refuse.two.game", "Game", info.Title)
	case m.Opponents() > 0, len(m.Waiting()) > 1:
		return games.Refuse("refuse.two.people")
	case len(m.Players) > 1: // the others sat down for one game
		return games.Refuse("refuse.two.late")
	}
	m.Two, m.First = 1, Firsts[0]
	m.Info = ofTable(info, m.Head)
	return nil
}

// Withheld reports whether a game is over whose deal the other game of its match still plays, so that what opens the deal
// is told to nobody.
func (m *Match) Withheld() bool {
	return m.Two > 0 && m.Info.Chance && m.Info.CommonDeal() && !m.Phase.Live() && m.TwinRuns()
}

// Withholds is [Match.Withheld] of a head. The game may be one that is not offered.
func (e *Env) Withholds(ctx context.Context, head storage.Head) (bool, error) {
	m := &Match{Match: storage.Match{Head: head}, Info: games.Info{Chance: true}}
	if game := e.games[head.Setup.Game]; game != nil {
		m.Info = game.Info()
	}
	err := e.ReadTwin(ctx, m)
	return m.Withheld(), err
}

// TwinRuns reports whether the other game of a match of two goes on, or is yet to begin.
func (m *Match) TwinRuns() bool { return m.Two > 0 && (m.Other == nil || m.Other.Phase.Live()) }

// ReadTwin reads the other game of a match of two. It is nil if it has not begun, or cannot be read.
func (e *Env) ReadTwin(ctx context.Context, m *Match) error {
	m.Other = nil
	if m.Two == 0 || m.Setup.Rules == 0 {
		return nil
	}
	other, err := e.Store.Get(ctx, m.Twin())
	switch {
	case err == nil:
		m.Other = &other.Head
	case errors.Is(err, storage.ErrNotFound), errors.Is(err, storage.ErrDamaged):
		return nil
	}
	return err
}

// closeTwin notes whether a game of a match of two that is over ended last. The commit of the head writes what both games
// write at their ends, so that exactly one of them is the last.
func (e *Env) closeTwin(ctx context.Context, m *Match, h *storage.Head) error {
	if m.Two == 0 || m.Ends() || m.Phase.Live() {
		return nil
	}
	if id := storage.SeriesOf(m.Head); id != "" {
		s, r, err := storage.AllSeries.Read(ctx, e.Store, id)
		if err == nil && r.Version > 0 { // else somebody was forgotten
			r, err = storage.AllSeries.Write(r, s)
			h.With = append(h.With, r)
		}
		if err != nil && !errors.Is(err, storage.ErrDamaged) {
			return err
		}
	}
	if err := e.ReadTwin(ctx, m); err != nil {
		return err
	}
	m.Last = !m.TwinRuns() && !m.Other.Last
	h.Last = m.Last
	return nil
}

// BeginTwin stores the second game of a match of two once the board of the first is there, unless it is stored, and
// reports whether it has begun now. It begins where the first is played, and is due at once. Nobody would play it with
// somebody who was forgotten.
func (e *Env) BeginTwin(ctx context.Context, m *Match) (begun bool, err error) {
	if m.Two != 1 || m.Other != nil || m.Setup.Rules == 0 || m.Live.Message == "" ||
		slices.ContainsFunc(m.Players, func(p storage.Player) bool { return storage.IsFormer(p.ID) }) {
		return false, nil
	}
	head, err := e.follower(m, m.Twin())
	if err != nil {
		return false, err
	}
	head.Two, head.Named = 2, m.Named
	if m.Info.Chance && m.Info.CommonDeal() {
		head.Secret, head.Shares, head.Setup.Seed = m.Secret, slices.Clone(m.Shares), m.Setup.Seed
		head.Order = nil
		for _, seat := range m.Order {
			own := SeatIn(head, m.Players[seat].ID)
			head.Order = append(head.Order, own)
			head.Players[own].Word = m.Players[seat].Word
		}
	}
	return e.beginAfter(ctx, head)
}

// Points returns how many half points each seat of a game has in its match of two, and from how many games: one that was
// called off has none. There are none until both games have ended, or if others played them.
func (m *Match) Points() (halves [2]int, from int) {
	if !m.Last || m.Other == nil {
		return halves, 0
	}
	for _, h := range []storage.Head{m.Head, *m.Other} {
		if h.Phase == storage.Off {
			continue
		}
		if h.Phase != storage.Over || len(h.Players) != 2 || len(h.Places) < 2 {
			return halves, 0
		}
		for seat := range halves {
			at := SeatIn(h, m.Players[seat].ID)
			if at == games.Spectator {
				return halves, 0
			}
			switch own, other := h.Places[at], h.Places[1-at]; {
			case own < other:
				halves[seat] += 2
			case own == other:
				halves[seat]++
			}
		}
		from++
	}
	return halves, from
}
