package permutations

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"parlour/games"
)

// From the highest bid down, each seat takes a card. A dummy takes the lowest and the
// last seat takes the last card without being asked; the bids are the next pool.
func TestAuction(t *testing.T) {
	s := table(2, "5 6 7 8 | 10 40 | 20 41 | 30 42 | 1 43")
	s = play(t, s, "1 bid 20, 0 bid 40")
	if got := s.ToMove(); !slices.Equal(got, []games.Seat{0}) || s.pos.Phase != Taking {
		t.Fatalf("the highest bid, seat 0's, is to take; ToMove() = %v in phase %s", got, s.pos.Phase)
	}
	s = play(t, s, "0 take 7") // the dummy in seat 2 takes 5, then seat 1 is asked
	if got := s.pos.Pool.list(); !slices.Equal(got, cards("6 8")) || !slices.Equal(s.ToMove(), []games.Seat{1}) {
		t.Fatalf("the pool is %v and %v to take, want 6, 8 and seat 1", got, s.ToMove())
	}
	s.pos.take(8) // played on the position, before the next auction begins by itself
	s.pos.take(6)
	want := [maxSeats]Cards{SetOf(7), SetOf(8), SetOf(5), SetOf(6)}
	if s.pos.Taken[0] != want || s.pos.Pool != SetOf(40, 20, 30, 1) || s.pos.Auction != 2 {
		t.Errorf("collections %v, pool %v, auction %d", s.pos.Taken[0], s.pos.Pool.list(), s.pos.Auction)
	}
}

// A hand of one card is bid without asking, so the last auction begins with its takes.
func TestAHandOfOneCardIsBidWithoutAsking(t *testing.T) {
	s := table(2, "5 6 7 8 | 10 20 | 11 21 | 30 42 | 1 43")
	s = play(t, s, "0 bid 20, 1 bid 21 take 5 6 7 8, 0 take 7")
	if s.pos.Auction != 2 || s.pos.Phase != Taking || !slices.Equal(s.ToMove(), []games.Seat{1}) {
		t.Fatalf("auction %d, phase %s, to move %v: want the takes of the second", s.pos.Auction, s.pos.Phase, s.ToMove())
	}
	if s.Legal(0) != nil {
		t.Errorf("seat 0 may play %v out of turn", s.Legal(0))
	}
}

// After a round, each collection becomes a hand and the last bids become the pool.
func TestRoundsCarryOver(t *testing.T) {
	s := duo(8)
	s = play(t, s, "0 bid 20 take 8, 1 bid 22 take 7")
	s = play(t, s, "1 take 22, 0 take 20")
	v := s.View(games.Spectator).(View)
	if v.Round != 2 || v.Auction != 1 || !slices.Equal(v.Pool, cards("2 4 21 23")) {
		t.Fatalf("round %d, auction %d, pool %v, want 2, 1 and the last bids", v.Round, v.Auction, v.Pool)
	}
	for seat, want := range [][]Card{{8, 20}, {7, 22}, {3, 6}, {1, 5}} {
		if got := v.Sides[seat]; !slices.Equal(got.Hand, want) || len(got.Collection) != 0 {
			t.Errorf("seat %d has %v in hand and collected %v, want %v and nothing", seat, got.Hand, got.Collection, want)
		}
	}
	// 8 is a red star, 20 a blue moon, 7 a yellow star and 22 a red moon. The lowest
	// moon has the bonus, which makes one set of one card count; without it, one set
	// counts too.
	want := [][]int{{3, 3, 4, 5}}
	if got := v.Rounds; !reflect.DeepEqual(got, want) {
		t.Errorf("round 1 scores %v, want %v", got, want)
	}
	if got, want := asJSON([]any{v.Parts, v.Bonus}), `[[[[{"colour":5,"points":2},{"colour":0,"points":1}],`+
		`[{"colour":5,"points":2},{"colour":1,"points":1}],[{"colour":5,"points":4}],`+
		`[{"colour":5,"points":4},{"colour":3,"points":1}]]],[0]]`; got != want {
		t.Errorf("round 1 has the parts and the bonus %s, want %s", got, want)
	}
}

// A finished game has three rounds, and the seat with the most suns scores nothing.
func TestTheEnd(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		s := start(t, seats)
		for rng := rand.New(rand.NewPCG(9, uint64(seats))); len(s.ToMove()) > 0; {
			s = playAny(t, s, rng)
		}
		v := s.View(0).(View)
		burnt := s.pos.Burnt()
		if v.Ended != Played || len(v.Rounds) != 3 || v.Phase != Over || v.Scores[burnt] != 0 {
			t.Fatalf("%d players: %s, phase %s, rounds %v, scores %v", seats, v.Ended, v.Phase, v.Rounds, v.Scores)
		}
		for seat, side := range v.Sides {
			sum := v.Rounds[0][seat] + v.Rounds[1][seat] + v.Rounds[2][seat]
			if side.Total != sum || seat != burnt && v.Scores[seat] != sum || len(side.Hand) != 0 || side.Suns > v.Sides[burnt].Suns {
				t.Errorf("%d players: seat %d is %+v with score %d, want a total of %d", seats, seat, side, v.Scores[seat], sum)
			}
		}
		checkPlaces(t, v)
	}
}

// checkPlaces checks that higher scores have better places, and equal scores equal
// places.
func checkPlaces(t *testing.T, v View) {
	t.Helper()
	for a := range v.Scores {
		for b := range v.Scores {
			if (v.Scores[a] > v.Scores[b]) != (v.Places[a] < v.Places[b]) {
				t.Errorf("scores %v, places %v", v.Scores, v.Places)
			}
		}
	}
}

// A dummy can win, and equal scores share a place.
func TestPlaces(t *testing.T) {
	s := table(2, "5 | 1 | 2 | 3 | 4")
	s.pos.Finished, s.pos.Phase, s.ended = rounds, Over, Played
	s.pos.Taken[0] = [maxSeats]Cards{SetOf(1), SetOf(2), SetOf(3, 4), SetOf(33)}
	r, over := s.Result()
	if !over || !slices.Equal(r.Scores, []int{2, 2, 5, 0}) || !slices.Equal(r.Places, []int{2, 2, 1, 4}) {
		t.Errorf("Result() = %+v, %v, want scores 2 2 5 0 and places 2 2 1 4", r, over)
	}
	if r.Reason.Args["High"] != 5 || r.Reason.Args["Low"] != 2 {
		t.Errorf("the reason is %v, want 5 to 2", r.Reason)
	}
	s.pos.Taken[0][1] = SetOf(2, 5, 7)
	s.pos.Taken[0][2] = SetOf(3, 4, 6)
	if r, _ = s.Result(); !slices.Equal(r.Places, []int{3, 1, 1, 4}) || r.Reason.Key != "permutations.reason.shared" {
		t.Errorf("Result() = %+v, want places 3 1 1 4, shared", r)
	}
}

// A bid may be changed until the last one is made, and the same bid again is harmless.
func TestABidMayBeChanged(t *testing.T) {
	s := table(3, "5 6 7 8 | 10 40 | 20 41 | 30 42 | 1 43")
	s = play(t, s, "0 bid 10, 0 bid 40 take 8, 0 bid 40, 1 bid 20")
	if got := s.Legal(0); !slices.Equal(got, []games.Move{"bid 10", "bid 40"}) || !slices.Equal(s.ToMove(), []games.Seat{2}) {
		t.Errorf("Legal(0) = %v, ToMove() = %v", got, s.ToMove())
	}
	s = play(t, s, "2 bid 30")
	if !slices.Equal(s.ToMove(), []games.Seat{0}) || s.pos.Bids[0] != 40 {
		t.Errorf("seat 0 bid %d and %v to take, want 40 without its preference", s.pos.Bids[0], s.ToMove())
	}
	if _, err := s.Play(1, "bid 20"); !refuses(err, "refuse.turn") {
		t.Errorf("a change after the reveal gave %v", err)
	}
}

// With wishes an auction passes without waiting. A seat whose wishes are all taken is
// asked.
func TestWishes(t *testing.T) {
	fresh := table(4, "5 6 7 8 | 10 40 | 20 41 | 30 42 | 9 43")
	s := play(t, fresh, "0 bid 40 take 7, 1 bid 20 take 7 8, 2 bid 30 take 7, 3 bid 9")
	if s.pos.Taken[0][0] != SetOf(7) || !slices.Equal(s.ToMove(), []games.Seat{2}) {
		t.Fatalf("seat 0 took %v and %v to take, want 7 and seat 2", s.pos.Taken[0][0].list(), s.ToMove())
	}
	s = play(t, fresh, "0 bid 40 take 7, 1 bid 20 take 7 8, 2 bid 30 take 7 5, 3 bid 9")
	if s.pos.Round != 1 || s.pos.Auction != 2 || s.shown.Number != 2 {
		t.Fatalf("round %d, auction %d: want the last auction's takes", s.pos.Round, s.pos.Auction)
	}
	if want := ([maxSeats]Cards{SetOf(7), SetOf(8), SetOf(5), SetOf(6)}); s.pos.Taken[0] != want {
		t.Errorf("collections %v, want %v", s.pos.Taken[0], want)
	}
}

// Only what is owed before the reveal is a bid.
func TestBidding(t *testing.T) {
	taking := play(t, trio(), "0 bid 44, 1 bid 20, 2 bid 30")
	for _, c := range []struct {
		name    string
		s       state
		bidding bool
		owes    string
	}{
		{"bids", trio(), true, "permutations.owes.bid"},
		{"takes", taking, false, "permutations.owes.take"},
		{"the end", play(t, taking, "0 draw"), false, "permutations.owes.bid"},
	} {
		owes := c.s.View(games.Spectator).Words().Owes.Key
		if got := c.s.Bidding(); got != c.bidding || owes != c.owes {
			t.Errorf("%s: Bidding() = %v and a seat owes %s, want %v and %s", c.name, got, owes, c.bidding, c.owes)
		}
	}
}
