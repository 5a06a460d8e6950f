package fourinarow

import "parlour/games"

// Why says what a disc does: it wins, it stops four in a row, or threatens some. It names the cells. Else it says that the
// other columns lose at once, that the disc waits for a cell, that it takes one the other side needs, that it keeps off a cell
// below one that a side needs, or with which discs it lies in a row. A disc that lets the other side win at once or force four
// in a row has a reason only if no disc keeps it from that.
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
	if falls := after.forces(deep); falls != 0 {
		if p.saves() {
			return games.Text{}
		}
		return games.Say("fourinarow.why.falls", "Player", opponent, "Cell", p.spot(falls).String())
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
		case answer.forces(deep) != 0:
			return games.Say("fourinarow.why.chain", "Player", opponent, "Answer", p.spot(threats).String(), "Then", p.spot(answer.forces(deep)).String())
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
	if theirs := p.passed().forces(deep); theirs != 0 {
		return say("foils", theirs)
	}
	switch next := after.passed().forces(deep); {
	case waits != 0:
		return games.Say("fourinarow.why.waits", "One", p.spot(waits).String())
	case next != 0:
		return say("plans", next)
	case denied != 0:
		return p.say("fourinarow.why.denies", p.other()|at|denied, "Player", opponent, "Cell", p.spot(at).String())
	}
	free := p.above(p.open() &^ at) // which a disc below would give to the other side
	if needs := after.spots(after.own) & free; needs != 0 {
		return say("leaves", needs).With("Below", p.spot(p.below(needs&-needs)).String())
	}
	if needs := after.spots(after.other()) & free; needs != 0 {
		return say("stays", needs).With("By", "").With("Below", p.spot(p.below(needs&-needs)).String())
	}
	if with := p.partners(at); with != 0 {
		other := ""
		if with.count() > 1 {
			other = p.spot(with & (with - 1)).String()
		}
		return games.Say("fourinarow.why.builds", "One", p.spot(with).String(), "Other", other)
	}
	rows, others := p.lies(at, p.other()), p.lies(p.open()&^at, p.other())
	closes, most := p.lies(at, p.own), p.lies(p.open()&^at, p.own)
	switch {
	case rows > max(others, leastRows-1):
		return games.Say("fourinarow.why.rows", "By", "", "Count", rows, "Only", others)
	case closes > max(most, leastRows-1):
		return games.Say("fourinarow.why.closes", "By", "", "Player", opponent, "Count", closes, "Only", most)
	}
	return games.Text{}
}

// passed returns the position with the other side to move.
func (p Position) passed() *Position {
	p.own = p.other()
	return &p
}

// deep is how many threats of a side follow each other until it makes two at once.
const deep = 3

// forces returns a cell on which a disc of the mover threatens four in a row that can't be stopped: there are two, the
// answer lets another one be made, or after that answer there is such a cell again, up to so many times; 0 if there is none.
func (p *Position) forces(times int) Set {
	for open := p.open(); open != 0 && times > 0; open &= open - 1 {
		after := p.after(open & -open)
		threats := after.spots(after.other()) & after.open()
		if threats == 0 || after.spots(after.own)&after.open() != 0 {
			continue
		}
		answer := after.after(threats & -threats)
		if threats.count() > 1 || answer.spots(answer.own)&answer.open() != 0 || answer.forces(times-1) != 0 {
			return open & -open
		}
	}
	return 0
}

// saves reports whether a disc of the mover wins or keeps the other side from winning at once and from forcing it.
func (p *Position) saves() bool {
	for open := p.open(); open != 0; open &= open - 1 {
		after := p.after(open & -open)
		if p.wins(after.other()) || after.spots(after.own)&after.open() == 0 && after.forces(deep) == 0 {
			return true
		}
	}
	return false
}

// partners returns the discs of the mover that lie with a cell in a row of four where nothing else lies.
func (p *Position) partners(at Set) (with Set) {
	for _, row := range p.fours {
		if own := row & p.own; row&at != 0 && row&p.other() == 0 && own.count() == 1 {
			with |= own
		}
	}
	return with
}

// leastRows is in how many rows a cell must lie for a word about that.
const leastRows = 2

// lies returns in how many rows of four without discs of a set a cell lies: the most of some cells.
func (p *Position) lies(cells, without Set) (most int) {
	for ; cells != 0; cells &= cells - 1 {
		n := 0
		for _, row := range p.fours {
			if row&(cells&-cells) != 0 && row&without == 0 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
