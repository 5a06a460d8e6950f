package match

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"parlour/commands/match/rating"
	"parlour/games"
	"parlour/storage"
)

// LeastPlayed is how many games a person has played who has a row in the standings.
const LeastPlayed = 5

const (
	// formLength is how many results a form has.
	formLength = 5
	// mostFormed is how many of a person's newest games are read for their form and their name.
	mostFormed = 64
)

// Standings says of which games the standings are.
type Standings struct {
	storage.Standings
	More   bool // of a game that two or more can play: whether the ratings are those with more than two
	Posted bool // whether all see them where results go: they have nobody who keeps their games out of there
}

// A Row is a person in the standings of a server.
type Row struct {
	storage.Standing
	Place  int            // from 1; 0 for none, as in standings by rating everybody needs one that is known
	Rating *storage.Skill // nil if they have none, and unless the standings are by rating
	Name   string         // as it was in the newest of these games, and User is theirs at Discord
	User   string
	Form   string // the letters of their newest results, the newest last
}

// Standings returns the people who have rows in the standings of a server, the best first, without their names and forms.
// Nobody has one who hides it, who plays too few games, or who is gone.
//
// The best has the most wins, then the fewest losses, and was there first. In those of one game the ratings have the
// places, as soon as one is known.
func (e *Env) Standings(ctx context.Context, of Standings, gone func(person string) bool) ([]Row, error) {
	all, err := e.Store.Standings(ctx, of.Standings)
	if err != nil {
		return nil, err
	}
	var ids []string
	all = slices.DeleteFunc(all, func(s storage.Standing) bool { return s.Played() < LeastPlayed || gone(s.Person) })
	for _, s := range all {
		ids = append(ids, s.Person)
	}
	people, err := storage.People.GetAll(ctx, e.Store, ids, "no_profile", "unlisted", "leaving")
	if err != nil {
		return nil, err
	}
	var rated map[string]storage.Ratings
	if of.Game != "" {
		if rated, err = storage.AllRatings.GetAll(ctx, e.Store, ids); err != nil {
			return nil, err
		}
	}
	var rows []Row
	byRating := false
	for _, s := range all {
		if p := people[s.Person]; p.NoProfile || of.Posted && p.Unlisted || p.Leaving != nil {
			continue
		}
		row := Row{Standing: s}
		if r, ok := rated[s.Person].In(storage.Pool{Guild: of.Guild, Game: of.Game, More: of.More}); ok {
			now := aged(r, seatsOf(r.Pool), e.Now())
			row.Rating, byRating = &now, byRating || now.Deviation < rating.Known
		}
		rows = append(rows, row)
	}
	for i := range rows {
		if !byRating {
			rows[i].Rating = nil
		}
	}
	slices.SortFunc(rows, before)
	for i := range rows {
		if !byRating || rows[i].rated() {
			rows[i].Place = i + 1
		}
	}
	return rows, nil
}

// rated reports whether the rating of a row is known.
func (r Row) rated() bool { return r.Rating != nil && r.Rating.Deviation < rating.Known }

// before compares two rows of the same standings.
func before(a, b Row) int {
	order := 0
	switch {
	case a.rated() && b.rated():
		order = cmp.Compare(b.Rating.Mean, a.Rating.Mean)
	case a.rated():
		order = -1
	case b.rated():
		order = 1
	}
	return cmp.Or(order, cmp.Compare(b.Won, a.Won), cmp.Compare(a.Lost, b.Lost), a.Last.Compare(b.Last), strings.Compare(a.Person, b.Person))
}

// seatsOf returns a number of seats of the games of a pool.
func seatsOf(p storage.Pool) int {
	if p.More {
		return 3
	}
	return 2
}

// Describe fills in the names and the forms of rows of some standings. It reads the newest games of each person, and
// not more than [mostFormed].
func (e *Env) Describe(ctx context.Context, of Standings, rows []Row) error {
	var reads errgroup.Group
	reads.SetLimit(4)
	for i := range rows {
		reads.Go(func() error { return e.describe(ctx, of, &rows[i]) })
	}
	return reads.Wait()
}

// describe is [Env.Describe] for one row.
func (e *Env) describe(ctx context.Context, of Standings, r *Row) error {
	for n := formLength + 3; ; n = mostFormed {
		ended, err := e.Store.OfPlayer(ctx, r.Person, false, storage.Newest(n))
		if err != nil {
			return err
		}
		r.Name, r.User, r.Form = "", "", ""
		for _, head := range ended {
			seat := SeatIn(head, r.Person)
			if seat == games.Spectator {
				continue
			}
			r.User = cmp.Or(r.User, head.Players[seat].User)
			if letter := letterOf(of.Of(head, r.Person)); letter != "" && len(r.Form) < formLength {
				r.Form, r.Name = letter+r.Form, cmp.Or(r.Name, head.Players[seat].Name)
			}
		}
		if len(r.Form) == formLength || len(ended) < n || n == mostFormed {
			r.Name = cmp.Or(r.Name, r.User)
			return nil
		}
	}
}

// letterOf returns the letter of what one match counts for, empty for nothing.
func letterOf(t storage.Tally) string {
	switch {
	case t.Won > 0:
		return storage.HasWon
	case t.Drawn > 0:
		return storage.HasDrawn
	case t.Lost > 0:
		return storage.HasLost
	}
	return ""
}

// Around returns the first five rows of standings and, after them, that of a person between those next to it: eight at
// most. rest is the first row that does not follow the one before, 0 if all follow.
func Around(rows []Row, person string) (some []Row, rest int) {
	const first, most = 5, 8
	from := min(slices.IndexFunc(rows, func(r Row) bool { return r.Person == person })-1, len(rows)-(most-first))
	if from <= first {
		return rows[:min(most, len(rows))], 0
	}
	return slices.Concat(rows[:first], rows[from:from+most-first]), first
}
