package think

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"parlour/commands/match"
	"parlour/games"
)

// keptGames is the number of games whose turning points are kept.
const keptGames = 64

// ErrBusy is returned to a person for whom the same is being thought about already.
var ErrBusy = errors.New("the same is being thought about for this person")

// Busy is the error of a person for whom a review goes on already. It is an [ErrBusy].
type Busy struct {
	Match     *match.Match // that is looked at
	Seen, All int          // how many of its moves were looked at, of how many
}

func (*Busy) Error() string { return ErrBusy.Error() }
func (*Busy) Unwrap() error { return ErrBusy }

// A Point is a move that was made, and what an opponent says of it.
type Point struct {
	Ply    int // index in the log
	Advice games.Advice
	Reply  games.Move             // the best answer of the next player, if the move was costly; empty where hands are hidden
	Values map[string]games.Value // what the first choices of a move could come to; nil where that is not known

	spot int // number of the spot among those of its match
	seat games.Seat
}

// Costly reports whether the move gave much away.
func (p Point) Costly() bool { return p.Advice.Cost >= leastCost }

// found is what is known of the moves of a match that are worth a look.
type found struct {
	match  string
	points []Point
	spots  int  // number of spots analysed, from the first
	all    bool // whether that is all of them
}

// A Review looks for the moves of a match that gave the most away. What it finds is kept for a
// while, because people who played together ask for the same. Make one with [Pool.Review].
type Review struct {
	pool   *Pool
	person string
	m      *match.Match
	spots  []spot
	found  found
	rests  chan struct{} // closed once it no longer goes on
}

// Review returns a Review of a match for a person, with what is known already.
func (p *Pool) Review(person string, m *match.Match) *Review {
	r := &Review{pool: p, person: person, m: m, found: p.recall(m.ID)}
	if !r.found.all {
		r.spots = spots(m)
	}
	return r
}

// Go looks at moves until all are done, or until pause, which it asks after each. It returns a [*Busy] if a
// review for the same person goes on already, with what that has found if it is of the same match.
func (r *Review) Go(ctx context.Context, pause func() bool) error {
	if r.found.all {
		return nil
	}
	if other := r.begin(); other != nil {
		r.catchUp()
		return other.busy()
	}
	defer r.rest()
	for !r.found.all {
		if err := r.pool.inRoom(ctx, r.m, r.person, review, func(*task, int) { r.look() }); err != nil {
			return err
		}
		if pause() {
			return nil
		}
	}
	return nil
}

// Finish looks at moves until all are done, and takes turns with other reviews for the same person. pauses returns
// the pause of [Review.Go] for each turn. One does so at a time: Finish returns [ErrBusy] if one does already.
func (r *Review) Finish(ctx context.Context, pauses func() func() bool) error {
	done, ok := r.pool.ask("finish " + r.person)
	if !ok {
		return ErrBusy
	}
	defer done()
	for !r.found.all {
		err := r.Go(ctx, pauses())
		if errors.Is(err, ErrBusy) {
			err = r.wait(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Turn waits while another review for the same person goes on, which lasts until that pauses. One waits at a time: Turn
// returns a [*Busy] if one does already.
func (r *Review) Turn(ctx context.Context) error {
	other, _ := r.going()
	if other == nil {
		return nil
	}
	done, ok := r.pool.ask("turn " + r.person)
	if !ok {
		return other.busy()
	}
	defer done()
	return r.wait(ctx)
}

// wait waits until the review that goes on for the same person pauses.
func (r *Review) wait(ctx context.Context) error {
	other, rests := r.going()
	if other == nil {
		return nil
	}
	select {
	case <-rests:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin notes that a review goes on, unless another does for its person, which it returns.
func (r *Review) begin() (other *Review) {
	r.pool.mu.Lock()
	defer r.pool.mu.Unlock()
	if other = r.pool.reviews[r.person]; other == nil {
		r.pool.reviews[r.person], r.rests = r, make(chan struct{})
	}
	return other
}

// rest notes that a review does not go on.
func (r *Review) rest() {
	r.pool.mu.Lock()
	defer r.pool.mu.Unlock()
	delete(r.pool.reviews, r.person)
	close(r.rests)
}

// going returns the review that goes on for the person of another, and what is closed once it pauses.
func (r *Review) going() (*Review, <-chan struct{}) {
	r.pool.mu.Lock()
	defer r.pool.mu.Unlock()
	other := r.pool.reviews[r.person]
	if other == nil {
		return nil, nil
	}
	return other, other.rests
}

// busy says how far a review is that goes on.
func (r *Review) busy() *Busy {
	seen, all := r.moves(r.pool.recall(r.m.ID).spots)
	return &Busy{Match: r.m, Seen: seen, All: all}
}

// Done reports whether all moves were looked at.
func (r *Review) Done() bool { return r.found.all }

// Seen returns how many moves were looked at, of how many.
func (r *Review) Seen() (seen, all int) { return r.moves(r.found.spots) }

// moves returns how many moves of the match come before one of its spots, and how many there are. Those without a choice
// are among them, as people count them.
func (r *Review) moves(spot int) (before, all int) {
	for _, i := range r.m.Standing() {
		if r.m.Log[i].Move.System() {
			continue
		}
		if all++; spot >= len(r.spots) || i < r.spots[spot].ply {
			before++
		}
	}
	return before, all
}

// Mistakes returns the number of big mistakes found so far.
func (r *Review) Mistakes() (n int) {
	for _, p := range r.found.points {
		if p.Costly() {
			n++
		}
	}
	return n
}

// Moments returns the moments found so far that are worth telling, in their order.
func (r *Review) Moments() []Moment { return worst(moments(r.found.points, answering(r.m))) }

// recall returns what is kept of a match.
func (p *Pool) recall(match string) found {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.found, func(f found) bool { return f.match == match }); i >= 0 {
		return p.found[i]
	}
	return found{match: match}
}

// keep keeps what was found of a match, and forgets the oldest.
func (p *Pool) keep(known found) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found = slices.DeleteFunc(p.found, func(f found) bool { return f.match == known.match })
	p.found = append(p.found, known)
	p.found = slices.Delete(p.found, 0, max(len(p.found)-keptGames, 0))
}

// A spot is a place in the log where a player had a choice.
type spot struct {
	ply, turn int
	seat      games.Seat
	state     games.State // the position before the move
}

// spots returns the moves of a match in which its players had a choice. Of a bid that was
// changed, only the last counts.
func spots(m *match.Match) []spot {
	var all []spot
	for _, i := range m.Standing() {
		s := m.Steps()[i]
		forced := games.Made(s.Before, s.Seat, games.Forward(s.Before, s.Seat, nil)) != "" // its steps take themselves
		if !s.Move.System() && !forced {
			all = slices.DeleteFunc(all, func(o spot) bool { return o.turn == s.Turn && o.seat == s.Seat })
			all = append(all, spot{i, s.Turn, s.Seat, s.Before})
		}
	}
	return all
}

// look looks at one more move. Several people may ask about one match: each goes on where the
// others are.
func (r *Review) look() {
	r.catchUp()
	f := &r.found
	if f.spots < len(r.spots) {
		f.points, f.spots = r.pool.judged(r.m, r.spots, f.spots, f.points), f.spots+1
	}
	f.all = f.spots >= len(r.spots)
	r.pool.keep(*f)
}

// catchUp takes over what others have found.
func (r *Review) catchUp() {
	if known := r.pool.recall(r.m.ID); known.spots > r.found.spots || known.all {
		r.found = known
	}
}

// judged adds the move at a spot to points, if it was costly or there is a remark about it.
func (p *Pool) judged(m *match.Match, spots []spot, at int, points []Point) []Point {
	s := spots[at]
	advice := m.Opponent().Advise(s.state.View(s.seat), s.seat, m.Log[s.ply].Move, strength(m), chanceOf(m, s.turn, s.seat))
	point := Point{Ply: s.ply, Advice: advice, spot: at, seat: s.seat}
	switch {
	case point.Costly():
		point.Reply, point.Values = reply(m, s), values(m, s)
	case advice.Remark.Key == "":
		return points
	}
	return append(slices.Clip(points), point)
}

// values returns what the first choices of a move at a spot could come to, nil where that is not known.
func values(m *match.Match, s spot) map[string]games.Value {
	exact, ok := m.Opponent().(games.Exact)
	if !ok {
		return nil
	}
	all, ok := exact.Values(s.state.View(s.seat), s.seat)
	if !ok {
		return nil
	}
	return games.OfChoices(s.state, s.seat, all)
}

// strength returns the highest level of Parlour's opponents in a match, for whose players chances are told; "" among
// people.
func strength(m *match.Match) (most games.Level) {
	levels := m.Opponent().Levels()
	for _, p := range m.Players {
		if p.Level.Step(levels) > most.Step(levels) {
			most = p.Level
		}
	}
	return most
}

// reply returns the best answer of the next player to the move at a spot.
func reply(m *match.Match, s spot) games.Move {
	after, err := s.state.Play(s.seat, m.Log[s.ply].Move)
	if err != nil || m.Info.Hidden {
		return ""
	}
	next := after.ToMove()
	if len(next) != 1 || next[0] == s.seat {
		return ""
	}
	return m.Opponent().Advise(after.View(next[0]), next[0], "", strength(m), chanceOf(m, s.turn+1, next[0])).Best
}

// A move is a turning point if it gave away so much of the worth of the game, as [games.Advice] has it.
const leastCost = 0.2

// maxMoments is how many moments of a match are told.
const maxMoments = 5

// A Moment is what is told at once of a match: a big mistake, a run of them that two players made in turn, or a move
// with a remark.
type Moment []Point

// cost returns what the worst mistake of a moment gave away.
func (m Moment) cost() (most float64) {
	for _, p := range m {
		most = max(most, p.Advice.Cost)
	}
	return most
}

// answers reports whether a move is a big mistake right after one of another player.
func (p Point) answers(o Point) bool {
	return p.Costly() && o.Costly() && p.spot == o.spot+1 && p.seat != o.seat
}

// moments makes a moment of each point. A run of big mistakes that answer each other is one, if runs is set.
func moments(points []Point, runs bool) (all []Moment) {
	for len(points) > 0 {
		n := 1
		for runs && n < len(points) && points[n].answers(points[n-1]) {
			n++
		}
		all, points = append(all, Moment(points[:n:n])), points[n:]
	}
	return all
}

// answering reports whether a mistake in a match gives the next player what the one before lost: there are two, and
// neither moves before the other's move is known.
func answering(m *match.Match) bool { return len(m.Players) == 2 && !m.Info.Hidden }

// worst returns the moments whose mistakes cost most and, where these are few, those with a remark. They are in the
// order of the game. Of equals the later ones are kept.
func worst(all []Moment) []Moment {
	byCost := slices.Clone(all)
	slices.Reverse(byCost)
	slices.SortStableFunc(byCost, func(a, b Moment) int { return cmp.Compare(b.cost(), a.cost()) })
	byCost = byCost[:min(len(byCost), maxMoments)]
	slices.SortFunc(byCost, func(a, b Moment) int { return cmp.Compare(a[0].spot, b[0].spot) })
	return byCost
}

// ErrNoOther is returned, with the first hint again, if no other move is known than those that were hinted at.
var ErrNoOther = errors.New("there is no other move to hint at")

// keptHints is the number of hints that are kept, so that another one takes no second thought.
const keptHints = 64

// A told hint is what an opponent said to a seat.
type told struct {
	match  string
	moves  int // that were made before, those included that were taken back
	seat   games.Seat
	advice games.Advice
}

// Hint returns the move that an opponent would make for a seat or, besides those that it has hinted at already,
// the next best of those that it looked at, and whether there is one more. It returns [ErrBusy] if the same
// person waits for a hint, and [ErrNoOther].
func (p *Pool) Hint(ctx context.Context, person string, m *match.Match, seat games.Seat,
	hinted ...string) (advice games.Advice, more bool, err error) {
	done, ok := p.ask("hint " + person)
	if !ok {
		return advice, false, ErrBusy
	}
	defer done()
	first, err := p.first(ctx, person, m, seat)
	if err != nil || len(hinted) == 0 {
		return first, len(first.Others) > 0, err
	}
	rest := match.Without(first.Others, func(c games.Candidate) bool { return slices.Contains(hinted, string(c.Move)) })
	if len(rest) == 0 {
		return first, false, ErrNoOther
	}
	return games.Advice{Best: rest[0].Move, Worth: rest[0].Worth}, len(rest) > 1, nil
}

// first returns what an opponent advises a seat to do now, and keeps it for another hint.
func (p *Pool) first(ctx context.Context, person string, m *match.Match,
	seat games.Seat) (advice games.Advice, err error) {
	at := func(t told) bool { return t.match == m.ID && t.moves == len(m.Log) && t.seat == seat }
	p.mu.Lock()
	i := slices.IndexFunc(p.hints, at)
	if i >= 0 {
		advice = p.hints[i].advice
	}
	p.mu.Unlock()
	if i >= 0 {
		return advice, nil
	}
	err = p.inRoom(ctx, m, person, hinting, func(*task, int) {
		v := m.State.View(seat)
		advice = games.Reasoned(m.Game, v, seat, m.Opponent().Advise(v, seat, "", strength(m), chanceOf(m, m.Turn, seat)))
	})
	if err != nil {
		return advice, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hints = append(p.hints, told{m.ID, len(m.Log), seat, advice})
	p.hints = slices.Delete(p.hints, 0, max(len(p.hints)-keptHints, 0))
	return advice, nil
}
