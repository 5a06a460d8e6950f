package storage

import (
	"slices"
	"time"
)

// A Skill is an estimate of how well somebody plays: package rating has the formulas and the units.
type Skill struct {
	Mean       float64 `json:"mean"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

// A Rated is the part of a match that changes ratings. The commit that ends the game fills it in and, by [Head.With],
// changes the [Ratings] of the people, so that no crash comes between.
type Rated struct {
	Seats   []RatedSeat `json:"seats,omitempty"`   // by seat, once the game has begun
	Formula int         `json:"formula,omitempty"` // version of the formulas; 0 before the end, and where nothing is rated
	At      time.Time   `json:"at,omitzero"`       // when the game ended
	Not     string      `json:"not,omitempty"`     // why the end changes no rating after all
}

// A RatedSeat is a seat of a rated match as it was taken at the beginning.
type RatedSeat struct {
	Player string `json:"player"` // id of the person who has played for it, also if another took the seat over

	// Number is how many rated games of the [Pool] the person has ended, this one included, so it says in which order
	// they were ended. Of a person who was forgotten nothing is kept: it is 0, and Before and After are zero.
	Number int   `json:"number,omitempty"`
	Before Skill `json:"before,omitzero"` // at the time of the end, so the deviation has grown since the game before
	After  Skill `json:"after,omitzero"`
}

// A Pool is the games of which a person has one rating: those of one game in one server, with two seats or with more.
type Pool struct {
	Guild string `json:"guild"`
	Game  string `json:"game"`
	More  bool   `json:"more,omitempty"` // whether the games have more than two seats
}

// PoolOf returns the pool of a match that has begun.
func PoolOf(h Head) Pool { return Pool{h.Guild, h.Setup.Game, len(h.Players) > 2} }

// Ratings are all ratings of a person.
type Ratings struct {
	All []Rating `json:"all,omitempty"` // in the order in which the person came to them
}

// A Rating is what a person has come to in a [Pool].
type Rating struct {
	Pool
	Skill
	Games int       `json:"games"` // number of rated games
	At    time.Time `json:"at"`    // when the last of them ended
}

// AllRatings is the kind of [Ratings]. Their ids are those of people.
var AllRatings = Kind[Ratings]{name: "ratings"}

// In returns the rating of a pool; ok is false if there is none.
func (r Ratings) In(p Pool) (one Rating, ok bool) {
	if i := slices.IndexFunc(r.All, func(o Rating) bool { return o.Pool == p }); i >= 0 {
		return r.All[i], true
	}
	return Rating{Pool: p}, false
}

// Set puts a rating in the place of the one of its pool.
func (r *Ratings) Set(one Rating) {
	r.All = slices.Clone(r.All)
	if i := slices.IndexFunc(r.All, func(o Rating) bool { return o.Pool == one.Pool }); i >= 0 {
		r.All[i] = one
		return
	}
	r.All = append(r.All, one)
}
