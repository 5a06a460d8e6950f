package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
)

// bothStores runs a test over a file and over a database.
func bothStores(t *testing.T, test func(t *testing.T, s storage.Movable)) {
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		s, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		test(t, s)
	})
	t.Run("database", func(t *testing.T) {
		t.Parallel()
		s, err := postgres.Open(t.Context(), pgtest.Shared(t).Migrated(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		test(t, s)
	})
}

// mortal is a store whose process dies before or after some appends.
type mortal struct {
	storage.Store
	dies func() (before, after bool)
}

var errDied = errors.New("the process died")

func (s mortal) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	before, after := s.dies()
	if before {
		return storage.Head{}, errDied
	}
	h, err := s.Store.Append(ctx, h, entries...)
	if err == nil && after {
		return storage.Head{}, errDied
	}
	return h, err
}

// ratedGames returns an Env over a store, and a function that begins a rated game of some people, all of whom have moved as often as counts.
func ratedGames(t *testing.T, s storage.Store, now *time.Time) (e *Env, begin func(id string, people ...string)) {
	t.Helper()
	e = NewEnv(all.Games(), s, func() time.Time { return *now }, zeros{})
	return e, func(id string, people ...string) {
		t.Helper()
		h := begun(t, map[bool]string{true: "magic", false: "permutu"}[len(people) == 2], len(people))
		h.ID = id
		for i, p := range people {
			h.Players[i].ID = p
		}
		h.Rated = ratedSeats(h.Players)
		if _, err := e.Store.Create(t.Context(), h); err != nil {
			t.Fatal(err)
		}
		for range leastMoves * len(people) {
			if _, err := e.Change(t.Context(), id, decided("next 0")); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// wantRatings checks that the ratings of a store are what so many matches come to.
func wantRatings(t *testing.T, s storage.Movable, games int) {
	t.Helper()
	played, wrong, err := RebuildRatings(t.Context(), s, false)
	if err != nil || played != games || wrong != nil {
		t.Errorf("RebuildRatings finds %d rated games and %q, %v; want %d games and nothing wrong", played, wrong, err, games)
	}
}

// wantStandings checks that the standings of a store are what its matches count for.
func wantStandings(t *testing.T, s storage.Movable) {
	t.Helper()
	want, counted := map[string]storage.Tally{}, 0
	for m, err := range s.Matches(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		for c, tally := range storage.CountersOf(m.Head) {
			if c.Period == storage.Ever {
				want[c.Person] = want[c.Person].Plus(tally)
				counted++
			}
		}
	}
	all, err := s.Standings(t.Context(), storage.Standings{Guild: "guild", Channels: []string{"games"}})
	if err != nil || counted == 0 {
		t.Fatal(counted, "counters", err)
	}
	found := map[string]storage.Tally{}
	for _, of := range all {
		found[of.Person] = of.Tally
	}
	if fmt.Sprint(found) != fmt.Sprint(want) {
		t.Errorf("Standings are %v, want %v", found, want)
	}
}

// TestRatingsAgreeAfterDeaths ends games while the process dies before or after 30 of the commits. An end is tried again
// until the match is over, and counts once, in ratings and in standings.
func TestRatingsAgreeAfterDeaths(t *testing.T) {
	bothStores(t, func(t *testing.T, s storage.Movable) {
		chance := rand.New(rand.NewPCG(1, 1))
		now, dead, armed := noon, 0, false
		dying := mortal{s, func() (bool, bool) {
			if !armed || dead == 30 {
				return false, false
			}
			armed = false
			dead++
			return dead%2 == 0, dead%2 == 1
		}}
		e, begin := ratedGames(t, dying, &now)
		people := []string{"ann", "ben", "cleo", "dan"}
		games := 0
		for ; dead < 30; games++ {
			chance.Shuffle(4, func(i, j int) { people[i], people[j] = people[j], people[i] })
			id := fmt.Sprint("m", games)
			begin(id, people[:2+games%2]...)
			now = now.Add(time.Hour * time.Duration(chance.IntN(100)))
			for m, err := e.Load(t.Context(), id); m.Phase != storage.Over; m, err = e.Load(t.Context(), id) {
				if err != nil {
					t.Fatal(err)
				}
				armed = true
				if _, err := e.Change(t.Context(), id, decided(fmt.Sprint("resigns ", m.State.In()[0]))); err != nil && !errors.Is(err, errDied) {
					t.Fatal(err)
				}
			}
		}
		wantRatings(t, s, games)
		wantStandings(t, s)
	})
}

// TestEndsAtOnceLoseNothing ends games of the same people at once: each counts, one after the other.
func TestEndsAtOnceLoseNothing(t *testing.T) {
	bothStores(t, func(t *testing.T, s storage.Movable) {
		const games = 8
		now := noon
		e, begin := ratedGames(t, s, &now)
		for i := range games {
			begin(fmt.Sprint(i), []string{"ann", "ben"}[i%2], []string{"ben", "ann"}[i%2])
		}
		var wg sync.WaitGroup
		for i := range games {
			wg.Go(func() {
				if _, err := e.Change(context.Background(), fmt.Sprint(i), decided("resigns 0")); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		wantRatings(t, s, games)
		for _, person := range []string{"ann", "ben"} {
			r, err := storage.AllRatings.Get(t.Context(), s, person)
			if err != nil || len(r.All) != 1 || r.All[0].Games != games {
				t.Errorf("%s has the ratings %+v, %v, want one of %d games", person, r, err, games)
			}
		}
	})
}

// TestWhatIsRated holds which ends change ratings, and who has lost.
func TestWhatIsRated(t *testing.T) {
	three := []storage.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	moved := "0 x,1 x,2 x,"
	for name, c := range map[string]struct {
		log    string
		taken  int // the seat that another person has, -1 for none
		why    string
		places []int
	}{
		"a whole game":                      {moved, -1, "", []int{2, 1, 3}},
		"a seat that has not moved":         {"0 x,1 x", -1, notMoved, nil},
		"a seat whose first move lapsed":    {"0 x,1 x,2 lapse", -1, notMoved, nil},
		"somebody who left has lost":        {moved + "1 leave", -1, "", []int{2, 4, 3}},
		"all time used up":                  {moved + "1 spent", -1, "", []int{2, 4, 3}},
		"somebody who came back":            {moved + "1 leave,1 return", -1, "", []int{2, 1, 3}},
		"a seat handed on has lost":         {moved, 1, "", []int{2, 4, 3}},
		"two who left share the last place": {moved + "0 leave", 1, "", []int{4, 4, 3}},
		"nobody stayed":                     {moved + "0 leave,2 leave", 1, notStayed, nil},
		"ended by one not in the server":    {moved + "1 absent", -1, notMember, nil},
		"played on without one not there":   {moved + "1 absent,0 x", -1, "", []int{2, 4, 3}},
		"ended by a second one not there":   {moved + "1 absent,2 absent", -1, notMember, nil},
		"one not there and one who resigns": {moved + "1 absent,2 leave", -1, "", []int{2, 4, 4}},
		"an agreed draw":                    {moved + "0 draw", -1, "", []int{2, 1, 3}},
	} {
		h := storage.Head{Lobby: storage.Lobby{Players: slices.Clone(three), Rated: ratedSeats(three), Places: []int{2, 1, 3}}}
		if c.taken >= 0 {
			h.Players[c.taken].ID = "another"
		}
		var log []storage.Entry
		for ply := range strings.SplitSeq(strings.TrimSuffix(c.log, ","), ",") {
			var e storage.Entry
			if _, err := fmt.Sscan(ply, &e.Seat, &e.Move); err != nil {
				t.Fatal(err)
			}
			log = append(log, e)
		}
		why, gone := unrated(h, log)
		if why != c.why || why == "" && !reflect.DeepEqual(placesOf(h.Places, gone), c.places) {
			t.Errorf("%s: %q, %v, want %q and the places %v", name, why, gone, c.why, c.places)
		}
	}
}

// TestRatingsAreOfOneKindOfGame holds that games with two and with more have ratings of their own.
func TestRatingsAreOfOneKindOfGame(t *testing.T) {
	now := noon
	s, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	e, _ := ratedGames(t, s, &now)
	for i, seats := range []int{2, 3, 2} {
		h := begun(t, "permutu", seats)
		h.ID, h.Rated = fmt.Sprint(i), ratedSeats(h.Players)
		if _, err := s.Create(t.Context(), h); err != nil {
			t.Fatal(err)
		}
		for range seats {
			if _, err := e.Change(t.Context(), h.ID, decided("next 0")); err != nil {
				t.Fatal(err)
			}
		}
		for m, err := e.Load(t.Context(), h.ID); m.Phase != storage.Over; m, err = e.Load(t.Context(), h.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Change(t.Context(), h.ID, decided(fmt.Sprint("resigns ", m.State.In()[0]))); err != nil {
				t.Fatal(err)
			}
		}
	}
	r, err := storage.AllRatings.Get(t.Context(), s, "a")
	if err != nil || len(r.All) != 2 || r.All[0].Games != 2 || r.All[0].More || r.All[1].Games != 1 || !r.All[1].More {
		t.Errorf("the ratings are %+v, %v, want two games with two and one with more", r, err)
	}
	wantRatings(t, s, 3)
}

// TestRebuildFindsWhatIsWrong changes what is stored in each way, and mends it. What came of games with a person who was
// forgotten is what the matches have noted.
func TestRebuildFindsWhatIsWrong(t *testing.T) {
	now := noon
	s, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	e, begin := ratedGames(t, s, &now)
	for i := range 4 {
		now = now.Add(50 * time.Hour)
		id := fmt.Sprint(i)
		begin(id, "ann", []string{"ben", "cleo"}[i%2])
		if _, err := e.Change(t.Context(), id, decided("resigns 0")); err != nil {
			t.Fatal(err)
		}
	}
	wantRatings(t, s, 4)
	for i := range 4 { // cleo is forgotten
		m, err := s.Get(t.Context(), fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		seat := &m.Rated.Seats[1]
		if seat.Player == "cleo" {
			m.Players[1].ID = storage.Former("1")
			*seat = storage.RatedSeat{Player: m.Players[1].ID}
			if _, err := s.Append(t.Context(), m.Head); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := storage.AllRatings.Remove(t.Context(), s, "cleo"); err != nil {
		t.Fatal(err)
	}
	wantRatings(t, s, 4)
	spoils := map[string]func(*storage.Rating){
		"a mean":      func(r *storage.Rating) { r.Mean++ },
		"a deviation": func(r *storage.Rating) { r.Deviation++ },
		"a number":    func(r *storage.Rating) { r.Games++ },
		"a server":    func(r *storage.Rating) { r.Guild = "another" },
		"all of it":   func(r *storage.Rating) { *r = storage.Rating{} },
	}
	for name, spoil := range spoils {
		if _, err := storage.AllRatings.Change(t.Context(), s, "ann", func(r *storage.Ratings) error { spoil(&r.All[0]); return nil }); err != nil {
			t.Fatal(err)
		}
		for mends := range 2 {
			_, wrong, err := RebuildRatings(t.Context(), s, mends == 1)
			if err != nil || len(wrong) != 1 || !strings.Contains(wrong[0], "ann") {
				t.Errorf("%s: RebuildRatings finds %q, %v, want the ratings of ann", name, wrong, err)
			}
		}
		wantRatings(t, s, 4)
	}
	for id, want := range map[string]string{"1": "match 2: seat 1 began", "2": "match 2: seat 1 came", "3": "the ratings of ann"} {
		m, err := s.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []float64{5, -5} {
			m.Rated.Seats[0].After.Mean += by
			if m.Head, err = s.Append(t.Context(), m.Head); err != nil {
				t.Fatal(err)
			}
			if _, wrong, err := RebuildRatings(t.Context(), s, false); err != nil || by > 0 != slices.ContainsFunc(wrong, func(w string) bool { return strings.HasPrefix(w, want) }) {
				t.Errorf("with another rating after match %s RebuildRatings finds %q, %v", id, wrong, err)
			}
		}
	}
}
