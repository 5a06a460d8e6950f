package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// sameNonce is how long a channel is trusted to recognise a nonce. After that it is searched
// for the message.
const sameNonce = time.Minute

// tablePost is the number of the first message of a match, its table.
const tablePost = 1

// A publication is a match whose messages are being brought up to date.
type publication struct {
	*match.Match
	fresh       bool      // no earlier publication was cut off
	searchSince time.Time // search the channel for messages from here on; zero: the nonce is enough
}

// searchSince returns since when the channel is to be searched for messages of an interrupted
// publication, zero if nonces are enough.
func (p *Publisher) searchSince(m *match.Match) time.Time {
	if p.Env.Now().Sub(m.Interrupted) > sameNonce {
		return m.Interrupted
	}
	return time.Time{}
}

// bringUpToDate brings the messages of a match up to date and writes into its head what was
// done, as far as it came.
func (p *Publisher) bringUpToDate(ctx context.Context, m *publication) error {
	asked := p.askForBids(ctx, m) // before the board, which notifies the people who got nothing
	shown := p.showBoard(ctx, m)
	if shown == nil {
		shown = p.showAsks(ctx, m)
	}
	p.Directs.strip(ctx, m.Match)
	p.Directs.open(ctx, m.Match)
	return errors.Join(shown, asked, p.announceOutage(ctx, m), p.Env.BeginNext(ctx, m.Match))
}

// showBoard brings the public messages of a match up to date.
func (p *Publisher) showBoard(ctx context.Context, m *publication) error {
	if err := p.Tally(ctx, m.Match); err != nil {
		return err
	}
	if m.Desired.Post > m.Published.Post {
		m.AnnouncedBefore = max(m.AnnouncedBefore, m.Announced) // heads from before there was Announced have none
		if err := p.post(ctx, m); err != nil {
			return err
		}
	}
	if m.Desired.Edit > m.Published.Edit {
		err := p.edit(ctx, m.Match, m.Channel, m.Message, p.Writer.Board(m.Match))
		if err != nil && !errors.Is(err, ErrGone) {
			return fmt.Errorf("edit message %s: %w", m.Message, err)
		}
		if m.Published.Edit = m.Desired.Edit; err == nil {
			m.Announced = m.Plies
		}
	}
	return nil
}

// post posts the newest message of a match and strips the buttons of the one before it. A
// nonce keeps a message from being posted twice when the outcome of the first try is unknown;
// the message may then be of that time, which an edit mends.
func (p *Publisher) post(ctx context.Context, m *publication) error {
	if m.Table == "" && !withoutTable(m.Match) {
		if err := p.postTable(ctx, m); err != nil {
			return err
		}
	}
	if m.Desired.Post == tablePost {
		return nil
	}
	if err := p.openThread(ctx, m.Match); err != nil {
		return err
	}
	id, err := p.postOnce(ctx, m, m.Channel, nonce(m.Head, m.Desired.Post), p.Writer.Board(m.Match), m.isTurn)
	if m.Channel != m.Home && refused(err) { // the thread was deleted or locked: on in its channel
		m.Channel, m.Thread = m.Home, false
		id, err = p.postOnce(ctx, m, m.Channel, nonce(m.Head, m.Desired.Post), p.Writer.Board(m.Match), m.isTurn)
	}
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Channel, err)
	}
	before := m.Message
	m.Message, m.Published.Post, m.Announced = id, m.Desired.Post, m.Plies
	if m.fresh { // nothing older was found, so the post shows the newest edit too
		m.Published.Edit = m.Desired.Edit
	}
	if err := p.stripButtons(ctx, m.Match, before); err != nil {
		p.Log.Info("old buttons stay", "match", m.ID, "message", before, "err", err)
	}
	return nil
}

// postTable posts the table message, or finds it, if its id is not known yet.
func (p *Publisher) postTable(ctx context.Context, m *publication) error {
	id, err := p.postOnce(ctx, m, m.Home, nonce(m.Head, tablePost), p.Writer.Table(m.Match), m.isTurn)
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Home, err)
	}
	m.Table, m.Message, m.Published.Post = id, id, tablePost
	return nil
}

// postOnce posts a message of a match. If an interrupted publication may have posted it
// already and its nonce may be forgotten, the channel is searched first, for a message that
// says the same or that is known by its buttons.
func (p *Publisher) postOnce(ctx context.Context, m *publication, channel, nonce string, msg message.Message, known func(Posted) bool) (string, error) {
	if !m.searchSince.IsZero() {
		own, err := p.Channel.Own(ctx, channel, m.searchSince)
		if err != nil && !refused(err) {
			return "", err
		}
		for _, found := range own {
			same := strings.TrimSpace(found.Content) == strings.TrimSpace(msg.Content)
			if found.ID != m.Message && found.ID != m.Table && (same || known(found)) {
				return found.ID, nil
			}
		}
	}
	return p.Channel.Post(ctx, channel, nonce, msg)
}

// isTurn reports whether a message that was found is a board or a panel of this turn. A question
// has buttons of the turn too.
func (m *publication) isTurn(found Posted) bool {
	return slices.ContainsFunc(found.Buttons, func(id string) bool {
		b, err := message.ParseButton(id)
		return err == nil && b.Match == m.ID && b.Turn == m.Turn && b.Verb != message.VerbYes && b.Verb != message.VerbNo
	})
}

// nonce keeps a message of a match from being posted twice.
func nonce(head storage.Head, post int) string { return head.ID + "-" + strconv.Itoa(post) }

// stripButtons takes the buttons off a message that is not the newest any more. The table also
// says what became of it.
func (p *Publisher) stripButtons(ctx context.Context, m *match.Match, id string) error {
	ctx, cancel := context.WithTimeout(ctx, p.Brief)
	defer cancel()
	switch id {
	case "", m.Message:
		return nil
	case m.Table:
		return p.Channel.Edit(ctx, m.Home, m.Table, p.Writer.Table(m))
	}
	return p.Channel.Strip(ctx, m.Channel, id)
}
