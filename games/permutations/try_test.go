package permutations

import (
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
