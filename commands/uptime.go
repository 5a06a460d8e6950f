package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/games"
	"parlour/storage"
)

// How often a host writes that it is alive; of how long a silence all clocks are given
// the time back; and of how long a one the channels are told.
const (
	beatEvery  = 10 * time.Second
	outageFrom = 30 * time.Second
	tellFrom   = time.Hour
)

// togetherTouched is how many matches are written at once after an outage: a store makes
// one commit of what waits for it.
const togetherTouched = 64

// keepOutages is how long an outage is remembered: no clock runs for longer.
const keepOutages = 400 * 24 * time.Hour

// Beat notes that a host is at work, and where none has been for a while, since when.
// It is called every few seconds as long as people can reach the host, and before
// anything else at its start: nobody can move before that, so it costs little.
func (h *Host) Beat(ctx context.Context) error {
	up, err := h.Store.Uptime(ctx)
	if err != nil {
		return err
	}
	now := h.Now()
	if !beats(now, up.Alive) {
		return nil
	}
	_, err = h.Store.ChangeUptime(ctx, func(up *storage.Uptime) error {
		if !beats(now, up.Alive) { // another host was faster
			return nil
		}
		if gap := now.Sub(up.Alive); !up.Alive.IsZero() && gap >= outageFrom {
			out := storage.Outage{Span: storage.Span{From: up.Alive, To: now}, Told: gap <= tellFrom}
			up.Outages = append(up.Outages, out)
		}
		up.Alive = now
		return nil
	})
	return err
}

// beats reports whether it is time for a sign of life after another. One of a little
// later is that of a host whose clock goes ahead, and stays: each of two that set it to
// their own would make an outage of the difference, again and again.
func beats(now, last time.Time) bool {
	gap := now.Sub(last)
	return gap >= beatEvery || gap <= -tellFrom
}

func untold(o storage.Outage) bool { return !o.Told }

// tellOutages has every match looked at after a long outage, of which those whose clocks
// ran tell their channels. It costs what is stored, and is seldom.
func (h *Host) tellOutages(ctx context.Context) error {
	up, err := h.Store.Uptime(ctx)
	if err != nil || !slices.ContainsFunc(up.Outages, untold) {
		return err
	}
	ids, err := h.Store.Scheduled(ctx)
	if err != nil {
		return err
	}
	var touches errgroup.Group
	touches.SetLimit(togetherTouched)
	for _, id := range ids {
		touches.Go(func() error { return ignore(h.touch(ctx, id), storage.ErrNotFound) })
	}
	if err := touches.Wait(); err != nil {
		return err
	}
	_, err = h.Store.ChangeUptime(ctx, func(now *storage.Uptime) error {
		for i := range now.Outages {
			o := &now.Outages[i]
			o.Told = o.Told || !o.To.After(up.Outages[len(up.Outages)-1].To) // another may have begun meanwhile
		}
		return nil
	})
	return err
}

// touch has a match looked at now.
func (h *Host) touch(ctx context.Context, id string) error {
	for range maxTries {
		m, err := h.Store.Get(ctx, id)
		if err != nil {
			return err
		}
		m.NextCheck = h.Now()
		if _, err = h.Store.Append(ctx, m.Head); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return storage.ErrConflict
}

// excuse tells the channel of a match whose clocks ran during long outages that it
// was not told of. A nonce keeps it from being told twice.
func (h *Host) excuse(ctx context.Context, m *match) error {
	if m.Phase != storage.Playing || m.TurnTime == 0 && m.TotalTime == 0 {
		return nil
	}
	outages, err := h.outages(ctx)
	if err != nil {
		return err
	}
	var lost time.Duration
	var last time.Time
	for _, o := range outages {
		ran := slices.ContainsFunc(m.people(), func(s games.Seat) bool { return m.ranBefore(s, o.To) })
		if ran && o.To.Sub(o.From) > tellFrom && o.To.After(m.OutageTold) {
			lost, last = lost+o.To.Sub(o.From), o.To
		}
	}
	if lost == 0 {
		return nil
	}
	said := h.voice(m.Lang, m.names()).Say(games.Say("excuse.told", "Game", m.info.Title, "Players", m.others(games.Spectator), "Lost", span(lost)))
	_, err = h.postOnce(ctx, m, m.Channel, m.ID+"-o"+strconv.FormatInt(last.Unix(), 36), Message{Content: said})
	if err == nil || errors.Is(err, ErrGone) || errors.Is(err, ErrForbidden) {
		m.OutageTold = last
		return nil
	}
	return err
}

// ranBefore reports whether the clock of a seat runs since before a moment.
func (m *match) ranBefore(seat games.Seat, at time.Time) bool {
	return int(seat) < len(m.Clocks) && !m.Clocks[seat].Since.IsZero() && m.Clocks[seat].Since.Before(at)
}

// Nightly tidies up.
func (h *Host) Nightly(ctx context.Context) error {
	old := h.Now().Add(-keepOutages)
	_, err := h.Store.ChangeUptime(ctx, func(up *storage.Uptime) error {
		up.Outages = slices.DeleteFunc(slices.Clone(up.Outages), func(o storage.Outage) bool { return o.To.Before(old) })
		return nil
	})
	return err
}

// replan has the matches of a person looked at anew, as they have set something about
// time, and returns their ids. The look at the person, which is due too, sees to those
// that cannot be touched.
func (h *Host) replan(ctx context.Context, person string) ([]string, error) {
	own, err := h.Store.OfPlayer(ctx, person, true)
	if err != nil {
		return nil, err
	}
	var moved []string
	for _, head := range own {
		if head.Phase != storage.Playing {
			continue
		}
		if err := h.touch(ctx, head.ID); err != nil {
			h.Log.Warn("a match is not planned anew yet", "match", head.ID, "err", err)
			continue
		}
		moved = append(moved, head.ID)
	}
	return moved, nil
}
