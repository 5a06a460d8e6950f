package slyde

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a turn does: a change stops the other side's copying; a swap wins, joins two
// groups of its side, cuts the largest of the other, or the largest of its own grows.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if v.ToMove != seat || !ok {
		return games.Text{}
	}
	p := v.position()
	after := p
	after.Play(typed.Turn)
	switch {
	case after.Over():
		if c, won := after.Winner(); won && c == p.mover {
			return games.Say("slyde.why.wins", "By", "")
		}
		return games.Text{}
	case typed.change:
		return games.Say("slyde.why.change", "Player", 1-seat, "By", "")
	}
	return p.why(&after, typed.Turn, 1-seat)
}

// why compares the groups before a swap with those after it.
func (p *Position) why(after *Position, t Turn, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	was, is := p.largest(own), after.largest(own)
	theirs, left := p.largest(other), after.largest(other)
	j := p.joins(after, t)
	switch {
	case j.size > 0 && j.size == is && is > was:
		return j.say()
	case left < theirs:
		return games.Say("slyde.why.cuts", "Player", opponent, "From", theirs, "To", left)
	case is > was:
		return games.Say("slyde.why.grows", "By", "", "From", was, "To", is)
	case j.size > 0:
		return j.say()
	}
	return games.Text{}
}

// A junction is a group that two groups became part of, by their sizes, the larger one first.
type junction struct{ one, other, size int }

// say says what was joined, and how many stones more the swap brought, if any.
func (j junction) say() games.Text {
	key, more := "slyde.why.joins", j.size-j.one-j.other
	if more > 0 {
		key = "slyde.why.joins-more"
	}
	return games.Say(key, "By", "", "One", j.one, "Other", j.other, "More", more, "Size", j.size)
}

// joins finds the largest group of the mover after a swap that two of its groups of two stones or
// more became part of, with all their stones but the one that was swapped. Its size is 0 if there
// is none.
func (p *Position) joins(after *Position, t Turn) (best junction) {
	after.stones(p.mover).Groups(board.Four, func(group board.Cells, size int) {
		if j := p.joined(group, t); j.other > 1 && j.one+j.other <= size && size > best.size {
			best = junction{j.one, j.other, size}
		}
	})
	return best
}

// joined returns the two largest groups of the mover before a swap that a set holds, but for the
// stone that was swapped.
func (p *Position) joined(group board.Cells, t Turn) (j junction) {
	p.stones(p.mover).Groups(board.Four, func(stays board.Cells, size int) {
		stays[t.Row+1] &^= 1 << t.Col
		switch some, all := stays.In(group); {
		case !some || !all:
		case size > j.one:
			j.one, j.other = size, j.one
		case size > j.other:
			j.other = size
		}
	})
	return j
}
