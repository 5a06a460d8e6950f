package imaging

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutations"
)

// A permutationsChange is a change of a view and the places where it shows, as
// [permutationsBoard.place] names them, or * for anywhere.
type permutationsChange struct {
	where  string
	change func(p *Drawing, v *permutations.View)
}

// differ lists the places in which two pictures differ.
func (b *permutationsBoard) differ(x, y *image.RGBA) string {
	var places []string
	for i := 0; i < len(x.Pix); i += 4 {
		if !slices.Equal(x.Pix[i:i+4], y.Pix[i:i+4]) {
			places = append(places, b.place(float64(i/4%Width)/unit, float64(i/4/Width)/unit))
		}
	}
	slices.Sort(places)
	return strings.Join(slices.Compact(places), ", ")
}

// place names the place of a point; a place in a strip has the number of its seat.
func (b *permutationsBoard) place(x, y float64) string {
	seat := int((y - b.stripTop + permutationsGap/2) / b.stripTall)
	low := y-b.stripTop-float64(seat)*b.stripTall > b.plateTall
	part := ""
	switch counts := margin + permutationsPlate; {
	case y > permutationsEnd+0.5:
		return "footer"
	case y < b.stripTop && x < 45:
		return "pool"
	case y < b.stripTop:
		return "heading"
	case seat >= len(b.view.Sides):
		return "hand"
	case low && x < margin+b.cardWide+2*permutationsPad:
		part = "bid"
	case low:
		part = "cards"
	case x < counts:
		part = "plate"
	case x > counts+3*permutationsCount:
		part = "points"
	default:
		part = []string{"stars", "moons", "suns"}[int((x-counts)/permutationsCount)]
	}
	return fmt.Sprint(seat, " ", part)
}

// permutationsWith draws the view of a seat after a change.
func permutationsWith(t *testing.T, state games.State, looker games.Seat, change func(*Drawing, *permutations.View)) *image.RGBA {
	t.Helper()
	p := permutationsPicture(state, looker)
	v := p.View.(permutations.View)
	change(&p, &v)
	p.View = v
	return mustRender(t, p)
}

// TestPermutationsTells checks that every difference of two views shows in their pictures, in
// the right place.
func TestPermutationsTells(t *testing.T) {
	t.Parallel()
	state := permutationsLine{players: 2, seed: 9, wishes: true}.to(t, 2, 6, permutations.Bidding, 1)
	looker := 1 - state.ToMove()[0]
	me, other := int(looker), int(1-looker)
	tests := map[string]permutationsChange{
		"as it is":      {"", func(*Drawing, *permutations.View) {}},
		"a spectator":   {"*", func(_ *Drawing, v *permutations.View) { *v = state.View(games.Spectator).(permutations.View) }},
		"another bid":   {"hand", func(_ *Drawing, v *permutations.View) { v.Own.Card = v.Sides[me].Hand[0] }},
		"no bid":        {"hand, pool", func(_ *Drawing, v *permutations.View) { v.Own = nil }},
		"no wishes":     {"pool", func(_ *Drawing, v *permutations.View) { v.Own.Take = nil }},
		"other wishes":  {"pool", func(_ *Drawing, v *permutations.View) { slices.Reverse(v.Own.Take) }},
		"has bid":       {"1 bid", func(_ *Drawing, v *permutations.View) { v.Sides[other].HasBid = true }},
		"to move":       {"1 plate", func(_ *Drawing, v *permutations.View) { v.ToMove = nil }},
		"pool":          {"pool", func(_ *Drawing, v *permutations.View) { v.Pool = v.Pool[1:] }},
		"collection":    {"2 cards, 2 points, 2 stars", func(_ *Drawing, v *permutations.View) { v.Sides[2].Collection = v.Sides[2].Collection[1:] }},
		"hand":          {"2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Hand = v.Sides[2].Hand[1:] }},
		"secret hand":   {"2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Hand = nil }},
		"fewer cards":   {"2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Hand, v.Sides[2].Cards = nil, 3 }},
		"a dummy's bid": {"2 bid, 2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Bid = v.Sides[3].Bid }},
		"away":          {"1 plate, pool", func(_ *Drawing, v *permutations.View) { v.Sides[other].Away = true }},
		"total":         {"0 plate", func(_ *Drawing, v *permutations.View) { v.Sides[0].Total++ }},
		"suns":          {"0 suns", func(_ *Drawing, v *permutations.View) { v.Sides[0].Suns += 9 }},
		"moon bonus":    {"1 moons, 1 points, 2 moons, 2 points", func(_ *Drawing, v *permutations.View) { v.Moon = 2 }},
		"burning":       {"0 suns, 3 suns", func(_ *Drawing, v *permutations.View) { v.Burning = 3 }},
		"points":        {"3 points", func(_ *Drawing, v *permutations.View) { v.Rounds[0][3]++ }},
		"round":         {"0 points, 1 points, 2 points, 3 points, heading", func(_ *Drawing, v *permutations.View) { v.Round = 3 }},
		"auction":       {"heading", func(_ *Drawing, v *permutations.View) { v.Auction++ }},
		"last take":     {"2 cards", func(_ *Drawing, v *permutations.View) { v.Shown.Takes[2] = permutations.None }},
		"last bids":     {"pool", func(_ *Drawing, v *permutations.View) { slices.Reverse(v.Shown.Bids) }},
		"taking":        {"0 bid, 2 cards, 3 cards, hand, pool", func(_ *Drawing, v *permutations.View) { v.Phase = permutations.Taking }},
		"over": {"*", func(_ *Drawing, v *permutations.View) {
			v.Phase, v.Ended, v.Places, v.Scores = permutations.Over, permutations.Played, []int{2, 1, 3, 4}, []int{3, 4, 2, 1}
		}},
		"called off": {"*", func(_ *Drawing, v *permutations.View) {
			v.Phase, v.Ended, v.Places, v.Scores = permutations.Over, permutations.Drawn, []int{1, 1, 1, 1}, []int{3, 4, 2, 1}
		}},
		"preview": {"*", func(p *Drawing, _ *permutations.View) { p.Preview = "Preview" }},
		"name":    {"0 plate, 1 plate, 2 plate, 3 plate", func(p *Drawing, _ *permutations.View) { p.Names = nil }},
		"score":   {"footer", func(p *Drawing, _ *permutations.View) { p.Score = "" }},
		"title":   {"heading", func(p *Drawing, _ *permutations.View) { p.Title = "" }},
	}
	board := permutationsBoard{view: state.View(looker).(permutations.View)}
	board.measure()
	before := permutationsWith(t, state, looker, tests["as it is"].change)
	seen := make(map[string]string)
	for name, test := range tests {
		after := permutationsWith(t, state, looker, test.change)
		if other, ok := seen[string(after.Pix)]; ok {
			t.Errorf("%q and %q give the same picture", name, other)
		}
		seen[string(after.Pix)] = name
		if where := board.differ(before, after); test.where != "*" && where != test.where {
			t.Errorf("%q shows in %q, want %q", name, where, test.where)
		}
	}
}

// TestSecretHand checks that a bid on the table does not count among the cards of a hand.
func TestSecretHand(t *testing.T) {
	t.Parallel()
	state := permutationsLine{players: 3, seed: 9}.to(t, 1, 2, permutations.Bidding, 3)
	board := permutationsBoard{view: state.View(0).(permutations.View)}
	board.measure()
	bid := permutationsWith(t, state, 0, func(_ *Drawing, v *permutations.View) { v.Sides[1].HasBid = true })
	fewer := permutationsWith(t, state, 0, func(_ *Drawing, v *permutations.View) { v.Sides[1].Cards-- })
	if where := board.differ(bid, fewer); where != "1 bid" {
		t.Errorf("a hand of ten with a bid and one of nine differ in %q, want %q", where, "1 bid")
	}
}

// TestPermutationsSeats checks the points and marks on the plates of the seats.
func TestPermutationsSeats(t *testing.T) {
	view := func(change func(v *permutations.View)) permutations.View {
		v := permutations.View{Seat: 1, Humans: 2, ToMove: []games.Seat{0}, Sides: []permutations.Side{{Total: 5}, {Total: 7}}}
		change(&v)
		return v
	}
	over := func(v *permutations.View) {
		v.ToMove, v.Ended, v.Places, v.Scores = nil, permutations.Played, []int{1, 2}, []int{5, 0}
	}
	for name, c := range map[string]struct {
		view    permutations.View
		preview bool
		want    [2]player
	}{
		"one to move": {view(func(*permutations.View) {}), false, [2]player{{points: "5", turn: true}, {points: "7"}}},
		"a preview":   {view(func(*permutations.View) {}), true, [2]player{{points: "5"}, {points: "7", turn: true}}},
		"the end":     {view(over), false, [2]player{{points: "5", won: true}, {points: "0"}}},
		"no winner": {view(func(v *permutations.View) { over(v); v.Ended = permutations.Drawn }), false,
			[2]player{{points: "5"}, {points: "0"}}},
	} {
		b := permutationsBoard{view: c.view, preview: c.preview}
		for seat, want := range c.want {
			if p := b.seatOf(seat, "", ""); p.points != want.points || p.turn != want.turn || p.won != want.won {
				t.Errorf("%s: seat %d has %s points, to move %v, won %v, want %+v", name, seat, p.points, p.turn, p.won, want)
			}
		}
	}
}
