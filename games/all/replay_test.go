package all_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/permute"
)

func TestBackHasOneSpelling(t *testing.T) {
	for move, want := range map[games.Move]int{
		games.Back(1): 1, games.Back(12): 12, "back 3": 3,
		"back 0": 0, "back -1": 0, "back 01": 0, "back +1": 0, "back": 0, "back 1 ": 0, "Back 1": 0, "back x": 0,
		"back 99999999999999999999": 0, "": 0, games.Leave: 0,
	} {
		if got := move.BackBy(); got != want {
			t.Errorf("BackBy of %q = %d, want %d", move, got, want)
		}
		if want > 0 && !move.System() {
			t.Errorf("%q is no system move", move)
		}
	}
}

func TestStanding(t *testing.T) {
	ply := func(m games.Move) games.Ply { return games.Ply{Move: m} }
	log := []games.Ply{ply("a"), ply("b"), ply("back 1"), ply("c"), ply("d"), ply("back 2"), ply("e")}
	if got := games.Standing(log); !slices.Equal(got, []int{0, 6}) {
		t.Errorf("Standing = %v, want the first and the last ply", got)
	}
	if got := games.Standing([]games.Ply{ply("a"), ply("back 7")}); len(got) != 0 {
		t.Errorf("Standing = %v, want none", got)
	}
}

// The position goes back and the turn goes on.
func TestReplayTakesBack(t *testing.T) {
	setup := record(t).Setup
	log := games.InTurn(2, "Ca1-a1", "swap", "Cc1-c2")
	want, turn, err := games.Replay(permute.Game{}, setup, log[:1])
	if err != nil {
		t.Fatal(err)
	}
	got, later, err := games.Replay(permute.Game{}, setup, append(log, games.Ply{Seat: 1, Move: games.Back(2)}))
	if err != nil || !reflect.DeepEqual(got, want) || later != turn+3 {
		t.Errorf("Replay gave %v in turn %d (%v), want %v in turn %d", got, later, err, want, turn+3)
	}
	for why, bad := range map[string][]games.Ply{
		"more than there are":   {{Seat: 0, Move: games.Back(4)}},
		"more than still stand": {{Seat: 0, Move: games.Back(2)}, {Seat: 0, Move: games.Back(2)}},
		"for no seat":           {{Seat: 2, Move: games.Back(1)}},
		"for a spectator":       {{Seat: games.Spectator, Move: games.Back(1)}},
		"after the end":         {{Seat: 0, Move: games.Leave}, {Seat: 1, Move: games.Back(1)}},
	} {
		var ply *games.BadPly
		if _, _, err := games.Replay(permute.Game{}, setup, append(slices.Clip(log), bad...)); !errors.As(err, &ply) || ply.Index != len(log)+len(bad)-1 {
			t.Errorf("taking back %s gave %v, want a BadPly at the end", why, err)
		}
	}
}

// A record with plies taken back is read, written and verified as any other.
func TestRecordWithPliesTakenBack(t *testing.T) {
	r := record(t, "Ca1-a1", "swap")
	back := r.Moves[1]
	back.Move = games.Back(2)
	text := write(t, games.NewRecord(r.Setup, append(r.Moves, back), mustStart(t, r.Setup)))
	again, state, err := games.ReadRecord(list, []byte(text))
	if err != nil || !reflect.DeepEqual(state, mustStart(t, r.Setup)) || write(t, again) != text {
		t.Fatalf("ReadRecord = %v, %v, want the first position", state, err)
	}
	found := games.Verify(list, again)
	if moves := found[len(found)-2]; !moves.Holds || moves.Text.Key != "verify.moves" {
		t.Errorf("Verify found %v of the moves, want that they hold", moves)
	}
}

func mustStart(t *testing.T, s games.Setup) games.State {
	t.Helper()
	state, err := permute.Game{}.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return state
}
