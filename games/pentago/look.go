package pentago

import "math/bits"

// A tally has for every line how many of its cells are in a set, a bit of the number in each mask:
// ones, twos and fours. No line has more than five.
type tally struct{ ones, twos, fours lineMask }

// shares has by quadrant and cells there how many of them each line has, at most three.
var shares = func() (all [quadrants][patterns]tally) {
	for quadrant := range quadrants {
		for pattern := range Set(patterns) {
			s := &all[quadrant][pattern]
			for i, line := range lineSets {
				n := lineMask((line.pattern(quadrant) & pattern).count())
				s.ones |= n & 1 << i
				s.twos |= n >> 1 << i
			}
		}
	}
	return all
}()

// add adds the share of one more quadrant.
func (t tally) add(s tally) tally {
	carry, half := t.ones&s.ones, t.twos^s.twos
	return tally{t.ones ^ s.ones, half ^ carry, t.fours | t.twos&s.twos | carry&half}
}

// free returns the lines of which no cell is in the set.
func (t tally) free() lineMask { return ^(t.ones | t.twos | t.fours) }

// tally returns that of a set.
func (s Set) tally() (t tally) {
	for quadrant := range quadrants {
		t = t.add(shares[quadrant][s.pattern(quadrant)])
	}
	return t
}

// A reach has the tallies of a set on the board as it is (at NoTwist) and after each twist.
type reach [NoTwist + 1]tally

func (s Set) reach(r *reach) {
	var still [quadrants]tally
	for quadrant := range quadrants {
		still[quadrant] = shares[quadrant][s.pattern(quadrant)]
	}
	left, right := still[0].add(still[1]), still[2].add(still[3])
	others := [quadrants]tally{right.add(still[1]), right.add(still[0]), left.add(still[3]), left.add(still[2])}
	for t := range NoTwist {
		r[t] = others[t/2].add(shares[t/2][turned[t&1][s.pattern(int(t/2))]])
	}
	r[NoTwist] = others[0].add(still[0])
}

// A glance is what a look at a board tells the seat to move.
type glance struct {
	wins  bool // whether it can win in this turn
	risks bool // whether the other seat could win if it were to move
	score int  // points for the lines that it may still fill, less those of the other side
}

// The weights of lines on which only one side has stones, by the number of these, on the board as it is
// and after a twist.
const (
	stillTwo, stillThree, stillFour = 2, 8, 16
	spunTwo, spunThree, spunFour    = 1, 4, 12
	tempo                           = 40 // to be the one to move
)

// look looks at a board on which nobody has five, for the side to move.
func look(own, other Set) (g glance) {
	g.score = tempo
	var mine, theirs reach
	own.reach(&mine)
	other.reach(&theirs)
	for t := range NoTwist {
		g.add(&mine[t], &theirs[t], spunTwo, spunThree, spunFour)
	}
	g.add(&mine[NoTwist], &theirs[NoTwist], stillTwo, stillThree, stillFour)
	return g
}

// add adds what the board after one twist tells.
func (g *glance) add(m, o *tally, two, three, four int) {
	free, freed := o.free(), m.free()
	fiveMine, fiveTheirs := m.fours&m.ones, o.fours&o.ones
	fourMine, fourTheirs := m.fours&^m.ones&free, o.fours&^o.ones&freed
	if fiveTheirs == 0 && fiveMine|fourMine != 0 {
		g.wins = true
	}
	if fiveMine == 0 && fiveTheirs|fourTheirs != 0 {
		g.risks = true
	}
	count := func(m lineMask) int { return bits.OnesCount32(m) }
	g.score += two*(count(m.twos&^m.ones&free)-count(o.twos&^o.ones&freed)) +
		three*(count(m.twos&m.ones&free)-count(o.twos&o.ones&freed)) +
		four*(count(fourMine)-count(fourTheirs))
}
