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
	"parlour/games"
	"parlour/storage"
)

// knows reports whether the head of a match names a message: as its table, its board or one of the past, or as a direct
// message that asks for a bid.
func knows(head storage.Head, id string) bool {
	asks := func(d storage.Direct) bool { return d.Message == id }
	return id == head.Table || id == head.Live.Message || amongBoards(head.Old, id) || slices.ContainsFunc(head.Asked, asks)
}

// isTurn recognises a board or a panel of the turn of a match. A question, an invitation and a call have buttons
// of the turn too.
func isTurn(m *match.Match) func(Posted) bool {
	others := []message.Verb{message.VerbYes, message.VerbNo, message.VerbStart, message.VerbInvite}
	ofTurn := func(b message.Button) bool {
		return b.Match == m.ID && b.Turn == m.Turn && !slices.Contains(others, b.Verb)
	}
	invites := func(b message.Button) bool {
		return b.Match == m.ID && b.Verb == message.VerbJoin && len(b.Steps) > 1
	}
	return func(found Posted) bool { return found.has(ofTurn) && !found.has(invites) }
}

// isTable recognises the table of a match, also when its game has begun, so that it has no buttons any more.
func isTable(m *match.Match, coded message.Message) func(Posted) bool {
	turn, said := isTurn(m), strings.TrimSpace(coded.Content)
	return func(p Posted) bool { return turn(p) || len(p.Buttons) == 0 && strings.TrimSpace(p.Content) == said }
}

// isCall recognises a message that calls the opener of a match to the table. The table has more
// buttons than its one or two.
func isCall(m *match.Match) func(Posted) bool {
	start := message.Button{Match: m.ID, Verb: message.VerbStart}.String()
	invite := message.Button{Match: m.ID, Verb: message.VerbInvite}.String()
	return func(found Posted) bool {
		return slices.Equal(found.Buttons, []string{start}) || slices.Equal(found.Buttons, []string{start, invite})
	}
}

// nonce keeps a message of a match from being posted twice.
func nonce(head storage.Head, post int) string { return head.ID + "-" + strconv.Itoa(post) }

// addCode edits the code of what is fixed into a message that was just posted without, because a
// notification has no room for it. If that fails, the next edit brings it, and nothing is
// revealed before: see [Publisher.showCode].
func (p *Publisher) addCode(ctx context.Context, m *match.Match, channel, id string, plain, coded message.Message) {
	if plain.Content == coded.Content {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, p.Brief)
	defer cancel()
	if err := p.edit(ctx, m, channel, id, coded); err != nil {
		p.Log.Info("a code is not shown yet", "match", m.ID, "message", id, "err", err)
	}
}

// showCode shows the code of the bids of an auction before a board that reveals them, if no board
// has shown it: in place of the board before, or in a message of its own if that one cannot be
// changed. The last bid needs none: it is made when nothing is secret any more.
func (p *Publisher) showCode(ctx context.Context, m *publication) error {
	last := m.Match.Unproven()
	if last < 0 {
		return nil
	}
	code := p.Writer.Public(m.Match).Say("seal.code", "Code", m.CodeAt(last))
	msg := message.Message{Content: code, Silent: true}
	if m.Live.Message != "" {
		brief, done := p.beside(ctx, m)
		defer done()
		err := p.edit(brief, m.Match, m.Live.Channel, m.Live.Message, msg)
		if err == nil {
			return nil
		}
		p.Log.Info("a code gets a message of its own", "match", m.ID, "err", err)
	}
	if _, err := p.postOnce(ctx, m, m.Channel, m.ID+"-c"+strconv.Itoa(last), msg, nothing); err != nil {
		return fmt.Errorf("post a code: %w", err)
	}
	return nil
}

// withoutTable reports whether a match has no table message: in direct messages nobody else
// could sit down, so a game begins at once and its board is the first message. A table that a
// crash left open there is shown, so that it can be started or closed. Where Parlour is a guest,
// the table becomes the board.
func withoutTable(m *match.Match) bool { return solitary(m.Head) && m.Phase != storage.Open }

// solitary reports whether a match is played in direct messages, with the bot or of others. Nobody
// can leave these as they leave a server, and there nobody is asked elsewhere.
func solitary(head storage.Head) bool { return head.Guild == "" }

// channelOf returns the channel that takes the public messages of a match.
func (p *Publisher) channelOf(head storage.Head) Channel {
	if head.Guest {
		return p.Guest
	}
	return p.Channel
}

// Behind returns a game where Parlour is a guest if a board of it is not posted yet, as nobody pressed
// anything that it could answer. Else the match is nil. It waits for a publication under way.
func (p *Publisher) Behind(ctx context.Context, id, channel string) (*match.Match, error) {
	m, err := p.Env.Load(ctx, id)
	if err != nil || !m.Guest || m.Channel != channel || m.Phase == storage.Open || m.Desired.Post <= m.Published.Post {
		return nil, err
	}
	if m, err = p.LoadNoted(ctx, id); err != nil || m.Desired.Post <= m.Published.Post {
		return nil, err
	}
	return m, nil
}

// sleepy is how long a thread has been silent when it may have fallen asleep.
const sleepy = 6 * 24 * time.Hour

// openThread moves a game that has begun into a thread of its own, if it is to have one. Where none may be made, or
// none is there in time, the board is shown in the channel. A thread that may be there all the same is asked for
// once more, for the next board.
func (p *Publisher) openThread(ctx context.Context, m *publication) error {
	if !m.Thread || m.Setup.Rules == 0 || m.Channel != m.Home || m.Table == "" || m.threaded {
		return nil
	}
	m.threaded = true
	first := m.Live.Message == ""
	within, done := context.WithDeadline(ctx, m.by)
	if !first {
		within, done = p.beside(ctx, m)
	}
	defer done()
	pen := p.Writer.Public(m.Match)
	thread, err := p.Channel.Thread(within, m.Guild, m.Home, m.Table, pen.ThreadName(true))
	if errors.Is(err, ErrName) {
		thread, err = p.Channel.Thread(within, m.Guild, m.Home, m.Table, pen.ThreadName(false))
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		p.Log.Info("a board is shown in the channel, without a thread", "match", m.ID, "err", err)
		m.Thread = first && !Refused(err) && !errors.Is(err, ErrLater) && !errors.Is(err, ErrName)
		return nil
	}
	m.Channel, m.Named = thread, storage.Playing
	if !m.searchSince.IsZero() {
		p.adoptCalls(ctx, m, thread, isInvitation(m.Match)) // that were not deleted
	}
	brief, end := p.beside(ctx, m)
	defer end()
	id, err := p.Channel.Invite(brief, thread, m.ID+"-invite", invited(m.Match))
	if err != nil { // the first board adds them, with a notice
		p.Log.Info("nobody is added to a thread yet", "match", m.ID, "err", err)
	}
	if id != "" || err != nil && !Refused(err) { // without its id the message is looked for, which may be there
		retire(&m.Head, storage.Board{Channel: thread, Message: id, Call: true})
	}
	return nil
}

// invited returns the ids of the people whom a thread of a match is for.
func invited(m *match.Match) (ids []string) {
	for _, seat := range m.People() {
		ids = append(ids, m.Players[seat].ID)
	}
	return ids
}

// isInvitation recognises a message that adds people to the thread of a match.
func isInvitation(m *match.Match) func(Posted) bool {
	mentioned := string(message.Mention(invited(m)...))
	return func(found Posted) bool {
		return (found.Content == Invitation || found.Content == mentioned) && len(found.Buttons) == 0
	}
}

// edit changes a message of a match and notifies nobody.
func (p *Publisher) edit(ctx context.Context, m *match.Match, channel, id string, msg message.Message) error {
	return p.editBy(ctx, p.channelOf(m.Head), m, channel, id, msg)
}

// editBy is [Publisher.edit] by a channel. A thread that has fallen asleep is woken first, as nothing can be changed in
// it.
func (p *Publisher) editBy(ctx context.Context, via Channel, m *match.Match, channel, id string,
	msg message.Message) error {
	msg.Pings, msg.Role = nil, ""
	err := via.Edit(ctx, channel, id, msg)
	if !errors.Is(err, ErrForbidden) || channel == m.Home || p.Channel.Rouse(ctx, channel) != nil {
		return err
	}
	return p.Channel.Edit(ctx, channel, id, msg)
}

// Rouse wakes the thread of a match, for a link into it that is shown elsewhere, and returns the match. If its thread or
// channel is gone, the game is posted anew in the channel above, or found to be nowhere. Where it cannot be asked for,
// the link is likely to work.
func (p *Publisher) Rouse(ctx context.Context, m *match.Match, from string) *match.Match {
	recent := p.Env.Now().Sub(m.LastChange()) < sleepy
	if m.Phase != storage.Playing || m.Guild == "" || m.Published != m.Desired || from == m.Channel && recent {
		return m
	}
	err := p.Channel.Rouse(ctx, m.Channel)
	if errors.Is(err, ErrGone) {
		var now *match.Match
		if now, err = p.leave(ctx, m); err == nil {
			return now
		}
	}
	if err != nil {
		p.Log.Info("a thread is not woken", "match", m.ID, "err", err)
	}
	return m
}

// leave has a match be posted anew whose channel takes nothing more, above that if it is a thread, and returns it as it is
// then.
func (p *Publisher) leave(ctx context.Context, m *match.Match) (*match.Match, error) {
	moved, err := p.ChangeAlone(ctx, m.ID, func(now *match.Match) ([]games.Ply, error) {
		return nil, now.LeaveThread(m.Channel)
	})
	if err == nil {
		err = ignore(ignore(p.Publish(ctx, moved.Unshown()), ErrGone), ErrForbidden)
	}
	if err != nil && !errors.Is(err, match.ErrStale) {
		return nil, err
	}
	return p.Env.Load(ctx, m.ID)
}

// roused returns a match whose thread is awake, for a link into it. A game in a thread that
// is locked or gone moves to the channel above first.
func (p *Publisher) roused(ctx context.Context, id string) (*match.Match, error) {
	m, err := p.Env.Load(ctx, id)
	if err != nil || m.Channel == m.Home {
		return m, err
	}
	if err = p.Patient.Rouse(ctx, m.Channel); !Refused(err) {
		return m, nil // a thread that could not be asked is likely awake
	}
	return p.leave(ctx, m)
}

// RouseHead is [Publisher.Rouse] for a match in a list. Its log is read only if no clock shows that something has happened
// there lately, or the server is not known to have the channel.
func (p *Publisher) RouseHead(ctx context.Context, head storage.Head) storage.Head {
	if head.Phase != storage.Playing || head.Guild == "" {
		return head
	}
	recent := slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return p.Env.Now().Sub(c.Since) < sleepy })
	l := p.Layout(ctx, head.Guild)
	if _, there := l.Rooms[head.Channel]; recent && (there || l.Guild == "") {
		return head
	}
	m, err := p.Env.Load(ctx, head.ID)
	if err != nil {
		return head
	}
	return p.Rouse(ctx, m, "").Head
}
