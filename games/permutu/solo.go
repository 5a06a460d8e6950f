package permutu

import "math/rand/v2"

// soloNodes limits the search for the fewest single blocks. It is ten times as many as the worst of 8,000 deals
// needed, and takes some tenths of a second.
const soloNodes = 1_000_000

// puzzle returns the attempt as it stands.
func (p *position) puzzle() puzzle {
	s := puzzle{Columns: p.columns, Owned: p.owned[0]}
	for column, left := range p.left[:p.columns] {
		if left != 0 {
			s.Lying |= 1 << column
		}
		if left == full {
			s.Full |= 1 << column
		}
		for c := range Colour(colours) {
			if p.lies(column, c) {
				s.Blocks[column][c] = p.dealt[column][c].bit()
			}
		}
	}
	return s
}

// firstOf returns the first move of an attempt that takes these symbols singly. An open column goes first.
func (p *position) firstOf(chosen, source []int) Take {
	for column := range p.columns {
		if p.whole(0, column) {
			return Take{Column: uint8(column), Whole: true}
		}
	}
	t := Take{Column: uint8(source[0])}
	for p.dealt[t.Column][t.Colour] != Symbol(chosen[0]) {
		t.Colour++
	}
	return t
}

// solve returns the best first move of an unfinished attempt and the result that it
// leads to. If the search finds no way to finish, it returns the best of many tries.
func solve(p *position, nodes int, rng *rand.Rand) (Take, soloResult) {
	puzzle := p.puzzle()
	if chosen, source, ok := puzzle.fewest(nodes); ok {
		return p.firstOf(chosen, source), soloResult{Left: 0, Singles: p.singles + len(chosen)}
	}
	const tries = 2000
	return bestTry(p, tries, rng)
}

// bestTry plays the attempt to the end a number of times, columns first. It returns the
// first move of the best try, and its result.
func bestTry(p *position, number int, rng *rand.Rand) (Take, soloResult) {
	var best Take
	var result soloResult
	for i := range number {
		end := *p
		first := anyColumnFirst(&end, rng)
		for end.Play(first); end.mover == p.mover; {
			end.Play(anyColumnFirst(&end, rng))
		}
		if r := end.solo(); i == 0 || r.compare(result) < 0 {
			best, result = first, r
		}
	}
	return best, result
}

// anyColumnFirst returns a random open column, or a random single block if no column is
// open.
func anyColumnFirst(p *position, rng *rand.Rand) Take {
	var buf [maxTakes]Take
	takes := p.Takes(p.mover, buf[:0])
	wholes := 0
	for _, t := range takes {
		if t.Whole {
			takes[wholes] = t
			wholes++
		}
	}
	if wholes > 0 {
		takes = takes[:wholes]
	}
	return takes[rng.IntN(len(takes))]
}
