package fourinarow

import "parlour/games"

// Why says what a disc does: it wins, it stops four in a row, or threatens some. It names the cells. Else it says that the
// other columns lose at once, that the disc waits for a cell, that it takes one the other side needs, or that it lies in
// more rows than any other would. A disc that lets the other side win at once has a reason only if no disc keeps it from that.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	p := v.position()
	d, err := state{pos: p}.read(m)
	if err != nil || v.ToMove != seat {
		return games.Text{}
	}
	at, opponent := p.lands(d), 1-seat
	after := p.after(at)
	if after.Winner() == seat {
		return p.say("fourinarow.why.wins", after.other())
	}
	if after.spots(after.own)&after.open() != 0 {
		if both := p.spots(p.other()) & p.open(); both.count() > 1 {
			return games.Say("fourinarow.why.lost", "By", "", "Player", opponent, "One", p.spot(both).String(), "Other", p.spot(both&(both-1)).String())
		}
		return games.Text{}
	}
	stops := p.spots(p.other())&at != 0
	threats := after.spots(after.other()) & after.open()
	switch {
	case threats.count() > 1:
		return games.Say("fourinarow.why.double", "Player", opponent, "One", p.spot(threats).String(),
			"Other", p.spot(threats&(threats-1)).String())
	case threats != 0:
		answer := after.after(threats)
		then := answer.spots(answer.own) & answer.open()
		switch {
		case then != 0:
			return games.Say("fourinarow.why.forced", "Player", opponent, "Answer", p.spot(threats).String(), "Then", p.spot(then).String())
		case stops:
			return games.Say("fourinarow.why.both", "Player", opponent, "One", p.spot(threats).String())
		default:
			return p.say("fourinarow.why.threatens", after.other()|threats, "Player", opponent, "One", p.spot(threats).String())
		}
	case stops:
		return p.say("fourinarow.why.stops", p.other()|at, "Player", opponent, "Cell", p.spot(at).String())
	case p.alone(at):
		return games.Say("fourinarow.why.only", "Player", opponent)
	}
	return p.quiet(at, opponent)
}

// alone reports whether a disc on any other open cell than one lets the other side win at once.
func (p *Position) alone(at Set) bool {
	others := p.open() &^ at
	for left := others; left != 0; left &= left - 1 {
		next := p.after(left & -left)
		if next.spots(next.own)&next.open() == 0 {
			return false
		}
	}
	return others != 0
}

// quiet says what a disc does that neither threatens nor stops anything at once.
func (p *Position) quiet(at Set, opponent games.Seat) games.Text {
	after := p.after(at)
	waits := after.spots(after.other()) &^ p.spots(p.own) &^ after.all
	denied := p.spots(p.other()|at) &^ p.spots(p.other()) &^ p.all &^ at
	say := func(key string, cell Set) games.Text {
		return games.Say("fourinarow.why."+key, "Player", opponent, "Cell", p.spot(cell).String())
	}
	if theirs := p.passed().forces(); theirs != 0 && after.forces() == 0 {
		return say("foils", theirs)
	}
	switch {
	case waits != 0:
		return games.Say("fourinarow.why.waits", "One", p.spot(waits).String())
	case after.passed().forces() != 0:
		return say("plans", after.passed().forces())
	case denied != 0:
		return say("denies", at)
	}
	rows, others := p.lies(at, p.other()), p.lies(p.open()&^at, p.other())
	closes, most := p.lies(at, p.own), p.lies(p.open()&^at, p.own)
	counts := func(key string, n, only int) games.Text {
		return games.Say("fourinarow.why."+key, "By", "", "Player", opponent, "Count", n, "Only", only)
	}
	switch {
	case rows > max(others, leastRows-1):
		return counts("rows", rows, others)
	case closes > max(most, leastRows-1):
		return counts("closes", closes, most)
	case rows >= leastRows:
		return counts("rows", rows, 0)
	}
	return games.Text{}
}

// passed returns the position with the other side to move.
func (p Position) passed() *Position {
	p.own = p.other()
	return &p
}

// forces returns a cell on which a disc of the mover threatens four in a row that can't be stopped, as there are two or the
// answer lets another one be made; 0 if there is none.
func (p *Position) forces() Set {
	for open := p.open(); open != 0; open &= open - 1 {
		after := p.after(open & -open)
		threats := after.spots(after.other()) & after.open()
		if threats == 0 || after.spots(after.own)&after.open() != 0 {
			continue
		}
		answer := after.after(threats & -threats)
		if threats.count() > 1 || answer.spots(answer.own)&answer.open() != 0 {
			return open & -open
		}
	}
	return 0
}

// leastRows is in how many rows a cell must lie for a word about that.
const leastRows = 2

// lies returns in how many rows of four without discs of a set a cell lies: the most of some cells.
func (p *Position) lies(cells, without Set) (most int) {
	for ; cells != 0; cells &= cells - 1 {
		at, n := p.spot(cells), 0
		for _, by := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			long := 1
			for _, way := range [2]int{1, -1} { // at most three on either side
				for i := 1; i < four; i++ {
					col, row := at.Col+way*i*by[0], at.Row+way*i*by[1]
					if col < 0 || col >= p.cols || row < 0 || row >= p.rows || without&p.cell(col, row) != 0 {
						break
					}
					long++
				}
			}
			n += max(long-four+1, 0)
		}
		most = max(most, n)
	}
	return most
}
