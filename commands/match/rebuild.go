package match

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"parlour/commands/match/rating"
	"parlour/storage"
)

// A ratedGame is what a rating is worked out from again.
type ratedGame struct {
	id     string
	pool   storage.Pool
	rated  storage.Rated
	places []int
}

// ratings are ratings by person.
type ratings map[string]storage.Ratings

// in returns the rating of a person in a pool.
func (r ratings) in(person string, p storage.Pool) storage.Rating {
	one, _ := r[person].In(p)
	return one
}

// set sets the rating of a person.
func (r ratings) set(person string, one storage.Rating) {
	own := r[person]
	own.Set(one)
	r[person] = own
}

// RebuildRatings works all ratings out again from the rated matches of a store that nobody else uses. It returns the
// number of these matches and what differs from what is stored, in words. Each person's games count in the order in
// which they were committed. From a game of somebody who was forgotten, or is being forgotten, it takes what the match has
// noted of the others. With mend it writes the ratings of people as they came out.
func RebuildRatings(ctx context.Context, s storage.Movable, mend bool) (played int, wrong []string, err error) {
	var all []ratedGame
	for m, err := range s.Matches(ctx) {
		if err != nil {
			return 0, nil, err
		}
		if m.Rated != nil && m.Rated.Formula > 0 {
			_, gone := unrated(m.Head, m.Log)
			all = append(all, ratedGame{m.ID, storage.PoolOf(m.Head), *m.Rated, placesOf(m.Places, gone)})
		}
	}
	stored := ratings{}
	for r, err := range s.Records(ctx) {
		if err == nil && r.Kind == storage.AllRatings.Name() {
			stored[r.ID], err = storage.AllRatings.Get(ctx, s, r.ID)
		}
		if err != nil {
			return 0, nil, err
		}
	}
	leaving := map[string]bool{}
	for _, g := range all {
		for _, seat := range g.rated.Seats {
			if _, known := leaving[seat.Player]; !known {
				p, err := storage.People.Get(ctx, s, seat.Player)
				if err != nil {
					return 0, nil, err
				}
				leaving[seat.Player] = p.Leaving != nil || storage.IsFormer(seat.Player)
			}
		}
	}
	rebuilt, wrong := replayRatings(all, func(person string) bool { return leaving[person] })
	people := maps.Clone(stored)
	maps.Copy(people, rebuilt)
	for _, person := range slices.Sorted(maps.Keys(people)) {
		is, want := stored[person], rebuilt[person]
		if alike(is, want) && alike(want, is) {
			continue
		}
		wrong = append(wrong, "the ratings of "+person+" are not what their games come to")
		if !mend {
			continue
		}
		_, err := storage.AllRatings.Change(ctx, s, person, func(r *storage.Ratings) error {
			*r = want
			return nil
		})
		if err != nil {
			return 0, nil, err
		}
	}
	return len(all), wrong, nil
}

// alike reports whether each rating in one list is in another one.
func alike(a, b storage.Ratings) bool {
	for _, one := range a.All {
		other, ok := b.In(one.Pool)
		if !ok || other.Games != one.Games || !other.At.Equal(one.At) || !near(one.Skill, other.Skill) {
			return false
		}
	}
	return true
}

// near reports whether two estimates differ by no more than the rounding of two machines.
func near(a, b storage.Skill) bool {
	return math.Abs(a.Mean-b.Mean) < 0.02 && math.Abs(a.Deviation-b.Deviation) < 0.02 && math.Abs(a.Volatility-b.Volatility) < 1e-5
}

// replayRatings works out ratings from matches, and says where a match has noted something else. Of a match that other
// formulas have rated, or where nothing is known of somebody any more, it takes what that one has noted.
func replayRatings(all []ratedGame, left func(person string) bool) (now ratings, wrong []string) {
	slices.SortFunc(all, func(a, b ratedGame) int { return a.rated.At.Compare(b.rated.At) })
	now = ratings{}
	differs := func(g ratedGame, what string) { wrong = append(wrong, "match "+g.id+": "+what) }
	follows := func(g ratedGame) bool {
		return !slices.ContainsFunc(g.rated.Seats, func(s storage.RatedSeat) bool {
			return !left(s.Player) && s.Number != now.in(s.Player, g.pool).Games+1
		})
	}
	for len(all) > 0 {
		i := slices.IndexFunc(all, follows)
		whole := i >= 0
		if !whole {
			i = 0
			differs(all[i], "a rated game of its people before it is missing")
		}
		g := all[i]
		all = slices.Delete(all, i, i+1)
		seats := slices.Clone(g.rated.Seats)
		noted := g.rated.Formula != rating.Version || slices.ContainsFunc(seats, func(s storage.RatedSeat) bool { return left(s.Player) })
		for s, seat := range seats {
			want := aged(now.in(seat.Player, g.pool), len(seats), g.rated.At)
			if !left(seat.Player) && whole && !near(seat.Before, want) {
				differs(g, fmt.Sprintf("seat %d began with another rating", s+1))
				seats[s].Before = want
			}
		}
		var after []storage.Skill
		if !noted {
			after = rated(seats, g.places)
		}
		for s, seat := range seats {
			if left(seat.Player) {
				continue
			}
			came := seat.After
			if !noted && !near(came, after[s]) {
				came = after[s]
				differs(g, fmt.Sprintf("seat %d came to another rating", s+1))
			}
			now.set(seat.Player, storage.Rating{Pool: g.pool, Skill: came, Games: seat.Number, At: g.rated.At})
		}
	}
	return now, wrong
}
