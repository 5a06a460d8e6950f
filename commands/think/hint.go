package think

import (
	"context"
	"errors"
	"slices"

	"parlour/commands/match"
	"parlour/games"
)

// ErrNoOther is returned, with the first hint again, if no other move is known than those that were hinted at.
var ErrNoOther = errors.New("there is no other move to hint at")

// keptHints is the number of hints that are kept, so that another one takes no second thought.
const keptHints = 64

// A told hint is what an opponent said to a seat.
type told struct {
	match  string
	moves  int // that were made before, those included that were taken back
	seat   games.Seat
	advice games.Advice
}

// Hint returns the move that an opponent would make for a seat or, besides those that it has hinted at already,
// the next best of those that it looked at, and whether there is one more. It returns [ErrBusy] if the same
// person waits for a hint, and [ErrNoOther].
func (p *Pool) Hint(ctx context.Context, person string, m *match.Match, seat games.Seat,
	hinted ...games.Move) (advice games.Advice, more bool, err error) {
	done, ok := p.ask("hint " + person)
	if !ok {
		return advice, false, ErrBusy
	}
	defer done()
	first, err := p.first(ctx, person, m, seat)
	if err != nil || len(hinted) == 0 {
		return first, len(first.Others) > 0, err
	}
	rest := match.Without(first.Others, func(c games.Candidate) bool { return slices.Contains(hinted, c.Move) })
	if len(rest) == 0 {
		return first, false, ErrNoOther
	}
	return games.Advice{Best: rest[0].Move, Worth: rest[0].Worth}, len(rest) > 1, nil
}

// first returns what an opponent advises a seat to do now, and keeps it for another hint.
func (p *Pool) first(ctx context.Context, person string, m *match.Match,
	seat games.Seat) (advice games.Advice, err error) {
	at := func(t told) bool { return t.match == m.ID && t.moves == len(m.Log) && t.seat == seat }
	p.mu.Lock()
	i := slices.IndexFunc(p.hints, at)
	if i >= 0 {
		advice = p.hints[i].advice
	}
	p.mu.Unlock()
	if i >= 0 {
		return advice, nil
	}
	err = p.inRoom(ctx, person, hinting, func(int) {
		advice = m.Opponent().Advise(m.State.View(seat), seat, "", chanceOf(m, m.Turn, seat))
	})
	if err != nil {
		return advice, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hints = append(p.hints, told{m.ID, len(m.Log), seat, advice})
	p.hints = slices.Delete(p.hints, 0, max(len(p.hints)-keptHints, 0))
	return advice, nil
}
