package pentago

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
)

// passed returns the position with the other side to move, as if this one passed: the sides are
// exchanged.
func passed(p Position) Position {
	p.stones[0], p.stones[1] = p.stones[1], p.stones[0]
	return p
}

// truth reports whether a reason for a turn is true, by playing every turn.
func truth(p Position, turn Turn, why games.Text) bool {
	next, what := p, brings(p, turn)
	next.Play(turn)
	stopped := canWin(passed(p)) && (next.Over() || !canWin(next))
	threat := !next.Over() && canWin(passed(next))
	switch why.Key {
	case "":
		return what < winsNext
	case "pentago.why.wins":
		return what == winsNow
	case "pentago.why.forced":
		return what == winsNext
	case "pentago.why.both":
		return stopped && threat && what == savesItself
	case "pentago.why.threatens":
		return threat && what == savesItself
	case "pentago.why.stops":
		return stopped && !threat
	case "pentago.why.grows":
		n := why.Args["Count"].(int)
		for _, line := range lineSets {
			if own := next.stones[p.Mover()]; (line&own).count() == n && line&next.stones[1-p.Mover()] == 0 {
				return n > 2
			}
		}
	}
	return false
}

// Whatever is said for a turn is true, and a turn that wins next whatever the answer is always said
// to. Every reason is given sometimes.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(3, 9)), map[string]int{}
	for seed := range uint64(60) {
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
	for _, key := range []string{"", "wins", "forced", "both", "threatens", "stops", "grows"} {
		if key != "" {
			key = "pentago.why." + key
		}
		if said[key] == 0 {
			t.Errorf("%q is never said: %v", key, said)
		}
	}
}

func check(t *testing.T, p Position, turn Turn, said map[string]int) {
	t.Helper()
	s := state{pos: p}
	s.Ply = p.Ply()
	why := Game{}.Why(s.View(s.Next()), s.Next(), turn.Move())
	if said[why.Key]++; !truth(p, turn, why) {
		t.Errorf("%s is said to be good because %v, which is not so in\n%v", turn.Move(), why, s.View(0))
	}
	if other := (Game{}).Why(s.View(0), 1-s.Next(), turn.Move()); other.Key != "" {
		t.Errorf("a seat that is not to move is given the reason %v", other)
	}
}

func TestWhyInWords(t *testing.T) {
	for want, text := range map[string]games.Text{
		"It stops Ben's five and threatens one for you.":     games.Say("pentago.why.both", "By", "", "Player", games.Seat(1)),
		"Whatever Ben does, you can win next turn.":          games.Say("pentago.why.forced", "By", "", "Player", games.Seat(1)),
		"It threatens five next turn, so Ben must stop Ann.": games.Say("pentago.why.threatens", "By", games.Seat(0), "Player", games.Seat(1)),
		"You have 4 in a line that can still be five.":       games.Say("pentago.why.grows", "By", "", "Count", 4),
		"Ann placed b3, twisted ↻ d4":                        Game{}.Tell(play(t, usual, "").View(0), 0, "b3-Cd4").Did,
		"Ann placed d3":                                      Game{}.Tell(play(t, usual, near).View(0), 0, "d3").Did,
	} {
		if got := say(t, text); got != want {
			t.Errorf("it is said as %q, want %q", got, want)
		}
	}
}
