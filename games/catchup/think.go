package catchup

import (
	"math/rand/v2"
	"slices"

	"parlour/games/search"
)

// hardest is the best tuning known.
var hardest = search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}

// A key is a cell, or from MaxCells on the end of a turn with so many stones on the board, which
// comes once in a game.
type key = search.Move

const maxKeys = 2*MaxCells + 1

// enough is the key of ending the turn.
func (p *position) enough() key { return MaxCells + key(p.shape.cells-int(p.left)) }

// newThinker returns a thinker that ends a search once its best move is certain.
func newThinker(rng *rand.Rand) *search.Thinker[searched, *searched] {
	t := search.NewThinker[searched](maxKeys, hardest, rng)
	t.Stops = true
	return t
}

// think searches a position that is not over for the rest of its turn, stone by stone, and returns the turn. Where
// a stone lies matters more than when it was placed, as a [search.Thinker] has it. What the tree found beyond a
// stone stays for the next. A level that overlooks cells looks for each stone afresh, so that it overlooks some each
// time. After each search think calls found, unless that is nil, with the tree, the position, and the key of the stone.
func think(root position, budget search.Budget, rng *rand.Rand, found func(*search.Tree, position, key)) (turn Turn) {
	t := newThinker(rng)
	side := root.mover
	for left := int(root.limit); ; left-- {
		k, _ := t.Think(searched{root}, budget.Part(1, max(left, 1)))
		if found != nil {
			found(t.Tree, root, k)
		}
		if k >= MaxCells {
			return turn
		}
		turn = turnOf(append(turn.Cells(), Cell(k))...)
		root.step(k)
		if root.mover != side {
			return turn
		}
		if budget.Overlooks > 0 {
			t = newThinker(rng)
		} else {
			t.Advance(k)
		}
		budget = budget.Part(max(left-1, 1), max(left, 1))
	}
}

// rankTurns returns the turn of [think], then others, at most so many in all, each with the play that the search
// expects: up to two turns more. The others are those of [firstTurns].
func rankTurns(root position, most int, budget search.Budget, rng *rand.Rand) [][]Turn {
	var others [][]Turn
	var line []Turn
	var played []key
	best := think(root, budget, rng, func(t *search.Tree, p position, k key) {
		if p.placed == 0 {
			others = firstTurns(t, p)
		}
		line = root.wholeTurns(append(slices.Clone(played), t.Line(lineTurns*(mostStones+1))...))
		played = append(played, k)
	})
	if len(line) == 0 || line[0] != best {
		line = []Turn{best}
	}
	lines := [][]Turn{line[:min(lineTurns, len(line))]}
	for _, other := range others {
		known := func(line []Turn) bool { return line[0] == other[0] }
		if len(lines) < most && !slices.ContainsFunc(lines, known) {
			lines = append(lines, other)
		}
	}
	return lines
}

// lineTurns is the number of turns of the play that advice tells.
const lineTurns = 3

// firstTurns returns for each first stone that was tried, most often first, the turns that the tree expects with it, if
// it expects a whole one.
func firstTurns(t *search.Tree, p position) (all [][]Turn) {
	for _, k := range t.Ranked(maxKeys) {
		from := *t
		from.Advance(k)
		if turns := p.wholeTurns(append([]key{k}, from.Line(lineTurns*(mostStones+1))...)); len(turns) > 0 {
			all = append(all, turns[:min(lineTurns, len(turns))])
		}
	}
	return all
}

// wholeTurns cuts keys that are played one after the other into turns. The last is left out if it does not end.
func (p position) wholeTurns(keys []key) (all []Turn) {
	var so Turn
	for _, k := range keys {
		if k < MaxCells {
			so = turnOf(append(so.Cells(), Cell(k))...)
		}
		side := p.mover
		if p.step(k); p.mover != side {
			all, so = append(all, so), Turn{}
		}
	}
	return all
}

// step places a stone or ends the turn, and ends it where no other stone may be placed.
func (p *position) step(k key) {
	if k < MaxCells {
		p.place(Cell(k))
		if p.more() {
			return
		}
	}
	p.pass()
}

// A searched position is what a search plays, stone by stone; its players are the sides. Its moves are the
// cells where the next stone may lie and, once a stone of the turn lies, the end of the turn.
type searched struct{ position }

// Player implements [search.Playable].
func (s *searched) Player() int { return int(s.mover) }

// Keys implements [search.Playable].
func (s *searched) Keys(buf []key) []key {
	for _, c := range s.free[:s.left] {
		if s.may(c) {
			buf = append(buf, key(c))
		}
	}
	if s.placed > 0 {
		buf = append(buf, s.enough())
	}
	return buf
}

// PlayKey implements [search.Playable].
func (s *searched) PlayKey(k key) { s.step(k) }

// Roll implements [search.Playable], with as many stones as are allowed.
func (s *searched) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	for ; !s.Over(); s.pass() {
		for s.placed < s.limit && s.left > 0 {
			c, ok := s.random(rng)
			if !ok {
				break
			}
			line = append(line, search.Made{Move: key(c), By: s.mover})
		}
	}
	return line
}

// Worth implements [search.Playable].
func (s *searched) Worth() search.Worths { return search.Worth(s.winner()) }

// Count implements [search.Position].
func (s *searched) Count() int {
	var buf [MaxCells + 1]key
	return len(s.Keys(buf[:0]))
}

// PlayNth implements [search.Position].
func (s *searched) PlayNth(n int) { s.step(s.nth(n)) }

// nth returns the key of a move by its number: the end of the turn has the last.
func (s *searched) nth(n int) key {
	var buf [MaxCells + 1]key
	return s.Keys(buf[:0])[n]
}

// Playout implements [search.Position]. It plays with as many stones as are allowed.
func (s *searched) Playout(rng *rand.Rand) float64 {
	var line [MaxCells]search.Made
	s.Roll(rng, line[:0])
	return float64(s.Worth()[0])
}
