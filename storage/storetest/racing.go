package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"parlour/games"
	"parlour/storage"
)

var racing = []check{
	{"claim", checkClaim},
	{"claim, many at once", checkClaimRace},
	{"append, many at once", checkAppendRace},
	{"create, many at once", checkCreateRace},
	{"append with records, many at once", checkWithRace},
	{"matches do not wait for each other", checkApart},
}

// rivals is how many goroutines do the same thing at once, and rounds how often.
const rivals, rounds = 8, 6

// race has rivals do something at once, and returns how many succeeded. All others must
// get the error lost.
func race(t testing.TB, lost error, do func(rival int) error) (won int) {
	t.Helper()
	errs := make([]error, rivals)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range rivals {
		wg.Go(func() {
			<-start // which is closed at once
			errs[i] = do(i)
		})
	}
	close(start)
	Finish(t, wg.Wait, "the rivals")
	for i, err := range errs {
		if err == nil {
			won++
		} else if !errors.Is(err, lost) {
			t.Errorf("rival %d got %v, want nil or %v", i, err, lost)
		}
	}
	return won
}

// checkClaim claims a match, which is then not due before the end of the lease.
func checkClaim(t testing.TB, s storage.Store) {
	h := create(t, s, Full("m")) // due at minute 10
	got, err := storage.Claim(t.Context(), s, h, minute(15))
	if err != nil || got.Version != 2 || !got.NextCheck.Equal(minute(15)) {
		t.Fatalf("Claim = version %d, next check %v, %v", got.Version, got.NextCheck, err)
	}
	_, err = storage.Claim(t.Context(), s, h, minute(16))
	wantErr(t, "Claim of what another has claimed", err, storage.ErrConflict)
	wantLists(t, s, "due 14 10:", "due 15 10: m")
	got.NextCheck = minute(30)
	wantMatch(t, s, add(t, s, got))
}

// checkClaimRace has rivals claim each match that is due: one of them succeeds.
func checkClaimRace(t testing.TB, s storage.Store) {
	for i := range 3 {
		create(t, s, Full(fmt.Sprint(i)))
	}
	for round := range rounds {
		now := minute(10 * (round + 1))
		due, err := s.Due(t.Context(), now, 10)
		if err != nil || len(due) != 3 {
			t.Fatalf("Due = %d matches, %v, want 3", len(due), err)
		}
		for _, h := range due {
			won := race(t, storage.ErrConflict, func(int) error {
				_, err := storage.Claim(t.Context(), s, h, minute(10*(round+2)))
				return err
			})
			if won != 1 {
				t.Errorf("%d of %d claimed match %s in round %d, want 1", won, rivals, h.ID, round)
			}
		}
		wantLists(t, s, fmt.Sprintf("due %d 10:", 10*(round+1)))
	}
}

// checkAppendRace has rivals append to the same version: one of them succeeds.
func checkAppendRace(t testing.TB, s storage.Store) {
	h := create(t, s, Full("m"))
	var log []storage.Entry
	for round := range rounds {
		heads := make([]storage.Head, rivals)
		lines := make([][]storage.Entry, rivals)
		won := race(t, storage.ErrConflict, func(rival int) (err error) {
			mine := h
			mine.Ended = fmt.Sprint(rival)
			lines[rival] = plies(games.Move(fmt.Sprintf("%d of %d", rival, round)), "more")
			heads[rival], err = s.Append(t.Context(), mine, lines[rival]...)
			return err
		})
		if won != 1 {
			t.Fatalf("%d of %d appended to version %d, want 1", won, rivals, h.Version)
		}
		for rival, got := range heads {
			if got.Version == h.Version+1 {
				h, log = got, append(log, lines[rival]...)
				break
			}
		}
		wantMatch(t, s, h, log...)
	}
}

// checkCreateRace has rivals create the same match: one of them succeeds.
func checkCreateRace(t testing.TB, s storage.Store) {
	for round := range rounds {
		id := fmt.Sprint(round)
		won := race(t, storage.ErrExists, func(rival int) error {
			h := Full(id)
			h.Home = fmt.Sprintf("%d of %d", rival, round)
			_, err := s.Create(t.Context(), h)
			return err
		})
		if won != 1 {
			t.Errorf("%d of %d created match %s, want 1", won, rivals, id)
		}
		m, err := s.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		wantLists(t, s, "channel "+m.Home+": "+id)
	}
}

// checkApart has every rival play a match of its own: all succeed.
func checkApart(t testing.TB, s storage.Store) {
	logs := make([][]storage.Entry, rivals)
	won := race(t, storage.ErrConflict, func(rival int) error {
		h, err := s.Create(t.Context(), Full(fmt.Sprint(rival)))
		for round := 0; err == nil && round < rounds; round++ {
			e := plies(games.Move(fmt.Sprintf("%d of %d", rival, round)))
			logs[rival] = append(logs[rival], e...)
			h, err = s.Append(t.Context(), h, e...)
		}
		return err
	})
	if won != rivals {
		t.Errorf("%d of %d played their own match", won, rivals)
	}
	for rival, log := range logs {
		h := Full(fmt.Sprint(rival))
		h.Version, h.Plies = rounds+1, rounds
		wantMatch(t, s, h, log...)
	}
}

// checkWithRace has rivals end matches of their own at once, each with two records that all of them share: each record
// has every end once, in one order, and an end that lost has written nothing.
func checkWithRace(t testing.TB, s storage.Store) {
	heads := make([]storage.Head, rivals)
	for i := range heads {
		heads[i] = create(t, s, Full(fmt.Sprint(i)))
	}
	for round := range rounds {
		won := race(t, nil, func(rival int) error {
			for {
				h := heads[rival]
				h.Ended, h.Phase = fmt.Sprint(round), storage.Over
				people := []string{"ann", "bob"}
				if rival%2 == 0 {
					slices.Reverse(people)
				}
				for _, id := range people {
					v, r, err := storage.AllRatings.Read(t.Context(), s, id)
					if err != nil {
						return err
					}
					v.All = append(v.All, storage.Rating{Games: 100*round + rival})
					if r, err = storage.AllRatings.Write(r, v); err != nil {
						return err
					}
					h.With = append(h.With, r)
				}
				h, err := s.Append(t.Context(), h, plies("end")...)
				if err == nil {
					heads[rival] = h
				}
				if !errors.Is(err, storage.ErrConflict) {
					return err
				}
				if m, err := s.Get(t.Context(), heads[rival].ID); err != nil || m.Version != heads[rival].Version {
					return fmt.Errorf("an end that has lost is at version %d, not %d: %w", m.Version, heads[rival].Version, err)
				}
			}
		})
		ann, err := storage.AllRatings.Get(t.Context(), s, "ann")
		bob, err2 := storage.AllRatings.Get(t.Context(), s, "bob")
		if won != rivals || len(ann.All) != rivals*(round+1) || !reflect.DeepEqual(ann, bob) || err != nil || err2 != nil {
			t.Fatalf("of %d ends at once %d are written, and the records are %v and %v: %v, %v", rivals, won, ann, bob, err, err2)
		}
	}
	for _, h := range heads {
		wantMatch(t, s, h, slices.Concat(slices.Repeat([][]storage.Entry{plies("end")}, rounds)...)...)
	}
}
