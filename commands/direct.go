package commands

import (
	"context"
	"errors"
	"time"

	"parlour/games"
	"parlour/storage"
)

// directWithin is how long one direct message may take, so that one which hangs holds
// up neither the others nor the board.
const directWithin = 5 * time.Second

// directWith returns the channel of direct messages with a person, which is opened
// once, and what they have set. It returns ErrClosed for who takes none.
func (h *Host) directWith(ctx context.Context, person string) (string, storage.Settings, error) {
	own, err := h.Store.Settings(ctx, person)
	switch {
	case err != nil:
		return "", own, err
	case own.NoDirect:
		return "", own, ErrClosed
	case own.Direct != "":
		return own.Direct, own, nil
	}
	channel, err := h.Channel.Direct(ctx, person)
	if err != nil {
		return "", own, errors.Join(err, h.noteClosed(ctx, person, err))
	}
	own, err = h.Store.ChangeSettings(ctx, person, func(own *storage.Settings) { own.Direct = channel })
	return channel, own, err
}

// noteClosed keeps what an error says of somebody's direct messages: who takes none
// is sent none until they ask, and a channel that is gone is opened anew.
func (h *Host) noteClosed(ctx context.Context, person string, err error) error {
	if !errors.Is(err, ErrClosed) && !errors.Is(err, ErrGone) {
		return nil
	}
	_, noted := h.Store.ChangeSettings(ctx, person, func(own *storage.Settings) {
		own.NoDirect = own.NoDirect || errors.Is(err, ErrClosed)
		own.Direct = ""
	})
	return noted
}

// openDirects opens the channels of direct messages with those who sit at a table,
// because they sat down just now. What cannot be opened yet is opened when there is
// something to send.
func (h *Host) openDirects(ctx context.Context, m *match) {
	if !m.info.Hidden || m.Phase != storage.Open {
		return
	}
	for _, p := range m.Players {
		ctx, cancel := context.WithTimeout(ctx, directWithin)
		if _, _, err := h.directWith(ctx, p.ID); err != nil && !errors.Is(err, ErrClosed) {
			h.Log.Info("direct messages are not opened yet", "match", m.ID, "err", err)
		}
		cancel()
	}
}

// directNote tells who sits down at a table whether direct messages will come.
func (h *Host) directNote(r Request, info games.Info) string {
	switch {
	case !info.Hidden:
		return ""
	case r.own.NoDirect:
		return h.say(r, "direct.wont")
	}
	return h.say(r, "direct.will")
}
