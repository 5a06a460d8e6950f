package pentago

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// The results of a turn of the zoo, by plain play through every answer.
const (
	savesItself = 1 // every other turn lets the other side win in the next one
	winsNext    = 2 // whatever the other side does, it wins in its next turn
	winsNow     = 3
)

// canWin reports whether some turn of a position wins at once, by playing each.
func canWin(p Position) bool {
	mover := p.Mover()
	for n := range p.Count() {
		next := p
		next.Play(p.Nth(n))
		if winner, over := next.Judge(); over && int(winner) == mover {
			return true
		}
	}
	return false
}

// brings returns what a turn brings, 0 if nothing of that.
func brings(p Position, t Turn) int {
	mover := p.Mover()
	p.Play(t)
	winner, over := p.Judge()
	switch {
	case over && int(winner) == mover:
		return winsNow
	case over || canWin(p):
		return 0
	}
	for n := range p.Count() {
		next := p
		next.Play(p.Nth(n))
		winner, over := next.Judge()
		if over && int(winner) != mover || !over && !canWin(next) {
			return savesItself
		}
	}
	return winsNext
}

// bringing says what a turn brings, and checks that opponents find it.
func bringing(t *testing.T, s games.State, m string) string {
	t.Helper()
	now := s.(state)
	turn, err := now.readTurn(games.Move(m))
	if err != nil {
		t.Fatal(err)
	}
	brought := brings(now.pos, turn)
	for _, looks := range []int{cells * twistings, 60_000} {
		for seed := range byte(2) {
			found := hard.decide(now.pos, search.Budget{Playouts: looks}, games.Seed{seed}.Rand(now.Ply))
			if now.playTurn(found).pos != now.playTurn(turn).pos && (looks > 1000 || brought != winsNext) {
				t.Errorf("it plays %s with %d looks, want %s in\n%v", found.Move(), looks, m, s.View(0))
			}
		}
	}
	return [...]string{"", "saves itself", "wins next", "wins now"}[brought]
}

// passed returns the position with the other side to move, as if this one passed: the sides are
// exchanged.
func passed(p Position) Position {
	p.stones[0], p.stones[1] = p.stones[1], p.stones[0]
	return p
}

// ofPosition returns a state with a position.
func ofPosition(p Position) state { return state{Duel: games.Duel{Ply: p.Ply()}, pos: p} }

// typed returns a turn that a reason names as it is typed.
func typed(t games.Text) games.Move {
	m := t.Arg("Cell").(string)
	switch t.Key {
	case "pentago.turn.clockwise":
		m += "-C" + strings.TrimPrefix(t.Arg("Quarter").(games.Text).Key, "pentago.quarter.")
	case "pentago.turn.anticlockwise":
		m += "-A" + strings.TrimPrefix(t.Arg("Quarter").(games.Text).Key, "pentago.quarter.")
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
		return f.From.String() == why.Arg("From") && f.To.String() == why.Arg("To") && f.Long() == why.Arg("Long")
	})
}

// threatens reports whether the five that a reason names comes by the turn it names, if the mover of a position makes it.
func threatens(p Position, why games.Text) bool {
	after, ok := wins(p, why.Arg("With"))
	return ok && shows(after, why)
}

// fails reports whether the answer that a reason names stops the five that it names, and loses to the turn named then.
func fails(p Position, why games.Text) bool {
	answer, err := state{pos: p}.readTurn(typed(why.Arg("Answer").(games.Text)))
	if err != nil {
		return false
	}
	p.Play(answer)
	_, still := wins(p, why.Arg("With"))
	_, then := wins(p, why.Arg("Then"))
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
	case "pentago.why.loses":
		return what < winsNext && threatens(next, why)
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
	case "pentago.why.grows", "pentago.why.grows.twist", "pentago.why.opens":
		n, other := why.Arg("Count").(int), next.stones[1-p.Mover()]
		alone := best(placed.stones[p.Mover()], p.stones[1-p.Mover()])
		i := slices.IndexFunc(lines[:], func(l [five]Cell) bool {
			return l[0].String() == why.Arg("From") && l[four].String() == why.Arg("To")
		})
		if i < 0 || lineSets[i]&other != 0 || (lineSets[i]&own).count() != n {
			return false
		}
		if were := lineSets[i] & p.stones[p.Mover()]; (were.count() >= n) != (why.Key == "pentago.why.opens") {
			return false
		}
		return n > 1 && best(own, other) == n && (why.Key == "pentago.why.opens" || (alone < n) == (why.Key == "pentago.why.grows.twist"))
	case "pentago.why.blocks", "pentago.why.blocks.twist":
		n := why.Arg("Count").(int)
		with := func(own, other Set) (all []int) {
			for i, line := range lineSets {
				if line&other == 0 && (line&own).count() == n {
					all = append(all, i)
				}
			}
			return all
		}
		other := p.stones[1-p.Mover()]
		were, are := with(other, p.stones[p.Mover()]), with(next.stones[1-p.Mover()], own)
		i := slices.IndexFunc(lines[:], func(l [five]Cell) bool {
			return l[0].String() == why.Arg("From") && l[four].String() == why.Arg("To")
		})
		lies := (lineSets[i] & next.stones[1-p.Mover()]).count() == n // it has them still, so the stone is in the way
		return n > 1 && best(other, p.stones[p.Mover()]) == n && slices.Contains(were, i) && !slices.Contains(are, i) && len(are) < len(were) &&
			lies == (why.Key == "pentago.why.blocks")
	case "pentago.why.denies":
		return hasFour(passed(p)) && !hasFour(next)
	case "pentago.why.prepares":
		return !hasFour(p) && !hasFour(next) && hasFour(passed(next))
	case "pentago.why.middle":
		_, _, at := strings.Cut("b2 b5 e2 e5", why.Arg("Cell").(string))
		return at && turn.Cell.String() == why.Arg("Cell")
	}
	return false
}

// truly checks that what is said for a turn, after a log, is true.
func truly(t *testing.T, setup games.Setup, log []games.Ply, m games.Move, why games.Text) {
	t.Helper()
	s, _, err := games.Replay(Game{}, setup, log)
	if err != nil {
		t.Fatal(err)
	}
	if turn, err := s.(state).readTurn(m); err != nil || !truth(s.(state).pos, turn, why) {
		t.Errorf("%s is said to be good because %v, which is not so in\n%v (%v)", m, why, s.View(0), err)
	}
}

// Whatever is said for a turn is true, and a turn that wins next whatever the answer is always said to. TestZoo has
// every reason.
func TestWhyIsTrue(t *testing.T) {
	rng, silent := rand.New(rand.NewPCG(3, 9)), 0
	for seed := range uint64(120) {
		_, p := late(seed, 12+int(seed%20), "free", "always")
		for range 8 {
			if p.Over() {
				break
			}
			s, turn := ofPosition(p), p.draw(rng)
			why := Game{}.Why(s.View(0), s.Next(), turn.Move())
			if !truth(p, turn, why) {
				t.Errorf("%s is said to be good because %v, which is not so in\n%v", turn.Move(), why, s.View(0))
			}
			if why.Key == "" {
				silent++
			}
			gets := Game{}.Tell(s.View(0), s.Next(), turn.Move()).Gets
			if wins := brings(p, turn) == winsNow; (gets.Key != "") != wins || wins && gets.Arg("Long") != why.Arg("Long") {
				t.Errorf("%s is said to bring %v, but is said to be good because %v", turn.Move(), gets, why)
			}
			after := p
			after.Play(turn)
			lets := Game{}.Tell(s.View(0), s.Next(), turn.Move()).Lets.Key != ""
			if can := !after.Over() && canWin(after); lets != can {
				t.Errorf("%s is said to let the other side win: %v, want %v in\n%v", turn.Move(), lets, can, s.View(0))
			}
			if other := (Game{}).Why(s.View(0), 1-s.Next(), turn.Move()); other.Key != "" {
				t.Errorf("a seat that is not to move is given the reason %v", other)
			}
		}
	}
	if silent == 0 {
		t.Error("there is something to say for every turn, want some without")
	}
}
