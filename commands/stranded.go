package commands

import (
	"context"
	"time"

	"parlour/games"
	"parlour/storage"
)

// stranded reports whether a match is not shown where it is played, and not tried there
// again until something changes: its channel is no more, or the bot may not post there.
func stranded(head storage.Head, now time.Time) bool {
	return head.Phase == storage.Playing && head.Published != head.Desired && head.NextCheck.After(now.Add(lease))
}

// here reports whether a request comes from where a match is played, and the bot may
// post there.
func (r Request) here(head storage.Head) bool {
	return (r.Channel == head.Channel || r.Channel == head.Home) && len(r.Lacks) == 0
}

// strandedHere returns the ids of the matches of a channel that could not be shown there
// and now may be, because somebody has used a command there. They are made due.
func (h *Host) strandedHere(ctx context.Context, r Request) []string {
	if r.Command == "" || r.Guild == "" || len(r.Lacks) > 0 {
		return nil
	}
	here, err := h.Store.OfChannel(ctx, r.Channel)
	if err != nil {
		h.Log.Warn("what could not be shown here is not tried again", "err", err)
		return nil
	}
	var due []string
	for _, head := range here {
		if stranded(head, h.Now()) && h.touch(ctx, head.ID) == nil {
			due = append(due, head.ID)
		}
	}
	return due
}

// moveButtons offers a player of a stranded match to move it to where they are.
func (h *Host) moveButtons(r Request, m *match) []Control {
	if !h.movable(r, m) {
		return nil
	}
	return []Control{{ID: m.button("here").String(), Label: h.label(r.Lang, "button.here"), Style: Good}}
}

// movable reports whether who asks may move a match to where they are: a player, out of a
// channel where nothing can be shown into another one of the same server.
func (h *Host) movable(r Request, m *match) bool {
	return stranded(m.Head, h.Now()) && m.seatOf(r.By.ID) != games.Spectator && r.Guild == m.Guild &&
		r.Channel != m.Channel && r.Channel != m.Home && h.place(r) == nil
}

// moveHere moves a stranded match to where its button was clicked, and has it shown there.
func (h *Host) moveHere(ctx context.Context, r Request, b button) (Reply, error) {
	if err := h.place(r); err != nil {
		return Reply{}, err
	}
	defer h.lock(b.match)() // a look under way would bring back the old channel
	return h.inGame(ctx, r, b.match, func(m *match, _ games.Seat) ([]games.Ply, games.Text, error) {
		if !h.movable(r, m) {
			return nil, games.Text{}, games.Refuse("refuse.here")
		}
		m.Home, m.Channel, m.Thread, m.Message = r.Channel, r.Channel, false, ""
		m.GuildLostAt = time.Time{}
		m.Desired.Post++
		return nil, games.Say("board.moved"), nil
	})
}
