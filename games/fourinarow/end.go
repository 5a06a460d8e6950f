package fourinarow

import "parlour/games"

// A position is late while so many cells are empty. The search of one looks at endNodes positions at most, in about a
// second, and at fewer to count the plies.
const (
	lateCells = 31
	endNodes  = 8_000_000
	plyNodes  = 2_000_000
)

// values returns the values of all turns of a position, if it is late and the search gets through: who wins and, if that
// search has positions left, in how many plies.
func (v View) values() ([]games.Valued, bool) {
	p := v.position()
	if p.cells()-p.Ply() > lateCells {
		return nil, false
	}
	s := borrow(p.shape, endNodes)
	defer s.giveBack()
	var all []games.Valued
	best := s.outcome(p)
	for n := range p.Count() {
		d, wins := p.Nth(n), best
		for after := p.after(p.lands(d)); wins > -1 && s.atLeast(after, 1-wins); {
			wins--
		}
		all = append(all, games.Valued{Move: d.Move(), Value: games.Value{Wins: wins}})
	}
	if s.nodes < 0 {
		return nil, false
	}
	s.nodes = min(s.nodes, plyNodes)
	counted := make([]int, len(all))
	for n := range all {
		if all[n].Value.Wins != 0 {
			counted[n] = s.plies(p.after(p.lands(p.Nth(n))), -all[n].Value.Wins) + 1
		}
	}
	for n := range all {
		if s.nodes >= 0 {
			all[n].Value.Plies = counted[n]
		}
	}
	return all, true
}
