package hex

import "parlour/games"

// Why says what a stone does for a chain: it wins, stops the other side from winning next turn, saves a bridge, makes bridges
// from edge to edge or keeps the other side from it, makes a bridge, or brings a chain nearer than it was. What says most
// comes first.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	if v.ToMove != seat || m == games.SwapMove {
		return games.Text{}
	}
	p := v.position()
	c, err := state{pos: p}.read(m)
	if err != nil {
		return games.Text{}
	}
	own, other, after := p.mover, p.mover.other(), p
	after.Play(c)
	say := func(key string, pairs ...any) games.Text {
		return games.Say("hex.why."+key, append(pairs, "By", "", "Player", 1-seat, "Edges", games.Say(edges[own-Red]),
			"Theirs", games.Say(edges[other-Red]))...)
	}
	if after.Over() {
		return say("wins")
	}
	could, loses := p.wins(other)
	if _, still := after.wins(other); still {
		return games.Text{}
	}
	if loses {
		return say("stops", "Cell", could.String())
	}
	_, had := p.bridged(own)
	_, has := after.bridged(own)
	if a, b, ok := p.saved(c); ok {
		return say("saves", "First", p.end(a), "Second", p.end(b))
	}
	if has && !had {
		return say("sure")
	}
	enters := func() games.Text {
		if at, a, b, ok := p.entered(&after, c); ok {
			return say("enters", "First", p.end(a), "Second", p.end(b), "Cell", at.String())
		}
		return games.Text{}
	}
	if _, done := p.bridged(other); done {
		if why := enters(); why.Key != "" {
			return why
		}
		return say("late")
	}
	mine, now := p.needs(own), after.needs(own)
	their, left := p.needs(other), after.needs(other)
	if theirs, _, threat := p.threat(other); threat {
		switch still, _, can := after.threat(other); {
		case can && left > their:
			return say("hinders", "From", their, "To", left)
		case can:
			return say("still", "Cell", still.String())
		case theirs == c:
			return say("takes", "Cell", theirs.String())
		}
		return say("blocks", "Cell", theirs.String())
	}
	if next, _, can := after.threat(own); can && !has {
		if _, _, could := p.threat(own); !could {
			return say("threatens", "Cell", next.String())
		}
	}
	switch to, ok := after.bridge(c); {
	case ok:
		return say("bridge", "To", p.end(to))
	case now < mine && (mine <= their || left == their): // else what keeps back the side that is nearer says more
		switch need := p.with(c, other).needs(other); {
		case p.alone(c, now, left):
			return say("nears", "Count", now, "Left", left, "Only", 1)
		case need+leastWanted <= left:
			return say("wanted", "Count", now, "Left", left, "There", need)
		}
	case left > their:
		return say("hinders", "From", their, "To", left)
	}
	if why := enters(); why.Key != "" {
		return why
	}
	if theirs := p.with(c, other); theirs.needs(other) < left {
		to := games.Text{}
		if at, ok := theirs.bridge(c); ok && p.stone[at] <= colour {
			to = p.end(at)
		}
		return say("denies", "Left", left, "There", theirs.needs(other), "To", to)
	}
	return games.Text{}
}

// entered finds a bridge of the other side that a stone has entered: the cell that is left of it, and its ends.
func (p *Position) entered(after *Position, c Cell) (at, a, b Cell, ok bool) {
	for i := range sixth {
		at = c + around[i]
		if p.stone[at] != Empty {
			continue
		}
		if a, b, ok = after.saved(at); ok {
			if _, _, had := p.asOther().saved(at); !had {
				return at, a, b, true
			}
		}
	}
	return 0, 0, 0, false
}

// asOther returns a position with the other side to move.
func (p *Position) asOther() *Position {
	q := *p
	q.mover = p.mover.other()
	return &q
}

// leastWanted is how many stones a cell must be worth to the other side for a word about that.
const leastWanted = 2

// alone reports whether after no stone of the mover but one on a cell it needs so few more for its chain, and the other
// side so many.
func (p *Position) alone(but Cell, now, left int) bool {
	for n := range p.Count() {
		after, c := *p, p.Nth(n)
		if after.Play(c); c != but && after.needs(p.mover) <= now && after.needs(p.mover.other()) >= left {
			return false
		}
	}
	return true
}

// end names an end of a bridge: a stone, or an edge of the board.
func (p *Position) end(c Cell) games.Text {
	if s := p.stone[c]; s > colour {
		return games.Say(map[Stone]string{
			Red | first: "hex.edge.top", Red | second: "hex.edge.bottom", Blue | first: "hex.edge.left", Blue | second: "hex.edge.right",
		}[s])
	}
	return games.Say("hex.choice.cell", "Cell", c.String())
}

// joined reports whether two stones, or a stone and an edge, are joined.
func (p *Position) joined(a, b Cell) bool {
	if p.stone[a] > colour {
		a, b = b, a
	}
	var seen set
	edges := p.flood(a, &seen)
	return seen.has(b) || p.stone[b] > colour && edges&p.stone[b] != 0
}

// saved returns the ends of a bridge of the mover that the other side has entered, if a cell is what is left of it.
func (p *Position) saved(c Cell) (a, b Cell, ok bool) {
	for i := range sixth {
		a, b = c+around[i+5], c+around[i+1]
		if p.stone[c+around[i]] == p.mover.other() && p.at(a) == p.mover && p.at(b) == p.mover &&
			min(p.stone[a], p.stone[b]) <= colour && !p.joined(a, b) {
			return a, b, true
		}
	}
	return 0, 0, false
}

// bridge returns the other end of a bridge from a stone to what is not joined to it yet: another stone, or an edge to which
// it brings a group that had no bridge there.
func (p *Position) bridge(c Cell) (to Cell, ok bool) {
	var group set
	p.flood(c, &group)
	var edges, had Stone // those to which the stone has bridges, and those to which other stones of its group have
	var joins bool       // whether there are such stones
	for at := range p.cells {
		if !group.has(at) {
			continue
		}
		joins = joins || at != c
		for i := range sixth {
			end := at + around[i] + around[i+1]
			if p.stone[at+around[i]] != Empty || p.stone[at+around[i+1]] != Empty || p.at(end) != p.stone[c] || p.joined(c, end) {
				continue
			}
			switch s := p.stone[end]; {
			case at != c:
				had |= s &^ colour
			case s <= colour:
				return end, true
			default:
				to, edges = end, s&^colour
			}
		}
	}
	return to, joins && edges&^had != 0
}
