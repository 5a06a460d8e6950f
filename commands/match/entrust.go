package match

import (
	"context"

	"parlour/games"
	"parlour/storage"
)

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

// Elsewhere reports whether another process thinks about the move that a seat owes.
func (e *Env) ThinksElsewhere(ctx context.Context, m *Match, seat games.Seat) bool {
	return m.thinksOf(seat) && e.Fleet.Others(ctx, m.Thought.Owner)
}

// isOf reports whether the thought of a match is about the move that a seat owes now.
func (m *Match) thinksOf(seat games.Seat) bool {
	return m.Thought != nil && m.Thought.Turn == m.Turn && m.Thought.Seat == seat
}
