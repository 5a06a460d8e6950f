package permutu

import (
	"cmp"
	"fmt"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain solver finds the same values in late positions of two.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[*plain]{
		After: func(setup games.Setup, log []games.Ply) *plain {
			s, _ := Game{}.Start(setup)
			pos := s.(state).pos
			p := newPlain(&pos)
			for _, ply := range log {
				p.playText(t, ply.Move)
			}
			return p
		},
		Moves: func(p *plain) (all []string) {
			if p.mover >= 0 {
				for _, m := range p.texts(p.mover) {
					all = append(all, string(m))
				}
			}
			return all
		},
		Play: func(p *plain, m string) *plain {
			next := p.clone()
			next.playText(t, games.Move(m))
			return next
		},
		Mover: func(p *plain) int { return p.mover },
		Worth: func(p *plain) int { // the starter ranks behind
			return cmp.Or(cmp.Compare(p.points(0), p.points(1)), cmp.Compare(p.triples(0), p.triples(1)), -1)
		},
		Key:   func(p *plain) string { return fmt.Sprint(p.mover, p.columns, p.hands) },
		Nodes: 100_000,
	}, func(s games.State, soon bool) bool {
		p := s.(state).pos
		return p.Left() < lateBlocks && (!soon || p.Left() < 20)
	}, 70,
		"symbols=26", "symbols=20,distinct=true", "symbols=26", "symbols=9")
}

// triples returns the number of symbols of which a seat has all three blocks.
func (q *plain) triples(seat int) (n int) {
	for _, many := range q.hands[seat] {
		n += int(many) / colours
	}
	return n
}
