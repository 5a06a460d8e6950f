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

// Directs sends direct messages. A person who takes none is sent none until they ask for them.
type Directs struct {
	Config
	budget *Budget
}

// With returns the channel of direct messages with a person, and what they have set. The channel is
// opened when there is something to send for the first time. It returns [ErrClosed] for a person who
// takes none, and [ErrSpent] if none may be opened now.
func (d *Directs) With(ctx context.Context, via Channel, need Need) (string, storage.Person, error) {
	person := need.Person
	own, err := storage.People.Get(ctx, d.Env.Store, person)
	switch {
	case err != nil:
		return "", own, err
	case own.NoDirect:
		return "", own, ErrClosed
	case own.Direct != "":
		return own.Direct, own, nil
	}
	channel, err := d.known(ctx, person)
	if err == nil && channel == "" {
		channel, err = d.open(ctx, via, need)
	}
	if err != nil {
		return "", own, errors.Join(err, d.NoteClosed(ctx, person, err))
	}
	own, err = storage.People.Change(ctx, d.Env.Store, person, func(own *storage.Person) error {
		own.Direct = channel
		return nil
	})
	return channel, own, err
}

// known returns the channel of direct messages in which a person has a game, empty if there is none.
func (d *Directs) known(ctx context.Context, person string) (string, error) {
	own, err := d.Env.Store.OfPlayer(ctx, person, true, storage.All)
	if i := slices.IndexFunc(own, func(h storage.Head) bool { return h.Direct() }); i >= 0 {
		return own[i].Home, nil
	}
	return "", err
}

// open opens a channel of direct messages out of the budget. If Discord refuses that and does not say
// that the person takes none, no other is opened for hours. That is [ErrSpent] alone, as it says
// nothing of the person.
func (d *Directs) open(ctx context.Context, via Channel, need Need) (string, error) {
	if err := d.budget.Take(ctx, need); err != nil {
		return "", err
	}
	channel, err := via.Direct(ctx, need.Person)
	switch {
	case errors.Is(err, ErrGone): // there is no such person any more
		err = errors.Join(ErrClosed, err)
	case errors.Is(err, ErrTooFast), errors.Is(err, ErrForbidden):
		d.Log.Warn("no direct messages are opened for a while, because Discord refused one", "for", StopFor, "err", err)
		err = errors.Join(ErrSpent, d.budget.Stop(context.WithoutCancel(ctx)))
	}
	return channel, err
}

// NoteClosed notes what an error says of a person's direct messages: they take none, or the
// channel is gone and must be opened anew. A channel that is closed stays the one to try again. Each
// person who takes none counts once in the budget of new channels.
func (d *Directs) NoteClosed(ctx context.Context, person string, err error) error {
	closed, gone := errors.Is(err, ErrClosed) || errors.Is(err, ErrForbidden), errors.Is(err, ErrGone)
	if !closed && !gone {
		return nil
	}
	ctx, first := context.WithoutCancel(ctx), false
	_, err = storage.People.Change(ctx, d.Env.Store, person, func(own *storage.Person) error {
		first, own.NoDirect = closed && !own.NoDirect, own.NoDirect || closed
		if gone {
			own.Direct = ""
		}
		return nil
	})
	if first {
		err = errors.Join(err, d.budget.Closed(ctx))
	}
	return err
}

// tidy takes away the direct messages that have had their answer. That of an auction goes once its
// bids are revealed, or once the person bids in the server: it would still ask for a bid. It is
// deleted if the person made a bid; else it would leave a badge behind. What fails for now is done by
// a later publication.
func (d *Directs) tidy(ctx context.Context, m *match.Match) {
	m.Asked = match.Without(m.Asked, func(a storage.Direct) bool {
		if !outlived(m, a) {
			return false
		}
		seat := m.SeatOf(a.Player)
		bid := func(s match.Step) bool { return s.Turn == a.Turn && s.Seat == seat && !s.Move.System() }
		away := remover(d.Patient.Strip)
		if slices.ContainsFunc(m.Steps(), bid) {
			away = d.Patient.Delete
		}
		return d.takeAway(ctx, m.ID, a, away)
	})
}

// A remover takes a message away, or what is to be pressed in it.
type remover func(ctx context.Context, channel, message string) error

// takeAway deletes or strips a direct message that asked for a bid in a match. One that is gone, or
// that Discord keeps, is done.
func (d *Directs) takeAway(ctx context.Context, id string, a storage.Direct, away remover) bool {
	if a.Message == "" {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, d.Brief)
	defer cancel()
	err := away(ctx, a.Channel, a.Message)
	if err != nil {
		d.Log.Info("an old direct message stays", "match", id, "err", err)
	}
	return err == nil || refused(err) || errors.Is(err, ErrClosed)
}

// AdoptDirect takes in a direct message that a crash left and that its person pressed late, so that
// it is taken away as all others: goes reports that this is to be done at once. There is nothing to
// publish if the match knows the message.
func (p *Publisher) AdoptDirect(ctx context.Context, m *match.Match,
	d storage.Direct) (due []match.Unshown, goes bool) {
	if !m.AdoptDirect(d) {
		return nil, false
	}
	adopted, err := p.ChangeAlone(ctx, m.ID, func(m *match.Match) ([]games.Ply, error) {
		if !m.AdoptDirect(d) {
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
// now, and notes that. closed reports that they do not. It is a refusal if no channel may be opened now.
func (d *Directs) TryAgain(ctx context.Context, person, nonce string, msg message.Message) (closed bool, err error) {
	own, err := storage.People.Get(ctx, d.Env.Store, person)
	if err != nil {
		return false, err
	}
	channel, err := own.Direct, ErrGone
	if channel != "" {
		_, err = d.Channel.Post(ctx, channel, nonce, msg)
	}
	if errors.Is(err, ErrGone) {
		if channel, err = d.open(ctx, d.Channel, Need{Person: person}); err == nil {
			_, err = d.Channel.Post(ctx, channel, nonce, msg)
		}
	}
	if errors.Is(err, ErrSpent) {
		return false, games.Refuse("refuse.direct")
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
		m, err := p.ChangeAlone(ctx, head.ID, func(m *match.Match) ([]games.Ply, error) {
			return nil, m.AskAgain(person)
		})
		switch {
		case err == nil:
			due = append(due, m.Unshown())
		case !errors.Is(err, match.ErrStale):
			p.Log.Warn("nobody is asked again", "match", head.ID, "err", err)
		}
	}
	return due, nil
}

// askForBids sends a direct message with their hand and the panel to everybody who owes a bid
// and was not asked for it yet. The board asks the others: they take no direct messages, bid in the
// channel, may have no direct channel opened now, or their message fails for now. It returns an error
// for such a failure alone, so that the message is tried again.
func (p *Publisher) askForBids(ctx context.Context, m *publication) error {
	if !m.Bidding() || solitary(m.Head) {
		return nil
	}
	var failed error
	for _, seat := range m.State.ToMove() {
		d := storage.Direct{Player: m.Players[seat].ID, Turn: m.Turn}
		was := func(a storage.Direct) bool { return a.Player == d.Player && a.Turn == d.Turn }
		if !m.IsPerson(seat) || bidsHere(m.Match, seat) || slices.ContainsFunc(m.Asked, was) {
			continue
		}
		var err error
		d.Channel, d.Message, err = p.askForBid(ctx, m, seat)
		switch {
		case errors.Is(err, ErrClosed): // which the person's settings say
		case err == nil, errors.Is(err, ErrSpent), refused(err):
			m.Asked = append(m.Asked, d)
		default:
			failed = errors.Join(failed, err)
		}
	}
	if failed != nil {
		return fmt.Errorf("not everybody was asked in a direct message: %w", failed)
	}
	return nil
}

// askForBid sends a direct message to the player of a seat. A nonce keeps it from being sent
// twice.
func (p *Publisher) askForBid(ctx context.Context, m *publication, seat games.Seat) (channel, id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, p.Brief)
	defer cancel()
	person := m.Players[seat].ID
	channel, own, err := p.Directs.With(ctx, p.Channel, Need{Person: person, Match: m.ID, Bid: true})
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
		return "", "", fmt.Errorf("post a direct message: %w", errors.Join(err, p.Directs.NoteClosed(ctx, person, err)))
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

// outlived reports whether a direct message that asks for a bid is to be taken away, as its turn is over
// or the newest bid of that turn was made in the server.
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
