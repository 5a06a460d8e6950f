package catchup

import (
	"parlour/games"
	"parlour/games/board"
)

// Why says what a turn does to the groups: it wins, it joins two of its side into its largest, it
// takes a cell where the other side would join two, its largest group grows or is its first, or it
// stays, so that the other side gets no third stone. It says too if that gets one.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	if v.ToMove != seat {
		return games.Text{}
	}
	p := v.position()
	t, err := p.readTurn(m)
	if err != nil {
		return games.Text{}
	}
	after := p
	after.Play(t)
	if s, won := after.Winner(); after.Over() {
		if won && s == p.mover {
			return games.Say("catchup.why.wins", "By", "")
		}
		return games.Text{}
	}
	return p.why(&after, t)
}

// leastStop is by how many stones the group that a turn stops would be larger than any of its side.
const leastStop = 2

// why compares the groups before a turn with those after it. A side without a stone has no group that
// could stay, and none that could grow.
func (p *Position) why(after *Position, t Turn) games.Text {
	own, other := p.mover, 1-p.mover
	was, is := p.Largest(own), after.Largest(own)
	joint := p.joined(after, t)
	stopped, three := p.stopped(t), p.three(after)
	begun := len(p.Groups()[own]) > 0
	switch {
	case joint.Other > 1 && is > was:
		return joint.Say("catchup.why.", "Three", three)
	case stopped >= p.Largest(other)+leastStop:
		return games.Say("catchup.why.stops", "Player", games.Seat(other), "Size", stopped, "Three", three)
	case is > was && !begun:
		return games.Say("catchup.why.starts", "Size", is, "Three", three)
	case is > was:
		return games.Say("catchup.why.grows", "By", "", "From", was, "To", is, "Three", three)
	case begun && p.bonus != Quiet && after.left > 2:
		return games.Say("catchup.why.stays", "By", "", "Player", games.Seat(other), "Size", is)
	}
	return games.Text{}
}

// three says that a turn lets the other side place three stones, if it does.
func (p *Position) three(after *Position) games.Text {
	if after.Limit() < mostStones {
		return games.Text{}
	}
	return games.Say("catchup.why.three", "Player", games.Seat(1-p.mover))
}

// joined returns what a turn joined into the mover's largest group, if that has some of its stones.
func (p *Position) joined(after *Position, t Turn) (j board.Joint) {
	var best Cell
	for _, c := range t.Cells() {
		if r := after.root(c); int(after.count[r]) > j.Size {
			best, j.Size = r, int(after.count[r])
		}
	}
	if j.Size < after.Largest(p.mover) {
		return board.Joint{}
	}
	for c := range Cell(p.shape.cells) {
		if p.stone[c] == Stone(p.mover+1) && p.up[c] == c && after.root(c) == best {
			j.Add(int(p.count[c]))
		}
	}
	return j
}

// stopped returns the size of the largest group that the other side would have joined of two or more
// by a stone on one of the cells of a turn; 0 if there is none.
func (p *Position) stopped(t Turn) (most int) {
	other := 1 - p.mover
	for _, c := range t.Cells() {
		largest := 0
		for _, o := range p.shape.by[c] {
			if p.stone[o] == Stone(other+1) {
				largest = max(largest, int(p.count[p.root(o)]))
			}
		}
		if size := p.Joined(c, other); size > largest+1 {
			most = max(most, size)
		}
	}
	return most
}
