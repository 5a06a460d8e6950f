package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// errUnasked is the failure to ask somebody for a bid in a direct message who may take one.
var errUnasked = errors.New("not everybody was asked in a direct message")

// Directs sends direct messages. A person who takes none is sent none until they ask for them.
type Directs struct{ Config }

// with returns the channel of direct messages with a person, which is opened once, and what
// they have set. It returns [ErrClosed] for a person who takes none.
func (d *Directs) with(ctx context.Context, via Channel, person string) (string, storage.Person, error) {
	own, err := storage.People.Get(ctx, d.Env.Store, person)
	switch {
	case err != nil:
		return "", own, err
	case own.NoDirect:
		return "", own, ErrClosed
	case own.Direct != "":
		return own.Direct, own, nil
	}
	channel, err := via.Direct(ctx, person)
	if err != nil {
		return "", own, errors.Join(err, d.noteClosed(ctx, person, err))
	}
	own, err = storage.People.Change(ctx, d.Env.Store, person, func(own *storage.Person) error { own.Direct = channel; return nil })
	return channel, own, err
}

// noteClosed notes what an error says of a person's direct messages: they take none, or the
// channel is gone and must be opened anew.
func (d *Directs) noteClosed(ctx context.Context, person string, err error) error {
	if !errors.Is(err, ErrClosed) && !errors.Is(err, ErrGone) {
		return nil
	}
	_, noted := storage.People.Change(ctx, d.Env.Store, person, func(own *storage.Person) error {
		own.NoDirect = own.NoDirect || errors.Is(err, ErrClosed)
		own.Direct = ""
		return nil
	})
	return noted
}

// tidy takes away the direct messages that have had their answer. That of an auction goes once its
// bids are revealed, or once the person bids in the server: it would still ask for a bid. It is
// deleted if the person made a bid; else it would leave a badge behind.
func (d *Directs) tidy(ctx context.Context, m *match.Match) {
	m.Asked = slices.DeleteFunc(slices.Clone(m.Asked), func(a storage.Direct) bool {
		if !outlived(m, a) {
			return false
		}
		seat := m.SeatOf(a.Player)
		bid := slices.ContainsFunc(m.Steps(), func(s match.Step) bool { return s.Turn == a.Turn && s.Seat == seat && !s.Move.System() })
		away := d.Patient.Strip
		if bid {
			away = d.Patient.Delete
		}
		d.takeAway(ctx, m.ID, a, away)
		return true
	})
}

// takeAway deletes or strips a direct message that asked for a bid in a match. One that is gone, or
// that Discord keeps, is done.
func (d *Directs) takeAway(ctx context.Context, id string, a storage.Direct, away func(ctx context.Context, channel, message string) error) {
	if a.Message == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, d.Brief)
	defer cancel()
	if err := away(ctx, a.Channel, a.Message); err != nil {
		d.Log.Info("an old direct message stays", "match", id, "err", err)
	}
}

// outlived reports whether a direct message is to be taken away, as its turn is over or the newest bid
// of that turn was made in the server.
func outlived(m *match.Match, a storage.Direct) bool {
	seat := m.SeatOf(a.Player)
	if m.Phase != storage.Playing || seat == games.Spectator || a.Turn < m.Turn {
		return true
	}
	for _, s := range slices.Backward(m.Steps()) {
		if s.Turn == a.Turn && s.Seat == seat && !s.Move.System() {
			return s.Here
		}
	}
	return false
}

// AdoptDirect takes in a direct message that a crash left and that its person pressed late, so that
// it is taken away as all others: goes reports that this is to be done at once. There is nothing to
// publish if the match knows the message.
func AdoptDirect(ctx context.Context, p *Publisher, m *match.Match, d storage.Direct) (due []match.Unshown, goes bool) {
	if !match.AdoptDirect(m, d) {
		return nil, false
	}
	adopted, err := p.ChangeAlone(ctx, m.ID, func(m *match.Match) ([]games.Ply, error) {
		if !match.AdoptDirect(m, d) {
			return nil, match.ErrStale
		}
		return nil, nil
	})
	switch {
	case err == nil:
		return []match.Unshown{adopted.Unshown()}, outlived(adopted, d)
	case !errors.Is(err, match.ErrStale):
		p.Log.Warn("a direct message that a crash left may stay", "match", m.ID, "err", err)
	}
	return nil, false
}

// TryAgain sends a person who took no direct messages one, which shows whether they come
// now, and notes that. closed reports that they do not.
func (d *Directs) TryAgain(ctx context.Context, person, nonce string, msg message.Message) (closed bool, err error) {
	channel, err := d.Channel.Direct(ctx, person)
	if err == nil {
		_, err = d.Channel.Post(ctx, channel, nonce, msg)
	}
	closed = errors.Is(err, ErrClosed) || refused(err)
	if err != nil && !closed {
		return false, err
	}
	_, err = storage.People.Change(ctx, d.Env.Store, person, func(own *storage.Person) error {
		own.Direct, own.NoDirect = channel, closed
		return nil
	})
	return closed, err
}

// AskAgain claims the matches in which a person owes a bid and got no direct message, so
// that they get one. A match that cannot be read holds up none of the others.
func (p *Publisher) AskAgain(ctx context.Context, person string) (due []match.Unshown, err error) {
	own, err := p.Env.Store.OfPlayer(ctx, person, true, storage.All)
	if err != nil {
		return nil, err
	}
	for _, head := range p.Env.Offered(own) {
		m, err := p.ChangeAlone(ctx, head.ID, func(m *match.Match) ([]games.Ply, error) { return nil, match.AskAgain(m, person) })
		switch {
		case err == nil:
			due = append(due, m.Unshown())
		case !errors.Is(err, match.ErrStale):
			p.Log.Warn("nobody is asked again", "match", head.ID, "err", err)
		}
	}
	return due, nil
}

// open opens the channels of direct messages with the people at a table, because they
// sat down just now. A channel that cannot be opened yet is opened when there is something
// to send.
func (d *Directs) open(ctx context.Context, m *match.Match) {
	if m.Phase != storage.Open {
		return
	}
	for _, seat := range m.People() {
		ctx, cancel := context.WithTimeout(ctx, d.Brief)
		if _, _, err := d.with(ctx, d.Channel, m.Players[seat].ID); err != nil && !errors.Is(err, ErrClosed) {
			d.Log.Info("direct messages are not opened yet", "match", m.ID, "err", err)
		}
		cancel()
	}
}

// askForBids sends a direct message with their hand and the panel to everybody who owes a bid
// and was not asked for it yet. Others are asked in the channel: people who take no direct
// messages, people who bid there anyway, and people who could not be reached now. The last are
// an errUnasked, and are tried again.
func (p *Publisher) askForBids(ctx context.Context, m *publication) error {
	if !m.Bidding() || solitary(m.Head) {
		return nil
	}
	var failed error
	for _, seat := range m.State.ToMove() {
		d := storage.Direct{Player: m.Players[seat].ID, Turn: m.Turn}
		if !m.IsPerson(seat) || bidsHere(m.Match, seat) || slices.ContainsFunc(m.Asked, func(a storage.Direct) bool { return a.Player == d.Player && a.Turn == d.Turn }) {
			continue
		}
		var err error
		d.Channel, d.Message, err = p.askForBid(ctx, m, seat)
		switch {
		case errors.Is(err, ErrClosed): // which the person's settings say
		case err == nil, refused(err):
			m.Asked = append(m.Asked, d)
		default:
			failed = errors.Join(failed, err)
		}
	}
	if failed == nil {
		return nil
	}
	return errors.Join(errUnasked, failed)
}

// askForBid sends a direct message to the player of a seat. A nonce keeps it from being sent
// twice.
func (p *Publisher) askForBid(ctx context.Context, m *publication, seat games.Seat) (channel, id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, p.Brief)
	defer cancel()
	person := m.Players[seat].ID
	channel, own, err := p.Directs.with(ctx, p.Channel, person)
	if err != nil {
		return "", "", err
	}
	msg, err := p.Writer.Panel(message.Reader{ID: person, Lang: m.Lang, Own: own}, m.Match, seat, nil, 0)
	if err != nil {
		return "", "", err
	}
	msg.Content = message.Lines(msg.Content, p.Writer.DueLine(m.Match, seat))
	nonce := fmt.Sprintf("%s-%d-%d-%d", m.ID, m.Turn, seat, len(m.Past)) // another for a person who takes the seat
	if id, err = p.postOnce(ctx, m, channel, nonce, msg, isTurn(m.Match)); err != nil {
		return "", "", fmt.Errorf("post a direct message: %w", errors.Join(err, p.Directs.noteClosed(ctx, person, err)))
	}
	return channel, id, nil
}

// bidsHere reports whether the player of a seat made the bids of their last two auctions in the server.
// They need no direct message for the next one: the board asks them, and a reminder finds them anyway.
func bidsHere(m *match.Match, seat games.Seat) bool {
	auctions, turn := 0, m.Turn
	for _, s := range slices.Backward(m.Steps()) {
		lapsed := s.Move.System()
		if s.Seat != seat || !lapsed && (s.Turn == turn || !games.IsBid(s.Before, s.Move)) {
			continue // another's, a bid that was changed later in that auction, or a take
		}
		if !s.Here {
			return false
		}
		auctions, turn = auctions+1, s.Turn
		if auctions == 2 {
			return true
		}
	}
	return false
}
