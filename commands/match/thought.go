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

// Entrust names this process in the head of a match as the one that thinks about the move that an opponent
// owes, unless another process does so. The caller writes the head. A process that is alone is not named.
func (e *Env) Entrust(ctx context.Context, m *Match) {
	seat, own := m.Thinker(), e.Fleet.ID()
	if seat == games.Spectator || own == "" || e.ThinksElsewhere(ctx, m, seat) {
		return
	}
	t := storage.Thought{Turn: m.Turn, Seat: seat}
	if m.thinksOf(seat) {
		t = *m.Thought // which may have playouts already
	}
	t.Owner = own
	m.Thought = &t
}

// ThinksElsewhere reports whether another process thinks about the move that a seat owes.
func (e *Env) ThinksElsewhere(ctx context.Context, m *Match, seat games.Seat) bool {
	return m.thinksOf(seat) && e.Fleet.Others(ctx, m.Thought.Owner)
}

// thinksOf reports whether the thought of a match is about the move that a seat owes now.
func (m *Match) thinksOf(seat games.Seat) bool {
	return m.Thought != nil && m.Thought.Turn == m.Turn && m.Thought.Seat == seat
}
