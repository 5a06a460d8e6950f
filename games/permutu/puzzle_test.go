package permutu

import "testing"

// Three columns of ABC, BCA and CAB need two symbols taken singly, from different columns. Nothing is found where too
// few sets may be tried, and nothing is needed where all columns are open.
func TestFewest(t *testing.T) {
	const a, b, c = 1, 2, 4
	p := puzzle{Columns: 3, Blocks: [maxSymbols][colours]uint32{{a, b, c}, {b, c, a}, {c, a, b}}, Lying: 7, Full: 7}
	chosen, source, ok := p.fewest(100)
	if !ok || len(chosen) != 2 || chosen[0] == chosen[1] || len(source) != 2 || source[0] == source[1] {
		t.Errorf("the symbols %v of the columns %v are taken, %t", chosen, source, ok)
	}
	if chosen, _, ok := p.fewest(2); ok {
		t.Errorf("the symbols %v are taken after two sets", chosen)
	}
	p.Owned = a | b
	if chosen, _, ok := p.fewest(100); !ok || len(chosen) != 0 {
		t.Errorf("the symbols %v are taken, %t, where all columns are open", chosen, ok)
	}
	p.Owned, p.Full = 0, 1
	if chosen, _, ok := p.fewest(100); ok {
		t.Errorf("the symbols %v are taken from one column", chosen)
	}
}
