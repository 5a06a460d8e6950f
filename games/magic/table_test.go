package magic

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The coder reads back every value that it wrote, likely or not. The more alike the values
// are, the fewer bytes they take.
func TestCoder(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	size := map[string]int{}
	for name, draw := range map[string]func() Value{
		"the same": func() Value { return won },
		"mostly one": func() Value {
			return []Value{tie, tie, tie, tie, tie, tie, tie, Value(rng.IntN(int(won) + 1))}[rng.IntN(8)]
		},
		"anything": func() Value { return Value(rng.IntN(int(won) + 1)) },
	} {
		values := make([]Value, 50_000)
		w, m := newWriter(), &newModels()[0][0]
		for i := range values {
			values[i] = draw()
			w.value(values[i], m)
		}
		data := w.close()
		size[name] = len(data)
		r, m := newReader(data), &newModels()[0][0]
		for i, want := range values {
			if got := r.value(0, m); got != want {
				t.Fatalf("in %s the value %d is read as %d, want %d", name, i, got, want)
			}
		}
	}
	if size["the same"] > 1000 || size["mostly one"] > 10_000 || size["anything"] > 37_500 {
		t.Errorf("50,000 values take %v bytes", size)
	}
}

// The values of a layer are read back as they were. Decided ones are not written.
func TestTableIsReadBack(t *testing.T) {
	p, err := parsePosition("2_UdDu-DuUdU-uD-dU")
	if err != nil {
		t.Fatal(err)
	}
	layers := layersFrom(p.pattern(), p.tileCount())
	for i, l := range layers {
		want := solveLayers(layers[i:])
		w := newWriter()
		l.code(w, slices.Clone(want))
		got := make([]Value, l.size())
		l.code(newReader(w.close()), got)
		if !slices.Equal(got, want) {
			t.Errorf("the values of %d tiles are not read back as they were", l.tiles)
		}
	}
}

// Circle wins with a first tile in a corner, and loses with any other.
func TestOpenings(t *testing.T) {
	if v := known().value(position{}); v.String() != "win 16" {
		t.Errorf("the empty board is a %s, want win 16", v)
	}
	corners := []string{"a1", "a4", "d1", "d4"}
	for _, turn := range (position{}).turns(nil) {
		var p position
		p.Play(turn)
		v := known().value(p)
		if corner := slices.Contains(corners, turn.Place.String()); corner != (v.String() == "loss 15") || corner == (v > tie) {
			t.Errorf("after %s Diamond has a %s", turn.move(), v)
		}
	}
}

// The table's value of a position follows from its values of the positions one turn later.
func TestTableIsConsistent(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 1))
	for i := range 1000 {
		p := undecided(t, rng, i%tableTiles)
		best := lost
		for _, turn := range p.turns(nil) {
			next := p
			next.Play(turn)
			best = max(best, known().value(next).before())
		}
		if v := known().value(p); v != best {
			t.Fatalf("%s is a %s, and a %s by its turns", p, v, best)
		}
	}
}
