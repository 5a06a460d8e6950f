package pentago

import "parlour/games"

// Why says what a turn does to the lines: it wins, it makes a win next turn certain or possible, it
// stops one of the other side, or its best line grows.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	p := v.position()
	t, err := state{pos: p}.readTurn(m)
	if err != nil || v.ToMove != seat {
		return games.Text{}
	}
	own, other := p.stones[seat], p.stones[1-seat]
	b := p.after(t)
	if b.over {
		if b.worth > sure {
			return games.Say("pentago.why.wins")
		}
		return games.Text{}
	}
	before, after := look(own, other), look(b.own, b.other)
	if after.wins {
		return games.Text{}
	}
	switch {
	case after.risks && before.risks:
		return b.threat("pentago.why.both", 1-seat)
	case after.risks:
		return b.threat("pentago.why.threatens", 1-seat)
	case before.risks:
		return games.Say("pentago.why.stops", "Player", 1-seat)
	}
	if was, is := longest(own, other), longest(b.other, b.own); is > was && is > 2 {
		return games.Say("pentago.why.grows", "By", "", "Count", is)
	}
	return games.Text{}
}

// threat says that a board leaves its mover, an opponent, to stop a win next turn, or that it cannot.
func (b *branch) threat(key string, opponent games.Seat) games.Text {
	for _, answer := range branches(nil, b.own, b.other, all&^(b.own|b.other)) {
		if answer.over && answer.worth >= draw || !answer.over && !look(answer.own, answer.other).wins {
			return games.Say(key, "By", "", "Player", opponent)
		}
	}
	return games.Say("pentago.why.forced", "By", "", "Player", opponent)
}

// longest returns how many stones the best line of a side has on which the other has none.
func longest(own, other Set) int {
	var mine, theirs reach
	own.reach(&mine)
	other.reach(&theirs)
	t, free := mine.tallies[NoTwist], theirs.free[NoTwist]
	for n, has := range [...]lineMask{t.fours & t.ones, t.fours &^ t.ones, t.twos & t.ones, t.twos &^ t.ones, t.ones &^ (t.twos | t.fours)} {
		if has&free != 0 {
			return five - n
		}
	}
	return 0
}
