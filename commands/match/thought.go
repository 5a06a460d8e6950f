package match

import (
	"context"
	"errors"

	"parlour/games"
	"parlour/storage"
)

// Allotted returns the playouts that were allotted to the move that a seat owes; ok is false
// before that.
func (m *Match) Allotted(seat games.Seat) (playouts int, ok bool) {
	t := m.Thought
	if t == nil || t.Turn != m.Turn || t.Seat != seat || t.Playouts == 0 {
		return 0, false
	}
	return t.Playouts, true
}

// Allot stores the playouts with which an opponent thinks about the move of a seat, before it
// thinks. It returns [ErrStale] if the match has moved on since it was read. A match whose
// publication is pending is made due at once, as that publication finds a version not its own.
func (e *Env) Allot(ctx context.Context, m *Match, seat games.Seat, playouts int) error {
	head := m.Head
	head.Thought = &storage.Thought{Turn: m.Turn, Seat: seat, Playouts: playouts, Owner: e.Fleet.ID()}
	if !head.FailingSince.IsZero() {
		head.NextCheck = e.Now()
	}
	written, err := e.Append(ctx, head)
	if errors.Is(err, storage.ErrConflict) {
		return ErrStale
	}
	if err == nil {
		m.Head = written
	}
	return err
}

// playoutsOf returns the playouts to note with a ply: none with a person's, or the system's.
func (m *Match) playoutsOf(p games.Ply) int {
	if m.IsPerson(p.Seat) || p.Move.System() {
		return 0
	}
	return m.Playouts
}
