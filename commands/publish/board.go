package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/storage"
)

// tablePost is the number of the first message of a match, its table.
const tablePost = 1

// A publication is a match whose messages are being brought up to date.
type publication struct {
	*match.Match
	fresh       bool      // no earlier publication was cut off
	searchSince time.Time // search the channel for messages from here on; zero: the nonce is enough
	tabled      bool      // it has posted the table, anew, which says what became of it
	posted      string    // id of the board that it has posted
	settled     []string  // ids of the messages of the past that it has tidied up
}

// bringUpToDate brings the messages of a match up to date and writes into its head what was
// done, as far as it came. What tidies up comes last, so that a board never waits for it.
func (p *Publisher) bringUpToDate(ctx context.Context, m *publication) error {
	p.adoptDirects(ctx, m)
	asked := p.askForBids(ctx, m) // before the board, which notifies the people who got nothing
	p.renameThread(ctx, m)
	p.adoptCall(ctx, m)
	shown := p.showBoard(ctx, m)
	if shown == nil || m.Guest && refused(shown) { // a guest may be able to post, but not to change a board
		shown = errors.Join(shown, p.showAsks(ctx, m))
	}
	told := p.announceOutage(ctx, m)
	if shown == nil || m.Guest && refused(shown) {
		if p.tidy(ctx, m) {
			p.past.Add(m.ID)
		}
	}
	p.Directs.tidy(ctx, m.Match)
	return errors.Join(shown, asked, told, lobby.BeginNext(ctx, p.Env, m.Match))
}

// showBoard brings the public messages of a match up to date.
func (p *Publisher) showBoard(ctx context.Context, m *publication) error {
	if err := p.Env.ReadTally(ctx, m.Match); err != nil {
		return err
	}
	if m.Desired.Post > m.Published.Post {
		if !storage.BroughtDown(m.Publication) {
			m.AnnouncedBefore = m.Announced
		}
		if err := p.post(ctx, m); err != nil {
			return err
		}
	}
	if m.Desired.Edit > m.Published.Edit {
		err := p.redraw(ctx, m)
		if errors.Is(err, ErrGone) && m.Solo() && m.Setup.Rules > 0 { // somebody deleted the only message of the game
			m.Desired.Post++
			err = p.post(ctx, m)
		}
		if err != nil && !errors.Is(err, ErrGone) {
			return fmt.Errorf("edit message %s: %w", m.Message, err)
		}
		m.Published.Edit = m.Desired.Edit
	}
	if m.ShowsThought() {
		if err := p.redraw(ctx, m); err != nil {
			p.Log.Info("a board does not say that an opponent thinks", "match", m.ID, "err", err)
		}
		m.Live.Turn = m.Turn // once is enough
	}
	return nil
}

// redraw changes the newest message of a match: its board or, before its game begins, its table.
func (p *Publisher) redraw(ctx context.Context, m *publication) error {
	if m.Setup.Rules == 0 {
		return p.edit(ctx, m.Match, m.Home, m.Table, p.coded.Table(m.Match))
	}
	err := p.edit(ctx, m.Match, m.Channel, m.Message, p.coded.Board(m.Match))
	if err == nil {
		redrawn(&m.Head, m.Match)
	}
	return err
}

// post posts the newest message of a match, and notes that the one before it is to be tidied up. A
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
	if err := p.openThread(ctx, m); err != nil {
		return err
	}
	err := p.showCode(ctx, m)
	if m.Channel != m.Home && refused(err) { // as below
		m.Channel, m.Thread = m.Home, false
		err = p.showCode(ctx, m)
	}
	if err != nil {
		return err
	}
	msg, coded := p.Writer.Board(m.Match), p.coded.Board(m.Match)
	id, err := p.postOnce(ctx, m, m.Channel, nonce(m.Head, m.Desired.Post), msg, isNewest(m.Match))
	if m.Channel != m.Home && refused(err) { // the thread was deleted or locked: on in its channel
		m.Channel, m.Thread = m.Home, false
		id, err = p.postOnce(ctx, m, m.Channel, nonce(m.Head, m.Desired.Post), msg, isTurn(m.Match))
	}
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Channel, err)
	}
	m.Published.Post = m.Desired.Post
	if m.fresh { // nothing older was found, so the post shows the newest edit too
		m.Published.Edit = m.Desired.Edit
	}
	adopted := m.Live.Message == id
	m.retire(id, msg.Pings)
	if adopted { // its nonce found the board that a crash left, which shows what was then
		return p.redraw(ctx, m)
	}
	p.addCode(ctx, m.Match, m.Channel, id, msg, coded)
	return nil
}

// postTable posts the table message, or finds it, if its id is not known yet.
func (p *Publisher) postTable(ctx context.Context, m *publication) error {
	plain, coded := p.Writer.Table(m.Match), p.coded.Table(m.Match)
	id, err := p.postOnce(ctx, m, m.Home, nonce(m.Head, tablePost), plain, isTable(m.Match, coded))
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Home, err)
	}
	m.Table, m.Message, m.Published.Post, m.tabled = id, id, tablePost, m.fresh // else it may be one of before
	p.addCode(ctx, m.Match, m.Home, id, plain, coded)
	return nil
}
