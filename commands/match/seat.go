package match

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
	"parlour/storage"
)

// MayOffer returns a refusal unless a seat may be offered to others: by its player, and
// after two missed turns by the others who play.
func (m *Match) MayOffer(by, seat games.Seat) error {
	switch {
	case int(seat) >= len(m.Clocks) || seat < 0:
		return games.Refuse("refuse.button")
	case m.Guild == "":
		return games.Refuse("refuse.seat-nobody")
	case slices.Contains(m.Offered, seat):
		return games.Refuse("refuse.seat-offered")
	case !m.canPlay(m.State, seat):
		return games.Refuse("refuse.seat-gone")
	case by != seat && (m.Clocks[seat].Missed < missedTurns || !m.In(by)):
		return games.Refuse("refuse.seat-kept", "Player", seat)
	}
	return nil
}

// OfferSeat offers a seat to anybody who sees the board.
func (m *Match) OfferSeat(by, seat games.Seat) error {
	if err := m.MayOffer(by, seat); err != nil {
		return err
	}
	m.Offered = append(slices.Clone(m.Offered), seat)
	m.Repost()
	return nil
}

// KeepSeat takes back the offer of a player's own seat.
func (m *Match) KeepSeat(by, seat games.Seat) error {
	if by != seat || !slices.Contains(m.Offered, seat) {
		return games.Refuse("refuse.seat-not-offered")
	}
	m.withdraw(seat)
	m.Redraw()
	return nil
}

// withdraw takes back the offer of a seat.
func (m *Match) withdraw(seat games.Seat) {
	m.Offered = Without(m.Offered, func(s games.Seat) bool { return s == seat })
}

// TakeSeat has a person who sees the match from a channel play on in a seat that is
// offered, with what that seat knows. A person who has sat at this table may know more,
// and is refused.
func (m *Match) TakeSeat(seat games.Seat, p storage.Player, own storage.Person, channel string) ([]games.Ply, error) {
	if err := m.MaySee(p.ID, channel); err != nil {
		return nil, err
	}
	switch err := m.Playing(); {
	case err != nil:
		return nil, err
	case m.SeatOf(p.ID) != games.Spectator:
		return nil, games.Refuse("refuse.seated")
	case slices.Contains(m.Past, p.ID):
		return nil, games.Refuse("refuse.seat-past")
	case !slices.Contains(m.Offered, seat):
		return nil, games.Refuse("refuse.seat-not-offered")
	}
	return m.replacePlayer(seat, p, own)
}

// replacePlayer puts a person or an opponent in the place of a seat's player. If the seat owes a
// move, its turn starts again, less the total time that the player before has used up. A seat
// that was out is in again.
func (m *Match) replacePlayer(seat games.Seat, p storage.Player, own storage.Person) (made []games.Ply, err error) {
	if !m.Clocks[seat].Since.IsZero() {
		m.restart(seat)
	}
	before := m.Players[seat]
	m.withdraw(seat)
	if !m.In(seat) {
		if made, err = m.ply(seat, games.Return); err != nil {
			return nil, err
		}
	}
	m.Series = storage.SeriesOf(m.Head)
	m.Players, m.Clocks = slices.Clone(m.Players), slices.Clone(m.Clocks)
	m.Players[seat] = storage.Player{ID: p.ID, Name: p.Name, User: p.User, Level: p.Level}
	m.Times.People = slices.Clone(m.Times.People)
	m.Times.People[seat] = own
	m.Past = append(slices.Clone(m.Past), before.ID)
	m.forgetAsker(before.ID)
	m.Clocks[seat].Missed, m.Plan = 0, nil
	m.Repost()
	m.tell("news.taken", "Name", p.Name, "Before", before.Name)
	return made, nil
}

// AskAgain drops the note that a person was asked for their bid without a direct message,
// so that they are asked again. It returns [ErrStale] if they owe no bid, or have such a message.
func (m *Match) AskAgain(person string) error {
	if !m.Bidding() || !m.Owes(m.SeatOf(person)) || m.AskedDirectly(person) {
		return ErrStale
	}
	m.Asked = slices.DeleteFunc(m.Asked, func(d storage.Direct) bool { return d.Player == person })
	return nil
}

// MayGive returns a refusal unless a seat may have Parlour play on for another one in a game that is not rated, whose
// player is gone: they have left, have offered their seat, or have missed two turns.
func (m *Match) MayGive(by, seat games.Seat) error {
	switch {
	case seat < 0 || int(seat) >= len(m.Clocks) || seat == by:
		return games.Refuse("refuse.button")
	case !m.IsPerson(seat):
		return games.Refuse("refuse.given")
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case m.Rated != nil:
		return games.Refuse("refuse.rated.parlour")
	case !m.In(by):
		return m.RefuseLeft(by)
	case !m.canPlay(m.State, seat):
		return games.Refuse("refuse.seat-gone")
	case m.In(seat) && m.Clocks[seat].Missed < missedTurns && !slices.Contains(m.Offered, seat):
		return games.Refuse("refuse.give", "Player", seat)
	}
	return nil
}

// StandIn is the level at which Parlour plays on for a player who is gone, in every game alike.
const StandIn = games.Medium

// GiveSeat has an opponent play on for a player who is gone.
func (m *Match) GiveSeat(by, seat games.Seat, h Hire) ([]games.Ply, error) {
	if err := m.MayGive(by, seat); err != nil {
		return nil, err
	}
	return m.replacePlayer(seat, m.Hired(h), storage.Person{})
}

// Relieve has Parlour's own opponent play on in the seat of a program that has failed, after a move in its place.
func (e *Env) Relieve(m *Match, seat games.Seat) {
	m.Series = storage.SeriesOf(m.Head)
	m.Players = slices.Clone(m.Players)
	p := &m.Players[seat]
	before := p.Name
	p.Level, p.Name = StandIn, e.OpponentName(m.Lang, StandIn, OpponentNumber(*p))
	m.Repost()
	m.tell("news.failed", "Name", p.Name, "Before", before)
}

// Hired returns an opponent that has no seat yet.
func (m *Match) Hired(h Hire) storage.Player {
	number := 1
	for slices.ContainsFunc(m.Players, func(p storage.Player) bool { return p.ID == opponentID(number) }) {
		number++
	}
	return storage.Player{ID: opponentID(number), Name: h.Name(number), Level: h.Level}
}

// A Hire is a level of opponent that Parlour can be asked for at a table, and the name that
// it gets by its number there.
type Hire struct {
	Level games.Level
	Name  func(number int) string
}

// opponentID returns the id of an opponent, which is no person's.
func opponentID(number int) string { return opponent + strconv.Itoa(number) }

// opponent begins the id of an opponent.
const opponent = "opponent-"

// OpponentNumber returns the number of an opponent at its table, 0 for a person.
func OpponentNumber(p storage.Player) (number int) {
	if digits, ok := strings.CutPrefix(p.ID, opponent); ok {
		number, _ = strconv.Atoi(digits)
	}
	return number
}

// Allotted returns the playouts that were allotted to the move that a seat owes; ok is false
// before that.
func (m *Match) Allotted(seat games.Seat) (playouts int, ok bool) {
	t := m.Thought
	if t == nil || t.Turn != m.Turn || t.Seat != seat || t.Playouts == 0 {
		return 0, false
	}
	return t.Playouts, true
}

// Allot stores the playouts with which an opponent thinks about the move of a seat, before it
// thinks. It returns [ErrStale] if the match has moved on since it was read. A match whose
// publication is pending is made due at once, as that publication finds a version not its own.
func (e *Env) Allot(ctx context.Context, m *Match, seat games.Seat, playouts int) error {
	head := m.Head
	head.Thought = &storage.Thought{Turn: m.Turn, Seat: seat, Playouts: playouts, Owner: e.Fleet.ID()}
	if !head.FailingSince.IsZero() {
		head.NextCheck = e.Now()
	}
	written, err := e.Append(ctx, head)
	if errors.Is(err, storage.ErrConflict) {
		return ErrStale
	}
	if err == nil {
		m.Head = written
	}
	return err
}

// Entrust names this process in the head of a match as the one that thinks about the move that an opponent
// owes, unless another process does so. The caller writes the head. A process that is alone is not named.
func (e *Env) Entrust(ctx context.Context, m *Match) {
	seat, own := m.Thinker(), e.Fleet.ID()
	if seat == games.Spectator || own == "" || e.ThinksElsewhere(ctx, m, seat) {
		return
	}
	t := storage.Thought{Turn: m.Turn, Seat: seat}
	if m.thinksOf(seat) {
		t = *m.Thought // which may have playouts already
	}
	t.Owner = own
	m.Thought = &t
}

// ThinksElsewhere reports whether another process thinks about the move that a seat owes.
func (e *Env) ThinksElsewhere(ctx context.Context, m *Match, seat games.Seat) bool {
	return m.thinksOf(seat) && e.Fleet.Others(ctx, m.Thought.Owner)
}

// thinksOf reports whether the thought of a match is about the move that a seat owes now.
func (m *Match) thinksOf(seat games.Seat) bool {
	return m.Thought != nil && m.Thought.Turn == m.Turn && m.Thought.Seat == seat
}
