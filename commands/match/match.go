// Package match is a match: how it is read, replayed, decided about and committed; whose turn it is, which
// match somebody means, and what is due for this process.
//
// Its policy: a match is a setup and a log of plies, and its position is replayed from
// them. A decision is a function of a [Match]: it changes the head, returns the plies to
// append or an error, and sends nothing. [Env.Change] takes a decision about the newest version
// and commits it; the loser of a race reads again and decides again. A channel is an id here, and
// a refusal is a key and values, in which people are seats: package message says it with their
// names.
//
// # What the head knows
//
// With each commit the head says whose turn it is and what the match wants of a person (heads.go). So lists
// read heads and no logs.
//
// # What is due
//
// What another process has claimed is left alone as long as the lease of that process holds, whatever the
// clocks of the two say; the owner looks at it again itself. Once that lease has ended, anybody may take it,
// even before it is due again. What nobody has claimed goes to the process that is first (heads.go).
//
// # Shards and outages
//
// What counts for a server is its own shard of the gateway. While that is away nobody there can move, so no
// clock of theirs expires, and afterwards they get the time back; other servers notice nothing (outage.go).
//
// # Where Parlour is a guest
//
// In the direct messages of friends, or of a group, it can only answer, and a message that is pressed can be
// changed. A press on a message tells that this message shows the match, so nothing is searched for, nor
// posted twice (board.go).
//
// # Refused by a channel
//
// A match whose channel is gone, or takes no messages of Parlour's, is not tried again until something changes.
// Its people are told so, and can move it or have it tried again. The head alone says which matches these are,
// so a crash between a commit and its publication loses nothing (board.go).
//
// # Tables
//
// A table is changed by decisions, as a game is by moves: who sits there, what is played, when it begins. A rematch
// is a table too (lobby.go). When somebody comes in, gate.go asks how many games and tables they have, and who may
// challenge them.
//
// # Matches of two
//
// Two people can play two games at once, with seats swapped. Each is a match of its own (two.go).
//
// # Proofs
//
// A match draws its deal before anybody says a word, and proves that nothing was changed since, by a code of
// everything that is fixed at a moment. What is secret now is in nothing that tells of it, the full
// [Match.Record] apart. [Match.Secretive] says whether a match has one that may be told (proof.go).
//
// The entry points are [Env.Load], [Env.Change], [Times.Enforce] and the decisions, such as
// [Match.Play], [Match.Ask] and [Match.Join].
package match

import (
	"io"
	"slices"
	"strconv"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// A Match is a stored match with the position that its log leads to.
type Match struct {
	storage.Match
	Game  games.Game
	Info  games.Info
	State games.State // nil while the table is open, and for rules of an unknown version
	Turn  int         // number of the turn, as [games.Replay] counts
	Times Times       // read by [Env.Change] while the game is played
	Now   time.Time   // when it was read or last committed

	Playouts  int    // of the opponent that moves, if it had fewer than its level has; else 0
	RequestID string // the request that changes it; empty for what Parlour does by itself
	Here      bool   // whether that request came from the server

	// Interrupted is when an earlier publication was begun that never finished, zero for
	// none. Messages that it posted may be there though the head does not name them.
	Interrupted time.Time

	Tally Tally // read by publish for the board at the end
	// the other game of a match of two as it was when this one was read; nil if there is none
	Other  *storage.Head
	Random io.Reader // draws seats

	unclaimed bool // whether the caller of the decision publishes nothing
	steps     []Step
}

// A Step is one ply of the log, with the position before and after it.
type Step struct {
	storage.Entry
	Turn      int  // the turn in which it was made
	EndsTurn  bool // whether another turn began with it
	TakenBack bool // whether it was taken back later
	Before    games.State
	After     games.State
}

// Steps returns the log with its positions. It is empty where State is nil.
func (m *Match) Steps() []Step { return m.steps }

// StateAt returns the position after the first plies of the log.
func (m *Match) StateAt(plies int) games.State {
	if plies < len(m.steps) {
		return m.steps[plies].Before
	}
	return m.State
}

// SeatOf returns the seat of a person, or [games.Spectator].
func (m *Match) SeatOf(person string) games.Seat { return SeatIn(m.Head, person) }

// SeatIn returns the seat of a person in a match, or [games.Spectator].
func SeatIn(head storage.Head, person string) games.Seat {
	return games.Seat(slices.IndexFunc(head.Players, func(p storage.Player) bool { return p.ID == person }))
}

// Owing returns the clock of a person whose turn runs in a match; ok is false if none does.
func Owing(head storage.Head, person string) (seat games.Seat, ok bool) {
	seat = SeatIn(head, person)
	return seat, head.Phase == storage.Playing && runs(head, seat)
}

// runs reports whether the turn of a seat runs.
func runs(head storage.Head, seat games.Seat) bool {
	return seat >= 0 && int(seat) < len(head.Clocks) && !head.Clocks[seat].Since.IsZero()
}

// Seated returns the seat of a person in a game that has begun, or a refusal.
func (m *Match) Seated(person string) (games.Seat, error) {
	if m.Phase == storage.Open {
		return games.Spectator, games.Refuse("refuse.not-started", "Game", m.Info.Title)
	}
	if seat := m.SeatOf(person); seat != games.Spectator {
		return seat, nil
	}
	return games.Spectator, games.Refuse(m.OnlookerKey(), "Players", m.Others(games.Spectator), "Count", len(m.Players))
}

// OnlookerKey is the key of the sentence that tells a person without a seat who plays, or played.
func (m *Match) OnlookerKey() string {
	if !m.Phase.Live() {
		return "refuse.onlooker-over"
	}
	return "refuse.onlooker"
}

// Playing returns a refusal unless the match is being played.
func (m *Match) Playing() error {
	switch {
	case m.Phase == storage.Open:
		return games.Refuse("refuse.not-started", "Game", m.Info.Title)
	case m.Phase != storage.Playing:
		return games.Refuse("refuse.over")
	case m.State == nil:
		return games.ErrRules
	}
	return nil
}

// goesOn reports whether the match is being played, by rules that are known.
func (m *Match) goesOn() bool { return m.Phase == storage.Playing && m.State != nil }

// Owes reports whether a seat owes a move.
func (m *Match) Owes(s games.Seat) bool {
	return m.goesOn() && slices.Contains(m.State.ToMove(), s)
}

// In reports whether the player of a seat still plays.
func (m *Match) In(s games.Seat) bool {
	return m.goesOn() && slices.Contains(m.State.In(), s)
}

// Others returns every seat but one.
func (m *Match) Others(but games.Seat) []games.Seat {
	var seats []games.Seat
	for s := range games.Seat(len(m.Players)) {
		if s != but {
			seats = append(seats, s)
		}
	}
	return seats
}

// IsPerson reports whether a person has a seat, not one of Parlour's opponents.
func (m *Match) IsPerson(s games.Seat) bool { return m.Players[s].Level == "" }

// People returns the seats of people. There is at least one.
func (m *Match) People() []games.Seat {
	return slices.DeleteFunc(m.Others(games.Spectator), func(s games.Seat) bool { return !m.IsPerson(s) })
}

// PeopleIn returns the seats of people who still play.
func (m *Match) PeopleIn() []games.Seat {
	return Without(m.State.In(), func(s games.Seat) bool { return !m.IsPerson(s) })
}

// Opponent returns Parlour's player of the game, nil if there is none.
func (m *Match) Opponent() games.Opponent {
	o, _ := m.Game.(games.Opponent)
	return o
}

// Opponents returns the number of seats that Parlour's opponents have.
func (m *Match) Opponents() int { return len(m.Players) - len(m.People()) }

// Deserted reports whether only opponents play on, and wait for people who have left.
func (m *Match) Deserted() bool {
	if !m.goesOn() {
		return false
	}
	return len(m.State.In()) > 0 && len(m.PeopleIn()) == 0 && len(m.Missing()) > 0
}

// Missing returns the seats of people who have left and can come back.
func (m *Match) Missing() []games.Seat {
	return slices.DeleteFunc(m.People(), func(s games.Seat) bool { return m.In(s) || !m.canPlay(m.State, s) })
}

// Late returns the seat whose clock has expired and whose opponent is asked to decide, or
// [games.Spectator].
func (m *Match) Late() games.Seat {
	return games.Seat(slices.IndexFunc(m.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() }))
}

// OwedBy returns the ids of the people who owe an answer about a clock that has expired,
// else a move.
func (m *Match) OwedBy() []string {
	seats := m.State.ToMove()
	late := m.Late()
	if late != games.Spectator {
		seats = m.Others(late)
	}
	var ids []string
	for _, s := range seats {
		if id := m.Players[s].ID; m.IsPerson(s) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Bidding reports whether the seats owe secret bids.
func (m *Match) Bidding() bool {
	return m.Phase == storage.Playing && games.Bids(m.State)
}

// MayBid returns a refusal unless the seats owe secret bids.
func (m *Match) MayBid() error {
	if err := m.Playing(); err != nil || m.Bidding() {
		return err
	}
	if _, bids := m.State.(games.Bidder); !bids {
		return games.Refuse("refuse.no-bids", "Game", m.Info.Title)
	}
	return games.Refuse("refuse.no-bid")
}

// AskedDirectly reports whether a person got a direct message that asks for the bid that
// they owe, or was asked by the answer to their press.
func (m *Match) AskedDirectly(person string) bool {
	return m.Bidding() && slices.ContainsFunc(m.Asked, func(d storage.Direct) bool {
		return d.Player == person && d.Turn == m.Turn && (d.Message != "" || d.Spot)
	})
}

// AskOnTheSpot notes that the answer to a press asks the player of a seat for the bid of the auction that their ply
// begins: in the direct message that was pressed, which is empty for none, or where only they see it. It does not as long
// as the code of the bids before is not shown: the answer would reveal them.
func (m *Match) AskOnTheSpot(seat games.Seat, move games.Move, pressed storage.Direct) {
	next, err := m.State.Play(seat, move)
	if err != nil || m.Solo() || m.Announced < len(m.Log) || games.SameTurn(m.State, next, seat) ||
		!games.Bids(next) || !slices.Contains(next.ToMove(), seat) {
		return
	}
	pressed.Player, pressed.Turn, pressed.Spot = m.Players[seat].ID, m.Turn+1, true
	m.Asked = append(Without(m.Asked, func(d storage.Direct) bool {
		return pressed.Message != "" && d.Message == pressed.Message
	}), pressed)
}

// DoubtSpots has people asked once more whom the answer to their press asked for the bid of this turn, as a crash may have
// lost that answer. The direct message that they pressed is one of the turn before.
func (m *Match) DoubtSpots() {
	m.Asked = slices.Clone(m.Asked)
	for i, d := range m.Asked {
		if d.Spot && d.Turn == m.Turn {
			m.Asked[i].Spot, m.Asked[i].Turn = false, m.Turn-1
		}
	}
}

// AskedOnTheSpot reports whether the answer to a press of theirs asks the player of a seat for the bid that they owe.
func (m *Match) AskedOnTheSpot(seat games.Seat) bool {
	return m.Bidding() && m.Owes(seat) && slices.ContainsFunc(m.Asked, func(d storage.Direct) bool {
		return d.Player == m.Players[seat].ID && d.Turn == m.Turn && d.Spot
	})
}

// Visible reports whether a person may see the match from a channel: anybody from the
// match's own channels, its players and the invited person from elsewhere.
func (m *Match) Visible(person, channel string) bool {
	return channel == m.Channel || channel == m.Home || m.SeatOf(person) != games.Spectator ||
		m.Awaits(person)
}

// MaySee returns a refusal unless a person may see the match from a channel. A button can be
// forged, so every press is held to it, and so is every match that is named.
func (m *Match) MaySee(person, channel string) error {
	if !m.Visible(person, channel) {
		return games.Refuse("refuse.hidden")
	}
	return nil
}

// MadeBy returns the move that a request has made, if the request came before.
func (m *Match) MadeBy(request string) (games.Move, bool) {
	i := slices.IndexFunc(m.Log, func(e storage.Entry) bool { return e.RequestID == request && !e.Move.System() })
	if i < 0 {
		return "", false
	}
	return m.Log[i].Move, true
}

// LastChange returns when the last ply was made, or when the table opened.
func (m *Match) LastChange() time.Time {
	if len(m.Log) == 0 {
		return m.Created
	}
	return m.Log[len(m.Log)-1].At
}

// RefuseClosed returns the refusal of a click on a table that is open no more.
func (m *Match) RefuseClosed() error {
	switch {
	case m.Invited != nil && m.Ended == "declined":
		return games.Refuse("refuse.declined")
	case m.Ended == "expired":
		return games.Refuse("refuse.expired")
	case m.Phase == storage.Off && m.Setup.Rules == 0:
		return games.Refuse("refuse.cancelled")
	case m.Invited != nil:
		return games.Refuse("refuse.accepted")
	}
	return games.Refuse("refuse.started")
}

// RefuseLeft returns the refusal of the player of a seat that is out. It says whether they can
// come back.
func (m *Match) RefuseLeft(seat games.Seat) error {
	if MayReturn(m.State, seat) {
		return games.Refuse("refuse.left-back")
	}
	return games.Refuse("refuse.left")
}

// MayReturn reports whether a seat that is out can play again.
func MayReturn(s games.State, seat games.Seat) bool {
	_, err := s.Play(seat, games.Return)
	return err == nil
}

// canPlay reports whether somebody can play on in a seat: its player still plays, or can
// come back and has time left.
func (m *Match) canPlay(s games.State, seat games.Seat) bool {
	return slices.Contains(s.In(), seat) || MayReturn(s, seat) && !m.spent(seat)
}

// spent reports whether a seat has used up its total time.
func (m *Match) spent(seat games.Seat) bool { return spent(m.Head, seat) }

// tell adds news to the next public message.
func (m *Match) tell(key string, pairs ...any) {
	if m.NewsOf <= m.Published.Post { // the old news is told
		m.News = nil
	}
	m.News = append(slices.Clone(m.News), games.Say(key, pairs...))
	m.NewsOf = max(m.Desired.Post, m.Published.Post+1)
}

// Without returns a list without what is of a kind. The list itself stays as it is.
func Without[T any](list []T, is func(T) bool) []T { return slices.DeleteFunc(slices.Clone(list), is) }

// IDOf makes the id of a match from the id of the request that opens it: the same number
// in base 36. So the same request opens one match however often it arrives.
func IDOf(request string) string {
	n, err := strconv.ParseUint(request, 10, 64)
	if err != nil {
		return request
	}
	return strconv.FormatUint(n, 36)
}

// The settings of a table besides the options of its game. Their names have a hyphen, which no option
// has.
const (
	FirstMove = "first-move"  // one of [Firsts]
	TurnTime  = "turn-time"   // as [clock.FormatTime] writes it
	Strict    = "strict-time" // one of [OffOn]: whether clocks run on while people are away
	Rated     = "rated-game"  // one of [OffOn]
	TwoGames  = "match-games" // one of [Matches]
)

// OffOn are the values of a setting that a table has or not, the usual one first.
var OffOn = []string{"off", "on"}

// StrictValue returns which of [OffOn] a table has for strict clocks.
func (m *Match) StrictValue() string { return offOn(m.Strict) }

// RatedValue returns which of [OffOn] a table has for a rated game.
func (m *Match) RatedValue() string { return offOn(m.Rated != nil) }

// offOn returns which of [OffOn] a setting is.
func offOn(on bool) string {
	if on {
		return OffOn[1]
	}
	return OffOn[0]
}

// Firsts are the wishes for the first seat that a table can have, the usual one first.
var Firsts = []string{"random", "me", "them"}

// MostTurn is the longest time for a turn that a table can have.
const MostTurn = 14 * 24 * time.Hour

// UsualTurn is the time for a turn where nobody says otherwise.
const UsualTurn = 3 * 24 * time.Hour

// TurnTimes are usual times for a turn; 0 is no limit.
func TurnTimes() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{3 * day, day, 12 * time.Hour, time.Hour, 5 * time.Minute, time.Minute, 7 * day, MostTurn, 0}
}

// MostTotal is the longest time for all turns of a player that a table can have, and the most that a bank can hold.
const MostTotal = 60 * 24 * time.Hour

// UsualBanks are usual clocks with a bank.
func UsualBanks() []storage.Allowance {
	const day = 24 * time.Hour
	return []storage.Allowance{
		{TotalTime: 3 * day, Gain: 8 * time.Hour, Cap: 7 * day},
		{TotalTime: 7 * day, Gain: day, Cap: 14 * day},
		{TotalTime: day, Gain: time.Hour, Cap: 2 * day},
	}
}

// MayHave reports whether a table can have a clock with a bank.
func MayHave(a storage.Allowance) bool {
	return min(a.TotalTime, a.Gain) >= LeastTime && max(a.TotalTime, a.Gain) <= a.Cap && a.Cap <= MostTotal
}

// TimeWith returns the time of a table where a time for a turn or a bank is chosen, as [clock.FormatTime] writes it. ok
// is false if it cannot be chosen. A time for a turn is no longer than all turns together; it takes the place of a bank,
// and a bank that of any other time.
func (m *Match) TimeWith(value string) (time storage.Allowance, ok bool) {
	if bank, ok := clock.ParseBank(value); ok {
		bank.Strict = m.Strict
		return bank, MayHave(bank)
	}
	if time = m.Allowance; time.Gain > 0 {
		time = storage.Allowance{Strict: m.Strict}
	}
	turn, ok := clock.ParseLimit(value)
	time.TurnTime = turn
	return time, ok && (turn == 0 || turn >= LeastTime && turn <= MostTurn && (time.TotalTime == 0 || turn <= time.TotalTime))
}

// MovesFirst reports whether one player moves first in the game of an open table. Nobody does where
// all choose at once, or one plays alone.
func (m *Match) MovesFirst() bool {
	setup := m.Setup
	setup.Rules, setup.Seats = m.Info.Rules, min(max(len(m.Players), m.Info.MinSeats, 2), m.Info.MaxSeats)
	start, err := m.Game.Start(setup)
	return err == nil && setup.Seats > 1 && len(start.ToMove()) == 1
}
