package match

import (
	"context"
	"slices"

	"parlour/storage"
)

// tallyOf is the number of ended matches of a player, the newest, that count for a tally.
const tallyOf = 200

// Tally reads what the board at the end tells of other matches, for a match that is over.
func (e *Env) ReadTally(ctx context.Context, m *Match) error {
	if m.Phase != storage.Over || m.State == nil {
		return nil
	}
	m.Tally = tally{}
	if err := e.countWins(ctx, m); err != nil {
		return err
	}
	for _, seat := range m.People() {
		person := m.Players[seat].ID
		own, err := e.Store.OfPlayer(ctx, person, true, storage.All)
		if err != nil {
			return err
		}
		m.Tally.Waits = m.Tally.Waits || len(Waiting(e.Offered(own), person)) > 0
	}
	return nil
}

// countWins counts the games that two people have won of each other.
func (e *Env) countWins(ctx context.Context, m *Match) error {
	if !m.samePair(m.Head) {
		return nil
	}
	ended, err := e.Store.OfPlayer(ctx, m.Players[0].ID, false, storage.All)
	if err != nil {
		return err
	}
	ended = ended[max(len(ended)-tallyOf, 0):]
	if !slices.ContainsFunc(ended, func(head storage.Head) bool { return head.ID == m.ID }) {
		ended = append(ended, m.Head)
	}
	for _, head := range ended {
		if !m.samePair(head) {
			continue
		}
		if seat := m.SeatOf(winnerOf(head, head.Places)); seat >= 0 {
			m.Tally.Won[seat]++
		}
	}
	return nil
}
