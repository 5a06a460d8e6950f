package rating

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var people = flag.Int("people", 200, "number of people in each simulation of ratings")

// TestRatingsTellStrengths has people of known strengths play 50 games each, and compares their ratings with that.
func TestRatingsTellStrengths(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			const seeds = 5
			within := 0.0
			for seed := range uint64(seeds) {
				strengths, ratings := simulate(rand.New(rand.NewPCG(seed+1, uint64(seats))), seats, *people, 50)
				rank, in := compare(strengths, ratings)
				within += in / seeds
				t.Logf("seed %d: rank correlation %.3f, within two deviations %.1f %%", seed+1, rank, 100*in)
				if rank < 0.93 {
					t.Errorf("seed %d: the rank correlation is %.3f", seed+1, rank)
				}
			}
			t.Logf("within two deviations %.1f %%", 100*within)
			if within < 0.93 || within > 0.97 {
				t.Errorf("%.1f %% of the ratings are within two deviations", 100*within)
			}
		})
	}
}

// simulate has so many people play so many games of so many seats each, none with somebody more than 400 points better
// or worse. Their strengths are normal with a deviation of 200 points. Who wins is drawn as Plackett and Luce have it:
// each place goes to one of those that are left with a chance in proportion to e^(strength/[Scale]).
func simulate(chance *rand.Rand, seats, people, games int) (strengths []float64, ratings []Rating) {
	played := make([]int, people)
	for range people {
		strengths, ratings = append(strengths, 200*chance.NormFloat64()), append(ratings, First(seats))
	}
	for round := range games {
		for _, host := range chance.Perm(people) {
			if played[host] > round {
				continue
			}
			others := chance.Perm(people) // those with fewer games first
			slices.SortStableFunc(others, func(i, j int) int { return cmp.Compare(played[i], played[j]) })
			table := []int{host}
			for _, other := range others {
				apart := func(p int) bool { return p == other || math.Abs(strengths[p]-strengths[other]) > 400 }
				if len(table) < seats && !slices.ContainsFunc(table, apart) {
					table = append(table, other)
				}
			}
			var before []Rating
			var performance []float64
			for _, p := range table {
				before = append(before, ratings[p])
				performance = append(performance, strengths[p]/Scale-math.Log(chance.ExpFloat64()))
			}
			places := make([]int, len(table))
			for s := range places {
				for _, p := range performance {
					if p >= performance[s] {
						places[s]++
					}
				}
			}
			for s, r := range After(before, places) {
				ratings[table[s]] = r
				played[table[s]]++
			}
		}
	}
	return strengths, ratings
}

// compare returns the rank correlation of strengths and ratings, and the part of the ratings that are within two
// deviations of the strength. As only differences mean something, the two have the same mean first.
func compare(strengths []float64, ratings []Rating) (rank, within float64) {
	n := float64(len(strengths))
	means, shift := make([]float64, len(ratings)), 0.0
	for i, r := range ratings {
		means[i] = r.Mean
		shift += (r.Mean - strengths[i]) / n
	}
	for i, r := range ratings {
		if near(r.Mean-shift, strengths[i], 2*r.Deviation) {
			within += 1 / n
		}
	}
	squares := 0.0
	a, b := ranks(strengths), ranks(means)
	for i := range a {
		squares += math.Pow(a[i]-b[i], 2)
	}
	return 1 - 6*squares/(n*(n*n-1)), within
}

// ranks returns the rank of each value among all.
func ranks(values []float64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	all := make([]float64, len(values))
	for i, v := range values {
		rank, _ := slices.BinarySearch(sorted, v)
		all[i] = float64(rank)
	}
	return all
}
