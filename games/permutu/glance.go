package permutu

import "math/rand/v2"

// A glance is what playouts see of the hands: of which symbols the seat that is to
// move has one block at least, and two, and of which somebody else has.
type glance struct{ one, two, theirOne, theirTwo uint32 }

func (p *Position) glance() glance {
	var g glance
	for seat := range p.seats {
		h := &p.held[seat]
		one, two := p.owned[seat], h[Red]&h[Black]|h[Red]&h[Green]|h[Black]&h[Green]
		if seat == int(p.mover) {
			g.one, g.two = one, two
		} else {
			g.theirOne, g.theirTwo = g.theirOne|one, g.theirTwo|two
		}
	}
	return g
}

// maxLook is the most that a move looks good.
const maxLook = 4 * 6

// whole says how good a column looks, of which some colours are left: twice the
// points that it gains, and what its blocks would have gained others.
func (g *glance) whole(dealt *[colours]Symbol, left uint8) uint32 {
	look := uint32(0)
	for c, s := range dealt {
		if left>>c&1 == 1 {
			look += g.one>>s&1*2 + g.two>>s&1*2 + g.theirOne>>s&1 + g.theirTwo>>s&1
		}
	}
	return look
}

// single says how good a block looks, which gains nothing now: the two that it
// leaves are better open to oneself, and closed to others.
func (g *glance) single(dealt *[colours]Symbol, c Colour) uint32 {
	look := uint32(4)
	rest := dealt[(c+1)%colours].bit() | dealt[(c+2)%colours].bit()
	if rest&g.one != 0 {
		look += 2
	}
	if rest&g.theirOne != 0 {
		look -= 2
	}
	return look
}

// A guesser draws moves at random: the better one looks, the likelier.
type guesser struct {
	weights [maxLook + 1]uint32 // by look
	rng     *rand.Rand
	takes   []Take
	sums    []uint32 // by take: its weight and those of all before it
}

// newGuesser makes a guesser to whom a look better by one is so many times as
// likely.
func newGuesser(ratio float64, rng *rand.Rand) *guesser {
	g := &guesser{rng: rng, takes: make([]Take, 0, MaxTakes), sums: make([]uint32, 0, MaxTakes)}
	for look, weight := 0, 16.0; look <= maxLook; look++ {
		g.weights[look] = uint32(min(weight, 1<<24))
		weight *= ratio
	}
	return g
}

// guess draws a move of a position that is not over.
func (g *guesser) guess(p *Position) Take {
	g.list(p)
	last := len(g.takes) - 1
	at := uint32(uint64(uint32(g.rng.Uint64())) * uint64(g.sums[last]) >> 32)
	i := 0
	for g.sums[i] <= at {
		i++
	}
	return g.takes[i]
}

// list lists the moves of the seat that is to move, in the order of Takes, and
// their weights.
func (g *guesser) list(p *Position) {
	g.takes, g.sums = g.takes[:0], g.sums[:0]
	seen, sum := p.glance(), uint32(0)
	for column, left := range p.left[:p.columns] {
		if left == 0 {
			continue
		}
		dealt := &p.dealt[column]
		if left == full {
			for c := range Colour(colours) {
				if p.taken>>dealt[c]&1 == 0 {
					sum += g.weights[seen.single(dealt, c)]
					g.takes = append(g.takes, Take{Column: uint8(column), Colour: c})
					g.sums = append(g.sums, sum)
				}
			}
		}
		if p.lacking(p.mover, column) <= 1 {
			sum += g.weights[seen.whole(dealt, left)]
			g.takes = append(g.takes, Take{Column: uint8(column), Whole: true})
			g.sums = append(g.sums, sum)
		}
	}
}
