package pentago

import (
	"math/bits"
	"slices"

	"parlour/games"
)

// Why says what a turn does to the lines: it wins, it threatens to win next turn, it stops the other side from
// that, or it does something to smaller lines. It names the five, the turn that makes it, an answer that fails where
// all do, and says what is the work of the twist.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	p := v.position()
	t, err := state{pos: p}.readTurn(m)
	if err != nil || v.ToMove != seat {
		return games.Text{}
	}
	own, other := p.stones[p.Mover()], p.stones[1-p.Mover()]
	b, placed := p.after(t), own|t.Cell.bit()
	if b.over {
		if b.worth < sure {
			return games.Text{}
		}
		return b.other.five().say(byTwist("pentago.why.wins", t.Twist != NoTwist))
	}
	after := look(b.own, b.other)
	if after.wins {
		lost, _ := threatOf(b.own, b.other)
		return lost.say("pentago.why.loses", "Player", 1-seat, "Cost", 1)
	}
	theirs, risks := threatOf(other, own)
	switch mine, _ := threatOf(b.other, b.own); {
	case after.risks:
		return b.threat(mine, theirs, risks, !look(placed, other).wins, 1-seat)
	case risks && !look(other, placed).wins:
		return theirs.say("pentago.why.stops", "Player", 1-seat)
	case risks && !look(other.twisted(t.Twist), own.twisted(t.Twist)).wins:
		return theirs.say("pentago.why.stops.twist", "Player", 1-seat)
	case risks:
		return theirs.say("pentago.why.stops.together", "Player", 1-seat)
	}
	return b.lines(own, other, t, 1-seat)
}

// lines says what a turn does to the best line of its side or of the other, or to what either side could have next turn. Else
// it says that a stone in the middle of a quadrant stays there. Lines of two come last.
func (b *branch) lines(own, other Set, t Turn, opponent games.Seat) games.Text {
	was, _ := longest(own, other)
	is, all := longest(b.other, b.own)
	at := bits.TrailingZeros32(all)
	key, line := "pentago.why.grows", lines[at]
	if alone, _ := longest(own|t.Cell.bit(), other); alone < is {
		key += ".twist"
	}
	if (lineSets[at] & own).count() >= is { // they were there, and a stone of the other side among them
		key = "pentago.why.opens"
	}
	better := games.Say(key, "By", "", "Count", is, "From", line[0].String(), "To", line[five-1].String())
	could, can := next(other, own) >= four, next(b.own, b.other) >= four
	stones, blocks := b.blocks(own, other, opponent)
	switch {
	case is > max(was, 2):
		return better
	case could && !can:
		return games.Say("pentago.why.denies", "Player", opponent)
	case !can && next(b.other, b.own) >= four && next(own, other) < four:
		return games.Say("pentago.why.prepares", "By", "")
	case stones > 2:
		return blocks
	case t.Cell%inPart == inPart/2:
		return games.Say("pentago.why.middle", "Cell", t.Cell.String())
	case stones > 1:
		return blocks
	case is > was:
		return better
	}
	return games.Text{}
}

// blocks says that a turn takes a line from the other side, one of those in which that has most stones, and with how many.
// After the twist a stone lies among them, or they are fewer. It returns 0 if there is none.
func (b *branch) blocks(own, other Set, opponent games.Seat) (stones int, why games.Text) {
	most, theirs := longest(other, own)
	left, still := longest(b.own, b.other)
	switch {
	case left > most:
		return 0, why
	case left < most:
		still = 0
	}
	say := func(twist bool, i int) (int, games.Text) {
		line := lines[i]
		return most, games.Say(byTwist("pentago.why.blocks", twist), "Player", opponent, "Count", most,
			"From", line[0].String(), "To", line[five-1].String())
	}
	for all := theirs &^ still; all != 0 && bits.OnesCount32(still) < bits.OnesCount32(theirs); all &= all - 1 {
		if i := bits.TrailingZeros32(all); (lineSets[i]&b.own).count() == most && lineSets[i]&b.other != 0 {
			return say(false, i)
		}
	}
	if left < most {
		return say(true, bits.TrailingZeros32(theirs))
	}
	return 0, why
}

// four is how many stones in a line threaten a five.
const four = five - 1

// next returns how many stones the best line of a side could have after a turn of its own.
func next(own, other Set) (most int) {
	for empty := all &^ (own | other); empty != 0; empty &= empty - 1 {
		placed := own | empty.lowest().bit()
		for t := range NoTwist {
			has, _ := longest(placed.twisted(t), other.twisted(t))
			most = max(most, has)
		}
	}
	return most
}

// byTwist returns the key of a reason, or that of the same reason where it is the work of the twist.
func byTwist(key string, twist bool) string {
	if twist {
		return key + ".twist"
	}
	return key
}

// A threat is a turn that makes five, and that five as it lies then.
type threat struct {
	turn Turn
	five Five
}

// threatOf returns a turn with which a side wins if it is its turn, and whether there is one.
func threatOf(own, other Set) (threat, bool) {
	all := branches(nil, own, other, all&^(own|other))
	if len(all) == 0 || !all[0].over || all[0].worth < sure {
		return threat{}, false
	}
	t := all[0].turn
	return threat{t, t.on(own).five()}, true
}

// on returns the stones of a side after its turn.
func (t Turn) on(own Set) Set {
	if own |= t.Cell.bit(); t.Twist != NoTwist {
		own = own.twisted(t.Twist)
	}
	return own
}

// five returns the first five or six in a row of a set that has one.
func (s Set) five() Five { return (&Position{stones: [2]Set{s}}).fives()[0] }

// say says a five by its ends, with more values.
func (f Five) say(key string, pairs ...any) games.Text {
	return games.Say(key, append(pairs, "Long", f.Long(), "From", f.From.String(), "To", f.To.String())...)
}

// say says a threat: the five, and with which turn it comes.
func (t threat) say(key string, pairs ...any) games.Text {
	return t.five.say(key, append(pairs, "With", t.turn.say("pentago.turn."))...)
}

// wins reports whether the turn of a threat still wins on a board.
func (t threat) wins(own, other Set) bool {
	if (own|other)&t.turn.Cell.bit() != 0 {
		return false
	}
	if t.turn.Twist != NoTwist {
		other = other.twisted(t.turn.Twist)
	}
	return t.turn.on(own).wins() && !other.wins()
}

// threat says that a board threatens to win, and whether an opponent can stop that. If not it tells an answer that
// stops the turn named, and what wins then.
func (b *branch) threat(mine, theirs threat, risks, twist bool, opponent games.Seat) games.Text {
	answers := branches(nil, b.own, b.other, all&^(b.own|b.other))
	if slices.ContainsFunc(answers, branch.saves) {
		if risks {
			return mine.say("pentago.why.both", "Player", opponent, "TheirFrom", theirs.five.From.String(),
				"TheirTo", theirs.five.To.String())
		}
		return mine.say(byTwist("pentago.why.threatens", twist), "Player", opponent)
	}
	answers = slices.DeleteFunc(answers, func(a branch) bool { return a.over || mine.wins(a.own, a.other) })
	if len(answers) == 0 {
		return games.Text{} // each gives five to the side that waits
	}
	at := max(0, slices.IndexFunc(answers, func(a branch) bool { return a.turn.Cell == mine.turn.Cell }))
	then, _ := threatOf(answers[at].own, answers[at].other)
	return mine.say("pentago.why.forced", "Player", opponent, "Cell", mine.turn.Cell.String(), "Answer", answers[at].turn.say("pentago.turn."),
		"Then", then.turn.say("pentago.turn."))
}

// saves reports whether a turn wins, draws, or leaves the other side without a win in the next one.
func (b branch) saves() bool {
	if b.over {
		return b.worth >= draw
	}
	return !look(b.own, b.other).wins
}

// longest returns how many stones the best line of a side has on which the other has none, and all such lines.
func longest(own, other Set) (int, lineMask) {
	t, free := own.tally(), other.tally().free()
	for n, has := range [...]lineMask{t.fours & t.ones, t.fours &^ t.ones, t.twos & t.ones, t.twos &^ t.ones,
		t.ones &^ (t.twos | t.fours)} {
		if has&free != 0 {
			return five - n, has & free
		}
	}
	return 0, 1
}
