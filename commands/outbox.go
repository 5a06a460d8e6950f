package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/storage"
)

// sameNonce is how long a channel is trusted to know a nonce again. After that it is
// looked through for the message.
const sameNonce = time.Minute

// decide writes what somebody is to be told into their outbox, or what comes of it
// that there is nothing to say after all. A look may outlast its claim, or another be
// due before it ends, and so it returns storage.ErrNotDue when another has decided
// since the person was read.
func (h *Host) decide(ctx context.Context, read storage.Person, n *storage.Notice) (storage.Person, error) {
	if n == nil {
		return read, nil
	}
	return h.Store.ChangePerson(ctx, read.ID, func(p *storage.Person) error {
		if p.Notices != read.Notices {
			return storage.ErrNotDue
		}
		if n.Content == "" {
			settle(p, *n)
			return nil
		}
		p.Outbox = append(p.Outbox, numbered(p, *n))
		return nil
	})
}

// numbered gives a notice its nonce, which no other notice to this person has.
func numbered(p *storage.Person, n storage.Notice) storage.Notice {
	p.Notices++
	n.Nonce = matchID(p.ID) + "-" + strconv.FormatInt(int64(p.Notices), 36)
	return n
}

// settle notes that a notice was sent, or can never be.
func settle(p *storage.Person, n storage.Notice) {
	p.Outbox = slices.DeleteFunc(slices.Clone(p.Outbox), func(o storage.Notice) bool { return o.Nonce == n.Nonce })
	for _, r := range n.Reminded {
		p.Reminded = slices.DeleteFunc(slices.Clone(p.Reminded), func(o storage.Reminder) bool { return o.Match == r.Match })
		p.Reminded = append(p.Reminded, r)
	}
	p.Ended = slices.DeleteFunc(slices.Clone(p.Ended), func(id string) bool { return slices.Contains(n.Ended, id) })
	if n.Digest {
		p.Digested = n.At
	}
}

// settled notes it in the store.
func (h *Host) settled(ctx context.Context, p storage.Person, n storage.Notice) (storage.Person, error) {
	return h.Store.ChangePerson(context.WithoutCancel(ctx), p.ID, func(p *storage.Person) error {
		settle(p, n)
		return nil
	})
}

// sendAll sends what is in somebody's outbox.
func (h *Host) sendAll(ctx context.Context, p storage.Person) (storage.Person, error) {
	for len(p.Outbox) > 0 {
		n := p.Outbox[0]
		err := h.send(ctx, p.ID, n)
		switch {
		case n.Channel == "" && errors.Is(err, ErrClosed):
			p, err = h.tellInChannels(ctx, p, n)
		case err == nil, errors.Is(err, ErrForbidden), n.Channel != "" && errors.Is(err, ErrGone):
			p, err = h.settled(ctx, p, n)
		}
		if err != nil {
			return p, fmt.Errorf("send a reminder: %w", err)
		}
	}
	return p, nil
}

// send sends one notice.
func (h *Host) send(ctx context.Context, person string, n storage.Notice) error {
	msg, channel := Message{Content: n.Content}, n.Channel
	if channel != "" {
		msg.Pings = []string{person}
	} else {
		var err error
		if channel, _, err = h.directWith(ctx, h.Patient, person); errors.Is(err, ErrGone) {
			return errors.Join(ErrForbidden, err) // there is no such person any more
		}
		if err != nil {
			return err
		}
	}
	_, err := h.Patient.Post(ctx, channel, n.Nonce, msg)
	if n.Channel == "" && err != nil {
		err = errors.Join(err, h.noteClosed(ctx, person, err))
	}
	return err
}

// tellInChannels puts in the place of a direct message to somebody who takes none one
// message for each match, in its channel.
func (h *Host) tellInChannels(ctx context.Context, p storage.Person, closed storage.Notice) (storage.Person, error) {
	outages, err := h.outages(ctx)
	if err != nil {
		return p, err
	}
	var all []storage.Notice
	for _, r := range closed.Reminded {
		m, err := h.load(ctx, r.Match)
		if err != nil || m.state == nil || !m.owes(m.seatOf(p.ID)) {
			continue
		}
		if t, ok := turnOf(m.Head, int(m.seatOf(p.ID)), p, outages); ok {
			m.Clocks[m.seatOf(p.ID)].Due = t.Due() // what is written there may be from before an outage
		}
		all = append(all, storage.Notice{
			At: h.Now(), Channel: m.Channel, Reminded: []storage.Reminder{r}, Content: h.remindLine(m, m.seatOf(p.ID), p.ID),
		})
	}
	return h.Store.ChangePerson(ctx, p.ID, func(p *storage.Person) error {
		if !slices.ContainsFunc(p.Outbox, func(n storage.Notice) bool { return n.Nonce == closed.Nonce }) {
			return nil // another look was faster
		}
		told := closed.Reminded
		closed.Reminded = slices.DeleteFunc(slices.Clone(told), func(r storage.Reminder) bool {
			return slices.ContainsFunc(all, func(n storage.Notice) bool { return n.Reminded[0] == r })
		})
		settle(p, closed)
		for _, n := range all {
			p.Outbox = append(p.Outbox, numbered(p, n))
		}
		return nil
	})
}

// sendAgain goes on with what a look before this one decided: of its notices, what was
// sent is noted; what was decided just now and holds still is sent under the same nonce,
// which makes no second message of it; and the rest is dropped, to be decided anew.
func (h *Host) sendAgain(ctx context.Context, p storage.Person) (storage.Person, error) {
	for _, n := range p.Outbox {
		holds, err := h.holds(ctx, p, n)
		if err != nil {
			return p, err
		}
		if holds && h.Now().Sub(n.At) <= sameNonce {
			continue
		}
		sent, err := h.wasSent(ctx, p, n)
		if err != nil {
			return p, err
		}
		if !sent {
			n = storage.Notice{Nonce: n.Nonce}
		}
		if p, err = h.settled(ctx, p, n); err != nil {
			return p, err
		}
	}
	return h.sendAll(ctx, p)
}

// holds reports whether all that a notice tells of is still owed, and to be told now. Of
// a digest that is not known.
func (h *Host) holds(ctx context.Context, p storage.Person, n storage.Notice) (bool, error) {
	_, quiet := quietOf(p).At(h.Now())
	_, away := awayUntil(p, h.Now())
	if n.Digest || len(n.Reminded) > 0 && (quiet || away) {
		return false, nil
	}
	for _, r := range n.Reminded {
		m, err := h.Store.Get(ctx, r.Match)
		if err != nil {
			return false, ignore(err, storage.ErrNotFound)
		}
		seat := int(seatIn(m.Head, p.ID))
		if m.Phase != storage.Playing || seat < 0 || seat >= len(m.Clocks) {
			return false, nil
		}
		if c := m.Clocks[seat]; !c.Since.Equal(r.Since) || !c.ExpiredAt.IsZero() {
			return false, nil
		}
	}
	return true, nil
}

// wasSent looks for a notice in its channel. Where that cannot be read it counts as
// sent: rather once too few than twice.
func (h *Host) wasSent(ctx context.Context, p storage.Person, n storage.Notice) (bool, error) {
	channel := n.Channel
	if channel == "" {
		channel = p.Direct
	}
	if channel == "" {
		return false, nil // it was never opened
	}
	own, err := h.Patient.Own(ctx, channel, n.At)
	if errors.Is(err, ErrForbidden) || errors.Is(err, ErrGone) || errors.Is(err, ErrClosed) {
		return true, nil
	}
	return slices.ContainsFunc(own, func(m Posted) bool {
		return strings.TrimSpace(m.Content) == strings.TrimSpace(n.Content)
	}), err
}
