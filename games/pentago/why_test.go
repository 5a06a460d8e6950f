package pentago

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// passed returns the position with the other side to move, as if this one passed: the sides are
// exchanged.
func passed(p Position) Position {
	p.stones[0], p.stones[1] = p.stones[1], p.stones[0]
	return p
}

// typed returns a turn that a reason names as it is typed.
func typed(t games.Text) games.Move {
	m := t.Args["Cell"].(string)
	switch t.Key {
	case "pentago.turn.clockwise":
		m += "-C" + t.Args["Quadrant"].(string)
	case "pentago.turn.anticlockwise":
		m += "-A" + t.Args["Quadrant"].(string)
	}
	return games.Move(m)
}

// wins reports whether a turn that a reason names is legal and wins at once. If so, it returns the board after it.
func wins(p Position, named any) (Position, bool) {
	turn, err := state{pos: p}.readTurn(typed(named.(games.Text)))
	if err != nil {
		return p, false
	}
	mover := p.Mover()
	p.Play(turn)
	winner, over := p.Judge()
	return p, over && int(winner) == mover
}

// shows reports whether a board has the five that a reason names.
func shows(p Position, why games.Text) bool {
	return slices.ContainsFunc(p.fives(), func(f Five) bool {
		return f.From.String() == why.Args["From"] && f.To.String() == why.Args["To"] && f.Long() == why.Args["Long"]
	})
}

// threatens reports whether the five that a reason names comes by the turn it names, if the mover of a position makes it.
func threatens(p Position, why games.Text) bool {
	after, ok := wins(p, why.Args["With"])
	return ok && shows(after, why)
}

// fails reports whether the answer that a reason names stops the five that it names, and loses to the turn named then.
func fails(p Position, why games.Text) bool {
	answer, err := state{pos: p}.readTurn(typed(why.Args["Answer"].(games.Text)))
	if err != nil {
		return false
	}
	p.Play(answer)
	_, still := wins(p, why.Args["With"])
	_, then := wins(p, why.Args["Then"])
	return !still && then
}

// best returns the most stones in a line that a position's mover had or has, and on which the other side has none.
func best(own, other Set) (most int) {
	for _, line := range lineSets {
		if line&other == 0 {
			most = max(most, (line & own).count())
		}
	}
	return most
}

// hasFour reports whether a turn gives the mover of a position four in a line on which the other side has none.
func hasFour(p Position) bool {
	for n := range p.Count() {
		next := p
		if next.Play(p.Nth(n)); best(next.stones[p.Mover()], next.stones[1-p.Mover()]) >= 4 {
			return true
		}
	}
	return false
}

// truth reports whether a reason for a turn is true, by playing every turn.
func truth(p Position, turn Turn, why games.Text) bool {
	next, what := p, brings(p, turn)
	next.Play(turn)
	placed, twisted := p, passed(p) // with the stone alone, and with the twist alone, for the other side to move
	placed.stones[p.Mover()] |= turn.Cell.bit()
	if turn.Twist != NoTwist {
		twisted.stones = [2]Set{twisted.stones[0].twisted(turn.Twist), twisted.stones[1].twisted(turn.Twist)}
	}
	stopped := canWin(passed(p)) && (next.Over() || !canWin(next))
	threat := !next.Over() && canWin(passed(next))
	own := next.stones[p.Mover()]
	switch why.Key {
	case "":
		return what < winsNext
	case "pentago.why.wins", "pentago.why.wins.twist":
		return what == winsNow && shows(next, why) && (turn.Twist != NoTwist) == (why.Key == "pentago.why.wins.twist")
	case "pentago.why.forced":
		return what == winsNext && threatens(passed(next), why) && fails(next, why)
	case "pentago.why.both":
		return stopped && threat && what == savesItself && threatens(passed(next), why)
	case "pentago.why.threatens", "pentago.why.threatens.twist":
		return !stopped && threat && what == savesItself && threatens(passed(next), why) && canWin(passed(placed)) == (why.Key == "pentago.why.threatens")
	case "pentago.why.stops":
		return stopped && !threat && threatens(passed(p), why) && !canWin(placed)
	case "pentago.why.stops.twist":
		return stopped && !threat && threatens(passed(p), why) && canWin(placed) && !canWin(twisted)
	case "pentago.why.stops.together":
		return stopped && !threat && threatens(passed(p), why) && canWin(placed) && canWin(twisted)
	case "pentago.why.grows", "pentago.why.grows.twist":
		n, other := why.Args["Count"].(int), next.stones[1-p.Mover()]
		alone := best(placed.stones[p.Mover()], p.stones[1-p.Mover()])
		if i := slices.IndexFunc(lines[:], func(l [five]Cell) bool {
			return l[0].String() == why.Args["From"] && l[four].String() == why.Args["To"]
		}); i < 0 || lineSets[i]&other != 0 || (lineSets[i]&own).count() != n {
			return false
		}
		return n > 1 && best(own, other) == n && (alone < n) == (why.Key == "pentago.why.grows.twist")
	case "pentago.why.denies":
		return hasFour(passed(p)) && !hasFour(next)
	case "pentago.why.prepares":
		return !hasFour(p) && !hasFour(next) && hasFour(passed(next))
	case "pentago.why.middle":
		_, _, at := strings.Cut("b2 b5 e2 e5", why.Args["Cell"].(string))
		return at && turn.Cell.String() == why.Args["Cell"]
	}
	return false
}

// Whatever is said for a turn is true, and a turn that wins next whatever the answer is always said
// to. Every reason is given sometimes.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(3, 9)), gametest.Told{}
	for seed := range uint64(120) {
		_, p := late(seed, 12+int(seed%20), "free", "always")
		if p.Over() {
			continue
		}
		for range 8 {
			check(t, p, p.draw(rng), said)
		}
	}
	for _, z := range zoo {
		s := play(t, usual, z.log)
		turn, _ := s.readTurn(games.Move(z.want))
		check(t, s.pos, turn, said)
	}
	said.All(t, Game{}, "pentago.why.")
	if said[""] == 0 {
		t.Error("there is something to say for every turn, want some without")
	}
}

func check(t *testing.T, p Position, turn Turn, said gametest.Told) {
	t.Helper()
	s := state{pos: p}
	s.Ply = p.Ply()
	why := Game{}.Why(s.View(s.Next()), s.Next(), turn.Move())
	if said.Add(why); !truth(p, turn, why) {
		t.Errorf("%s is said to be good because %v, which is not so in\n%v", turn.Move(), why, s.View(0))
	}
	if other := (Game{}).Why(s.View(0), 1-s.Next(), turn.Move()); other.Key != "" {
		t.Errorf("a seat that is not to move is given the reason %v", other)
	}
}

// A reason names another player to readers who don't make the move.
func TestWhyInWords(t *testing.T) {
	for want, text := range map[string]games.Text{
		"It threatens a1 ↻ a1, six from a1 to f1. Every answer loses. If they play a1 ↺ a1, a1 wins.": games.Say("pentago.why.forced",
			"Long", 6, "From", "a1", "To", "f1", "With", Turn{0, 0}.say("pentago.turn."), "Answer", Turn{0, 1}.say("pentago.turn."), "Then", Turn{0, NoTwist}.say("pentago.turn.")),
		"Ann has 4 in the line a1 to e1. It can still be five.":             games.Say("pentago.why.grows", "By", games.Seat(0), "Count", 4, "From", "a1", "To", "e1"),
		"The twist gives Ann 3 in the line a1 to e1. It can still be five.": games.Say("pentago.why.grows.twist", "By", games.Seat(0), "Count", 3, "From", "a1", "To", "e1"),
		"Ann could have four in a line next turn.":                          games.Say("pentago.why.prepares", "By", games.Seat(0)),
		"Ann placed b3, twisted ↻ d4":                                       Game{}.Tell(play(t, usual, "").View(0), 0, "b3-Cd4").Did,
		"Ann placed d3":                                                     Game{}.Tell(play(t, usual, near).View(0), 0, "d3").Did,
	} {
		if got := say(t, text); got != want {
			t.Errorf("it is said as %q, want %q", got, want)
		}
	}
}
