package catchup

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a turn does to the groups, whether its largest group leads then, and whether the other side gets a
// third stone. What says most comes first: the turn wins, it joins two groups into its largest, it shuts in the
// largest of the other side, it takes the cell where that would join two, its largest group grows, or it stays. Growth to two stones says nothing.
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
	if !after.Over() {
		return effect{&p, &after, t}.why()
	}
	if rank, mine, theirs := after.lead(p.mover); mine > theirs {
		return games.Say("catchup.why.wins", "By", "", "Rank", ranked(rank), "High", mine, "Low", theirs)
	}
	return games.Text{}
}

// leastStop is by how many stones the group that a turn stops would be larger than any of its side, so that this says
// most, and leastJoin the size from which on a smaller one is worth a word. leastShut is the least size of a group that is
// worth shutting in, and leastGrown that of one whose growth is worth a word.
const (
	leastStop  = 2
	leastJoin  = 4
	leastShut  = 3
	leastGrown = 3
)

// An effect is a turn with the positions before and after it.
type effect struct {
	*position
	after *position
	turn  Turn
}

// why compares the groups before a turn with those after it.
func (p effect) why() games.Text {
	after, own, other := p.after, p.mover, 1-p.mover
	was, is := p.Largest(own), after.Largest(own)
	stopped := p.stopped()
	pairs := append(p.stands(), "By", "", "Player", games.Seat(other), "Third", p.third())
	say := func(key string, size int) games.Text {
		return games.Say("catchup.why."+key, append(pairs, "Size", size)...)
	}
	switch {
	case p.joined() && is > was:
		return say("joins", is)
	case p.shuts():
		return say("shuts", p.Largest(other))
	case stopped >= p.Largest(other)+leastStop:
		return say("stops", stopped)
	case is > was && is >= leastGrown:
		return say("grows", is)
	case stopped >= max(leastJoin, p.Largest(other)+1):
		return say("stops", stopped)
	case is > was:
		return games.Text{}
	case p.bonus != quiet && after.left >= mostStones:
		return p.stays()
	}
	return p.second()
}

// stays says that the other side earns no third stone, as the mover's largest group stays as it is, and which one its
// next stone can join if it could join none so large before. A side without a stone has no group that could stay.
func (p effect) stays() games.Text {
	other := games.Seat(1 - p.mover)
	if len(p.roots(p.mover, 1)) == 0 {
		return games.Say("catchup.why.alone", "Count", int(p.turn.n), "Player", other)
	}
	next := p.after.joins(p.mover)
	if next <= max(p.joins(p.mover), p.after.Largest(p.mover)+1) {
		next = 0
	}
	return games.Say("catchup.why.stays", "By", "", "Size", p.after.Largest(p.mover), "Player", other, "Next", next)
}

// joins returns the most stones in a group of a side after one more stone of its own.
func (p *position) joins(s Side) (most int) {
	for _, c := range p.free[:p.left] {
		most = max(most, p.joinSize(c, s))
	}
	return most
}

// second says of a turn that leaves the largest group as it is that the second one grows.
func (p effect) second() games.Text {
	was, is := p.groups()[p.mover], p.after.groups()[p.mover]
	rank, mine, theirs := p.after.lead(p.mover)
	switch {
	case len(was) > 1 && is[1] > was[1] && rank == 1 && mine > theirs:
		return games.Say("catchup.why.second", "By", "", "Size", is[1])
	case len(was) > 1 && is[1] > was[1]:
		return games.Say("catchup.why.next", "By", "", "From", was[1], "To", is[1])
	}
	return games.Text{}
}

// lead returns the rank, from 0, of the groups that decide as the board stands, and the sizes of a side's and of the
// other's. The sizes are equal if all groups are.
func (p *position) lead(s Side) (rank, mine, theirs int) {
	rank, mine, theirs = board.Compare(p.groups())
	if s == 1 {
		mine, theirs = theirs, mine
	}
	return rank, mine, theirs
}

// stands returns the values that say how the mover's largest group stands to that of the other side: its size if it
// leads, whether it did before, whether they are level, and the size of the other if that is larger.
func (p effect) stands() []any {
	ahead, still, level, behind := 0, 0, 0, 0
	switch mine, theirs := p.after.Largest(p.mover), p.after.Largest(1-p.mover); {
	case mine < theirs:
		behind = theirs
	case mine == theirs:
		level = 1
	default:
		ahead = mine
	}
	if p.Largest(p.mover) > p.Largest(1-p.mover) {
		still = 1
	}
	return []any{"Ahead", ahead, "Still", still, "Level", level, "Behind", behind}
}

// ranked names the groups that decide by their rank, from 0. The largest need no name.
func ranked(rank int) games.Text {
	if rank == 0 {
		return games.Text{}
	}
	return games.Say("catchup.why.rank", "Rank", rank+1)
}

// third returns 3 if the other side gets a third stone, else 2, and 0 where no turn could have earned it one.
func (p effect) third() int {
	switch {
	case p.after.Limit() == mostStones:
		return mostStones
	case p.bonus == quiet || p.after.left < mostStones:
		return 0
	}
	return mostStones - 1
}

// joined reports whether a turn joined two groups of two stones or more into the mover's largest group.
func (p effect) joined() bool {
	for _, c := range p.turn.Cells() {
		best := p.after.root(c)
		if int(p.after.count[best]) < p.after.Largest(p.mover) {
			continue
		}
		parts := 0
		for _, r := range p.roots(p.mover, 2) {
			if p.after.root(r) == best {
				parts++
			}
		}
		return parts > 1
	}
	return false
}

// roots returns a cell of each group of a side of so many stones or more.
func (p *position) roots(s Side, least int) (all []Cell) {
	for c := range Cell(p.shape.cells) {
		if p.stone[c] == Stone(s+1) && p.up[c] == c && int(p.count[c]) >= least {
			all = append(all, c)
		}
	}
	return all
}

// stopped returns the size of the largest group that the other side would have joined of two or more by a stone on
// one of the cells of a turn, if a stone elsewhere now joins none that is as large; 0 if there is none.
func (p effect) stopped() (most int) {
	after, other := p.after, 1-p.mover
	for _, c := range p.turn.Cells() {
		largest := 0
		for _, o := range p.shape.by[c] {
			if p.stone[o] == Stone(other+1) {
				largest = max(largest, int(p.count[p.root(o)]))
			}
		}
		if size := p.joinSize(c, other); size > largest+1 {
			most = max(most, size)
		}
	}
	for _, c := range after.free[:after.left] {
		if after.joinSize(c, other) >= most {
			return 0
		}
	}
	return most
}

// room returns the number of empty cells beside the group of a stone.
func (p *position) room(c Cell) (n int) {
	of := p.root(c)
	for _, free := range p.free[:p.left] {
		if slices.ContainsFunc(p.shape.by[free][:],
			func(o Cell) bool { return p.stone[o] != Empty && p.root(o) == of }) {
			n++
		}
	}
	return n
}

// shuts reports whether a turn shuts in the other side's largest group, all of them if there are several, so that it
// cannot grow.
func (p effect) shuts() bool {
	other := 1 - p.mover
	size, open := p.Largest(other), false
	for _, r := range p.roots(other, size) {
		open = open || p.room(r) > 0
		if p.after.room(r) > 0 {
			return false
		}
	}
	return open && size >= leastShut
}
