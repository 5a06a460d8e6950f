package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// sleepy is how long a thread has been silent when it may have fallen asleep.
const sleepy = 6 * 24 * time.Hour

// openThread moves a game that has begun into a thread of its own, if it is to have one.
// Where that is not allowed, or limited for minutes, the game is played in the channel.
func (p *Publisher) openThread(ctx context.Context, m *publication) error {
	if !m.Thread || m.Setup.Rules == 0 || m.Channel != m.Home {
		return nil
	}
	thread, err := p.Channel.Thread(ctx, m.Guild, m.Home, m.Table, p.Writer.ThreadName(m.Match))
	if refused(err) || errors.Is(err, ErrLater) {
		m.Thread = false
		return nil
	}
	if err != nil {
		return fmt.Errorf("open a thread at message %s: %w", m.Table, err)
	}
	m.Channel = thread
	var ids []string
	for _, seat := range m.People() {
		ids = append(ids, m.Players[seat].ID)
	}
	p.adoptInvites(ctx, m, string(message.Mention(ids...)))
	left, err := p.Channel.Invite(ctx, thread, m.ID+"-invite", ids)
	if err != nil { // the first board adds them, with a notice
		p.Log.Info("nobody is added to a thread yet", "match", m.ID, "err", err)
	}
	if left != "" {
		m.Old = append(slices.Clone(m.Old), storage.Board{Channel: thread, Message: left, Call: true})
	}
	return nil
}

// adoptInvites finds the messages that added people to the new thread of a match, and that interrupted
// publications did not get to delete.
func (p *Publisher) adoptInvites(ctx context.Context, m *publication, mentioned string) {
	if m.searchSince.IsZero() {
		return
	}
	own, err := p.Channel.Own(ctx, m.Channel, m.searchSince)
	if err != nil {
		p.Log.Info("a message that adds people to a thread may stay", "match", m.ID, "err", err)
	}
	for _, found := range own {
		invites := found.Content == Invitation || found.Content == mentioned
		if invites && len(found.Buttons) == 0 && !knows(m.Head, found.ID) {
			m.Old = append(slices.Clone(m.Old), storage.Board{Channel: m.Channel, Message: found.ID, Call: true})
		}
	}
}

// edit changes a message of a match and notifies nobody. A thread that has fallen asleep is woken
// first, as nothing can be changed in it.
func (p *Publisher) edit(ctx context.Context, m *match.Match, channel, id string, msg message.Message) error {
	return p.editBy(ctx, p.channelOf(m.Head), m, channel, id, msg)
}

// editBy is [Publisher.edit] by a channel.
func (p *Publisher) editBy(ctx context.Context, via Channel, m *match.Match, channel, id string,
	msg message.Message) error {
	msg.Pings = nil
	err := via.Edit(ctx, channel, id, msg)
	if !errors.Is(err, ErrForbidden) || channel == m.Home || p.Channel.Rouse(ctx, channel) != nil {
		return err
	}
	return p.Channel.Edit(ctx, channel, id, msg)
}

// Rouse wakes the thread of a match, for a link into it, if it may have fallen asleep. The
// link works all the same if that fails.
func (p *Publisher) Rouse(ctx context.Context, m *match.Match) {
	if m.Channel == m.Home || m.Phase != storage.Playing || p.Env.Now().Sub(m.LastChange()) < sleepy {
		return
	}
	if err := p.Channel.Rouse(ctx, m.Channel); err != nil {
		p.Log.Info("a thread is not woken", "match", m.ID, "err", err)
	}
}

// roused returns a match whose thread is awake, for a link into it. A game in a thread that
// is locked or gone moves to the channel above first.
func (p *Publisher) roused(ctx context.Context, id string) (*match.Match, error) {
	m, err := p.Env.Load(ctx, id)
	if err != nil || m.Channel == m.Home {
		return m, err
	}
	if err = p.Patient.Rouse(ctx, m.Channel); !refused(err) {
		return m, nil // a thread that could not be asked is likely awake
	}
	moved, err := p.ChangeAlone(ctx, id, func(now *match.Match) ([]games.Ply, error) {
		return nil, now.LeaveThread(m.Channel)
	})
	if err == nil {
		err = p.Publish(ctx, moved.Unshown())
	}
	if err != nil && !errors.Is(err, match.ErrStale) {
		return nil, err
	}
	return p.Env.Load(ctx, id)
}

// RouseHead is [Publisher.Rouse] for a match in a list. Its log is read only if no clock shows
// that something has happened there lately.
func (p *Publisher) RouseHead(ctx context.Context, head storage.Head) {
	if head.Channel == head.Home || head.Phase != storage.Playing {
		return
	}
	for _, c := range head.Clocks {
		if p.Env.Now().Sub(c.Since) < sleepy {
			return
		}
	}
	if m, err := p.Env.Load(ctx, head.ID); err == nil {
		p.Rouse(ctx, m)
	}
}
