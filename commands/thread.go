package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parlour/games"
	"parlour/storage"
)

// openThread moves a game that has begun into a thread of its own, where it is
// to have one. Where that is not allowed any more it is played in place.
func (h *Host) openThread(ctx context.Context, m *match) error {
	if !m.Thread || m.Phase == storage.Open || m.Channel != m.Home {
		return nil
	}
	name := h.plain(m.Lang, m.names()).Say(games.Say("board.thread", "Game", m.info.Title, "Players", m.others(games.Spectator)))
	thread, err := h.Channel.Thread(ctx, m.Home, m.Table, clip(name, 100))
	if errors.Is(err, ErrGone) || errors.Is(err, ErrForbidden) {
		m.Thread = false
		return nil
	}
	if err != nil {
		return fmt.Errorf("open a thread at message %s: %w", m.Table, err)
	}
	m.Channel = thread
	return nil
}

// awake changes something in the channel of a match. Nothing can be changed in a thread
// that has fallen asleep, so such a one is woken.
func (h *Host) awake(ctx context.Context, m *match, change func() error) error {
	err := change()
	if !errors.Is(err, ErrForbidden) || m.Channel == m.Home || h.Channel.Rouse(ctx, m.Channel) != nil {
		return err
	}
	return change()
}

// sleepy is how long a thread has been silent when it may have fallen asleep.
const sleepy = 6 * 24 * time.Hour

// rouse wakes the thread of a match, for a link into it, if it may have fallen asleep.
// One that is not woken can be seen all the same.
func (h *Host) rouse(ctx context.Context, m *match) {
	if m.Channel == m.Home || m.Phase != storage.Playing || h.Now().Sub(m.newest()) < sleepy {
		return
	}
	if err := h.Channel.Rouse(ctx, m.Channel); err != nil {
		h.Log.Info("a thread is not woken", "match", m.ID, "err", err)
	}
}

// newest is when somebody last did something in a match.
func (m *match) newest() time.Time {
	if len(m.Log) == 0 {
		return m.Created
	}
	return m.Log[len(m.Log)-1].At
}

// roused returns a match whose thread is awake, for a link into it. Out of a thread
// that is locked, or no more, the game moves to the channel above first.
func (h *Host) roused(ctx context.Context, id string) (*match, error) {
	m, err := h.load(ctx, id)
	if err != nil || m.Channel == m.Home {
		return m, err
	}
	err = h.Patient.Rouse(ctx, m.Channel)
	if !errors.Is(err, ErrForbidden) && !errors.Is(err, ErrGone) {
		return m, nil // one that could not be asked is likely awake
	}
	_, err = h.change(ctx, id, func(now *match) ([]games.Ply, error) {
		if now.Channel != m.Channel || now.Phase != storage.Playing {
			return nil, errStale
		}
		now.Channel, now.Thread = now.Home, false
		now.Desired.Post++
		return nil, nil
	})
	if err == nil {
		err = h.Show(ctx, id)
	}
	if err != nil && !errors.Is(err, errStale) {
		return nil, err
	}
	return h.load(ctx, id)
}
