package permutations

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"parlour/games"
)

// Trying a move marks it and shows nothing that follows: not even the last bid, which
// would reveal all.
func TestTry(t *testing.T) {
	st, err := Game{}.Start(games.Setup{Game: "permutations", Rules: 1, Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	for len(st.ToMove()) > 1 {
		seat := st.ToMove()[0]
		if st, err = st.Play(seat, st.Legal(seat)[0]); err != nil {
			t.Fatal(err)
		}
	}
	last := st.ToMove()[0]
	before := st.View(last).(View)
	card, pool := before.Sides[last].Hand[1], before.Pool[0]
	v := st.(games.Trier).Try(last, write(bid, card, []Card{pool})).(View)
	if v.Own == nil || v.Own.Card != card || !slices.Equal(v.Own.Take, []Card{pool}) || v.Tried != nil {
		t.Errorf("Try(bid %d) marks %+v and %v", card, v.Own, v.Tried)
	}
	if v.Own = before.Own; !reflect.DeepEqual(v, before) {
		t.Errorf("Try(bid %d) shows more than the bid", card)
	}
	if st, err = st.Play(last, write(bid, card, nil)); err != nil {
		t.Fatal(err)
	}
	taker := st.ToMove()[0]
	before = st.View(taker).(View)
	v = st.(games.Trier).Try(taker, write(take, before.Pool[1], nil)).(View)
	if v.Tried == nil || *v.Tried != before.Pool[1] {
		t.Errorf("Try(take %d) marks %v", before.Pool[1], v.Tried)
	}
	if v.Tried = nil; !reflect.DeepEqual(v, before) {
		t.Errorf("Try(take) shows more than the take")
	}
}

// What a seat has bid is said to that seat, in words, until all bids are shown; each
// step of a menu says the bid so far in the same words.
func TestABidInWords(t *testing.T) {
	s := trio()
	own := func(v games.View) string { return fmt.Sprint(v.Words().Own) }
	for bid, steps := range map[games.Move][]string{
		"bid 10": {"10"}, "bid 10 take 8": {"10", "8"}, "bid 10 take 8 5 7": {"10", "8", "5", "7"},
	} {
		sealed := play(t, s, "0 "+string(bid))
		said := own(sealed.View(0))
		for seat := games.Spectator; seat < 3; seat++ {
			if got := own(sealed.View(seat)); (got == said) != (seat == 0) || seat == 0 && sealed.View(seat).Words().Own.Key == "" {
				t.Errorf("after %s seat %d is told %s", bid, seat, got)
			}
		}
		if got := own(s.Try(0, bid)); got != said {
			t.Errorf("who tries %s is told %s, want %s", bid, got, said)
		}
		last := steps[len(steps)-1]
		for _, c := range s.Choices(0, steps[:len(steps)-1]) {
			if got := fmt.Sprint(c.Echo); c.Value == last && got != said {
				t.Errorf("the steps %v echo %s, want %s", steps, got, said)
			}
		}
	}
	if got := own(play(t, s, "0 bid 10", "1 bid 45", "2 bid 46").View(0)); got != fmt.Sprint(games.Text{}) {
		t.Errorf("after the reveal seat 0 is told %s", got)
	}
}

// Only what is owed before the reveal is a bid.
func TestBidding(t *testing.T) {
	bidding := trio()
	taking := play(t, bidding, "0 bid 44", "1 bid 20", "2 bid 30")
	if !bidding.Bidding() || taking.Bidding() || play(t, taking, "0 draw").Bidding() {
		t.Error("Bidding() is not true of bids alone")
	}
}

// What is told of a bid when it is opened is the card, and not what it would take.
func TestOpenTellsTheCardAlone(t *testing.T) {
	for m, want := range map[games.Move]games.Move{
		"bid 17": "bid 17", "bid 17 take 32 5": "bid 17", "take 5": "take 5", games.Lapse: games.Lapse, games.Leave: games.Leave,
	} {
		if got := games.Opens(Game{}, m); got != want {
			t.Errorf("Opens(%q) = %q, want %q", m, got, want)
		}
	}
}
