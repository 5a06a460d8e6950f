package permutations

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// Hands are secret in round 1, those of dummies too, and open from round 2 on. A bid
// stays in the hand until all are revealed.
func TestHandsAreSecretInRoundOne(t *testing.T) {
	s := start(t, 2)
	s = playFirst(t, s, 0)
	for looker := games.Spectator; looker < 2; looker++ {
		v := s.View(looker).(View)
		for seat, side := range v.Sides {
			if (side.Hand != nil) != (games.Seat(seat) == looker) || side.Cards != 11 {
				t.Errorf("in round 1 seat %d sees of seat %d: %+v", looker, seat, side)
			}
		}
		if (v.Own != nil) != (looker == 0) {
			t.Errorf("seat %d has the own bid %v", looker, v.Own)
		}
	}
	s.pos.Round = 2
	for seat, side := range s.View(1).(View).Sides {
		if !slices.Equal(side.Hand, s.pos.Hands[seat].list()) || len(side.Hand) != 11 {
			t.Errorf("in round 2 seat 1 sees of seat %d: %+v", seat, side)
		}
	}
}

// Trying a move marks it, a take in the collection too, and shows nothing that follows, not even
// the last bid, which would reveal all others.
func TestTry(t *testing.T) {
	st := start(t, 3)
	for len(st.ToMove()) > 1 {
		st = playFirst(t, st, st.ToMove()[0])
	}
	last := st.ToMove()[0]
	before := st.View(last).(View)
	card, pool := before.Sides[last].Hand[1], before.Pool[0]
	v := st.Try(last, write(bid, card, []Card{pool})).(View)
	if v.Own == nil || v.Own.Card != card || !slices.Equal(v.Own.Take, []Card{pool}) || v.Tried != nil {
		t.Errorf("Try(bid %d) marks %+v and %v", card, v.Own, v.Tried)
	}
	if v.Own = before.Own; !reflect.DeepEqual(v, before) {
		t.Errorf("Try(bid %d) shows more than the bid", card)
	}
	st = play(t, st, fmt.Sprintf("%d bid %d", last, card))
	taker := st.ToMove()[0]
	before = st.View(taker).(View)
	card = before.Pool[1]
	v = st.Try(taker, write(take, card, nil)).(View)
	if v.Tried == nil || *v.Tried != card {
		t.Errorf("Try(take %d) marks %v", card, v.Tried)
	}
	mine := &before.Sides[taker]
	mine.Collection = (SetOf(mine.Collection...) | SetOf(card)).list()
	if card.Icon() == Sun {
		mine.Suns++
	}
	before.Pool = slices.Delete(before.Pool, 1, 2)
	before.Moon, before.Burning = v.Moon, v.Burning // TestTriedTakeIsTrue checks them
	if v.Tried = nil; !reflect.DeepEqual(v, before) {
		t.Errorf("Try(take) shows more than the take")
	}
}

// A take that is tried shows what all see after it, when nothing else follows from it.
func TestTriedTakeIsTrue(t *testing.T) {
	st, compared := start(t, 5), 0
	for range 80 {
		taker := st.ToMove()[0]
		before := st.View(taker).(View)
		next := playFirst(t, st, taker)
		after := next.View(taker).(View)
		if before.Phase == Taking && after.Phase == Taking && len(after.Pool) == len(before.Pool)-1 {
			v := st.Try(taker, st.Legal(taker)[0]).(View)
			compared++
			if !reflect.DeepEqual(v.Sides, after.Sides) || !slices.Equal(v.Pool, after.Pool) || v.Moon != after.Moon || v.Burning != after.Burning {
				t.Errorf("Try(%s) gives\n%+v\nwant as after it\n%+v", st.Legal(taker)[0], v, after)
			}
		}
		st = next
	}
	if compared < 10 {
		t.Errorf("compared %d takes, want 10 or more", compared)
	}
}

// keys lists the keys of a JSON value, sorted, each with the keys below it. A list has
// the keys of its first object.
func keys(v any) string {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			return keys(v[0])
		}
	case map[string]any:
		var all []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if below := keys(v[key]); below != "" {
				key += "(" + below + ")"
			}
			all = append(all, key)
		}
		return strings.Join(all, " ")
	}
	return ""
}

// Programs depend on these keys.
func TestViewAsJSON(t *testing.T) {
	s := play(t, trio(), "1 lapse, 0 bid 44 take 8, 2 bid 30")
	for seat, own := range map[games.Seat]string{games.Spectator: "own", 0: "own(card take)"} {
		want := "absent auction auctions bonus burning ended humans moon news(kind numbers seats) " + own +
			" parts past phase places pool round rounds scores seat shown(bids number order pool round takes)" +
			" sides(away back bid cards collection due dummy hand hasBid suns total) toMove told(bids number order pool round takes) unit"
		var v any
		if err := json.Unmarshal([]byte(asJSON(s.View(seat))), &v); err != nil || keys(v) != want {
			t.Errorf("the view of seat %d has the keys\n%s\nwant\n%s (%v)", seat, keys(v), want, err)
		}
	}
}

// The JSON of a position has everything, also what no [View] shows.
func TestMarshalJSON(t *testing.T) {
	sealed := play(t, trio(), "1 bid 20 take 5")
	round2 := play(t, duo(33), "0 bid 20 take 33, 1 bid 22 take 7, 1 take 22, 0 take 20")
	const all = "absent auction away back bids collections due dummies ended endedBy hands humans lapses news past phase pool round shown told totals unit wishes"
	for name, c := range map[string]struct {
		s    state
		want map[string]string
	}{
		"while all bid": {sealed, map[string]string{
			"humans": `3`, "round": `1`, "auction": `1`, "phase": `"bid"`, "pool": `[5,6,7,8]`,
			"hands": `[[10,40,44],[20,41,45],[30,42,46],[1,43,47]]`, "collections": `[[],[],[],[]]`, "past": `[]`,
			"bids": `{"1":20,"3":1}`, "wishes": `{"1":[5]}`, "totals": `[0,0,0,0]`, "shown": `null`, "dummies": `[3]`,
			"away": `[]`, "back": `[]`, "lapses": `[0,0,0]`, "ended": `""`, "endedBy": `null`,
			"news": `[{"kind":"sealed","seats":[1],"numbers":null}]`,
		}},
		"while they take": {play(t, sealed, "0 bid 10, 2 bid 42 take 8 6"), map[string]string{
			"phase": `"take"`, "pool": `[6,7]`, "hands": `[[40,44],[41,45],[30,46],[43,47]]`, "collections": `[[],[5],[8],[]]`,
			"bids": `{}`, "wishes": `{"1":[5],"2":[8,6]}`,
			"shown": `{"round":1,"number":1,"pool":[5,6,7,8],"order":[2,1,0,3],"bids":[10,20,42,1],"takes":[-1,5,8,-1]}`,
		}},
		"in round 2": {round2, map[string]string{
			"round": `2`, "past": `[[[20,33],[7,22],[3,6],[1,5]]]`, "hands": `[[20,33],[7,22],[3,6],[1,5]]`,
			"collections": `[[],[],[],[]]`, "totals": `[4,3,4,5]`,
		}},
		"away and back": {play(t, sealed, "0 leave, 2 leave, 2 return"), map[string]string{
			"away": `[0,2]`, "back": `[2]`, "dummies": `[3]`, "lapses": `[0,0,0]`,
		}},
		"a lapse":   {play(t, sealed, "0 lapse"), map[string]string{"lapses": `[1,0,0]`, "away": `[]`}},
		"a draw":    {play(t, sealed, "0 draw"), map[string]string{"phase": `"over"`, "bids": `{}`, "wishes": `{}`, "ended": `"drawn"`, "endedBy": `0`}},
		"all leave": {play(t, sealed, "0 leave, 2 leave, 1 leave"), map[string]string{"ended": `"deserted"`, "endedBy": `null`}},
	} {
		var got map[string]json.RawMessage
		err := json.Unmarshal([]byte(asJSON(c.s)), &got)
		if has := strings.Join(slices.Sorted(maps.Keys(got)), " "); err != nil || has != all {
			t.Errorf("%s: the keys are\n%s\nwant\n%s (%v)", name, has, all, err)
		}
		for key, want := range c.want {
			if string(got[key]) != want {
				t.Errorf("%s: %s is %s, want %s", name, key, got[key], want)
			}
		}
	}
}

// Each round has its own moon bonus, while suns count over all rounds. Seat 0 has the
// most moons of round 1 and seat 1 those of round 2; they tie in suns.
func TestEveryRoundHasItsMoonBonus(t *testing.T) {
	s := start(t, 2)
	for seat := games.Spectator; seat < 2; seat++ {
		if v := s.View(seat).(View); v.Moon != games.Spectator || v.Burning != games.Spectator {
			t.Errorf("at first seat %d sees the bonus with %d and the suns against %d", seat, v.Moon, v.Burning)
		}
	}
	s.pos.Round, s.pos.Finished = 2, 1
	s.pos.Taken[0] = [maxSeats]Cards{SetOf(19, 22, 18), SetOf(20, 33, 48), SetOf(24), SetOf(3)}
	s.pos.Taken[1] = [maxSeats]Cards{SetOf(20, 33, 35), SetOf(19, 22, 18), SetOf(24), SetOf(3)}
	for seat := games.Spectator; seat < 2; seat++ {
		if v := s.View(seat).(View); v.Moon != 1 || v.Burning != 0 {
			t.Errorf("seat %d sees the bonus with %d and the suns against %d, want 1 and 0", seat, v.Moon, v.Burning)
		}
	}
	s.pos.Finished = 2
	for round, want := range [][maxSeats]int{{4, 1, 0, 2}, {1, 4, 0, 2}} {
		if got := s.pos.roundScores(round + 1); got != want {
			t.Errorf("RoundScores(%d) = %v, want %v", round+1, got, want)
		}
	}
	if got, want := s.pos.totals(), [maxSeats]int{5, 5, 0, 4}; got != want {
		t.Errorf("Totals() = %v, want %v", got, want)
	}
}
