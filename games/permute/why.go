package permute

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Why says what a twist does to the groups: it wins, it joins two of its side, it cuts the
// largest of the other side, or the largest of its own grows. A swap takes the larger group.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	if v.ToMove != seat {
		return games.Text{}
	}
	if m == swapMove {
		return v.whySwap(seat)
	}
	typed, ok := parseTwist(strings.ToLower(string(m)))
	if !ok {
		return games.Text{}
	}
	t, _ := typed.twist()
	p := v.position()
	after := p
	after.Play(t)
	if after.Over() {
		if c, won := after.Winner(); won && c == p.mover {
			return games.Say("permute.why.wins", "By", "")
		}
		return games.Text{}
	}
	return p.why(&after, t, 1-seat)
}

// why compares the groups before a twist with those after it.
func (p *Position) why(after *Position, t Twist, opponent games.Seat) games.Text {
	own, other := p.mover, p.mover.Other()
	was, is := p.largest(own), after.largest(own)
	theirs, left := p.largest(other), after.largest(other)
	j := p.joins(after, t)
	joins := j.say()
	switch {
	case j.size > 0 && j.size == is && is > was:
		return joins
	case left < theirs:
		return games.Say("permute.why.cuts", "Player", opponent, "From", theirs, "To", left)
	case is > was:
		return games.Say("permute.why.grows", "By", "", "From", was, "To", is)
	case j.size > 0:
		return joins
	}
	return games.Text{}
}

// whySwap says which side has the larger group, if the swap takes that.
func (v View) whySwap(seat games.Seat) games.Text {
	largest := func(c Colour) int {
		if len(v.Groups[c]) == 0 {
			return 0
		}
		return v.Groups[c][0]
	}
	high, low := largest(v.Colours[1-seat]), largest(v.Colours[seat])
	if high <= low {
		return games.Text{}
	}
	return games.Say("permute.why.swap", "By", "", "High", high, "Low", low)
}

// A junction is a group that two groups became part of, by their sizes, the larger one first.
type junction struct{ one, other, size int }

// say says what was joined, and how many stones more the twist brought, if any.
func (j junction) say() games.Text {
	key, more := "permute.why.joins", j.size-j.one-j.other
	if more > 0 {
		key = "permute.why.joins-more"
	}
	return games.Say(key, "By", "", "One", j.one, "Other", j.other, "More", more, "Size", j.size)
}

// joins finds the largest group of the mover after a twist that two of its groups of two stones
// or more became part of, with all their stones that the twist did not move. Its size is 0 if
// there is none.
func (p *Position) joins(after *Position, t Twist) junction {
	var best junction
	after.stones(p.mover).Groups(board.Four, func(group board.Cells, size int) {
		if j := p.joined(group, t); j.other > 1 && j.one+j.other <= size && size > best.size {
			best = junction{j.one, j.other, size}
		}
	})
	return best
}

// joined returns the two largest groups of the mover before a twist that a set holds, as far as
// the twist leaves their stones.
func (p *Position) joined(group board.Cells, t Twist) (j junction) {
	p.stones(p.mover).Groups(board.Four, func(stays board.Cells, size int) {
		for r := t.Row + 1; r <= t.Row+2; r++ {
			stays[r] &^= 3 << t.Col
		}
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
