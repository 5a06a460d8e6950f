package match

import (
	"slices"

	"parlour/games"
	"parlour/storage"
)

// Seals returns, as indices into the log, the newest ply of each seat that is still sealed,
// and the plies of the last auction that was opened since the message before. Bids open
// when the last of them is in, but not when the game ends without it.
func (m *Match) Seals() (closed, opened []int) {
	if !m.Info.Hidden {
		return nil, nil
	}
	for _, i := range Standing(m) {
		s := m.steps[i]
		if !bids(s.Before) {
			continue
		}
		if !s.Move.System() {
			closed = append(without(closed, m.Log, s.Seat), i)
		}
		if !s.EndsTurn {
			continue
		}
		_, over := s.After.Result()
		alone := len(closed) == 1 && closed[0] == i // and so it was never shown sealed
		if i >= m.AnnouncedBefore && !alone && !(over && s.Move.System()) {
			opened = closed
		}
		closed = nil
	}
	unsalted := func(i int) bool { return m.Log[i].Salt == nil } // from before there were salts
	return slices.DeleteFunc(closed, unsalted), slices.DeleteFunc(opened, unsalted)
}

// without drops the plies of a seat.
func without(plies []int, log []storage.Entry, seat games.Seat) []int {
	var left []int
	for _, i := range plies {
		if log[i].Seat != seat {
			left = append(left, i)
		}
	}
	return left
}

// Seal returns the hash that commits a sealed move.
func (m *Match) Seal(e storage.Entry) string {
	return games.Seal(*e.Salt, e.Ply, games.Opens(m.Game, e.Move))
}

// Record returns a match as a record, with the proof of its deal.
func (m *Match) Record() (games.Record, error) {
	moves := make([]games.RecordedPly, len(m.Log))
	for i, e := range m.Log {
		moves[i] = games.RecordedPly{Ply: e.Ply, At: e.At}
	}
	r := games.NewRecord(m.Setup, moves, m.State)
	if !m.Info.Chance || m.Secret == nil {
		return r, nil
	}
	deal, err := m.StateAt(0).MarshalJSON()
	if err != nil {
		return r, err
	}
	r.Proof = &games.Proof{Commitment: games.Commitment(*m.Secret), Secret: *m.Secret, Words: m.Words, Deal: deal}
	for i, e := range m.Log {
		if m.Info.Hidden && e.Salt != nil {
			r.Proof.Seals = append(r.Proof.Seals, games.Opened{Ply: i, Hash: m.Seal(e), Salt: *e.Salt})
		}
	}
	return r, nil
}
