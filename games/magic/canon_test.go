package magic

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// imagesOf returns the 32 images of a position, which all have its value: turned round and
// over, and with light and dark exchanged by either side.
func imagesOf(p position) []position {
	var all []position
	for i := range 32 {
		image := position{mover: p.mover}
		for seat := range p.tiles {
			for side, set := range p.tiles[seat] {
				side ^= i >> (3 + seat) & 1
				for ; set != 0; set &= set - 1 {
					image.tiles[seat][side] |= turned(lowest(set), i&7).bit()
				}
			}
		}
		all = append(all, image)
	}
	return all
}

// turned returns a square after some quarter turns; from 4 on the board is turned over
// first.
func turned(q Square, way int) Square {
	if way >= 4 {
		q = SquareAt(3-q.Col(), q.Row())
	}
	for range way % 4 {
		q = SquareAt(3-q.Row(), q.Col())
	}
	return q
}

// sample returns a random position of a number of tiles.
func sample(t *testing.T, rng *rand.Rand, tiles int) position {
	t.Helper()
	p, err := parsePosition(randomPosition(rng, tiles))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCanonicalForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	for tiles := range 17 {
		l := newLayer(tiles)
		for range 60 {
			p := sample(t, rng, tiles)
			n := l.index(p)
			images := imagesOf(p)
			for _, image := range images {
				if got := l.index(image); got != n {
					t.Fatalf("%s has the number %d, and its image %s has %d", p, n, image, got)
				}
			}
			if canonical := l.position(n); !slices.Contains(images, canonical) {
				t.Fatalf("%s has the same number as %s, which is not its image", p, canonical)
			}
		}
	}
}

// A number that is not canonical belongs to a position whose canonical number is lower.
func TestNumbers(t *testing.T) {
	for tiles := range 7 {
		l := newLayer(tiles)
		for n := range l.size() {
			p := l.position(n)
			canonical := l.index(p)
			if canonical > n || p.tileCount() != tiles || p.mover != l.mover {
				t.Fatalf("with %d tiles, the number %d gives %s, whose number is %d", tiles, n, p, canonical)
			}
			if canonical < n && !slices.Contains(imagesOf(p), l.position(canonical)) {
				t.Fatalf("%d has the canonical number %d, which is no image of it: %s", n, canonical, p)
			}
		}
	}
}

// plainReach returns the positions that can be reached, one for each 32 images, by number of
// tiles.
func plainReach(tiles int) []map[position]bool {
	least := func(p position) position {
		return slices.MinFunc(imagesOf(p), func(a, b position) int {
			return slices.Compare(slices.Concat(a.tiles[0][:], a.tiles[1][:]), slices.Concat(b.tiles[0][:], b.tiles[1][:]))
		})
	}
	all := []map[position]bool{{position{}: true}}
	for range tiles {
		next := map[position]bool{}
		seen := map[position]bool{}
		for p := range all[len(all)-1] {
			if _, over := p.Judge(); over {
				continue
			}
			for _, turn := range p.turns(nil) {
				q := p
				q.Play(turn)
				if !seen[q] {
					seen[q] = true
					next[least(q)] = true
				}
			}
		}
		all = append(all, next)
	}
	return all
}

func TestReach(t *testing.T) {
	const most = 4
	var before *layer
	var goOn []uint8
	for tiles, want := range plainReach(most) {
		l := newLayer(tiles)
		var got Reached
		goOn, got = l.reach(2, before, goOn)
		before = l
		n := 0
		for p := range want {
			images := imagesOf(p)
			distinct := map[position]bool{}
			for _, image := range images {
				distinct[image] = true
			}
			n += len(distinct)
		}
		if got.Canonical != len(want) || got.All != n {
			t.Errorf("with %d tiles %+v positions are reached, want %d and %d", tiles, got, n, len(want))
		}
		for i, on := range goOn {
			p := l.position(i)
			_, over := p.Judge()
			if on != 0 && over {
				t.Fatalf("%s is among the undecided positions, but is decided", p)
			}
		}
	}
}
