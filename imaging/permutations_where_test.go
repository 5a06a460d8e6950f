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
// [permutationsPlace] names them, or * for anywhere.
type permutationsChange struct {
	where  string
	change func(p *Drawing, v *permutations.View)
}

// permutationsPlace names the place of a point in a picture of four seats: in the rows, with the
// number of the seat, or in the lines of the seat that bids.
func permutationsPlace(x, y float64, own bool) string {
	const rows = permutationsRows
	row, hand := (Size-rows)/4.0, 388.0
	switch {
	case y < 14:
		return "progress"
	case y < rows-1 && x < 472:
		return "pool"
	case y < rows-1:
		return "captions"
	case own && y > hand-1:
		return "hand"
	case own:
		row = (hand - rows) / 4
	}
	seat := int((y - rows + 1) / row)
	part := "line"
	if low := y - rows - row*float64(seat); !own && low > permutationsHead-4 {
		part = "cards"
	} else if x < 20 {
		part = "bar"
	}
	return fmt.Sprint(seat, " ", part)
}

// permutationsDiffer lists the places in which two pictures differ.
func permutationsDiffer(x, y *image.RGBA, own bool) string {
	var places []string
	for i := 0; i < len(x.Pix); i += 4 {
		if !slices.Equal(x.Pix[i:i+4], y.Pix[i:i+4]) {
			places = append(places, permutationsPlace(float64(i/4%Size), float64(i/4/Size), own))
		}
	}
	slices.Sort(places)
	return strings.Join(slices.Compact(places), ", ")
}

// permutationsTell checks that changes of a view show in the right places, each in another way.
func permutationsTell(t *testing.T, view func() permutations.View, own bool, changes map[string]permutationsChange) {
	t.Helper()
	with := func(change func(*Drawing, *permutations.View)) *image.RGBA {
		v := view()
		p := permutationsPicture(v)
		change(&p, &v)
		p.View = v
		return mustRender(t, p)
	}
	before := with(func(*Drawing, *permutations.View) {})
	seen := map[string]string{string(before.Pix): "as it is"}
	for name, c := range changes {
		after := with(c.change)
		if other, ok := seen[string(after.Pix)]; ok {
			t.Errorf("%q and %q give the same picture", name, other)
		}
		seen[string(after.Pix)] = name
		if where := permutationsDiffer(before, after, own); c.where != "*" && where != c.where {
			t.Errorf("%q shows in %q, want %q", name, where, c.where)
		}
	}
}

// TestPermutationsTableTells checks that every difference of two views of an onlooker shows in
// their pictures, in the right place.
func TestPermutationsTableTells(t *testing.T) {
	t.Parallel()
	state := permutationsLine{players: 2, seed: 9, wishes: true}.to(t, 2, 6, permutations.Bidding, 1)
	view := func() permutations.View { return state.View(games.Spectator).(permutations.View) }
	owes := int(state.ToMove()[0])
	at := func(part string) string { return fmt.Sprint(owes, " ", part) }
	permutationsTell(t, view, false, map[string]permutationsChange{
		"has bid": {at("cards"), func(_ *Drawing, v *permutations.View) { v.Sides[owes].HasBid = true }},
		"nobody to move": {at("bar") + ", " + at("cards") + ", " + at("line"), func(_ *Drawing, v *permutations.View) {
			v.ToMove = nil
		}},
		"pool":       {"pool", func(_ *Drawing, v *permutations.View) { v.Pool = v.Pool[1:] }},
		"collection": {"2 cards, 2 line", func(_ *Drawing, v *permutations.View) { v.Sides[2].Collection = v.Sides[2].Collection[1:] }},
		"hand":       {"2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Hand = v.Sides[2].Hand[1:] }},
		"secret hand": {"2 cards", func(_ *Drawing, v *permutations.View) {
			v.Sides[2].Hand = nil
		}},
		"fewer cards":   {"2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Hand, v.Sides[2].Cards = nil, 3 }},
		"a dummy's bid": {"2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Bid = v.Sides[3].Bid }},
		"total":         {"0 line", func(_ *Drawing, v *permutations.View) { v.Sides[0].Total++ }},
		"suns":          {"0 line", func(_ *Drawing, v *permutations.View) { v.Sides[0].Suns += 9 }},
		"round":         {"progress", func(_ *Drawing, v *permutations.View) { v.Round = 3 }},
		"auction":       {"progress", func(_ *Drawing, v *permutations.View) { v.Auction++ }},
		"last take":     {"2 cards", func(_ *Drawing, v *permutations.View) { v.Shown.Takes[2] = permutations.None }},
		"preview":       {"*", func(p *Drawing, _ *permutations.View) { p.Preview = "Preview" }},
		"names":         {"0 line, 1 line, 2 line, 3 line", func(p *Drawing, _ *permutations.View) { p.Names = nil }},
		"captions":      {"captions", func(p *Drawing, _ *permutations.View) { p.Captions = p.Captions[1:] }},
		"no moon": {fmt.Sprint(int(view().Moon), " line"), func(_ *Drawing, v *permutations.View) {
			v.Moon = games.Spectator
		}},
		"no burning": {fmt.Sprint(int(view().Burning), " line"), func(_ *Drawing, v *permutations.View) { v.Burning = games.Spectator }},
		"called off": {"*", func(_ *Drawing, v *permutations.View) { v.Phase, v.Ended = permutations.Over, permutations.Drawn }},
		"played":     {"*", func(_ *Drawing, v *permutations.View) { v.Phase, v.Ended = permutations.Over, permutations.Played }},
	})
}

// TestPermutationsTriedTells checks that a take which is tried shows in the pool and in the row of
// the seat that takes, and each card in another way.
func TestPermutationsTriedTells(t *testing.T) {
	t.Parallel()
	state := permutationsLine{players: 2, seed: 9}.to(t, 2, 6, permutations.Taking, 1)
	taker := state.ToMove()[0]
	plain := state.View(taker).(permutations.View)
	changes := map[string]permutationsChange{}
	for _, card := range plain.Pool {
		changes[fmt.Sprint(card)] = permutationsChange{fmt.Sprintf("%d cards, %d line, pool", taker, taker), func(_ *Drawing, v *permutations.View) {
			*v = state.Shown(taker, []string{fmt.Sprint(int(card))}).(permutations.View)
			v.Moon, v.Burning = plain.Moon, plain.Burning // they may pass from another row
		}}
	}
	permutationsTell(t, func() permutations.View { return state.View(taker).(permutations.View) }, false, changes)
}

// TestPermutationsOwnTells does the same for a seat that bids in the first round.
func TestPermutationsOwnTells(t *testing.T) {
	t.Parallel()
	state := permutationsLine{players: 2, seed: 9, wishes: true}.to(t, 1, 2, permutations.Bidding, 1)
	looker := 1 - state.ToMove()[0]
	me, other := int(looker), int(1-looker)
	view := func() permutations.View { return state.View(looker).(permutations.View) }
	permutationsTell(t, view, true, map[string]permutationsChange{
		"an onlooker":   {"*", func(_ *Drawing, v *permutations.View) { v.Seat = games.Spectator }},
		"a later round": {"*", func(_ *Drawing, v *permutations.View) { v.Round = 2 }},
		"another bid":   {"hand", func(_ *Drawing, v *permutations.View) { v.Own.Card = v.Sides[me].Hand[0] }},
		"no bid":        {"hand, pool", func(_ *Drawing, v *permutations.View) { v.Own = nil }},
		"no wishes":     {"pool", func(_ *Drawing, v *permutations.View) { v.Own.Take = nil }},
		"other wishes":  {"pool", func(_ *Drawing, v *permutations.View) { slices.Reverse(v.Own.Take) }},
		"all have bid":  {fmt.Sprint(other, " bar, ", other, " line"), func(_ *Drawing, v *permutations.View) { v.ToMove = nil }},
		"another's bid": {fmt.Sprint(other, " line"), func(_ *Drawing, v *permutations.View) { v.Sides[other].HasBid = true }},
		"a dummy's bid": {"2 line", func(_ *Drawing, v *permutations.View) { v.Sides[2].Bid = v.Sides[3].Bid }},
		"collection":    {"3 line", func(_ *Drawing, v *permutations.View) { v.Sides[3].Collection = v.Pool[:1] }},
		"taking":        {"*", func(_ *Drawing, v *permutations.View) { v.Phase = permutations.Taking }},
	})
}

// TestPermutationsOpenHandsTell does the same for a seat that bids in a later round, in which it sees
// the hands of all.
func TestPermutationsOpenHandsTell(t *testing.T) {
	t.Parallel()
	state := permutationsLine{players: 2, seed: 9, wishes: true}.to(t, 2, 2, permutations.Bidding, 1)
	looker := 1 - state.ToMove()[0]
	me, other := int(looker), int(1-looker)
	own, theirs := fmt.Sprint(me, " cards"), fmt.Sprint(other, " cards")
	view := func() permutations.View { return state.View(looker).(permutations.View) }
	permutationsTell(t, view, false, map[string]permutationsChange{
		"another bid":    {own, func(_ *Drawing, v *permutations.View) { v.Own.Card = v.Sides[me].Hand[0] }},
		"no bid":         {own + ", pool", func(_ *Drawing, v *permutations.View) { v.Own = nil }},
		"no wishes":      {"pool", func(_ *Drawing, v *permutations.View) { v.Own.Take = nil }},
		"another's hand": {theirs, func(_ *Drawing, v *permutations.View) { v.Sides[other].Hand = v.Sides[other].Hand[1:] }},
		"a dummy's hand": {"2 cards", func(_ *Drawing, v *permutations.View) { v.Sides[2].Hand = v.Sides[2].Hand[2:] }},
		"another's bid":  {theirs, func(_ *Drawing, v *permutations.View) { v.Sides[other].HasBid = true }},
		"to be picked":   {"*", func(_ *Drawing, v *permutations.View) { *v = state.Shown(looker, nil).(permutations.View) }},
	})
}

// TestPermutationsRecountTells checks that the parts of the points and the moon bonus show in the
// first auction of a round, and at the end.
func TestPermutationsRecountTells(t *testing.T) {
	t.Parallel()
	first := permutationsLine{players: 2, seed: 9}.to(t, 2, 1, permutations.Bidding, 2)
	end := permutationsLine{players: 2, seed: 9}.until(t, func(permutations.View) bool { return false })
	for name, state := range map[string]games.State{"the first auction": first, "the end": end} {
		for _, seat := range []games.Seat{games.Spectator, 0} {
			where := map[bool]string{true: "2 line", false: "*"}[name != "the end"]
			view := func() permutations.View { return state.View(seat).(permutations.View) }
			permutationsTell(t, view, false, map[string]permutationsChange{
				"stars":    {where, func(_ *Drawing, v *permutations.View) { v.Parts[0][2][0].Points += 2 }},
				"a set":    {where, func(_ *Drawing, v *permutations.View) { v.Parts[0][2][1].Points++ }},
				"a colour": {where, func(_ *Drawing, v *permutations.View) { v.Parts[0][2][1].Colour ^= 1 }},
				"no parts": {where, func(_ *Drawing, v *permutations.View) { v.Parts[0][2] = nil }},
				"no bonus": {"*", func(_ *Drawing, v *permutations.View) { v.Bonus[0] = games.Spectator }},
			})
		}
	}
}

// TestPermutationsPlaces checks where the choices of each step lie: all cards of a hand in the
// step of a bid, then those of the pool that are not named yet, and all of the pool in the step
// of a take. Each is large enough to be touched.
func TestPermutationsPlaces(t *testing.T) {
	const touch = 24.0 / 350
	for players := 2; players <= 5; players++ {
		for _, at := range [][2]int{{1, 1}, {1, 4}, {1, 8}, {2, 1}, {3, 4}} {
			bidding := permutationsLine{players: players, seed: 5}.to(t, at[0], at[1], permutations.Bidding, players)
			taking := permutationsLine{players: players, seed: 5}.to(t, at[0], at[1], permutations.Taking, 1)
			hand := bidding.View(0).(permutations.View).Sides[0].Hand
			pool := bidding.View(0).(permutations.View).Pool
			card := func(c permutations.Card) string { return fmt.Sprint(int(c)) }
			for _, c := range []struct {
				state  games.State
				seat   games.Seat
				picked []string
				want   []permutations.Card
			}{
				{bidding, 0, nil, hand},
				{bidding, 0, []string{card(hand[1])}, pool},
				{bidding, 0, []string{card(hand[1]), card(pool[0])}, pool[1:]},
				{bidding, 0, []string{card(hand[1]), games.Enough}, nil},
				{taking, taking.ToMove()[0], nil, taking.View(0).(permutations.View).Pool},
			} {
				for _, preview := range []string{"", "Preview"} {
					p := permutationsPicture(c.state.Shown(c.seat, c.picked).(permutations.View))
					p.Preview = preview
					for _, p.Size = range []int{Smallest, Size} {
						checkPlaces(t, p, c.want, touch*float64(p.Size))
					}
				}
			}
		}
	}
}

// checkPlaces checks that the places of a picture are those of some cards, that each is at least
// so wide and high, and that no two overlap.
func checkPlaces(t *testing.T, p Drawing, want []permutations.Card, least float64) {
	t.Helper()
	places, err := Places(p)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for i, a := range places {
		values = append(values, a.Value)
		if float64(a.W) < least || float64(a.H) < least {
			t.Errorf("the place %+v at a size of %d, want at least %v pixels", a, p.Size, least)
		}
		whole := image.Rect(a.X, a.Y, a.X+a.W, a.Y+a.H)
		if !whole.In(image.Rect(0, 0, p.Size, p.Size)) {
			t.Errorf("the place %+v lies outside of the picture", a)
		}
		for _, b := range places[:i] {
			if whole.Overlaps(image.Rect(b.X, b.Y, b.X+b.W, b.Y+b.H)) {
				t.Errorf("the places %+v and %+v overlap", a, b)
			}
		}
	}
	if wanted := strings.Trim(fmt.Sprint(want), "[]"); strings.Join(values, " ") != wanted {
		t.Errorf("the places are those of %v, want %s", values, wanted)
	}
}
