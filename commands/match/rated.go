package match

import (
	"context"
	"slices"
	"time"

	"parlour/commands/match/rating"
	"parlour/games"
	"parlour/storage"
)

// leastRated is the least time for a move of a rated game.
const leastRated = 12 * time.Hour

// MayRate returns a refusal unless the game of an open table may be rated, as far as the table itself says.
func (m *Match) MayRate() error {
	switch a := m.Allowance; {
	case m.Guild == "":
		return games.Refuse("refuse.rated.direct")
	case m.Opponents() > 0:
		return games.Refuse("refuse.rated.parlour")
	case m.First != Firsts[0]:
		return games.Refuse("refuse.rated.first")
	case a.Gain < leastRated && (a.TurnTime < leastRated || a.TotalTime > 0):
		return games.Refuse("refuse.rated.time")
	}
	return nil
}

// Rate has a table play a rated game.
func (m *Match) Rate() error {
	if err := m.MayRate(); err != nil {
		return err
	}
	m.Rated = &storage.Rated{}
	return nil
}

// setRated has the opener say whether the game is rated. Only somebody who sees that sits down, so it is not switched on
// once others sit there. Seats are drawn then.
func (m *Match) setRated(on bool) error {
	switch {
	case !on:
		m.Rated = nil
		return nil
	case len(m.Players) > 1:
		return games.Refuse("refuse.rated.late")
	}
	m.First = Firsts[0]
	return m.Rate()
}

// beginRated notes who plays a rated game that begins.
func (m *Match) beginRated(v Venue) error {
	switch {
	case m.Rated == nil:
		return nil
	case len(m.Players) < 2:
		return games.Refuse("refuse.rated.alone")
	case v.Public != nil && !v.Public(m.Head):
		return games.Refuse("refuse.rated.hidden")
	}
	m.Rated = ratedSeats(m.Players)
	return m.MayRate()
}

// ratedSeats returns what a match notes of a rated game at its beginning.
func ratedSeats(players []storage.Player) *storage.Rated {
	r := &storage.Rated{}
	for _, p := range players {
		r.Seats = append(r.Seats, storage.RatedSeat{Player: p.ID})
	}
	return r
}

// RatedAgain reports whether a rematch is rated: if the game was, and nobody plays for Parlour since.
func (m *Match) RatedAgain() bool { return m.Rated != nil && m.Opponents() == 0 }

// Counts reports whether resigning now changes ratings: the game is rated, and everybody has made a move.
func (m *Match) Counts() bool {
	if m.Rated == nil {
		return false
	}
	why, _ := unrated(m.Head, m.Log)
	return why != notMoved
}

// Why the end of a rated game changes no rating.
const (
	notMoved  = "moved"  // somebody has not made a move
	notMember = "member" // it ended because somebody is not in the server any more
	notStayed = "stayed" // nobody has played to the end
)

// unrated returns why the end of a rated game changes no rating, empty if it does. gone reports, by seat, whether the
// person who took it has left it. Discord doesn't say whether somebody who is not in the server has left it or was removed,
// so nobody loses a game that ends by that; a game that goes on is rated for those who stayed.
func unrated(h storage.Head, log []storage.Entry) (why string, gone []bool) {
	moved, gone := make([]bool, len(h.Players)), make([]bool, len(h.Players))
	for _, e := range log {
		switch {
		case e.Move == games.Return:
			gone[e.Seat] = false
		case e.Move.Leaves():
			gone[e.Seat] = true
		case !e.Move.System():
			moved[e.Seat] = true
		}
	}
	for s, p := range h.Players {
		gone[s] = gone[s] || p.ID != h.Rated.Seats[s].Player
	}
	switch {
	case len(log) > 0 && log[len(log)-1].Move == games.Absent:
		return notMember, nil
	case slices.Contains(moved, false):
		return notMoved, nil
	case !slices.Contains(gone, false):
		return notStayed, nil
	}
	return "", gone
}

// rate fills in the ratings of a rated game that is over, and has the commit of the head write those of its people. A
// person who left has lost to all who stayed.
func (e *Env) rate(ctx context.Context, m *Match, h *storage.Head, at time.Time) error {
	if m.Rated == nil || m.Phase != storage.Over || m.Rated.Formula > 0 || m.Rated.Not != "" {
		return nil
	}
	var log []storage.Entry
	for _, s := range m.steps {
		log = append(log, s.Entry)
	}
	why, gone := unrated(*h, log)
	h.Rated = &storage.Rated{Seats: slices.Clone(m.Rated.Seats), Not: why}
	if why != "" {
		return nil
	}
	h.Rated.Formula, h.Rated.At = rating.Version, at.UTC()
	all, records := make([]storage.Ratings, len(m.Players)), make([]storage.Record, len(m.Players))
	for s, seat := range h.Rated.Seats {
		var err error
		if all[s], records[s], err = storage.AllRatings.Read(ctx, e.Store, seat.Player); err != nil {
			return err
		}
		one, _ := all[s].In(storage.PoolOf(*h))
		h.Rated.Seats[s].Number, h.Rated.Seats[s].Before = one.Games+1, aged(one, len(m.Players), at)
	}
	for s, after := range rated(h.Rated.Seats, placesOf(m.Places, gone)) {
		seat := &h.Rated.Seats[s]
		seat.After = after
		own, err := e.Person(ctx, seat.Player)
		switch {
		case err != nil:
			return err
		case own.Leaving != nil || storage.IsFormer(seat.Player): // nothing more is kept of them
			continue
		}
		all[s].Set(storage.Rating{Pool: storage.PoolOf(*h), Skill: after, Games: seat.Number, At: h.Rated.At})
		r, err := storage.AllRatings.Write(records[s], all[s])
		if err != nil {
			return err
		}
		h.With = append(h.With, r)
	}
	return nil
}

// aged returns what is known of somebody at a moment, before a game of so many seats.
func aged(r storage.Rating, seats int, at time.Time) storage.Skill {
	if r.Games == 0 {
		return storage.Skill(rating.First(seats))
	}
	return storage.Skill(rating.Rating(r.Skill).Aged(seats, at.Sub(r.At).Hours()/24))
}

// rated returns what is known of the people of a game after it, by seat.
func rated(seats []storage.RatedSeat, places []int) (after []storage.Skill) {
	var before []rating.Rating
	for _, s := range seats {
		before = append(before, rating.Rating(s.Before))
	}
	for _, r := range rating.After(before, places) {
		after = append(after, storage.Skill(r))
	}
	return after
}

// placesOf returns the places for which a rated game counts: those of a result, with everybody who left behind all others.
func placesOf(places []int, gone []bool) []int {
	places = slices.Clone(places[:len(gone)])
	last := slices.Max(places) + 1
	for s := range places {
		if gone[s] {
			places[s] = last
		}
	}
	return places
}

// A RatedGame is what a game did to a person's rating.
type RatedGame struct {
	storage.RatedSeat
	At time.Time // when it ended
}

// RatedGames returns what some matches did to a person's rating of a pool, the oldest first.
func RatedGames(heads []storage.Head, person string, pool storage.Pool) (all []RatedGame) {
	for _, h := range heads {
		if h.Rated == nil || h.Rated.Formula == 0 || storage.PoolOf(h) != pool {
			continue
		}
		for _, seat := range h.Rated.Seats {
			if seat.Player == person {
				all = append(all, RatedGame{seat, h.Rated.At})
			}
		}
	}
	slices.SortFunc(all, func(a, b RatedGame) int { return a.Number - b.Number })
	return all
}

// RatingsIn returns the ratings of a person in a server as they stand now: their deviations grow without games.
func (e *Env) RatingsIn(ctx context.Context, person, guild string) (all []storage.Rating, err error) {
	own, err := storage.AllRatings.Get(ctx, e.Store, person)
	for _, r := range own.All {
		if r.Guild == guild {
			r.Skill = aged(r, seatsOf(r.Pool), e.Now())
			all = append(all, r)
		}
	}
	return all, err
}
