package pentago

import "math/bits"

// A tally has for every line how many of its cells are in a set, a bit of the number in each mask:
// ones, twos and fours. No line has more than five.
type tally struct{ ones, twos, fours lineMask }

// A share says how many of some cells of one quadrant each line has: the two bits of that number, and the
// lines that have none.
type share struct{ ones, twos, free lineMask }

// shares has them by quadrant and cells there.
var shares = func() (all [quadrants][patterns]share) {
	for quadrant := range quadrants {
		for pattern := range Set(patterns) {
			s := &all[quadrant][pattern]
			for i, line := range lineSets {
				n := lineMask((line.pattern(quadrant) & pattern).count())
				s.ones |= n & 1 << i
				s.twos |= n >> 1 << i
				if n == 0 {
					s.free |= 1 << i
				}
			}
		}
	}
	return all
}()

// add adds the share of one more quadrant.
func (t tally) add(s share) tally {
	carry, half := t.ones&s.ones, t.twos^s.twos
	return tally{t.ones ^ s.ones, half ^ carry, t.fours | t.twos&s.twos | carry&half}
}

// tally returns a share as a tally.
func (s share) tally() tally { return tally{ones: s.ones, twos: s.twos} }

// A spread holds the shares of the quadrants of a set: as they are, and after a twist of each either way.
type spread struct {
	still [quadrants]share
	spun  [twistings]share
}

func (s Set) spread() (sp spread) {
	for quadrant := range quadrants {
		pattern := s.pattern(quadrant)
		of := &shares[quadrant]
		sp.still[quadrant] = of[pattern]
		sp.spun[2*quadrant] = of[turned[0][pattern]]
		sp.spun[2*quadrant+1] = of[turned[1][pattern]]
	}
	return sp
}

// A reach is a spread added up: how many cells each line has, and which lines have none, on the board as
// it is (at NoTwist) and after each twist.
type reach struct {
	tallies [NoTwist + 1]tally
	free    [NoTwist + 1]lineMask
}

func (s Set) reach(r *reach) {
	sp := s.spread()
	left, right := sp.still[0].tally().add(sp.still[1]), sp.still[2].tally().add(sp.still[3])
	others := [quadrants]tally{right.add(sp.still[1]), right.add(sp.still[0]), left.add(sp.still[3]),
		left.add(sp.still[2])}
	freeLeft, freeRight := sp.still[0].free&sp.still[1].free, sp.still[2].free&sp.still[3].free
	free := [quadrants]lineMask{freeRight & sp.still[1].free, freeRight & sp.still[0].free,
		freeLeft & sp.still[3].free, freeLeft & sp.still[2].free}
	for t, s := range sp.spun {
		r.tallies[t] = others[t/2].add(s)
		r.free[t] = free[t/2] & s.free
	}
	r.tallies[NoTwist] = others[0].add(sp.still[0])
	r.free[NoTwist] = freeLeft & freeRight
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
		g.add(&mine, &theirs, t, spunTwo, spunThree, spunFour)
	}
	g.add(&mine, &theirs, NoTwist, stillTwo, stillThree, stillFour)
	return g
}

// add adds what the board after one twist tells.
func (g *glance) add(mine, theirs *reach, t Twist, two, three, four int) {
	m, o := &mine.tallies[t], &theirs.tallies[t]
	free, freed := theirs.free[t], mine.free[t]
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
