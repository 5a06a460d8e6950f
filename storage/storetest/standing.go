package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/storage"
)

// Counted returns the counters of n matches of two, for which [TimeStandings] asks. A tenth is of the largest
// server, which has 2,000 people, and the others are of a thousand servers of 20. They end in two years. Each person
// plays one of two games, mostly in the first of two channels.
func Counted(n int) storage.Counters {
	all := storage.Counters{}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range n {
		server, people := 1+r.IntN(1000), 20
		if i%10 == 0 {
			server, people = 0, 2000
		}
		first := r.IntN(people)
		name := func(n int) storage.Player {
			return storage.Player{ID: fmt.Sprint(1_400_000_000_000_000_000 + 10_000*server + n%people)}
		}
		var h storage.Head
		h.Phase, h.Guild = storage.Over, fmt.Sprint(1_300_000_000_000_000_000+server)
		h.Home = fmt.Sprint(1_200_000_000_000_000_000 + 10*server + r.IntN(5)/4)
		h.Setup.Game = []string{"permute", "pentago"}[first%2]
		h.Players = []storage.Player{name(first), name(first + 2*(1+r.IntN(people/2-1)))}
		h.EndedAt = noon.Add(time.Duration(r.IntN(730)) * 24 * time.Hour)
		h.Outcome = storage.HasWon + storage.HasLost
		for at, t := range storage.CountersOf(h) {
			all.Add(at, t)
		}
	}
	return all
}

// TimeStandings asks a store with the counters of [Counted] for the tables of its largest server, and says how long each kind
// takes. From 100,000 matches on each takes at most 50 ms, at the median.
func TimeStandings(t testing.TB, s storage.Store, matches, counters int) {
	t.Helper()
	const most = 50 * time.Millisecond
	t.Logf("%d matches have %d counters", matches, counters)
	of := storage.Standings{Guild: "1300000000000000000", Channels: []string{"1200000000000000000", "1200000000000000001"}}
	at := noon.AddDate(0, 6, 0)
	for _, c := range []struct {
		what   string
		period storage.Period
		game   string
	}{{"ever, all games", storage.Ever, ""}, {"ever, one game", storage.Ever, "pentago"}, {"a year", storage.YearOf(at), ""}, {"a month", storage.MonthOf(at), ""}} {
		of.Period, of.Game = c.period, c.game
		var took []time.Duration
		people := 0
		for range 11 {
			began := time.Now()
			found, err := s.Standings(t.Context(), of)
			if took = append(took, time.Since(began)); err != nil || len(found) == 0 {
				t.Fatalf("the table of %s has %d people, %v", c.what, len(found), err)
			}
			people = len(found)
		}
		slices.Sort(took)
		t.Logf("%s: %d people in %v at the median, %v at most", c.what, people, took[len(took)/2], took[len(took)-1])
		if matches >= 100_000 && took[len(took)/2] > most {
			t.Errorf("the table of %s takes %v, want at most %v", c.what, took[len(took)/2], most)
		}
	}
}
