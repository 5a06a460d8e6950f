package lobby

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/games"
	"parlour/storage"
)

// BeginNext stores the rematch that a match names, unless it is stored. It begins where the
// match was played, and is due at once.
func BeginNext(ctx context.Context, e *match.Env, m *match.Match) error {
	if m.Next == "" {
		return nil
	}
	head, err := rematchOf(m, e.Now(), e.Random)
	if err != nil {
		return err
	}
	if head.Number, err = e.NumberOf(ctx, head); err != nil {
		return err
	}
	if _, err = e.Store.Create(ctx, head); errors.Is(err, storage.ErrExists) {
		return nil
	}
	return err
}

// rematchOf returns the head of a rematch: a game that has begun, with the same options and
// times, in which everybody sits one seat further.
func rematchOf(m *match.Match, now time.Time, random io.Reader) (storage.Head, error) {
	head := storage.Head{
		ID: m.Next, Created: now, NextCheck: now,
		Lobby:  storage.Lobby{Phase: storage.Playing, Setup: m.Setup, First: m.First, Again: true},
		Timing: storage.Timing{TurnTime: m.TurnTime, TotalTime: m.TotalTime},
		Place:  m.Place,
		Publication: storage.Publication{
			Desired: storage.Revision{Post: 2}, Published: storage.Revision{Post: 1}, // the table was shown
		},
	}
	head.Message, head.Thread, head.Deal = "", false, cmp.Or(m.Deal, proof.TableCode(m))
	if err := proof.FixDeal(&head.Lobby, m.Info, random); err != nil {
		return storage.Head{}, err
	}
	first := m.FirstAgain()
	for i := range m.Players {
		p := m.Players[(int(first)+i)%len(m.Players)]
		p.Word = ""
		head.Players = append(head.Players, p)
	}
	head.Setup.Rules, head.Setup.Seats = m.Info.Rules, len(head.Players)
	next := &match.Match{Match: storage.Match{Head: head}, Game: m.Game, Info: m.Info, Random: random}
	for seat := range games.Seat(len(next.Players)) {
		next.Order = append(next.Order, seat)
	}
	proof.SetSeed(next)
	return next.Head, nil
}

// Alike returns an open table with the options and times of a match, for a person.
// Its request makes its id. The caller says where it is.
func Alike(e *match.Env, m *match.Match, request string, opener storage.Player,
	place storage.Place) (*match.Match, error) {
	return NewTable(e.Random, m.Game, storage.Head{
		ID: match.IDOf(request), Created: e.Now(),
		Lobby: storage.Lobby{
			Setup: games.Setup{Options: maps.Clone(m.Setup.Options)}, Players: []storage.Player{opener},
			First: "random",
		},
		Timing: storage.Timing{TurnTime: m.TurnTime, TotalTime: m.TotalTime},
		Place:  place,
	})
}
