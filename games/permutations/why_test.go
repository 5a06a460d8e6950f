package permutations

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

var _ games.Reasoner = Game{}

// truth reports whether a reason for a move is true of the whole position, hidden hands too.
func truth(why games.Text, s state, seat int, t typedMove) error {
	switch name, _ := strings.CutPrefix(why.Key, "permutations.why."); name {
	case "":
		return nil
	case "first", "picks", "not-last", "keeps", "last", "above":
		return bidTruth(name, why.Args, s.pos, seat, t.card)
	default:
		return takeTruth(name, why.Args, s.pos, seat, t.card)
	}
}

// takeTruth reports whether it is true what a card of the pool is said to do.
func takeTruth(name string, args map[string]any, p position, seat int, c Card) error {
	round := p.Round
	moon, left := p.moonBonus(), p.Pool&^SetOf(c)
	with := func(seat int, c Card) position {
		q := p
		q.Taken[round-1][seat] |= SetOf(c)
		return q
	}
	q := with(seat, c)
	gain := q.roundScores(round)[seat] - p.roundScores(round)[seat]
	own := (q.Taken[round-1][seat] & Moons).Count()
	switch {
	case name == "moons" && moon != seat && q.moonBonus() == seat:
	case name == "suns" && left != 0 && left&Suns == left && !Suns.Has(c):
	case name == "points" && gain == args["Count"] && !Suns.Has(c):
	case name == "points.sun" && gain == args["Count"] && Suns.Has(c):
	case name == "points.less" && gain == args["Count"] && Suns.Has(c):
		return mostOf(q.Suns(), seat, args, q.Suns()[args["Player"].(games.Seat)])
	case name == "sun" && Suns.Has(c) && q.Suns()[seat] == args["Count"]:
		return mostOf(q.Suns(), seat, args, args["Most"].(int))
	case name == "only-suns" && Suns.Has(c) && left&^Suns == 0:
	case name == "no-sun" && !Suns.Has(c) && left&Suns != 0:
	case name == "moon" && Moons.Has(c) && own == args["Count"]:
		if most := args["Most"].(int); most >= own && q.moonBonus() == seat || most <= own && q.moonBonus() != seat {
			return fmt.Errorf("seat %d has the most moons", q.moonBonus())
		}
		return mostOf(moonsOf(q), seat, nil, args["Most"].(int))
	case name == "moon.level" && Moons.Has(c) && own == args["Count"]:
		other := args["Player"].(games.Seat)
		if moon != int(other) || q.moonBonus() != moon || moonsOf(q)[other] != own {
			return fmt.Errorf("seat %d has the most moons, and seat %d after it: %v", moon, q.moonBonus(), moonsOf(q))
		}
	case name == "denies":
		other := int(args["Player"].(games.Seat))
		takes := with(other, c)
		if other == seat || p.Took.Has(other) || moon == other || takes.moonBonus() != other {
			return fmt.Errorf("seat %d has the moons", moon)
		}
		for _, also := range left.list() {
			if takes := with(other, also); takes.moonBonus() == other {
				return fmt.Errorf("%d does it too", also)
			}
		}
	case name == "safe" && !Suns.Has(c) && max(gain, 0) == args["Count"]:
		for other, n := range p.Suns() {
			if n > p.Suns()[seat] {
				return fmt.Errorf("seat %d has %d suns", other, n)
			}
		}
	default:
		return fmt.Errorf("it brings %d, moves the moons from %d to %d, and leaves %v", gain, moon, q.moonBonus(), left.list())
	}
	return nil
}

// moonsOf counts the moons of each seat in this round.
func moonsOf(p position) (n [maxSeats]int) {
	for seat := range p.Seats {
		n[seat] = (p.Taken[p.Round-1][seat] & Moons).Count()
	}
	return n
}

// mostOf reports whether the highest number among the other seats is this one, and whether the seat that is named has
// that many and more than the one that is spoken to.
func mostOf(numbers [maxSeats]int, seat int, args map[string]any, most int) error {
	highest := 0
	for other, n := range numbers {
		if other != seat {
			highest = max(highest, n)
		}
	}
	if highest != most {
		return fmt.Errorf("the most is %d of %v", highest, numbers)
	}
	if args != nil && (numbers[args["Player"].(games.Seat)] != most || numbers[seat] >= most) {
		return fmt.Errorf("they have %v", numbers)
	}
	return nil
}

// bidTruth reports whether a bid picks where it is said to, whatever the others bid. The hands are the true ones, so a
// place is certain here too if it is by what the seat sees.
func bidTruth(name string, args map[string]any, p position, seat int, c Card) error {
	best, worst := 1, p.Seats
	var others Cards
	for other := range p.Seats {
		hand := p.Hands[other]
		if p.Dummy.Has(other) { // which bids face up
			hand = SetOf(p.Bids[other])
		}
		if other != seat {
			others |= hand
		}
		switch {
		case other == seat:
		case hand.lowest() > c:
			best++
		case hand.At(hand.Count()-1) < c:
			worst--
		}
	}
	places := []int{}
	if at, ok := args["At"].(games.Text); ok && at.Key == "permutations.place" {
		places = []int{at.Args["Place"].(int)}
	} else if ok {
		places = []int{at.Args["First"].(games.Text).Args["Place"].(int), at.Args["Next"].(games.Text).Args["Place"].(int)}
	}
	higher := p.Hands[seat] >> (c + 1)
	switch {
	case name == "first" && worst == 1:
	case name == "picks" && len(places) > 0 && places[0] <= best && worst <= places[len(places)-1] && worst < p.Seats:
	case name == "not-last" && worst < p.Seats:
	case name == "last" && best == p.Seats && 2*higher.Count() >= p.Hands[seat].Count():
	case name == "keeps" && 2*higher.Count() >= p.Hands[seat].Count():
	case name == "above":
		all, above := args["All"].(int), args["Count"].(int)
		own, ownAbove := others.Count(), (others >> (c + 1)).Count()
		if p.Round > 1 && (all != own || above != ownAbove) || all < own || above < ownAbove || all-above < own-ownAbove {
			return fmt.Errorf("%d of the %d cards that the others have are higher", ownAbove, own)
		}
	default:
		return fmt.Errorf("it picks from place %d to %d of %d, and keeps %d higher cards", best, worst, p.Seats, higher.Count())
	}
	return nil
}

// Whatever is said for a move is true, whatever the others hide, at every ply of random games.
func TestWhyIsTrue(t *testing.T) {
	said := gametest.Told{}
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 8))
		for range 3 {
			wander(t, seats, rng, func(v visit) {
				s := v.state.(state)
				for seat := range games.Seat(seats) {
					moves := s.Legal(seat)
					if s.pos.Phase == Bidding && len(moves) > 2 {
						moves = []games.Move{moves[0], moves[rng.IntN(len(moves))], moves[len(moves)-1]}
					}
					for _, m := range moves {
						typed, _ := parse(string(m))
						why := Game{}.Why(s.View(seat), seat, m)
						if err := truth(why, s, int(seat), typed); err != nil {
							t.Fatalf("%s of seat %d is said to be good because %v, but %v in\n%s", m, seat, why, err, s.View(seat))
						}
						said.Add(why)
					}
				}
			})
		}
	}
	said.All(t, Game{}, "permutations.why.")
}

// Some sentences speak to the player, and name it to others. A bid is said to pick only where it is certain to.
func TestWhyInWords(t *testing.T) {
	s := trio()
	for m, want := range map[games.Move]string{
		"bid 10": "You won't pick last.", "bid 10 take 8": "You won't pick last.",
		"bid 9": "", "take 5": "", "leave": "", "nothing": "",
	} {
		for _, before := range []state{s, play(t, s, "2 bid 42")} { // a secret bid changes nothing
			if got := inEnglish(t, "Ann Ben Cleo", Game{}.Why(before.View(0), 0, m)); got != want {
				t.Errorf("%s is said to be good because %q, want %q", m, got, want)
			}
		}
	}
	said := func(key string, args ...any) games.Text { return games.Say("permutations.why."+key, args...) }
	ann, ben := games.Seat(0), games.Seat(1)
	for _, c := range []struct {
		why  games.Text
		want string
	}{
		{said("first", "By", ben), "Nobody can bid more, so Ben picks first."},
		{said("picks", "By", ben, "At", place(4)), "Ben picks fourth."},
		{said("not-last", "By", ben), "Ben won't pick last."},
		{said("above", "Count", 1, "All", 30), "Of 30 cards that the others may bid, 1 is higher."},
		{said("keeps", "By", ben), "It keeps Ben's higher cards for later."},
		{said("last", "By", ben), "Ben picks last, but keeps the higher cards for later."},
		{said("safe", "By", ben, "Count", 0), "It's no sun. One more sun would give Ben the most."},
		{said("moon", "By", ben, "Count", 1, "Player", ann, "Most", 2), "That makes 1 moon for Ben, to Ann's 2."},
		{said("moon.level", "By", ben, "Count", 1, "Player", ann), "That makes 1 moon each for Ben and Ann. Ann's lower moon still leads."},
		{said("sun", "By", ben, "Count", 1, "Player", ann, "Most", 2), "That makes 1 sun for Ben, to Ann's 2."},
		{said("no-sun"), "It's no sun."},
		{said("points.less", "Count", 1, "Player", ann), "It brings 1 point for now, and Ann still has more suns."},
		{games.Say("permutations.advice.ahead", "Wins", 62, "Count", 1), "You'd end ahead of the other player in 62 of 100 games."},
		{games.Say("permutations.advice.ahead", "Wins", 0, "Count", 2), "You'd hardly ever end ahead of the other players."},
	} {
		if got := inEnglish(t, "Ann Ben Cleo", c.why); got != c.want {
			t.Errorf("%v is said as %q, want %q", c.why, got, c.want)
		}
	}
	s = play(t, s, "0 bid 44, 1 bid 20, 2 bid 30")
	if got := inEnglish(t, "Ann Ben Cleo", Game{}.Why(s.View(0), 0, "take 8")); got != "It brings 2 points for now." {
		t.Errorf("a star is said to be good because %q", got)
	}
	if got := (Game{}).Why(s.View(1), 1, "take 8"); got.Key != "" {
		t.Errorf("a seat that is not to take is given the reason %v", got)
	}
}
