package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"parlour/games"
)

// What a turning point is: a move that gave away so much of what the game was worth, as
// games.Advice has it, and one of the worst.
const (
	leastCost = 0.1
	maxPoints = 5
)

// keptGames is of how many games the turning points are kept.
const keptGames = 64

// A point is a move that was made, and what there is to say of it.
type point struct {
	ply    int // its index in the log
	advice games.Advice
}

// found is what is known of the moves of a match that gave much away: of the first so many
// in which there was a choice, and whether of all.
type found struct {
	match  string
	points []point
	spots  int
	all    bool
}

// turningPoints are the moves of a match that gave the most away, in their order. They are
// kept for a while, because who played together asks for the same.
func (h *Host) turningPoints(ctx context.Context, m *match) (points []point, err error) {
	f := h.minds.recall(m.ID)
	if !f.all {
		err = h.minds.behind(ctx, func() (err error) {
			if f = h.minds.recall(m.ID); f.all { // whoever came before asked for the same
				return nil
			}
			f, err = h.weigh(ctx, m, f)
			h.minds.keep(f) // even a part: who asks again, as it took too long, is not told so for ever
			return err
		})
	}
	return worst(f.points), err
}

// recall returns what is kept of a match.
func (n *minds) recall(match string) found {
	n.mu.Lock()
	defer n.mu.Unlock()
	if i := slices.IndexFunc(n.found, func(f found) bool { return f.match == match }); i >= 0 {
		return n.found[i]
	}
	return found{match: match}
}

// keep keeps what was found of a match, and forgets the oldest.
func (n *minds) keep(known found) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.found = slices.DeleteFunc(n.found, func(f found) bool { return f.match == known.match })
	n.found = append(n.found, known)
	n.found = slices.Delete(n.found, 0, max(len(n.found)-keptGames, 0))
}

// A spot is where a move was made, and from which position.
type spot struct {
	ply, turn int
	seat      games.Seat
	state     games.State
}

// spots are the moves of a match in which its players had a choice. Of a bid that was
// changed only the last counts.
func (m *match) spots() ([]spot, error) {
	state, err := m.game.Start(m.Setup)
	if err != nil {
		return nil, fmt.Errorf("start match %s: %w", m.ID, err)
	}
	var all []spot
	turn := 0
	for i, e := range m.Log {
		next, err := state.Play(e.Seat, e.Move)
		if err != nil {
			return nil, fmt.Errorf("replay match %s: ply %d cannot be played", m.ID, i+1)
		}
		if !e.Move.System() && len(state.Legal(e.Seat)) > 1 {
			all = slices.DeleteFunc(all, func(s spot) bool { return s.turn == turn && s.seat == e.Seat })
			all = append(all, spot{i, turn, e.Seat, state})
		}
		if !games.SameTurn(state, next, e.Seat) {
			turn++
		}
		state = next
	}
	return all, nil
}

// weigh goes on to find the moves of a match that gave much away. What it found until the
// context was done it returns too.
func (h *Host) weigh(ctx context.Context, m *match, f found) (found, error) {
	spots, err := m.spots()
	if err != nil {
		return f, err
	}
	for _, s := range spots[f.spots:] {
		var advice games.Advice
		err := h.minds.alone(ctx, func() {
			advice = m.opponent().Advise(s.state.View(s.seat), s.seat, m.Log[s.ply].Move, m.chanceOf(s.turn, s.seat))
		})
		if err != nil {
			return f, err
		}
		if f.spots++; advice.Cost >= leastCost {
			f.points = append(f.points, point{s.ply, advice})
		}
	}
	f.all = true
	return f, nil
}

// worst are the turning points among moves that gave much away, in their order.
func worst(points []point) []point {
	points = slices.Clone(points)
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(b.advice.Cost, a.advice.Cost) })
	points = points[:min(len(points), maxPoints)]
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.ply, b.ply) })
	return points
}
