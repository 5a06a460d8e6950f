package match

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// MaxWord bounds a player's word for the deal, in characters.
const MaxWord = 40

// A Venue is what is known of the channel that a click on a table came from.
type Venue struct {
	Channel string
	Refusal error // why a game cannot be shown there; nil if it can
	Threads bool  // whether the game can have a thread of its own there

	// reports whether everybody in the server may view the channel of a match; nil where that was asked before
	Public func(storage.Head) bool
}

// atTable returns a refusal unless the table is open. Whoever plays the game that was begun there is told so.
func (m *Match) atTable(person string) error {
	switch {
	case m.Phase == storage.Open:
		return nil
	case m.Phase == storage.Playing && m.Invited == nil && m.SeatOf(person) != games.Spectator:
		return games.Refuse("refuse.begun")
	}
	return m.RefuseClosed()
}

// beginsAfter is how long a full table of a game with chance waits until it begins by itself, so that its players can
// add to the shuffle.
const beginsAfter = 10 * time.Minute

// The refusals of a button from before the options of a table were changed.
var (
	changedChallenge = "refuse.changed"
	changedTable     = "refuse.changed.table"
	Changed          = []string{changedChallenge, changedTable}
)

// Join seats a person at an open table. With its last player, the game of a table begins at once, where a venue says; or
// later, outside of the quiet hours of the opener, if it has chance. Nobody begins what they did not see: their button
// says how often the options had been changed when it was made.
func (m *Match) Join(p storage.Player, seen int, opener storage.Person, v Venue) error {
	switch err := m.atTable(p.ID); {
	case err != nil:
		return err
	case m.Invited != nil:
		return games.Refuse("refuse.invited", "Name", m.Invited.Name)
	case m.SeatOf(p.ID) != games.Spectator:
		return games.Refuse("refuse.seated")
	case len(m.Players) == m.Info.MaxSeats:
		return games.Refuse("refuse.full")
	case m.Free() <= 0 && !m.Awaits(p.ID):
		return games.Refuse("refuse.held")
	case (m.Rated != nil || m.Two > 0) && seen != m.Changes: // nobody plays a rated game, or two, without knowing
		return games.Refuse(changedTable, "Name", m.Players[0].Name)
	}
	if err := m.suits(len(m.Players) + 1); err != nil {
		return err
	}
	asked := m.settleInvitation(p.ID, askAgreed)
	m.Players = append(m.Players, p)
	switch m.Redraw(); {
	case len(m.Players) < m.Info.MaxSeats:
		if asked && len(m.Waiting()) == 0 && len(m.Players) >= m.Info.MinSeats {
			m.tell("news.invite.all")
			m.Repost()
		}
		return nil
	case !m.Info.Chance && seen != m.Changes && asked:
		return games.Refuse(changedChallenge, "Name", m.Players[0].Name)
	case !m.Info.Chance && seen != m.Changes:
		return games.Refuse(changedTable, "Name", m.Players[0].Name)
	case !m.Info.Chance:
		return m.begin(v)
	}
	m.Begins = outsideQuiet(opener, m.Now.Add(beginsAfter))
	m.Repost() // a message calls the opener
	return nil
}

// outsideQuiet returns a moment or, if it lies in the quiet hours of a person, their end.
func outsideQuiet(p storage.Person, at time.Time) time.Time {
	if quiet, ok := clock.QuietOf(p).At(at); ok {
		return quiet.To
	}
	return at
}

// BeginsBy reports whether the game of a full table is to begin by itself by a moment.
func BeginsBy(head storage.Head, by time.Time) bool {
	return head.Phase == storage.Open && !head.Begins.IsZero() && !head.Begins.After(by)
}

// BeginByItself begins the game of a full table, unless its opener has quiet hours by now. Where it cannot begin, its
// players are left to see why. Nobody presses a button who could be refused a rated game, so it is not rated if not
// everybody in the server may view its channel any more. It returns [ErrStale] if it is not the time.
func (m *Match) BeginByItself(opener storage.Person, public bool) error {
	if !BeginsBy(m.Head, m.Now) {
		return ErrStale
	}
	if at := outsideQuiet(opener, m.Now); at.After(m.Now) {
		m.Begins = at
		m.Redraw()
		return nil
	}
	before := m.Head
	if m.Rated != nil && !public {
		m.Rated = nil
		m.tell("news.unrated")
	}
	if err := m.begin(Venue{}); err != nil {
		m.Head, m.Begins = before, time.Time{}
		m.Redraw()
	}
	return nil
}

// Leave has a person get up from an open table. Its opener cannot.
func (m *Match) Leave(p storage.Player) error {
	if err := m.atTable(p.ID); err != nil {
		return err
	}
	switch m.SeatOf(p.ID) {
	case games.Spectator:
		return games.Refuse("refuse.not-there")
	case 0:
		return games.Refuse("refuse.host-leaves")
	}
	m.Players = slices.DeleteFunc(m.Players, func(o storage.Player) bool { return o.ID == p.ID })
	m.Begins = time.Time{}
	m.reopens()
	m.Redraw()
	return nil
}

// Start begins the game at an open table, for somebody who sits there.
func (m *Match) Start(person string, v Venue) error {
	switch err := m.atTable(person); {
	case err != nil:
		return err
	case m.SeatOf(person) == games.Spectator:
		return games.Refuse("refuse.not-seated")
	case len(m.Players) < m.Info.MinSeats:
		return games.Refuse("refuse.too-few", "Game", m.Info.Title, "Count", m.Info.MinSeats)
	}
	m.Starts = m.SeatOf(person) == 0
	return m.begin(v)
}

// StartAtOnce begins the game at a table where everybody sits who is to play. A table that
// has begun stays as it is: the request has come before.
func (m *Match) StartAtOnce(v Venue) error {
	if m.Phase != storage.Open {
		return nil
	}
	return m.begin(v)
}

// Cancel ends a table, for its opener.
func (m *Match) Cancel(p storage.Player) error {
	switch err := m.atTable(p.ID); {
	case err != nil:
		return err
	case m.SeatOf(p.ID) != 0:
		return games.Refuse("refuse.not-host", "Name", m.Players[0].Name, "Challenge", m.Invited != nil)
	}
	m.End("cancelled", p.Name)
	m.Redraw()
	return nil
}

// Accept begins the game of a challenge, for the person who is challenged. Their button says
// how often the options had been changed when it was made: nobody accepts what they did not see.
func (m *Match) Accept(p storage.Player, seen int, v Venue) error {
	if err := m.atTable(p.ID); err != nil {
		return err
	}
	if err := m.mayAccept(p.ID); err != nil {
		return err
	}
	if seen != m.Changes {
		return games.Refuse(changedChallenge, "Name", m.Players[0].Name)
	}
	p.Word = m.Invited.Word
	m.Players = append(m.Players, p)
	return m.begin(v)
}

// CheckOptions returns the options of a game, complete. They are checked one by one, and all
// together by starting a game of the fewest players. Where they do not go together and the game proposes others, full
// has those, and instead says so.
func CheckOptions(game games.Game, given map[string]string) (full map[string]string, instead games.Text, err error) {
	info := game.Info()
	if full, err = info.Complete(given); err != nil {
		return nil, instead, err
	}
	_, err = game.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: info.With(full).MinSeats, Options: full})
	var refusal *games.Refusal
	if errors.As(err, &refusal) && refusal.Instead != nil {
		return refusal.Instead.Options, refusal.Instead.Said, nil
	}
	return full, instead, err
}

// suits returns a refusal if the options of a table are not for so many players.
func (m *Match) suits(players int) error {
	if players <= m.Info.MinSeats {
		return nil
	}
	s := m.Setup
	s.Rules, s.Seats, s.Deal = m.Info.Rules, players, nil
	_, err := m.Game.Start(s)
	return err
}

// MayChoose returns a refusal unless a person may choose the options at a table.
func (m *Match) MayChoose(person string) error {
	switch err := m.atTable(person); {
	case err != nil:
		return err
	case m.SeatOf(person) != 0:
		return games.Refuse("refuse.not-host-options", "Name", m.Players[0].Name)
	}
	return nil
}

// SetOptions sets options at an open table, all of them or none, for the opener of the table: those of the game, who moves
// first, the time, how many games it is for, and whether it is strict or rated. instead says what else is set where the
// options do not go together.
func (m *Match) SetOptions(person string, given map[string]string) (instead games.Text, err error) {
	if err := m.MayChoose(person); err != nil {
		return instead, err
	}
	before := m.Head
	changed, instead, err := m.setOptions(given)
	switch {
	case err != nil || !changed:
	case m.Two > 0 && m.First != Firsts[0]:
		err = games.Refuse("refuse.two.first")
	case m.Rated != nil:
		err = m.MayRate()
	}
	if err != nil {
		m.Head, m.Info = before, ofTable(m.Game.Info(), before)
		return instead, err
	}
	if changed {
		m.Changes++
		m.Redraw()
	}
	return instead, nil
}

// setOptions is [Match.SetOptions] without what all of them need. After an error some are set. Who moves first comes last,
// as chance decides where two games or a rated one are chosen.
func (m *Match) setOptions(given map[string]string) (changed bool, instead games.Text, err error) {
	rest := maps.Clone(given)
	for _, o := range []struct {
		name   string
		values []string // none for any
		now    func() string
		set    func(value string) error
	}{
		{TurnTime, nil, func() string { return "" }, func(value string) error {
			time, ok := m.TimeWith(value)
			if !ok {
				return games.Refuse("refuse.button")
			}
			was := m.Limits()
			was.Strict = m.Strict
			m.Allowance, m.TimeSet, changed = time, true, changed || time != was
			return nil
		}},
		{Strict, OffOn, m.StrictValue, func(value string) error { m.Strict = value == OffOn[1]; return nil }},
		{TwoGames, Matches, m.MatchValue, m.SetMatch},
		{Rated, OffOn, m.RatedValue, func(value string) error { return m.setRated(value == OffOn[1]) }},
		{FirstMove, Firsts, func() string { return m.First }, func(value string) error { m.First = value; return nil }},
	} {
		value, ok := given[o.name]
		delete(rest, o.name)
		if !ok || value == o.now() {
			continue
		}
		if o.values != nil && !slices.Contains(o.values, value) {
			return changed, instead, games.Refuse("refuse.button")
		}
		changed = changed || o.name != TurnTime
		if err := o.set(value); err != nil {
			return changed, instead, err
		}
	}
	if len(rest) == 0 {
		return changed, instead, nil
	}
	options := maps.Clone(m.Setup.Options)
	maps.Copy(options, rest)
	if options, instead, err = CheckOptions(m.Game, options); err != nil || maps.Equal(options, m.Setup.Options) {
		return changed, instead, err
	}
	m.Setup.Options = options
	m.Info = ofTable(m.Game.Info(), m.Head)
	return true, instead, m.suits(len(m.Players))
}

// Decline ends a challenge, for the person who is challenged, or turns an invitation down.
func (m *Match) Decline(p storage.Player) error {
	if err := m.atTable(p.ID); err != nil {
		return err
	}
	if m.Invited == nil {
		return m.decline(p)
	}
	if err := m.mayAccept(p.ID); err != nil {
		return err
	}
	m.End("declined", p.Name)
	m.Redraw()
	m.Repost() // a message calls the opener
	return nil
}

// TurnDown declines for a person what is asked in a match: a challenge, an invitation, or a rematch even if they have
// agreed to it. It returns [ErrStale] if nothing is asked.
func (m *Match) TurnDown(by storage.Player) error {
	if m.Phase == storage.Open && (m.Invited != nil || m.Awaits(by.ID)) {
		return m.Decline(by)
	}
	i := slices.IndexFunc(m.Asks, func(a storage.Ask) bool { return a.About == AboutRematch && a.Answer == "" })
	if i < 0 {
		return ErrStale
	}
	m.Asks = slices.Clone(m.Asks)
	m.Asks[i].Agreed = Without(m.Asks[i].Agreed, func(id string) bool { return id == by.ID })
	_, _, err := m.AnswerAsk(m.SeatOf(by.ID), m.Asks[i].Number, false)
	return err
}

// mayAccept returns a refusal unless a person is the one who is challenged.
func (m *Match) mayAccept(person string) error {
	if m.Invited == nil {
		return games.Refuse("refuse.button")
	}
	switch {
	case m.Invited.ID == person:
		return nil
	case m.SeatOf(person) != games.Spectator:
		return games.Refuse("refuse.invited.own", "Name", m.Invited.Name)
	}
	return games.Refuse("refuse.invited", "Name", m.Invited.Name)
}

// SayWord takes a player's word for the deal. A word is shown to all at once and stays. It
// is asked for once the commitment is shown and not before: the owner of the bot must not
// know it when the secret is drawn.
func (m *Match) SayWord(person, word string) error {
	err := m.MaySayWord(person)
	switch {
	case err != nil:
		return err
	case utf8.RuneCountInString(word) > MaxWord:
		return games.Refuse("refuse.word.long", "Most", MaxWord)
	case word == "":
		return games.Refuse("refuse.word.empty")
	}
	m.whose(person).Word = word
	m.Redraw()
	return nil
}

// MaySayWord returns a refusal unless a person may say a word for the deal.
func (m *Match) MaySayWord(person string) error {
	if err := m.atTable(person); err != nil {
		return err
	}
	switch p := m.whose(person); {
	case p == nil:
		return games.Refuse("refuse.not-seated")
	case p.Word != "":
		return games.Refuse("refuse.word.said", "Word", p.Word)
	}
	return nil
}

// whose returns a person at an open table as a player, nil for somebody else. The word of a
// person who is challenged counts, and is shown, once they accept.
func (m *Match) whose(person string) *storage.Player {
	if seat := m.SeatOf(person); seat != games.Spectator {
		return &m.Players[seat]
	}
	if m.Invited != nil && m.Invited.ID == person {
		return m.Invited
	}
	return nil
}

// MayEngage returns a refusal unless a person may seat an opponent.
func (m *Match) MayEngage(person string) error {
	switch err := m.atTable(person); {
	case err != nil:
		return err
	case m.SeatOf(person) == games.Spectator:
		return games.Refuse("refuse.not-seated-opponent")
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	}
	return nil
}

// Engage seats an opponent, for somebody at the table. Their button says how many opponents
// sat there when it was made, so one click, however often it arrives, seats one.
func (m *Match) Engage(person, seated string, h Hire) error {
	if err := m.stillSeated(person, seated); err != nil {
		return err
	}
	m.Redraw()
	return m.SeatOpponent(h)
}

// SeatOpponent seats an opponent at an open table.
func (m *Match) SeatOpponent(h Hire) error {
	switch {
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case m.Invited != nil:
		return games.Refuse("refuse.invited", "Name", m.Invited.Name)
	case m.Rated != nil:
		return games.Refuse("refuse.rated.parlour")
	case m.Two > 0:
		return games.Refuse("refuse.two.people")
	case len(m.Players) == m.Info.MaxSeats:
		return games.Refuse("refuse.full-table")
	case m.Free() <= 0:
		return games.Refuse("refuse.invite.full")
	}
	if err := m.suits(len(m.Players) + 1); err != nil {
		return err
	}
	m.Players = append(slices.Clone(m.Players), m.Hired(h))
	return nil
}

// Dismiss sends away the opponent that sat down last, as [Match.Engage] seats one.
func (m *Match) Dismiss(person, seated string) error {
	if err := m.stillSeated(person, seated); err != nil {
		return err
	}
	for i, p := range slices.Backward(m.Players) {
		if p.Level != "" {
			m.Players = slices.Delete(slices.Clone(m.Players), i, i+1)
			m.Begins = time.Time{}
			m.reopens()
			m.Redraw()
			return nil
		}
	}
	return games.Refuse("refuse.button")
}

// stillSeated returns a refusal unless a person may seat an opponent and as many opponents
// sit at the table as their button says.
func (m *Match) stillSeated(person, seated string) error {
	switch err := m.MayEngage(person); {
	case err != nil:
		return err
	case seated != strconv.Itoa(m.Opponents()):
		return games.Refuse("refuse.reseated")
	}
	return nil
}

// begin turns an open table into a game. It makes the seed of the secret and the words,
// gives out the seats and fixes the version of the rules. A click from the table's own
// channel says what the bot may do there; for others, what was known when it opened counts.
func (m *Match) begin(v Venue) error {
	if v.Channel == m.Home {
		if v.Refusal != nil {
			return v.Refusal
		}
		m.Thread = v.Threads
	}
	m.setSeed()
	var order [32]byte // apart from the seed, from which the game alone draws
	if err := draw(m.Random, order[:]); err != nil {
		return err
	}
	sat := m.Players
	m.Players = slices.Clone(sat)
	switch m.First {
	case "me":
	case "them":
		m.Players = append(m.Players[1:], m.Players[0])
	default:
		rand.New(rand.NewChaCha8(order)).Shuffle(len(m.Players), func(i, j int) {
			m.Players[i], m.Players[j] = m.Players[j], m.Players[i]
		})
	}
	for _, p := range sat {
		m.Order = append(m.Order, m.SeatOf(p.ID))
	}
	if err := m.beginRated(v); err != nil {
		return err
	}
	m.Setup.Rules, m.Setup.Seats = m.Info.Rules, len(m.Players)
	if _, err := m.Game.Start(m.Setup); err != nil {
		return err
	}
	if !m.TimeSet && len(m.People()) == 1 { // nobody waits for them
		m.Allowance = storage.Allowance{}
	}
	m.Phase, m.Began, m.Begins = storage.Playing, m.Now, time.Time{}
	m.closeInvitations()
	m.Repost()
	return nil
}

// NewTable returns an open table for a game, which is not stored yet, with a secret drawn for
// its deal. It takes the id, the moment, the players, the options, the time and the place from
// a head.
func (e *Env) NewTable(game games.Game, head storage.Head) (*Match, error) {
	info := game.Info()
	head.Phase, head.Setup.Game = storage.Open, info.Name
	head.NextCheck, head.Channel, head.Desired.Post = head.Created, head.Home, 1
	if err := FixDeal(&head.Lobby, info, e.Random); err != nil {
		return nil, err
	}
	return &Match{Match: storage.Match{Head: head}, Game: game, Info: ofTable(info, head)}, nil
}

// opensOnce is how long a command that is repeated opens no second table.
const opensOnce = time.Minute

// SameTable reports whether a table was opened by the same command as another, less than a
// minute before it, and waits or is played: its opener pressed twice, or took the first answer for
// lost, though others saw the table and came. The last lesson of a game is the same until it is over.
func SameTable(before, now storage.Head) bool {
	if before.Lesson > 0 && before.Lesson == now.Lesson && before.Setup.Game == now.Setup.Game {
		return true
	}
	return before.Lesson == now.Lesson && openedBy(before, now.Players[0].ID) && now.Created.Sub(before.Created) < opensOnce &&
		before.Home == now.Home && before.First == now.First && (before.Rated == nil) == (now.Rated == nil) && before.Two == now.Two &&
		sameTime(before, now) &&
		before.Setup.Game == now.Setup.Game && maps.Equal(before.Setup.Options, now.Setup.Options) &&
		challengedAt(before) == challengedAt(now) && slices.Equal(invitedTo(before), invitedTo(now)) && slices.Equal(levelsAt(before), levelsAt(now))
}

// sameTime reports whether a table has the times of another, or had them until its game of one person began.
func sameTime(before, now storage.Head) bool {
	if before.Phase == storage.Playing && !before.TimeSet && !now.TimeSet && !before.Limited() {
		return true
	}
	return before.Allowance == now.Allowance
}

// openedBy reports whether a person has opened a table and still sits there, or plays the game that has
// begun at it. Nobody has opened a rematch: it had no table.
func openedBy(head storage.Head, person string) bool {
	switch head.Phase {
	case storage.Open:
		return head.Players[0].ID == person
	case storage.Playing:
		return !head.Again && len(head.Order) > 0 && head.Order[0] == SeatIn(head, person)
	}
	return false
}

// challengedAt returns the id of the person who is challenged at a table, empty for none.
func challengedAt(head storage.Head) string {
	if head.Invited == nil {
		return ""
	}
	return head.Invited.ID
}

// invitedTo returns the ids of the people who were asked to a table, sorted.
func invitedTo(head storage.Head) (ids []string) {
	for _, i := range head.Invitations {
		ids = append(ids, i.ID)
	}
	slices.Sort(ids)
	return ids
}

// levelsAt lists the levels of Parlour's opponents at a table, sorted.
func levelsAt(head storage.Head) []games.Level {
	var all []games.Level
	for _, p := range head.Players {
		if p.Level != "" {
			all = append(all, p.Level)
		}
	}
	slices.Sort(all)
	return all
}

// BeginNext stores the rematch that a match names, unless it is stored. It begins where the
// match was played, and is due at once.
func (e *Env) BeginNext(ctx context.Context, m *Match) error {
	if m.Next == "" {
		return nil
	}
	switch _, err := e.Store.Get(ctx, m.Next); {
	case err == nil, errors.Is(err, storage.ErrDamaged):
		return nil
	case !errors.Is(err, storage.ErrNotFound):
		return err
	}
	head, err := e.follower(m, m.Next)
	if err != nil {
		return err
	}
	head.Two = min(m.Two, 1)
	_, err = e.beginAfter(ctx, head)
	return err
}

// beginAfter stores a game that begins after another one, with its number, and reports whether it was not stored yet.
func (e *Env) beginAfter(ctx context.Context, head storage.Head) (begun bool, err error) {
	number := func(s *storage.Series) { head.Number = s.Number(head.ID) }
	if err := e.changeSeries(ctx, storage.SeriesOf(head), number); err != nil {
		return false, err
	}
	if _, err = e.Store.Create(ctx, head); errors.Is(err, storage.ErrExists) {
		return false, nil
	}
	return err == nil, err
}

// follower returns the head of a rematch, or of the second game of a match of two: a game that has begun, with the same
// options and times, in which everybody sits one seat further and Parlour may play at another level. It has what is
// named here and nothing else of the game before.
func (e *Env) follower(m *Match, id string) (storage.Head, error) {
	now := e.Now()
	head := storage.Head{
		ID: id, Created: now, NextCheck: now,
		Lobby: storage.Lobby{
			Phase: storage.Playing, First: m.First, Again: true, Began: now,
			Setup: games.Setup{
				Game: m.Setup.Game, Rules: m.Info.Rules, Seats: len(m.Players), Options: maps.Clone(m.Setup.Options),
			},
		},
		Timing: storage.Timing{Allowance: m.Allowance, TimeSet: m.TimeSet},
		Place: storage.Place{
			Palette: m.Palette, Lang: m.Lang, Guild: m.Guild, Guest: m.Guest, Alone: m.Alone,
			Channel: m.Channel, Home: m.Home, Above: m.Above, Private: m.Private, Table: m.Table, Deal: cmp.Or(m.Deal, m.TableCode()),
		},
		Publication: storage.Publication{
			Desired: storage.Revision{Post: 2}, Published: storage.Revision{Post: 1}, // the table was shown
		},
	}
	if head.Alone {
		head.Published = head.Desired
	}
	if err := FixDeal(&head.Lobby, m.Game.Info(), e.Random); err != nil {
		return storage.Head{}, err
	}
	first := m.FirstAgain()
	for i := range m.Players {
		p := m.Players[(int(first)+i)%len(m.Players)]
		p.Word = ""
		if p.Level != "" && m.NextLevel != "" {
			p.Level, p.Name = m.NextLevel, e.OpponentName(m.Lang, m.NextLevel, OpponentNumber(p))
		}
		head.Players = append(head.Players, p)
	}
	if m.RatedAgain() {
		head.Rated = ratedSeats(head.Players)
	}
	next := &Match{Match: storage.Match{Head: head}, Game: m.Game, Info: m.Info, Random: e.Random}
	for seat := range games.Seat(len(next.Players)) {
		next.Order = append(next.Order, seat)
	}
	next.setSeed()
	return next.Head, nil
}

// Alike returns an open table with the options and times of a match, for a person. If nobody asked for those times,
// it has the usual ones. Its request makes its id. The caller says where it is.
func (e *Env) Alike(m *Match, request string, opener storage.Player, place storage.Place,
	usual storage.Allowance) (*Match, error) {
	timing := storage.Timing{Allowance: m.Allowance, TimeSet: m.TimeSet}
	if !m.TimeSet {
		usual.Strict = m.Strict
		timing = storage.Timing{Allowance: usual}
	}
	two := 0
	if place.Guild != "" {
		two = min(m.Two, 1)
	}
	return e.NewTable(m.Game, storage.Head{
		ID: IDOf(request), Created: e.Now(),
		Lobby: storage.Lobby{
			Setup: games.Setup{Options: maps.Clone(m.Setup.Options)}, Players: []storage.Player{opener},
			First: "random", Two: two,
		},
		Timing: timing,
		Place:  place,
	})
}
