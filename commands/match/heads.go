package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/games"
	"parlour/storage"
)

// Wants returns what a match wants of a person who plays it or is invited. It reads the log
// only of a rematch that nobody has looked at. It returns the errors of [Env.Load], and
// [games.ErrRules].
func (e *Env) Wants(ctx context.Context, head storage.Head, person string) (Want, error) {
	game := e.games[head.Setup.Game]
	switch {
	case game == nil:
		return WantNothing, notOffered(head)
	case rematchWaits(head, person):
		return WantAnswer, nil
	case head.Phase == storage.Open && SeatIn(head, person) == games.Spectator:
		return WantAnswer, nil
	case head.Phase == storage.Open:
		return WantNothing, nil
	case head.Setup.Rules > game.Info().Rules:
		return WantNothing, games.ErrRules
	}
	stand, err := e.stand(ctx, head)
	if err != nil || stand == nil {
		return WantNothing, err
	}
	return wantIn(head, *stand, person), nil
}

// rematchWaits reports whether a match that has ended asks one of its players for a rematch.
func rematchWaits(head storage.Head, person string) bool {
	return !head.Phase.Live() && SeatIn(head, person) != games.Spectator && slices.ContainsFunc(head.Asks, func(a storage.Ask) bool {
		return a.About == AboutRematch && WaitsFor(a, person)
	})
}

// WaitsFor reports whether a question waits for the answer of a person whom it asks.
func WaitsFor(a storage.Ask, person string) bool {
	return a.Answer == "" && !slices.Contains(a.Agreed, person)
}

// Answers returns those of a list of matches that wait for an answer of a person, not for a move. One that cannot be
// read hides none of the others.
func (e *Env) Answers(ctx context.Context, list []storage.Head, person string) []storage.Head {
	return Without(list, func(head storage.Head) bool {
		want, err := e.Wants(ctx, head, person)
		return err != nil || want != WantAnswer || head.Asleep
	})
}

// stand returns what a head says of its position, nil if no game is played. The head of a rematch says nothing
// before it is looked at, so its log is read.
func (e *Env) stand(ctx context.Context, head storage.Head) (*storage.Stand, error) {
	if head.Phase != storage.Playing || head.Stand != nil {
		return head.Stand, nil
	}
	m, err := e.Load(ctx, head.ID)
	if err == nil && m.State == nil {
		err = games.ErrRules
	}
	if err != nil {
		return nil, err
	}
	return newStand(m.Head, m.State), nil
}

// hasTurn reports whether a person has a move to make in a match, or one to change, and whether it
// is a bid.
func (e *Env) hasTurn(ctx context.Context, head storage.Head, person string) (is, bid bool) {
	stand, err := e.stand(ctx, head)
	if err != nil || stand == nil {
		return false, false
	}
	seat := SeatIn(head, person)
	return slices.Contains(stand.ToMove, seat) || slices.Contains(stand.Changes, seat), stand.Bids
}

// newStand returns what a head is to say of a position. If nobody knows it, that stays what it was; it is nil if no
// game is played.
func newStand(head storage.Head, state games.State) *storage.Stand {
	switch {
	case head.Phase != storage.Playing:
		return nil
	case state == nil:
		return head.Stand
	}
	s := &storage.Stand{ToMove: state.ToMove(), In: state.In(), Bids: games.Bids(state)}
	for seat := range games.Seat(len(head.Players)) {
		if !slices.Contains(s.ToMove, seat) && mayMove(state, seat) {
			s.Changes = append(s.Changes, seat)
		}
		if _, err := state.Play(seat, games.Return); err == nil && !slices.Contains(s.In, seat) {
			s.Back = append(s.Back, seat)
		}
	}
	return s
}

// A Want is what a match wants of a person.
type Want int

// The wants.
const (
	WantNothing Want = iota // it waits for others
	WantMove                // a move
	WantAnswer              // an answer: to a challenge, to a question, or about a clock that has expired
	WantReturn              // that they come back, as no other person plays on
)

// wantIn returns what a match that is played wants of a person in a position.
func wantIn(head storage.Head, stand storage.Stand, person string) Want {
	seat := SeatIn(head, person)
	late := slices.IndexFunc(head.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() })
	switch {
	case seat == games.Spectator:
		return WantNothing
	case slices.Contains(stand.ToMove, seat):
		return WantMove
	case late >= 0 && late != int(seat):
		return WantAnswer
	case slices.Contains(stand.In, seat) && slices.ContainsFunc(head.Asks, func(a storage.Ask) bool { return WaitsFor(a, person) }):
		return WantAnswer
	case slices.ContainsFunc(stand.In, func(s games.Seat) bool { return head.Players[s].Level == "" }):
		return WantNothing // people play on
	case len(stand.In) > 0 && slices.Contains(stand.Back, seat) && !spent(head, seat):
		return WantReturn
	}
	return WantNothing
}

// spent reports whether a seat of a match has used up its total time.
func spent(head storage.Head, seat games.Seat) bool {
	return head.TotalTime > 0 && int(seat) < len(head.Clocks) && head.Clocks[seat].Spent >= head.TotalTime
}

// mostEnded is how many ended matches are looked at.
const mostEnded = 25

// MostListed is how many matches of a person or a channel, the newest, a command, a list or a completion looks at.
const MostListed = 100

// A Scope is the matches that a command can be about.
type Scope int

const (
	Mine   Scope = iota // those that the asker plays
	Anyone              // those, and what is played in the channel
)

// Meant returns the match whose thread a channel is, in a list: there no command means a match of somewhere else. It has
// both games of a match of two. It is empty for any other channel.
// A match that is over counts unless another one is played in its thread.
func (e *Env) Meant(ctx context.Context, channel string) ([]storage.Head, error) {
	here, err := e.Store.OfChannel(ctx, channel, true, storage.Newest(MostListed))
	if err != nil {
		return nil, err
	}
	here = slices.DeleteFunc(e.Offered(here), func(head storage.Head) bool { return head.Phase != storage.Playing })
	if i := slices.IndexFunc(here, func(head storage.Head) bool { return head.Home != channel }); i >= 0 {
		return withTwin(here[i], here), nil
	}
	if len(here) > 0 {
		return nil, nil
	}
	ended, thread, err := e.EndedIn(ctx, channel)
	if err != nil || !thread {
		return nil, err
	}
	return ended, nil
}

// withTwin returns a match and, if it is in a list too, the other game of a match of two, the first game first.
func withTwin(head storage.Head, list []storage.Head) []storage.Head {
	both := []storage.Head{head}
	if i := slices.IndexFunc(list, func(h storage.Head) bool { return h.ID == head.Twin() }); i >= 0 {
		both = append(both, list[i])
	}
	slices.SortFunc(both, func(a, b storage.Head) int { return a.Two - b.Two })
	return both
}

// FirstGamesFirst returns a list in which the first game of a match of two stands before the second.
func FirstGamesFirst(list []storage.Head) []storage.Head {
	list = slices.Clone(list)
	for i, head := range list {
		twin := slices.IndexFunc(list[i:], func(h storage.Head) bool { return h.ID == head.Twin() })
		if head.Two == 2 && twin > 0 {
			list[i], list[i+twin] = list[i+twin], head
		}
	}
	return list
}

// OnTurn narrows matches down to those in which a person has a move to make or to change, if
// there are any; with bid, a bid.
func (e *Env) OnTurn(ctx context.Context, person string, bid bool, list []storage.Head) []storage.Head {
	narrow := Without(list, func(head storage.Head) bool {
		is, bids := e.hasTurn(ctx, head, person)
		return !is || bid && !bids
	})
	if len(narrow) == 0 {
		return list
	}
	return narrow
}

// Candidates lists, best first, the sets of matches that a command may mean: the asker's in
// this channel, any in this channel, the asker's anywhere, and last those of the asker that
// have not begun. What is played in the channel is read if it is needed. Each set has the newest matches first.
func (e *Env) Candidates(ctx context.Context, in Scope, person, channel string) ([]storage.Head, error) {
	own, err := e.Store.OfPlayer(ctx, person, true, storage.Newest(MostListed))
	if err != nil {
		return nil, err
	}
	own = e.Offered(own)
	unplayed := func(head storage.Head) bool { return head.Phase != storage.Playing }
	played := Without(own, unplayed)
	here := Without(played, func(head storage.Head) bool { return head.Channel != channel && head.Home != channel })
	if len(here) == 0 && in == Anyone {
		here, err = e.Store.OfChannel(ctx, channel, true, storage.Newest(MostListed))
		here = Without(e.Offered(here), unplayed)
	}
	for _, list := range [][]storage.Head{here, played} {
		if len(list) > 0 || err != nil {
			return list, err
		}
	}
	return own, nil
}

// EndedOf returns the ended matches of a person, the last first and at most [mostEnded]. It looks at the
// newest [MostListed], and leaves out tables that never became a game.
func (e *Env) EndedOf(ctx context.Context, person string) ([]storage.Head, error) {
	ended, err := e.Store.OfPlayer(ctx, person, false, storage.Newest(MostListed))
	ended = slices.DeleteFunc(ended, func(head storage.Head) bool { return head.Setup.Rules == 0 })
	return ended[:min(len(ended), mostEnded)], err
}

// EndedWith returns those of [Env.EndedOf] that a person has played with another one, or with Parlour if no id is
// given, and the score of the two in each game. It looks at the newest [tallyOf].
func (e *Env) EndedWith(ctx context.Context, person, other string) ([]storage.Head, []Score, error) {
	ended, err := e.NewestOf(ctx, person, false)
	ended = Without(ended, func(head storage.Head) bool {
		return head.Setup.Rules == 0 || !slices.ContainsFunc(head.Players, func(p storage.Player) bool { return plays(p, other) })
	})
	return ended[:min(len(ended), mostEnded)], ScoresOf(ended, person, other), err
}

// plays reports whether a player is a person with an id, or an opponent if there is none.
func plays(p storage.Player, id string) bool { return p.ID == id || id == "" && p.Level != "" }

// A Score is what two players have come to in a game of two.
type Score struct {
	Game             string
	Won, Lost, Drawn int
}

// ScoresOf is [Results] of the matches of two between a person and another one or Parlour.
func ScoresOf(ended []storage.Head, person, other string) []Score {
	return Results(Without(ended, func(head storage.Head) bool {
		seat := SeatIn(head, person)
		return len(head.Players) != 2 || len(head.Places) != 2 || seat == games.Spectator || !plays(head.Players[1-seat], other)
	}), person)
}

// Played returns the number of matches of a score.
func (s Score) Played() int { return s.Won + s.Lost + s.Drawn }

// NewestOf returns the newest [tallyOf] matches of a person, either the live ones or the ended ones.
func (e *Env) NewestOf(ctx context.Context, person string, live bool) ([]storage.Head, error) {
	return e.Store.OfPlayer(ctx, person, live, storage.Newest(tallyOf))
}

// Social reports whether a match is a game that began and that people alone play, at least two of them.
func Social(head storage.Head) bool {
	return head.Setup.Rules > 0 && !head.Guest && head.People() > 1 && head.People() == len(head.Players)
}

// Results counts, by game, the results of a person in matches, also in those that count for no standings. The game that
// comes first in the list comes first.
func Results(heads []storage.Head, person string) (all []Score) {
	for _, head := range heads {
		seat := SeatIn(head, person)
		if head.Phase != storage.Over || seat == games.Spectator || len(head.Places) < len(head.Players) {
			continue
		}
		i := slices.IndexFunc(all, func(s Score) bool { return s.Game == head.Setup.Game })
		if i < 0 {
			i, all = len(all), append(all, Score{Game: head.Setup.Game})
		}
		switch first := Without(head.Places, func(place int) bool { return place != 1 }); {
		case head.Places[seat] > 1:
			all[i].Lost++
		case len(first) > 1:
			all[i].Drawn++
		default:
			all[i].Won++
		}
	}
	return all
}

// LastEnded returns the game that has ended in a thread, else a person's last one, else the
// channel's last one, or the error given if there is none.
func (e *Env) LastEnded(ctx context.Context, person, channel string, none error) (*Match, error) {
	here, thread, err := e.EndedIn(ctx, channel)
	if err != nil {
		return nil, err
	}
	own, err := e.EndedOf(ctx, person)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(e.Offered(own), here)
	if thread {
		all = here
	}
	if len(all) > 0 {
		return e.Load(ctx, all[0].ID)
	}
	return nil, none
}

// EndedIn returns the newest game that has ended in a channel, in a list, and whether the channel
// is its thread. It has both games of a match of two. It is empty if there is none. Tables that never became a game are
// left out.
func (e *Env) EndedIn(ctx context.Context, channel string) (here []storage.Head, thread bool, err error) {
	all, err := e.allEndedIn(ctx, channel)
	if len(all) == 0 {
		return nil, false, err
	}
	return withTwin(all[0], all), all[0].Home != channel, err
}

// allEndedIn returns the newest games that have ended in a channel or its threads, at most [mostEnded].
func (e *Env) allEndedIn(ctx context.Context, channel string) ([]storage.Head, error) {
	all, err := e.Store.OfChannel(ctx, channel, false, storage.Newest(mostEnded))
	return Without(e.Offered(all), func(head storage.Head) bool { return head.Setup.Rules == 0 }), err
}

// Popular orders games by how many matches of them are among the newest of a channel and its threads, those that go on
// and those that have ended. Where nobody has played a game, it comes after the others, as it came before.
func (e *Env) Popular(ctx context.Context, channel string, list []games.Game) ([]games.Game, error) {
	live, err := e.Store.OfChannel(ctx, channel, true, storage.Newest(mostEnded))
	if err != nil {
		return nil, err
	}
	ended, err := e.Store.OfChannel(ctx, channel, false, storage.Newest(mostEnded))
	played := map[string]int{}
	for _, head := range append(live, ended...) {
		played[head.Setup.Game]++
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b games.Game) int { return played[b.Info().Name] - played[a.Info().Name] })
	return list, err
}

// LastMoved returns the newest game that has ended in a channel and in which somebody moved, one of a person's before
// others, else such a game of theirs elsewhere. Where there is none, it returns the first of these without moves, or a
// refusal.
func (e *Env) LastMoved(ctx context.Context, person, channel string) (*Match, error) {
	here, err := e.allEndedIn(ctx, channel)
	if err != nil {
		return nil, err
	}
	own, err := e.EndedOf(ctx, person)
	if err != nil {
		return nil, err
	}
	own = e.Offered(own)
	elsewhere := func(head storage.Head) bool { return head.Home != channel && head.Channel != channel }
	all := slices.Concat(Without(own, elsewhere), here, own)
	if len(all) == 0 {
		return nil, games.Refuse("refuse.no-ended")
	}
	looked := map[string]bool{}
	for _, head := range all {
		if head.Plies == 0 || looked[head.ID] {
			continue
		}
		looked[head.ID] = true
		if m, err := e.Load(ctx, head.ID); err == nil && m.Moves() > 0 {
			return m, nil
		}
	}
	return e.Load(ctx, all[0].ID)
}

// A Tally is what the board at the end tells of other matches. [Env.ReadTally] reads it from the
// store.
type Tally struct {
	Won    [2]int // games that each seat of two people has won of the other, this one too
	Lately bool   // whether there may be older ones, which are not counted
	Waits  bool   // whether another match waits for one of the players
	// games of this kind that a person played alone with Parlour, this one first and then the newest; nil if this one
	// is none
	Tries []games.Try
}

// tallyOf is the number of matches of a player, the newest, that count for a tally, and for whom the player has met.
const tallyOf = 200

// ReadTally reads what the board at the end tells of other matches, for a match that is over.
func (e *Env) ReadTally(ctx context.Context, m *Match) error {
	if m.Phase != storage.Over || m.State == nil {
		return nil
	}
	m.Tally = Tally{}
	if err := cmp.Or(e.countWins(ctx, m), e.readTries(ctx, m)); err != nil {
		return err
	}
	for _, seat := range m.People() {
		person := m.Players[seat].ID
		own, err := e.Store.OfPlayer(ctx, person, true, storage.All)
		if err != nil {
			return err
		}
		ended, err := e.EndedOf(ctx, person)
		if err != nil {
			return err
		}
		ended = slices.DeleteFunc(ended, func(head storage.Head) bool { return head.ID == m.ID })
		m.Tally.Waits = m.Tally.Waits || len(Waiting(e.Offered(own), person)) > 0 ||
			len(e.Answers(ctx, append(own, ended...), person)) > 0
	}
	return nil
}

// countWins counts the games that two people have won of each other, among the newest of one of them: in whichever
// seats they sit, it is the same one.
func (e *Env) countWins(ctx context.Context, m *Match) error {
	if !m.samePair(m.Head) {
		return nil
	}
	ended, err := e.NewestOf(ctx, min(m.Players[0].ID, m.Players[1].ID), false)
	if err != nil {
		return err
	}
	m.Tally.Lately = len(ended) == tallyOf
	if !slices.ContainsFunc(ended, func(head storage.Head) bool { return head.ID == m.ID }) {
		ended = append(ended, m.Head)
	}
	for _, head := range ended {
		if !m.samePair(head) {
			continue
		}
		if seat := m.SeatOf(winnerOf(head, head.Places)); seat >= 0 {
			m.Tally.Won[seat]++
		}
	}
	return nil
}

// readTries reads what the only person of a match has come to against Parlour, in it and before.
func (e *Env) readTries(ctx context.Context, m *Match) error {
	people := m.People()
	if len(people) != 1 {
		return nil
	}
	person, game := m.Players[people[0]].ID, m.Setup.Game
	this, ok := tryOf(m.Head, person, game)
	if !ok {
		return nil
	}
	before, err := e.tries(ctx, person, game, m.ID)
	m.Tally.Tries = append([]games.Try{this}, before...)
	return err
}

// Tries returns the games of one kind that a person played alone with Parlour, the newest first. It looks at the newest
// [MostListed] matches of the person.
func (e *Env) Tries(ctx context.Context, person, game string) ([]games.Try, error) {
	return e.tries(ctx, person, game, "")
}

// tries is [Env.Tries] without one match.
func (e *Env) tries(ctx context.Context, person, game, without string) (all []games.Try, err error) {
	ended, err := e.Store.OfPlayer(ctx, person, false, storage.Newest(MostListed))
	for _, head := range ended {
		if t, ok := tryOf(head, person, game); ok && head.ID != without {
			all = append(all, t)
		}
	}
	return all, err
}

// tryOf returns what a match was to a person; ok is false unless they have played the game alone with opponents of
// one level. Of three or more, only the last one has lost.
func tryOf(head storage.Head, person, game string) (t games.Try, ok bool) {
	t.Level = LevelOf(head)
	seat := int(SeatIn(head, person))
	over := head.Phase == storage.Over && head.Setup.Game == game && len(head.Past) == 0
	if !over || t.Level == "" || seat < 0 || seat >= len(head.Places) {
		return t, false
	}
	switch last := slices.Max(head.Places); {
	case last == 1: // a draw of all
	case head.Places[seat] == 1:
		t.Score = 1
	case head.Places[seat] == last:
		t.Score = -1
	}
	return t, true
}

// LevelOf returns the level of Parlour's opponents in a match of one person; empty for any other match, and where they
// play at several levels.
func LevelOf(head storage.Head) games.Level {
	levels := levelsAt(head) // sorted
	last := len(levels) - 1
	if last < 0 || len(levels) != len(head.Players)-1 || levels[0] != levels[last] {
		return ""
	}
	return levels[0]
}

// samePair reports whether a match that is over was of the same game, between the same two people.
func (m *Match) samePair(head storage.Head) bool {
	return len(m.Players) == 2 && len(m.People()) == 2 && head.Phase == storage.Over && len(head.Players) == 2 &&
		head.Setup.Game == m.Setup.Game && SeatIn(head, m.Players[0].ID) >= 0 && SeatIn(head, m.Players[1].ID) >= 0
}

// winnerOf returns the id of the player who alone has the first place, empty for none.
func winnerOf(head storage.Head, places []int) string {
	winner := ""
	for seat, place := range places {
		switch {
		case place != 1 || seat >= len(head.Players):
		case winner != "":
			return ""
		default:
			winner = head.Players[seat].ID
		}
	}
	return winner
}

// Waiting returns the matches that wait for a move of a person, the most urgent first and, of equals, that which has waited
// longest. Those that sleep do not wait.
func Waiting(list []storage.Head, person string) []storage.Head {
	list = Without(list, func(head storage.Head) bool {
		_, owes := Owing(head, person)
		return !owes || head.Asleep
	})
	slices.SortStableFunc(list, func(a, b storage.Head) int {
		since := func(head storage.Head) time.Time { return head.Clocks[SeatIn(head, person)].Since }
		return cmp.Or(DueOf(a, person).Compare(DueOf(b, person)), since(a).Compare(since(b)))
	})
	return list
}

// never is later than every moment of a match.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// DueOf returns when the clock of a person expires in a match, or did. Without a clock it is a moment
// after all others.
func DueOf(head storage.Head, person string) time.Time {
	seat := int(SeatIn(head, person))
	if seat < 0 || seat >= len(head.Clocks) {
		return never
	}
	return cmp.Or(head.Clocks[seat].ExpiredAt, head.Clocks[seat].Due, never)
}

// changeSeries changes a series, if there is one. One that is damaged keeps no game from being played.
func (e *Env) changeSeries(ctx context.Context, id string, change func(*storage.Series)) error {
	if id == "" {
		return nil
	}
	_, err := storage.AllSeries.Change(ctx, e.Store, id, func(s *storage.Series) error {
		change(s)
		return nil
	})
	if errors.Is(err, storage.ErrDamaged) {
		return nil
	}
	return err
}

// dueAtATime bounds how much is read at once of what is due for this process.
const dueAtATime = 100

// EachDue does something with everything that is due, several at once. What is due again at once is left to the
// next call and, when the store gets out of reach, so is all the rest. list reads at most limit of what is
// due, whosever it is: it returns how much it found, and which of that is for this process.
func EachDue(ctx context.Context, atOnce int, list func(limit int) (ids []string, found int, err error),
	do func(id string) error) error {
	var lost atomic.Bool
	done := map[string]bool{}
	for limit := dueAtATime; ; {
		ids, found, err := list(limit)
		if err != nil {
			return fmt.Errorf("look for what is due: %w", err)
		}
		var checks errgroup.Group
		checks.SetLimit(max(atOnce, 1))
		before := len(done)
		for _, id := range ids {
			if done[id] {
				continue
			}
			done[id] = true
			checks.Go(func() error {
				if !lost.Load() && errors.Is(do(id), storage.ErrUnavailable) {
					lost.Store(true)
				}
				return nil
			})
		}
		_ = checks.Wait()
		if lost.Load() {
			return storage.ErrUnavailable
		}
		more := dueAtATime + found - len(ids) // past what is others'
		if found < limit || len(done) == before && more <= limit || ctx.Err() != nil {
			return ctx.Err()
		}
		limit = more
	}
}

// IsDue reports whether a match is due by a time for this process. While an opponent thinks, the match is due
// for the process that thinks. If the shard of its server is closed, or belongs to another process, the match
// waits: an outage must be noted before a clock that ran during it expires. What this process has claimed
// does not wait, because nobody else takes it. It may be of any server: a bid can be made by direct message.
func (e *Env) IsDue(ctx context.Context, head storage.Head, by time.Time) bool {
	owner := head.Owner
	if owner == "" && head.Thought != nil {
		owner = head.Thought.Owner
	}
	_, reached := e.Shards.ours(head.Guild)
	if mine := owner != "" && owner == e.Fleet.ID(); !mine && !reached {
		return false
	}
	return e.isDueBy(ctx, owner, head.NextCheck, by)
}

// IsPersonDue reports whether a person is due by a time for this process.
func (e *Env) IsPersonDue(ctx context.Context, p storage.Person, by time.Time) bool {
	at := p.NextCheck
	if p.Leaving != nil {
		at = p.Leaving.NextCheck
	}
	return e.isDueBy(ctx, p.Owner, at, by)
}

// isDueBy reports whether something is due by a time. After the present moment only what was abandoned is.
func (e *Env) isDueBy(ctx context.Context, owner string, at, by time.Time) bool {
	if at.IsZero() || at.After(by) || e.Fleet.Others(ctx, owner) {
		return false
	}
	return !at.After(e.Now()) || e.Fleet.Abandoned(ctx, owner)
}
