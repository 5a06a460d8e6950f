package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// errUnasked says that somebody was not asked yet in a direct message, who may be.
var errUnasked = errors.New("not everybody was asked in a direct message")

// directWith returns the channel of direct messages with a person, which is opened
// once, and what they have set. It returns ErrClosed for who takes none.
func (h *Host) directWith(ctx context.Context, via Channel, person string) (string, storage.Person, error) {
	own, err := h.Store.Person(ctx, person)
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
		return "", own, errors.Join(err, h.noteClosed(ctx, person, err))
	}
	own, err = h.Store.ChangePerson(ctx, person, func(own *storage.Person) error { own.Direct = channel; return nil })
	return channel, own, err
}

// noteClosed keeps what an error says of somebody's direct messages: who takes none
// is sent none until they ask, and a channel that is gone is opened anew.
func (h *Host) noteClosed(ctx context.Context, person string, err error) error {
	if !errors.Is(err, ErrClosed) && !errors.Is(err, ErrGone) {
		return nil
	}
	_, noted := h.Store.ChangePerson(ctx, person, func(own *storage.Person) error {
		own.NoDirect = own.NoDirect || errors.Is(err, ErrClosed)
		own.Direct = ""
		return nil
	})
	return noted
}

// openDirects opens the channels of direct messages with those who sit at a table,
// because they sat down just now. What cannot be opened yet is opened when there is
// something to send.
func (h *Host) openDirects(ctx context.Context, m *match) {
	if m.Phase != storage.Open {
		return
	}
	for _, seat := range m.people() {
		ctx, cancel := context.WithTimeout(ctx, h.Brief)
		if _, _, err := h.directWith(ctx, h.Channel, m.Players[seat].ID); err != nil && !errors.Is(err, ErrClosed) {
			h.Log.Info("direct messages are not opened yet", "match", m.ID, "err", err)
		}
		cancel()
	}
}

// directNote tells who sits down at a table which direct messages will come: bids are
// asked for, and who is slow is reminded, at night too until they say when theirs is.
func (h *Host) directNote(r Request, m *match) string {
	var said []string
	switch {
	case m.info.Hidden && r.own.NoDirect:
		said = append(said, h.say(r, "direct.wont"))
	case m.info.Hidden:
		said = append(said, h.say(r, "direct.will"))
	}
	if r.own.Zone == "" && (m.TurnTime > 0 || m.TotalTime > 0) && len(remindOf(r.own)) > 0 {
		said = append(said, h.say(r, "direct.night"))
	}
	return lines(said...)
}

// askDirectly sends a direct message with their hand and the panel to everybody who
// owes a bid and was not asked for it yet. Who takes none is asked in the channel, and
// so is for now who could not be reached: that is an errUnasked, and tried again.
func (h *Host) askDirectly(ctx context.Context, m *match) error {
	if !m.bidding() {
		return nil
	}
	var failed error
	for _, seat := range m.state.ToMove() {
		d := storage.Direct{Player: m.Players[seat].ID, Turn: m.turn}
		if !m.person(seat) || slices.ContainsFunc(m.Asked, func(a storage.Direct) bool { return a.Player == d.Player && a.Turn == d.Turn }) {
			continue
		}
		var err error
		d.Channel, d.Message, err = h.askSeat(ctx, m, seat)
		switch {
		case errors.Is(err, ErrClosed): // which their settings have
		case err == nil, errors.Is(err, ErrForbidden), errors.Is(err, ErrGone):
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

// askSeat sends a direct message to the player of a seat. A nonce keeps it from being
// made twice.
func (h *Host) askSeat(ctx context.Context, m *match, seat games.Seat) (channel, message string, err error) {
	ctx, cancel := context.WithTimeout(ctx, h.Brief)
	defer cancel()
	person := m.Players[seat].ID
	channel, own, err := h.directWith(ctx, h.Channel, person)
	if err != nil {
		return "", "", err
	}
	reply, err := h.panel(Request{By: Person{ID: person}, Lang: m.Lang, own: own}, m, seat, nil, 0)
	if err != nil {
		return "", "", err
	}
	reply.Message.Content = lines(reply.Message.Content, h.dueLine(m, seat))
	nonce := fmt.Sprintf("%s-%d-%d-%d", m.ID, m.turn, seat, len(m.Past)) // another for who takes the seat
	if message, err = h.postOnce(ctx, m, channel, nonce, reply.Message); err != nil {
		return "", "", fmt.Errorf("post a direct message: %w", errors.Join(err, h.noteClosed(ctx, person, err)))
	}
	return channel, message, nil
}

// askedDirectly reports whether a person got a direct message that asks for what they
// owe now.
func (m *match) askedDirectly(person string) bool {
	return m.bidding() && slices.ContainsFunc(m.Asked, func(d storage.Direct) bool {
		return d.Player == person && d.Turn == m.turn && d.Message != ""
	})
}

// retireDirects takes the buttons off direct messages of turns that are over. One that
// keeps them answers with the board as it is now.
func (h *Host) retireDirects(ctx context.Context, m *match) {
	m.Asked = slices.DeleteFunc(m.Asked, func(d storage.Direct) bool {
		if m.bidding() && d.Turn == m.turn && m.seatOf(d.Player) != games.Spectator {
			return false
		}
		if d.Message != "" {
			if err := h.Channel.Strip(ctx, d.Channel, d.Message); err != nil {
				h.Log.Info("old buttons of a direct message stay", "match", m.ID, "err", err)
			}
		}
		return true
	})
}

// beside are the buttons of a panel beside those of its steps: in a direct message, the
// hand as it is; elsewhere, for who gets none, direct messages.
func (h *Host) beside(r Request, m *match) []Control {
	switch {
	case !m.bidding():
		return nil
	case r.Guild == "":
		return []Control{{ID: m.button("view").String(), Label: h.label(r.Lang, "button.view")}}
	case r.own.NoDirect:
		return []Control{h.directButton(r)}
	}
	return nil
}

// directButton asks for direct messages.
func (h *Host) directButton(r Request) Control {
	return Control{ID: button{verb: "direct"}.String(), Label: h.label(r.Lang, "button.direct")}
}

// wantDirect sends direct messages again to who asks for them: one at once, which shows
// whether they come, and then what is owed.
func (h *Host) wantDirect(ctx context.Context, r Request, _ button) (Reply, error) {
	channel, err := h.Channel.Direct(ctx, r.By.ID)
	if err == nil {
		_, err = h.Channel.Post(ctx, channel, "direct-"+matchID(r.ID), Message{Content: h.say(r, "direct.again")})
	}
	refused := errors.Is(err, ErrClosed) || errors.Is(err, ErrForbidden) || errors.Is(err, ErrGone)
	if err != nil && !refused {
		return Reply{}, err
	}
	_, err = h.Store.ChangePerson(ctx, r.By.ID, func(own *storage.Person) error {
		own.Direct, own.NoDirect = channel, refused
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	if refused {
		return Reply{Message: Message{Content: h.say(r, "direct.closed")}}, nil
	}
	show, err := h.askAgain(ctx, r.By.ID)
	return Reply{Message: Message{Content: h.say(r, "direct.on")}, Show: show}, err
}

// askAgain makes the matches due in which a person owes a bid and got no direct message,
// and returns their ids. One that cannot be read holds up none of the others.
func (h *Host) askAgain(ctx context.Context, person string) (due []string, err error) {
	own, err := h.Store.OfPlayer(ctx, person, true)
	if err != nil {
		return nil, err
	}
	for _, head := range h.offered(own) {
		unlock := h.lock(head.ID) // a look under way would bring back what is dropped
		_, err := h.change(ctx, head.ID, func(m *match) ([]games.Ply, error) {
			if !m.bidding() || !m.owes(m.seatOf(person)) || m.askedDirectly(person) {
				return nil, errStale
			}
			m.Asked = slices.DeleteFunc(m.Asked, func(d storage.Direct) bool { return d.Player == person })
			return nil, nil
		})
		unlock()
		switch {
		case err == nil:
			due = append(due, head.ID)
		case !errors.Is(err, errStale):
			h.Log.Warn("nobody is asked again", "match", head.ID, "err", err)
		}
	}
	return due, nil
}
