package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A match is a stored match with the position that its log leads to.
type match struct {
	storage.Match
	game  games.Game
	info  games.Info
	state games.State // nil while the table is open, and for rules of an unknown version
	turn  int
	deed  string // the id of the request that changes it, empty for the host's own doing

	// again is since when a look has failed, or was cut off; zero where none has. What it
	// posted and did not note may be there, and its nonces may be forgotten.
	again time.Time
	fresh bool // whether no look before this one can have posted anything that is not noted
}

// errNotOffered is the failure of a match of a game that is left out: it waits until
// the game is offered again.
var errNotOffered = errors.New("the game of this match is not offered")

// load reads a match and plays its log.
func (h *Host) load(ctx context.Context, id string) (*match, error) {
	stored, err := h.Store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return h.replay(stored)
}

// replay plays the log of a match, if it was ever begun.
func (h *Host) replay(stored storage.Match) (*match, error) {
	game, ok := h.games[stored.Setup.Game]
	if !ok {
		return nil, errors.Join(errNotOffered, games.Refuse("refuse.not-offered", "Game", stored.Setup.Game))
	}
	m := &match{Match: stored, game: game, info: game.Info()}
	if stored.Phase == storage.Open || stored.Setup.Rules == 0 {
		return m, nil
	}
	var err error
	m.state, m.turn, err = games.Replay(game, stored.Setup, plies(stored.Log))
	switch bad := (*games.BadPly)(nil); {
	case err == nil, errors.Is(err, games.ErrRules):
		return m, nil
	case errors.As(err, &bad): // and no more than its number, as it may be secret
		return nil, fmt.Errorf("replay match %s: ply %d cannot be played", stored.ID, bad.Index+1)
	}
	return nil, fmt.Errorf("replay match %s: %w", stored.ID, err)
}

func plies(log []storage.Entry) []games.Ply {
	all := make([]games.Ply, len(log))
	for i, e := range log {
		all[i] = e.Ply
	}
	return all
}

// maxTries bounds how often a decision is taken again when others were faster.
const maxTries = 20

// change decides about the newest state of a match and commits: decide changes
// the head and returns the plies to append. When somebody else was faster, the
// decision is taken again. The match returned is as committed, its position the
// one before the new plies.
func (h *Host) change(ctx context.Context, id string, decide func(*match) ([]games.Ply, error)) (*match, error) {
	for range maxTries {
		m, err := h.load(ctx, id)
		if err != nil {
			return nil, err
		}
		made, err := decide(m)
		if err != nil {
			return nil, err
		}
		m.NextCheck = h.Now()
		if err = h.commit(ctx, m, made); errors.Is(err, storage.ErrConflict) {
			continue
		}
		return m, err
	}
	return nil, storage.ErrConflict
}

// entries are the lines of the log for plies that are made now.
func (h *Host) entries(m *match, made []games.Ply, at time.Time) ([]storage.Entry, error) {
	var all []storage.Entry
	for _, p := range made {
		e := storage.Entry{Ply: p, At: at, RequestID: m.deed}
		if m.info.Hidden {
			e.Salt = new(games.Salt)
			if _, err := io.ReadFull(h.Random, e.Salt[:]); err != nil {
				return nil, fmt.Errorf("draw a salt: %w", err)
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// inGame does something to a match that is being played, for one of its players,
// and tells them what. It is decided anew when somebody else was faster. A request that
// comes a second time makes no second move.
func (h *Host) inGame(ctx context.Context, r Request, id string, do func(*match, games.Seat) ([]games.Ply, games.Text, error)) (Reply, error) {
	var said games.Text
	m, err := h.change(ctx, id, func(m *match) (made []games.Ply, err error) {
		seat, err := m.seated(r)
		if err != nil {
			return nil, err
		}
		if move, ok := m.madeBy(r.ID); ok {
			said = games.Say("move.played", "Move", string(move))
			return nil, nil
		}
		if err := m.playing(); err != nil {
			return nil, err
		}
		m.deed = r.ID
		made, said, err = do(m, seat)
		return made, err
	})
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: Message{Content: h.voice(r.Lang, m.names()).Say(said)}, Show: []string{m.ID}}, nil
}

// madeBy returns the move that a request has made, if it has come before.
func (m *match) madeBy(deed string) (games.Move, bool) {
	i := slices.IndexFunc(m.Log, func(e storage.Entry) bool { return e.RequestID == deed && !e.Move.System() })
	if i < 0 {
		return "", false
	}
	return m.Log[i].Move, true
}

// seatOf returns where a person sits, or Spectator.
func (m *match) seatOf(id string) games.Seat { return seatIn(m.Head, id) }

// seatIn returns where a person sits in a match, or Spectator.
func seatIn(head storage.Head, id string) games.Seat {
	return games.Seat(slices.IndexFunc(head.Players, func(p storage.Player) bool { return p.ID == id }))
}

// seated returns where a person sits in a game that has begun, or refuses who
// does not.
func (m *match) seated(r Request) (games.Seat, error) {
	if m.Phase == storage.Open {
		return games.Spectator, games.Refuse("refuse.not-started", "Game", m.info.Title)
	}
	if seat := m.seatOf(r.By.ID); seat != games.Spectator {
		return seat, nil
	}
	return games.Spectator, games.Refuse("refuse.onlooker", "Game", m.info.Title)
}

// playing refuses a match that is not being played.
func (m *match) playing() error {
	switch {
	case m.Phase == storage.Open:
		return games.Refuse("refuse.not-started", "Game", m.info.Title)
	case m.Phase != storage.Playing:
		return games.Refuse("refuse.over")
	case m.state == nil:
		return games.ErrRules
	}
	return nil
}

// owes reports whether a seat owes a move.
func (m *match) owes(s games.Seat) bool {
	return m.Phase == storage.Playing && m.state != nil && slices.Contains(m.state.ToMove(), s)
}

// in reports whether the player of a seat still plays.
func (m *match) in(s games.Seat) bool {
	return m.Phase == storage.Playing && m.state != nil && slices.Contains(m.state.In(), s)
}

// names returns what the seats are called, as people typed it.
func (m *match) names() []string {
	var names []string
	for _, p := range m.Players {
		names = append(names, p.Name)
	}
	return names
}

// others returns every seat but one.
func (m *match) others(but games.Seat) []games.Seat {
	var seats []games.Seat
	for s := range games.Seat(len(m.Players)) {
		if s != but {
			seats = append(seats, s)
		}
	}
	return seats
}

// button returns what a button about this match, now, begins with.
func (m *match) button(verb string, steps ...string) button {
	return button{m.ID, m.turn, verb, steps}
}
