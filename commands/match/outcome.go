package match

import (
	"context"
	"time"

	"parlour/games"
	"parlour/storage"
)

// MostOfPair is how many games of the same two people count in a day.
const MostOfPair = 3

// leastMoves is how many moves each seat makes in a game that counts.
const leastMoves = 2

// outcome returns what a match counts for in the tables of its server, as [storage.Lobby] keeps it; empty for nothing. A
// game counts if people alone played it, each of them made two moves, and it has a result. Nothing of a private thread
// counts, because its games are shown nowhere else.
func (m *Match) outcome() string {
	if m.Phase != storage.Over || m.Guild == "" || m.Guest || m.Private || len(m.People()) < 2 || m.Opponents() > 0 ||
		len(m.Places) < len(m.Players) {
		return ""
	}
	moved, last := map[games.Seat]int{}, map[games.Seat]int{} // a bid that is changed is the same move
	for _, i := range m.Standing() {
		if s := m.steps[i]; !s.Move.System() && last[s.Seat] != s.Turn+1 {
			moved[s.Seat]++
			last[s.Seat] = s.Turn + 1
		}
	}
	first := 0
	for _, place := range m.Places { // also of a dummy, whose seat comes after those of the players
		if place == 1 {
			first++
		}
	}
	results := ""
	for seat := range m.Players {
		switch {
		case moved[games.Seat(seat)] < leastMoves:
			return ""
		case m.Places[seat] > 1:
			results += storage.HasLost
		case first > 1:
			results += storage.HasDrawn
		default:
			results += storage.HasWon
		}
	}
	return results
}

// decideOutcome notes when a match has ended and what it counts for. It counts for nothing if two of its people have had
// as many games that day as count.
func (e *Env) decideOutcome(ctx context.Context, m *Match, at time.Time) error {
	m.EndedAt, m.Outcome = at, m.outcome()
	if m.Outcome == "" {
		return nil
	}
	for i, p := range m.Players[1:] {
		with, err := e.countedToday(ctx, p.ID, m.EndedAt)
		if err != nil {
			return err
		}
		for _, other := range m.Players[:i+1] {
			if with[other.ID] >= MostOfPair {
				m.Outcome = ""
				return nil
			}
		}
	}
	return nil
}

// countedToday returns with whom a person has ended games that count on the day of a moment, by UTC, and how many. It
// reads no more than the games of that day, and a few.
func (e *Env) countedToday(ctx context.Context, person string, now time.Time) (with map[string]int, err error) {
	day := now.UTC().Truncate(24 * time.Hour)
	var ended []storage.Head
	for n := 4; ; n *= 2 {
		if ended, err = e.Store.OfPlayer(ctx, person, false, storage.Newest(n)); err != nil {
			return nil, err
		}
		if len(ended) < n || ended[n-1].Age().Before(day) {
			break
		}
	}
	with = map[string]int{}
	for _, head := range ended {
		if head.Outcome == "" || head.Age().Before(day) || SeatIn(head, person) == games.Spectator {
			continue
		}
		for _, p := range head.Players {
			with[p.ID]++
		}
	}
	return with, nil
}
