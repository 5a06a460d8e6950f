package match

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// mayRematch returns a refusal unless a seat may ask for a rematch now.
func mayRematch(m *Match, seat games.Seat) error {
	switch i := openAsk(m, AboutRematch); {
	case m.Phase != storage.Over:
		return games.Refuse("refuse.rematch.playing")
	case m.State == nil:
		return games.ErrRules
	case m.Next != "":
		return ErrStale
	case i >= 0 && slices.Contains(m.Asks[i].Agreed, m.Players[seat].ID):
		return games.Refuse("refuse.rematch.asked", "Others", m.AskedBy(m.Asks[i]))
	}
	return nil
}

// Rematch asks for another game with swapped seats. Against Parlour or alone it is agreed at
// once. It returns [ErrStale] if there is one.
func Rematch(m *Match, seat games.Seat) ([]games.Ply, error) { return Ask(m, seat, AboutRematch) }

// planRematch names the rematch that all agree to. It is stored by [Env.BeginNext].
func planRematch(m *Match) error {
	setup := m.Setup
	setup.Rules = m.Info.Rules
	if _, err := m.Game.Start(setup); err != nil {
		return err
	}
	m.Next = IDOf(m.RequestID)
	return nil
}

// FirstAgain returns the seat whose player has the first seat in a rematch.
func FirstAgain(m *Match) games.Seat { return games.Seat(1 % len(m.Players)) }

// BeginNext stores the rematch that a match names, unless it is stored. It begins where the
// match was played, and is due at once.
func (e *Env) BeginNext(ctx context.Context, m *Match) error {
	if m.Next == "" {
		return nil
	}
	head, err := rematchOf(m, e.Now(), e.Random)
	if err != nil {
		return err
	}
	if head.Number, err = e.number(ctx, head); err != nil {
		return err
	}
	if _, err = e.Store.Create(ctx, head); errors.Is(err, storage.ErrExists) {
		return nil
	}
	return err
}

// rematchOf returns the head of a rematch: a game that has begun, with the same options and
// times, in which everybody sits one seat further.
func rematchOf(m *Match, now time.Time, random io.Reader) (storage.Head, error) {
	head := storage.Head{
		ID: m.Next, Created: now, NextCheck: now,
		Lobby:  storage.Lobby{Phase: storage.Playing, Setup: m.Setup, First: m.First, Again: true},
		Timing: storage.Timing{TurnTime: m.TurnTime, TotalTime: m.TotalTime},
		Place:  m.Place,
		Publication: storage.Publication{
			Desired: storage.Revision{Post: 2}, Published: storage.Revision{Post: 1}, // the table was shown
		},
	}
	head.Message, head.Thread = "", false
	if err := FixDeal(&head.Lobby, m.Info, random); err != nil {
		return storage.Head{}, err
	}
	first := FirstAgain(m)
	for i := range m.Players {
		p := m.Players[(int(first)+i)%len(m.Players)]
		p.Word = ""
		head.Players = append(head.Players, p)
	}
	head.Setup.Rules, head.Setup.Seats = m.Info.Rules, len(head.Players)
	next := &Match{Match: storage.Match{Head: head}, Game: m.Game, Info: m.Info, random: random}
	for seat := range games.Seat(len(next.Players)) {
		if len(next.Shares) > 0 {
			next.Order = append(next.Order, seat)
		}
	}
	err := drawSeed(next)
	return next.Head, err
}

// Alike returns an open table with the options and times of a match, for a person.
// Its request makes its id. The caller says where it is.
func (e *Env) Alike(m *Match, request string, opener storage.Player, place storage.Place) (*Match, error) {
	return NewTable(e.Random, m.Game, storage.Head{
		ID: IDOf(request), Created: e.Now(),
		Lobby: storage.Lobby{
			Setup: games.Setup{Options: maps.Clone(m.Setup.Options)}, Players: []storage.Player{opener}, First: "random",
		},
		Timing: storage.Timing{TurnTime: m.TurnTime, TotalTime: m.TotalTime},
		Place:  place,
	})
}
