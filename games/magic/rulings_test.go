package magic

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// Each position is at the start of a turn. A is the player to move, B the other.
func TestRulingJudgedInOrderAtTheStartOfATurn(t *testing.T) {
	const on, tie = "", "magic.reason.full"
	for _, c := range []struct {
		name, text string
		winner     games.Seat
		reason     string
	}{
		{"the empty board", "1_----------------", 0, on},
		{"A has a row that is not locked", "1_UUU-----d-d-u---", 0, "magic.reason.row"},
		{"A has a column", "1_-u-D-u-D---D-d--", 0, "magic.reason.row"},
		{"A has a row on a diagonal", "1_---D--D--D-ud-u-", 0, "magic.reason.row"},
		{"a row needs the same side up", "1_UDU-----d-d-u---", 0, on},
		{"three in line have to be adjacent", "1_UU-U----d-d-u---", 0, on},
		{"a row does not run over the edge", "1_--UUU----d-d-u--", 0, on},
		{"B has a row that is not locked", "1_uuu-U-U-D-------", 0, on},
		{"B has a locked row", "1_uuuUUDU---d-----", 1, "magic.reason.locked"},
		{"one space beside B's row is empty", "1_uuuUUD----d----U", 0, on},
		{"only orthogonal spaces lock", "1_DuUd-uDdUUdUudD-", 1, "magic.reason.locked"},
		{"Diamond to move against a locked row", "2_UUUdddu---D----D", 0, "magic.reason.locked"},
		{"A has a row and B a locked one", "1_uuuUDDD---d-----", 0, "magic.reason.both"},
		{"the same for Diamond", "2_UUUuddd---D----D", 1, "magic.reason.both"},
		{"a full board where both have a row", "1_UUUuuuuDDdDddDdD", 0, "magic.reason.both"},
		{"a full board where A has a row", "1_UUUDDuuduUdudDUd", 0, "magic.reason.row"},
		{"a full board where B has a row", "1_UDUuuuuDDdUddUdD", 1, "magic.reason.locked"},
		{"a full board where nobody has a row", "1_UUuuDDddUUuuDDdd", games.Spectator, tie},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, over := from(t, c.text).Result()
			if over != (c.reason != on) || r.Reason.Key != c.reason {
				t.Fatalf("the result of %s is %+v, %v, want %q", c.text, r, over, c.reason)
			}
			if over && !slices.Equal(r.Places, placesOf(c.winner)) {
				t.Errorf("the places of %s are %v, want seat %d to win", c.text, r.Places, c.winner)
			}
		})
	}
}

// placesOf returns the places when a seat wins, Spectator for a tie.
func placesOf(winner games.Seat) []int {
	return map[games.Seat][]int{0: {1, 2}, 1: {2, 1}, games.Spectator: {1, 1}}[winner]
}

// after plays a move of the seat that is to move.
func after(t *testing.T, s games.State, m games.Move) games.State {
	t.Helper()
	next, err := s.Play(s.ToMove()[0], m)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// Circle's flip completes a row of Diamond, and Circle's placement a row of Circle. Diamond
// wins, as rows are judged only when Diamond's turn begins.
func TestRulingNothingIsJudgedWithinATurn(t *testing.T) {
	s := after(t, from(t, "1_uu----d-UU-----D"), "c2Nc3U")
	r, over := s.Result()
	if !over || !slices.Equal(r.Places, []int{2, 1}) || r.Reason.Key != "magic.reason.both" {
		t.Errorf("the result is %+v, %v, want Diamond to win though both have a row", r, over)
	}
	if rows := viewOf(s).Rows; len(rows) != 2 {
		t.Errorf("the rows are %v, want one of each", rows)
	}
}

func TestRulingCompletingTheOpponentsRowIsLegal(t *testing.T) {
	s := from(t, "1_uu----d-UU-----D")
	if !slices.Contains(s.Legal(0), "c2Nd3U") {
		t.Error("a flip that completes Diamond's row is not listed")
	}
	r, over := after(t, s, "c2Nd3U").Result()
	if !over || !slices.Equal(r.Places, []int{2, 1}) {
		t.Errorf("the result is %+v, %v, want Diamond to win with the row that Circle completed", r, over)
	}
}

func TestRulingAFreshRowHasToBeBrokenAtOnce(t *testing.T) {
	s := from(t, "1_uuu-U-U-D-------")
	want := []Row{{Squares: [3]Square{0, 1, 2}, Owner: 1, Light: true}}
	if rows := viewOf(s).Rows; !slices.Equal(rows, want) {
		t.Fatalf("the rows are %v, want %v", rows, want)
	}
	if broken := after(t, s, "b1Sd4U"); len(broken.ToMove()) == 0 || len(viewOf(broken).Rows) > 0 {
		t.Error("a broken row still counts")
	}
	if r, over := after(t, from(t, "1_uuu--d-U-U-DD---"), "b2Wd4U").Result(); !over || r.Places[1] != 1 {
		t.Errorf("a row that stands when its owner's turn begins gives %+v, %v, want a win", r, over)
	}
}

func TestRulingAFlipIsNotOptional(t *testing.T) {
	s := play(t, "a1U")
	if _, err := s.Play(1, "d4U"); !refuses(err, "magic.refuse.no-flip") {
		t.Errorf("placing alone gave %v, want a refusal", err)
	}
	for _, m := range s.Legal(1) {
		if !strings.HasPrefix(string(m), "a1E") && !strings.HasPrefix(string(m), "a1S") {
			t.Errorf("%q is listed, want flips of a1 to the east and south alone", m)
		}
	}
	if got := len(s.Legal(1)); got != 60 {
		t.Errorf("there are %d moves, want two flips by fifteen spaces by two sides", got)
	}
}

func TestRulingWithNothingToFlipOneOnlyPlaces(t *testing.T) {
	s := from(t, "1_ududUDUD--------")
	if got := s.Legal(0); len(got) != 16 || got[0] != "a3D" {
		t.Errorf("the moves are %q, want sixteen placements", got)
	}
	if _, err := s.Play(0, "a1Sa3U"); !refuses(err, "magic.refuse.flip") {
		t.Errorf("a flip gave %v, want a refusal", err)
	}
	if after(t, s, "a3U"); viewOf(s).Flips {
		t.Error("the View says that a flip is owed")
	}
}

func TestRulingAnyTileOfTheOpponentMayBeFlipped(t *testing.T) {
	s := play(t, "a1U", "a1Ed4D", "d4Nd2U")
	for _, m := range []games.Move{"b1Sa1U", "d2Wa1U"} {
		if !slices.Contains(s.Legal(1), m) {
			t.Errorf("%q is not listed, want every tile of Circle's to be flippable", m)
		}
	}
	for _, m := range s.Legal(1) {
		if m[:2] != "b1" && m[:2] != "d2" {
			t.Errorf("%q is listed, want no flip of one's own tile", m)
		}
	}
}

func TestRulingTheSpaceJustLeftIsEmpty(t *testing.T) {
	s := after(t, play(t, "b3U"), "b3Wb3U")
	if got := s.(state).pos.String(); got != "1_--------Du------" {
		t.Errorf("the board is %s", got)
	}
	if _, err := play(t, "b3U").Play(1, "b3Wa3U"); !refuses(err, "magic.refuse.flipped") {
		t.Errorf("placing on the flipped tile gave %v, want a refusal", err)
	}
}
