package permutations

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/permutations/deal"
)

var _ games.Reasoner = Game{}

// truth reports whether a reason for a move is true of the whole position, hidden hands too.
func truth(why games.Text, s state, seat int, t typedMove) error {
	switch name, _ := strings.CutPrefix(why.Key, "permutations.why."); name {
	case "":
		return nil
	case "first", "last", "likely", "gets":
		return bidTruth(name, why.Args, s, seat, t)
	default:
		return takeTruth(name, why.Args, s.pos, seat, t.card)
	}
}

// takeTruth reports whether it is true what a card of the pool is said to do.
func takeTruth(name string, args map[string]any, p deal.Position, seat int, c deal.Card) error {
	round := p.Round
	moon, left := p.MoonBonus(), p.Pool&^deal.SetOf(c)
	with := func(seat int, c deal.Card) deal.Position {
		q := p
		q.Taken[round-1][seat] |= deal.SetOf(c)
		return q
	}
	q := with(seat, c)
	gain := q.RoundScores(round)[seat] - p.RoundScores(round)[seat]
	own := (q.Taken[round-1][seat] & deal.Moons).Count()
	switch {
	case name == "moons" && moon != seat && q.MoonBonus() == seat:
	case name == "suns" && left != 0 && left&deal.Suns == left && !deal.Suns.Has(c):
	case name == "points" && gain == args["Count"] && !deal.Suns.Has(c):
	case name == "points.sun" && gain == args["Count"] && deal.Suns.Has(c):
	case name == "moon" && deal.Moons.Has(c) && own == args["Own"]:
		for other := range p.Seats {
			n := (p.Taken[round-1][other] & deal.Moons).Count()
			if other != seat && n > args["Most"].(int) || other == int(args["Player"].(games.Seat)) && n != args["Most"] {
				return fmt.Errorf("seat %d has %d moons", other, n)
			}
		}
	case name == "denies":
		other := int(args["Player"].(games.Seat))
		takes := with(other, c)
		if other == seat || p.Took.Has(other) || moon == other || takes.MoonBonus() != other {
			return fmt.Errorf("seat %d has the moons", moon)
		}
		for _, also := range left.List() {
			if takes := with(other, also); takes.MoonBonus() == other {
				return fmt.Errorf("%d does it too", also)
			}
		}
	case name == "safe" && !deal.Suns.Has(c) && max(gain, 0) == args["Count"]:
		for other, n := range p.Suns() {
			if n > p.Suns()[seat] {
				return fmt.Errorf("seat %d has %d suns", other, n)
			}
		}
	default:
		return fmt.Errorf("it brings %d, moves the moons from %d to %d, and leaves %v", gain, moon, q.MoonBonus(), left.List())
	}
	return nil
}

// bidTruth reports whether a bid may pick where it is said to, and whether it is true what its card is said to do.
func bidTruth(name string, args map[string]any, s state, seat int, t typedMove) error {
	p := s.pos
	higher, lower := 0, 0 // other seats that are certain to bid higher or lower
	for other := range p.Seats {
		hand := p.Hands[other]
		if p.Dummy.Has(other) { // which bids face up
			hand = deal.SetOf(p.Bids[other])
		}
		if other == seat || name == "likely" && p.Round == 1 && !p.Dummy.Has(other) { // whose hand is secret
			continue
		}
		if hand.Lowest() > t.card {
			higher++
		}
		if hand.At(hand.Count()-1) < t.card {
			lower++
		}
	}
	place, _ := args["Place"].(int)
	if place == 0 {
		place = p.Seats
	}
	switch {
	case name == "first" && lower != p.Seats-1, name == "last" && higher != p.Seats-1:
		return fmt.Errorf("%d are certain to bid higher, and %d lower", higher, lower)
	case name == "likely" && (place <= higher || place > p.Seats-lower):
		return fmt.Errorf("%d are certain to bid higher, and %d lower", higher, lower)
	}
	got, ok := args["Got"].(games.Text)
	if !ok {
		return nil
	}
	c, key := deal.Card(got.Args["Card"].(int)), strings.TrimPrefix(got.Key, "permutations.got.")
	switch {
	case !p.Pool.Has(c):
		return fmt.Errorf("%d is not in the pool", c)
	case key == "card", key == "sun" && deal.Suns.Has(c), key == "moon" && deal.Moons.Has(c):
		return nil
	}
	return takeTruth(map[string]string{"lead": "moons", "safe": "suns", "points": "points", "points.sun": "points.sun"}[key], got.Args, p, seat, c)
}

// Whatever is said for a move is true, whatever the others hide, at every ply of random games.
func TestWhyIsTrue(t *testing.T) {
	said := gametest.Told{}
	for seats := 2; seats <= deal.MaxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 8))
		for range 3 {
			wander(t, seats, rng, func(v visit) {
				s := v.state.(state)
				for seat := range games.Seat(seats) {
					moves := s.Legal(seat)
					if s.pos.Phase == deal.Bidding && len(moves) > 2 {
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
	said.All(t, Game{}, "permutations.got.", "moon") // which is hardly ever likely
}

// Some sentences speak to the player, and name it to others. Where a bid gets is said only where that is likely.
func TestWhyInWords(t *testing.T) {
	s := trio()
	for m, want := range map[games.Move]string{
		"bid 10": "You likely pick third and get 5 for 2 points.", "bid 10 take 8": "You likely pick third and get 8 for 2 points.",
		"bid 9": "", "take 5": "", "leave": "", "nothing": "",
	} {
		if got := inEnglish(t, "Ann Ben Cleo", Game{}.Why(s.View(0), 0, m)); got != want {
			t.Errorf("%s is said to be good because %q, want %q", m, got, want)
		}
	}
	got := games.Say("permutations.got.moon", "Card", 20, "Count", 0)
	for _, c := range []struct {
		why  games.Text
		want string
	}{
		{games.Say("permutations.why.likely", "By", games.Seat(1), "Place", 0, "Got", got), "Ben likely picks last and gets 20, a moon."},
		{games.Say("permutations.why.likely", "By", "", "Place", 4, "Got", ""), "You likely pick fourth."},
		{games.Say("permutations.why.gets", "By", games.Seat(1), "Got", got), "Ben likely gets 20, a moon."},
		{games.Say("permutations.why.first", "By", games.Seat(1), "Got", ""), "Nobody can bid more, so Ben picks first."},
		{games.Say("permutations.why.last", "By", games.Seat(1), "Got", got), "Nobody can bid less, so Ben takes what's left, likely 20, a moon."},
		{games.Say("permutations.why.safe", "By", games.Seat(1), "Count", 0), "It's no sun. One more sun would give Ben the most."},
		{games.Say("permutations.why.moon", "By", games.Seat(1), "Own", 1, "Count", 1, "Player", games.Seat(0), "Most", 2), "That makes 1 moon for Ben, to Ann's 2."},
		{games.Say("permutations.advice.ahead", "Wins", 62, "Count", 1), "You'd end ahead of the other player in 62 of 100 games."},
		{games.Say("permutations.advice.ahead", "Wins", 0, "Count", 2), "You'd hardly ever end ahead of the other players."},
	} {
		if said := inEnglish(t, "Ann Ben Cleo", c.why); said != c.want {
			t.Errorf("%v is said as %q, want %q", c.why, said, c.want)
		}
	}
	s = play(t, s, "0 bid 44", "1 bid 20", "2 bid 30")
	if got := inEnglish(t, "Ann Ben Cleo", Game{}.Why(s.View(0), 0, "take 8")); got != "It brings 2 points for now." {
		t.Errorf("a star is said to be good because %q", got)
	}
	if got := (Game{}).Why(s.View(1), 1, "take 8"); got.Key != "" {
		t.Errorf("a seat that is not to take is given the reason %v", got)
	}
}
