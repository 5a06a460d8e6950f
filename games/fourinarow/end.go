package fourinarow

import "parlour/games"

// A position is late while so many cells are empty. The search of one looks at endNodes positions at most, in about a
// second.
const (
	lateCells = 31
	endNodes  = 6_000_000
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
	for n := range p.Count() {
		d := p.Nth(n)
		o := -s.outcome(p.after(p.lands(d)))
		all = append(all, games.Valued{Move: d.Move(), Value: games.Value{Wins: o}})
	}
	if s.nodes < 0 {
		return nil, false
	}
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
