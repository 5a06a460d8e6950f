package magic

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/gametest"
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
		if got.Canonical != int64(len(want)) || got.All != int64(n) {
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

// layersFrom returns the layers that can follow from a pattern, from its own to that of the
// full board.
func layersFrom(p pattern, tiles int) []*layer {
	least, _ := p.canonical()
	layers := []*layer{layerOf(tiles, []pattern{least})}
	for ; tiles < 16; tiles++ {
		last := layers[len(layers)-1]
		next := map[pattern]bool{}
		for _, p := range last.patterns {
			p.turns(last.mover, func(_ Turn, board pattern) {
				least, _ := board.canonical()
				next[least] = true
			})
		}
		layers = append(layers, layerOf(tiles+1, slices.Collect(maps.Keys(next))))
	}
	return layers
}

// solveLayers returns the values of the first of some layers that reach to the full board.
func solveLayers(layers []*layer) []Value {
	var next *layer
	var values []Value
	for _, l := range slices.Backward(layers) {
		values = l.solve(2, next, values)
		next = l
	}
	return values
}

// minimax returns the winner of a position, Spectator for a tie, and the number of turns:
// the least if the mover wins, the most if the opponent does.
func minimax(p position) (winner games.Seat, plies int) {
	winner, over := p.Judge()
	if over {
		return winner, 0
	}
	first := true
	for _, turn := range p.turns(nil) {
		next := p
		next.Play(turn)
		w, n := minimax(next)
		if first || better(p.mover, w, n+1, winner, plies) {
			winner, plies, first = w, n+1, false
		}
	}
	return winner, plies
}

// better reports whether a mover prefers a win of w after n turns to a win of v after m.
func better(mover, w games.Seat, n int, v games.Seat, m int) bool {
	rank := map[games.Seat]int{mover: 2, games.Spectator: 1, 1 - mover: 0}
	switch {
	case w != v:
		return rank[w] > rank[v]
	case w == mover:
		return n < m
	}
	return w == 1-mover && n > m
}

// is reports whether a value agrees with a result of [minimax].
func (v Value) is(mover, winner games.Seat, plies int) bool {
	switch winner {
	case mover:
		return v > tie && v.plies() == plies
	case 1 - mover:
		return v < tie && v.plies() == plies
	}
	return v == tie
}

func TestSolveAgreesWithMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	seen := map[string]int{}
	for _, c := range []struct{ tiles, patterns, positions int }{
		{12, 1, 20}, {13, 4, 40}, {14, 8, 40}, {15, 5, 40}, {16, 5, 40},
	} {
		for range c.patterns {
			p := sample(t, rng, c.tiles)
			layers := layersFrom(p.pattern(), c.tiles)
			values := solveLayers(layers)
			for range c.positions {
				n := rng.IntN(len(values))
				p := layers[0].position(n)
				winner, plies := minimax(p)
				if v := values[n]; !v.is(p.mover, winner, plies) {
					t.Fatalf("%s is a %s, and seat %d wins after %d turns", p, v, winner, plies)
				}
				seen[values[n].String()]++
			}
		}
	}
	for _, want := range []string{"win 0", "win 1", "win 2", "win 3", "loss 0", "loss 1", "loss 2", "tie"} {
		if seen[want] == 0 {
			t.Errorf("no position is a %s among %v", want, seen)
		}
	}
}

// Images have the same value, so they can share a number.
func TestImagesHaveTheSameValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 1))
	for range 30 {
		p := sample(t, rng, 13)
		winner, plies := minimax(p)
		for _, image := range imagesOf(p) {
			if w, n := minimax(image); w != winner || n != plies {
				t.Fatalf("seat %d wins %s after %d turns, and seat %d wins its image %s after %d", winner, p, plies, w, image, n)
			}
		}
	}
}

// The number of canonical patterns agrees with a count of the patterns that each symmetry
// keeps.
func TestPatterns(t *testing.T) {
	for _, tiles := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16} {
		kept := 0
		for i := range symmetries {
			kept += keptBy(&symmetries[i], (tiles+1)/2, tiles/2)
		}
		if got := len(newLayer(tiles).patterns); got*8 != kept {
			t.Errorf("with %d tiles there are %d canonical patterns, want %d/8", tiles, got, kept)
		}
	}
}

// keptBy counts the patterns that a symmetry keeps: each side's tiles fill cycles of its
// squares.
func keptBy(s *symmetry, circles, diamonds int) int {
	ways := map[[2]int]int{{}: 1}
	for q := range NoSquare {
		least, n := q, 1
		for at := s.square(q); at != q; at = s.square(at) {
			least, n = min(least, at), n+1
		}
		if least != q {
			continue
		}
		next := maps.Clone(ways)
		for k, count := range ways {
			next[[2]int{k[0] + n, k[1]}] += count
			next[[2]int{k[0], k[1] + n}] += count
		}
		ways = next
	}
	return ways[[2]int{circles, diamonds}]
}

// A sample of 1,000 values at 11 to 14 tiles agrees with [minimax], which has no keys,
// bounds or order of turns.
func TestValueAgreesWithMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	for _, c := range []struct{ tiles, positions int }{{11, 5}, {12, 95}, {13, 400}, {14, 500}, {15, 100}} {
		for range c.positions {
			p := undecided(t, rng, c.tiles)
			winner, plies := minimax(p)
			if v := p.Value(); !v.is(p.mover, winner, plies) {
				t.Fatalf("%s is a %s, and seat %d wins after %d turns", p, v, winner, plies)
			}
		}
	}
}

// The table agrees with a search of the following turns.
func TestSearchAgreesWithTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 1))
	for range 5 {
		p := undecided(t, rng, tableTiles)
		s := newSearcher(allTiles)
		want := known().value(p)
		if got := s.value(p, want-1, want+1); got != want {
			t.Errorf("%s is a %s by search and a %s by the table, with %d nodes", p, got, want, s.nodes)
		}
	}
}

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

// The numbers of positions are those that others have found, and solving the game gives the
// stored table.
func TestSolutionInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	reached := CountReached(2, func(tiles int, n Reached) { t.Logf("%d tiles: %+v", tiles, n) })
	if want := (Reached{All: 32_570_953_617, Canonical: 1_017_979_213}); reached != want {
		t.Errorf("%+v positions are reached, want %+v", reached, want)
	}
	fresh := Solve(2, func(s Solved) { t.Logf("%+v", s) })
	if !bytes.Equal(fresh, table) {
		t.Errorf("a fresh table has %d bytes and differs from table.bin with %d: write it with parlour solve magic --table", len(fresh), len(table))
	}
}

// A sample of 1,000 values at nine and ten tiles agrees with [alphaBeta], which uses no
// table.
func TestValueInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	rng := rand.New(rand.NewPCG(71, 1))
	seen := map[string]int{}
	for i := range 1000 {
		p := undecided(t, rng, 9+i%2)
		agreesWithAlphaBeta(t, p)
		seen[p.Value().String()]++
	}
	t.Log(seen)
}

// The slowest answers are at few tiles more than the table has. The test logs their times,
// and limits their nodes, which are the same on every machine.
func TestAnswersInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	known()
	rng := rand.New(rand.NewPCG(73, 1))
	for _, tiles := range []int{8, 9, 10, 11} {
		var sum, longest time.Duration
		nodes := 0
		for i := range 1000 {
			p := undecided(t, rng, tiles)
			start := time.Now()
			s := newSearcher(allTiles)
			s.choose(p, 0, aSeed(i).Chance("think"))
			took := time.Since(start)
			sum, longest, nodes = sum+took, max(longest, took), max(nodes, s.nodes)
		}
		t.Logf("%d tiles: %v in the mean, %v and %d nodes at most", tiles, sum/1000, longest, nodes)
		if nodes > 1_000_000 {
			t.Errorf("an answer at %d tiles took %d nodes", tiles, nodes)
		}
	}
}

// [alphaBeta] agrees with [minimax], and once with a value from the search with the table.
func TestAlphaBeta(t *testing.T) {
	rng := rand.New(rand.NewPCG(72, 1))
	for range 100 {
		p := undecided(t, rng, 13)
		winner, plies := minimax(p)
		if got := alphaBeta(p, -sure, sure); got != score(p, winner, plies) {
			t.Fatalf("alphaBeta of %s = %d, and seat %d wins after %d turns", p, got, winner, plies)
		}
	}
	agreesWithAlphaBeta(t, undecided(t, rng, 10))
}

func agreesWithAlphaBeta(t *testing.T, p position) {
	t.Helper()
	v := p.Value()
	got := alphaBeta(p, -sure, sure)
	if want := valueScore(v); got != want {
		t.Errorf("%s is a %s, and alphaBeta = %d, want %d", p, v, got, want)
	}
}

// sure is the score of a won game; each turn before the win takes one off.
const sure = 100

// score returns the score of a result after some turns, for the mover.
func score(p position, winner games.Seat, plies int) int {
	switch winner {
	case games.Spectator:
		return 0
	case p.mover:
		return sure - plies
	}
	return plies - sure
}

func valueScore(v Value) int {
	switch {
	case v > tie:
		return sure - v.plies()
	case v < tie:
		return v.plies() - sure
	}
	return 0
}

// alphaBeta returns the score of a position if it lies between low and high, else a bound of
// it on that side. It first tries turns that end the game, and then those that make a row.
func alphaBeta(p position, low, high int) int {
	if winner, over := p.Judge(); over {
		return score(p, winner, 0)
	}
	var all [3][]position
	for _, turn := range p.turns(nil) {
		next := p
		next.Play(turn)
		kind := 2
		if _, over := next.Judge(); over {
			kind = 0
		} else if next.hasRow(p.mover) {
			kind = 1
		}
		all[kind] = append(all[kind], next)
	}
	best := -sure
	for _, next := range slices.Concat(all[:]...) {
		best = max(best, later(-alphaBeta(next, -sooner(high), -sooner(max(low, best)))))
		if best >= high {
			break
		}
	}
	return best
}

// later returns a score as it counts one turn before: nearer to zero by one.
func later(score int) int {
	switch {
	case score > 0:
		return score - 1
	case score < 0:
		return score + 1
	}
	return 0
}

// sooner is the reverse of [later].
func sooner(score int) int {
	switch {
	case score > 0:
		return score + 1
	case score < 0:
		return score - 1
	}
	return 0
}
