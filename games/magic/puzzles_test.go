package magic

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/puzzles"
)

var provePuzzles = flag.Bool("puzzles", false, "prove all puzzles by the plain game, not one")

// A proof plays every reply. It keeps, by the turns that are left, the last reply that prevented a win, which is tried
// first, and room for moves.
type proof [4]struct {
	killer       plainMove
	own, replies []plainMove
}

// forces reports whether a move wins within so many turns of its side, that one among them, whatever the other side does.
func (f *proof) forces(p *plain, m plainMove, turns int) bool {
	own, after, at := p.mover, p.play(m), &f[turns]
	if winner, over := after.result(); over {
		return winner == own
	}
	at.replies = after.moves(at.replies[:0])
	if i := slices.Index(at.replies, at.killer); i > 0 {
		at.replies[0], at.replies[i] = at.replies[i], at.replies[0]
	}
	for _, reply := range at.replies {
		next := after.play(reply)
		winner, over := next.result()
		wins := winner == own
		if !over && turns > 1 {
			at.own = next.moves(at.own[:0])
			wins = slices.ContainsFunc(at.own, func(m plainMove) bool { return f.forces(&next, m, turns-1) })
		}
		if !wins {
			at.killer = reply
			return false
		}
	}
	return true
}

// some returns a turn and a few others or, if all puzzles are proved, all turns.
func some(turns []plainMove, one games.Move) []plainMove {
	if *provePuzzles {
		return turns
	}
	rand.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	at := slices.IndexFunc(turns, func(m plainMove) bool { return m.text() == string(one) })
	turns[0], turns[at] = turns[at], turns[0]
	return turns[:6]
}

// One turn of a puzzle wins in so many, and no other one does: by the plain game, which plays every reply and has no table.
func TestOneTurnSolvesAPuzzle(t *testing.T) {
	var all []puzzles.Puzzle
	for day := range puzzles.Day(740) { // in which each puzzle comes
		if p := puzzles.Of(day); p.Game == (Game{}).Info().Name && !slices.ContainsFunc(all, func(q puzzles.Puzzle) bool { return p.Line == q.Line }) {
			all = append(all, p)
		}
	}
	if len(all) < 52 {
		t.Fatalf("there are %d puzzles, want one for each week at least", len(all))
	}
	if !*provePuzzles {
		at := rand.IntN(len(all))
		all = all[at : at+1]
	}
	for _, z := range all {
		p := newPlain()
		for text := range strings.FieldsSeq(z.Line) {
			moves := p.moves(nil)
			at := slices.IndexFunc(moves, func(m plainMove) bool { return m.text() == text })
			if at < 0 {
				t.Fatalf("%s: %s is not legal", z.Line, text)
			}
			p = p.play(moves[at])
		}
		var won []string
		var f proof
		for _, m := range some(p.moves(nil), z.Move) {
			if f.forces(&p, m, z.Turns) {
				won = append(won, m.text())
			}
		}
		if !slices.Equal(won, []string{string(z.Move)}) {
			t.Errorf("%s: %v win in %d, want %s alone", z.Line, won, z.Turns, z.Move)
		}
	}
}
