package permutations

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// A lapse bids a random card, hidden until the reveal, or takes the lowest. After two
// in a row the seat is a dummy from the next auction on.
func TestLapse(t *testing.T) {
	s := play(t, trio(), "0 lapse")
	if !s.pos.hasBid(0) || s.View(1).(View).Sides[0].Bid != None || s.View(0).(View).Own == nil {
		t.Fatal("a lapsed bid is not made, or is seen by others or not by its own seat")
	}
	if !slices.Equal(s.Legal(0), trio().Legal(0)) {
		t.Errorf("after a lapse seat 0 may play %v, want any bid still", s.Legal(0))
	}
	s = play(t, s, "0 bid 40, 1 bid 20, 2 bid 30, 0 lapse")
	if s.pos.Taken[0][0] != SetOf(5) || s.pos.Away.Has(0) {
		t.Fatalf("a lapsed take of %v, away %v: want the lowest, and not away after a move between", s.pos.Taken[0][0].list(), s.pos.Away.Has(0))
	}
	s = play(t, s, "2 take 8, 1 take 6")
	if s.pos.Auction != 2 {
		t.Fatalf("auction %d, want 2", s.pos.Auction)
	}
	s = play(t, s, "0 lapse")
	if !s.View(1).(View).Sides[0].Due || s.pos.Dummy.Has(0) || s.View(1).(View).Sides[0].Bid != None {
		t.Error("two lapses running: want the player away from the next auction on, and this bid still sealed")
	}
	wantSeats(t, "In()", s.In(), 1, 2)
}

// After two lapses the seat shows its bid as a dummy does, takes the lowest card and
// keeps its collection.
func TestALapsedSeatBecomesADummy(t *testing.T) {
	s := play(t, trio(), "0 lapse, 1 bid 45, 2 bid 46, 2 take 8, 1 take 6")
	if !slices.Equal(s.ToMove(), []games.Seat{0}) {
		t.Fatalf("ToMove() = %v: a seat that lapsed once is still asked", s.ToMove())
	}
	s = play(t, s, "0 lapse")
	v := s.View(games.Spectator).(View)
	if side := v.Sides[0]; v.Auction != 2 || !side.Dummy || !side.Away || side.Bid == None || !slices.Equal(side.Collection, []Card{5}) {
		t.Errorf("auction %d, seat 0 is %+v, want a dummy with its bid shown", v.Auction, side)
	}
	if _, err := s.Play(0, "bid 10"); !refuses(err, "permutations.refuse.away") {
		t.Errorf("a bid by a seat that is away gave %v", err)
	}
}

// In the auction of its second lapse, a seat may still change its bid and is asked what
// to take.
func TestASecondLapseCountsFromTheNextAuction(t *testing.T) {
	s := lapsedTwice(t)
	if got := s.In(); !slices.Equal(got, []games.Seat{1, 2}) || len(s.Legal(0)) == 0 {
		t.Errorf("In() = %v, Legal(0) = %v, want seat 0 out and still free to change its bid", got, s.Legal(0))
	}
	s = play(t, s, "0 bid 40, 1 bid 20, 2 bid 30")
	wantSeats(t, "ToMove()", s.ToMove(), 0) // it is still asked in this auction
	s = finish(t, s)
	if side := s.View(1).(View).Sides[0]; !side.Dummy || !side.Away || side.Due || side.Bid == None {
		t.Errorf("in the next auction seat 0 is %+v, want a dummy", side)
	}
}

// A return in that auction counts from the next one on.
func TestAReturnAfterTheSecondLapse(t *testing.T) {
	s := play(t, lapsedTwice(t), "0 return")
	wantSeats(t, "In()", s.In(), 0, 1, 2)
	s = finish(t, play(t, s, "1 bid 20, 2 bid 30"))
	if side := s.View(1).(View).Sides[0]; side.Dummy || side.Away || side.Due {
		t.Errorf("in the next auction seat 0 is %+v, want a player", side)
	}
}

// lapsedTwice returns a second auction in which seat 0 has lapsed its bid, after
// lapsing its take of the first.
func lapsedTwice(t *testing.T) state {
	t.Helper()
	return play(t, longTrio(), "0 bid 9, 1 bid 45 take 8, 2 bid 46 take 7, 0 lapse, 0 lapse")
}

// finish plays first legal moves until the auction ends.
func finish(t *testing.T, s state) state {
	t.Helper()
	for auction := s.pos.Auction; s.pos.Auction == auction && s.pos.Phase != Over; {
		s = playFirst(t, s, s.ToMove()[0])
	}
	return s
}

// If the last player lapses twice in the last auction, the game is played to its end
// and has a winner.
func TestASecondLapseInTheLastAuction(t *testing.T) {
	s := table(2, "5 6 7 8 | 40 44 | 20 21 | 1 2 | 3 4")
	s.pos.Round, s.pos.Finished = 3, 2
	s = play(t, s, "1 leave, 0 bid 40, 0 lapse, 0 lapse")
	if r, over := s.Result(); !over || s.ended != Played || slices.Max(r.Places) == 1 {
		t.Errorf("Result() = %+v, %v, ended %q, want a game that was played to its end", r, over, s.ended)
	}
}

// A player who leaves without a bid has a random one sealed. A bid already sealed
// stands with its wishes; after those the lowest card is taken.
func TestLeave(t *testing.T) {
	s := play(t, trio(), "0 bid 44 take 8, 1 bid 45 take 8 6, 0 leave")
	if s.pos.Bids[0] != 44 || s.View(2).(View).Sides[0].Bid != None {
		t.Fatal("a sealed bid does not stand, or is shown")
	}
	if s.Legal(0) != nil {
		t.Errorf("a player who left may play %v", s.Legal(0))
	}
	s = play(t, s, "2 leave") // its random bid is the last one
	if s.pos.Taken[0][1] != SetOf(8) || s.pos.Taken[0][0]&SetOf(5, 6) == 0 || s.pos.Auction != 2 {
		t.Errorf("collections %v in auction %d", s.pos.Taken[0], s.pos.Auction)
	}
	if got := s.ToMove(); !slices.Equal(got, []games.Seat{1}) || !s.pos.Dummy.Has(0) || !s.pos.Dummy.Has(2) {
		t.Errorf("ToMove() = %v, want seat 1 among dummies", got)
	}
}

// A player who leaves owing a take takes the lowest card, and the game goes on.
func TestLeaveOwingATake(t *testing.T) {
	s := play(t, trio(), "0 bid 44, 1 bid 20 take 8, 2 bid 30 take 7, 0 leave")
	if s.pos.Taken[0][0] != SetOf(5) || s.pos.Auction != 2 {
		t.Errorf("the player who left took %v, auction %d", s.pos.Taken[0][0].list(), s.pos.Auction)
	}
}

// others plays for all players but the first, until only that one is to move.
func others(t *testing.T, s state) state {
	t.Helper()
	for {
		owe := slices.DeleteFunc(s.ToMove(), func(seat games.Seat) bool { return seat == 0 })
		if len(owe) == 0 {
			return s
		}
		s = playFirst(t, s, owe[0])
	}
}

// Lapses before a return do not count after it.
func TestAReturnStartsAfresh(t *testing.T) {
	for name, plies := range map[string]string{
		"lapsed out":     "0 lapse, 0 lapse, 0 return",
		"left after one": "0 lapse, 0 leave, 0 return",
	} {
		s := longTrio()
		for _, p := range strings.Split(plies, ", ") {
			if p == "0 lapse" {
				s = others(t, s)
			}
			s = play(t, s, p)
		}
		s = play(t, others(t, s), "0 lapse")
		if !slices.Contains(s.In(), 0) {
			t.Errorf("%s: away after the first lapse since the return", name)
			continue
		}
		if s = play(t, others(t, s), "0 lapse"); slices.Contains(s.In(), 0) {
			t.Errorf("%s: not away after two lapses since the return", name)
		}
	}
}

// A player who returns is in at once, and is asked from the next auction on.
func TestReturn(t *testing.T) {
	s := trio()
	s = play(t, s, "0 leave, 0 return")
	if got := s.In(); !slices.Equal(got, []games.Seat{0, 1, 2}) || s.pos.asked(0) || !s.View(1).(View).Sides[0].Back {
		t.Errorf("In() = %v, asked %v: want all in, and seat 0 back from the next auction on", got, s.pos.asked(0))
	}
	if _, err := s.Play(0, "bid 10"); !refuses(err, "permutations.refuse.back") {
		t.Errorf("a bid before the next auction gave %v", err)
	}
	s = play(t, s, "1 bid 45 take 8, 2 bid 46 take 7")
	if got := s.ToMove(); !slices.Equal(got, []games.Seat{0, 1, 2}) || s.pos.Auction != 2 {
		t.Errorf("in auction %d ToMove() = %v, want all three", s.pos.Auction, got)
	}
	if side := s.View(1).(View).Sides[0]; side.Away || side.Back || side.Dummy {
		t.Errorf("the player who returned is %+v", side)
	}
}

// A return during an auction does not change the dummy's bid, which others have seen.
func TestReturnInTheMiddle(t *testing.T) {
	s := play(t, trio(), "0 leave, 1 bid 45 take 8 7 6 5, 2 bid 46 take 7 8 6 5")
	shown := s.pos.Bids[0]
	s = play(t, s, "0 return")
	if s.pos.Auction != 2 || !s.pos.Dummy.Has(0) || s.pos.Bids[0] != shown || s.Legal(0) != nil {
		t.Errorf("auction %d, bid %d, want the dummy's %d to stand", s.pos.Auction, s.pos.Bids[0], shown)
	}
	s = play(t, s, "0 leave")
	wantSeats(t, "In() after leaving again", s.In(), 1, 2)
}

// The game ends without a winner if no player is left or all agree to a draw.
func TestEndWithoutAWinner(t *testing.T) {
	for name, c := range map[string]struct {
		plies, reason string
	}{
		"all leave":      {"0 leave, 1 leave, 2 leave", "permutations.reason.deserted"},
		"all lapse out":  {"0 leave, 2 leave, 1 lapse, 1 lapse", "permutations.reason.deserted"},
		"a draw":         {"0 bid 10, 1 draw", "reason.draw"},
		"a draw of some": {"0 leave, 1 draw", "reason.draw"},
	} {
		s := play(t, trio(), c.plies)
		r, over := s.Result()
		if !over || !slices.Equal(r.Places, []int{1, 1, 1, 1}) || !slices.Equal(r.Scores, make([]int, 4)) || r.Reason.Key != c.reason {
			t.Errorf("%s: Result() = %+v, %v", name, r, over)
		}
		if s.View(1).Words().Last != nil {
			t.Errorf("%s: the game goes on", name)
		}
	}
}

// A game that stops has the scores of its finished rounds. The suns are not judged,
// although seat 0 has the only one.
func TestScoresOfAStoppedGame(t *testing.T) {
	s := duo(33)
	s = play(t, s, "0 bid 20 take 33, 1 bid 22 take 7, 1 take 22, 0 take 20, 0 draw")
	if r, _ := s.Result(); !slices.Equal(r.Scores, []int{4, 3, 4, 5}) || !slices.Equal(r.Places, []int{1, 1, 1, 1}) || s.pos.Burnt() != 0 {
		t.Errorf("Result() = %+v, want the scores of round 1 and no winner", r)
	}
}
