package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"parlour/games"
	"parlour/storage"
)

// export gives a match as a record.
func (h *Host) export(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.played(ctx, r)
	if m == nil || err != nil {
		return reply, err
	}
	return h.recordOf(r, m)
}

// played finds a match to look back at, if the asker may see it: the one that is
// named, else the one that is played here, else the asker's last one. Without a match
// the reply asks which.
func (h *Host) played(ctx context.Context, r Request) (*match, Reply, error) {
	m, reply, err := h.find(ctx, r, anyone)
	if refusal := (*games.Refusal)(nil); errors.As(err, &refusal) && r.Options["game"] == "" {
		m, err = h.lastEnded(ctx, r, err)
	}
	if m != nil && err == nil && !m.visible(r) {
		return nil, Reply{}, games.Refuse("refuse.hidden")
	}
	return m, reply, err
}

// lastEnded returns the last game of the asker that has ended, or the error given
// when there is none.
func (h *Host) lastEnded(ctx context.Context, r Request, none error) (*match, error) {
	ended, err := h.Store.OfPlayer(ctx, r.By.ID, false)
	if err != nil {
		return nil, err
	}
	for i := len(ended) - 1; i >= 0; i-- {
		if ended[i].Setup.Rules > 0 && h.games[ended[i].Setup.Game] != nil {
			return h.load(ctx, ended[i].ID)
		}
	}
	return nil, none
}

// exported gives the record of the match of a button, to anybody who sees it.
func (h *Host) exported(ctx context.Context, r Request, b button) (Reply, error) {
	m, err := h.load(ctx, b.match)
	if err != nil {
		return Reply{}, err
	}
	return h.recordOf(r, m)
}

// recorded is a match as a record, with the proof of its deal.
func (m *match) recorded() (games.Record, error) {
	moves := make([]games.RecordedPly, len(m.Log))
	for i, e := range m.Log {
		moves[i] = games.RecordedPly{Ply: e.Ply, At: e.At}
	}
	r := games.NewRecord(m.Setup, moves, m.state)
	if !m.info.Chance || m.Secret == nil {
		return r, nil
	}
	first, err := m.game.Start(m.Setup)
	if err != nil {
		return r, err
	}
	deal, err := first.MarshalJSON()
	if err != nil {
		return r, err
	}
	r.Proof = &games.Proof{Commitment: games.Commitment(*m.Secret), Secret: *m.Secret, Words: m.Words, Deal: deal}
	for i, e := range m.Log {
		if m.info.Hidden && e.Salt != nil {
			r.Proof.Seals = append(r.Proof.Seals, games.Opened{Ply: i, Hash: m.seal(e), Salt: *e.Salt})
		}
	}
	return r, nil
}

// recordOf makes the file and the animation. A seed tells the whole deal, so that a game which hides
// something has no record before its end.
func (h *Host) recordOf(r Request, m *match) (Reply, error) {
	switch {
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return Reply{}, tableClosed(m)
	case m.Setup.Rules == 0:
		return Reply{}, games.Refuse("refuse.not-started", "Game", m.info.Title)
	case m.state == nil:
		return Reply{}, games.ErrRules
	case m.info.Hidden && m.Phase == storage.Playing:
		return Reply{}, games.Refuse("refuse.record", "Game", m.info.Title)
	}
	record, err := m.recorded()
	if err != nil {
		return Reply{}, fmt.Errorf("make the record of match %s: %w", m.ID, err)
	}
	text, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return Reply{}, fmt.Errorf("write the record of match %s: %w", m.ID, err)
	}
	moving, err := h.animation(r, m)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: Message{
		Content:   h.voice(r.Lang, m.names()).Say(games.Say("record.here", "Game", m.info.Title, "Players", m.others(games.Spectator))),
		Animation: moving,
		File:      &File{Name: m.fileName("json"), Data: append(text, '\n')},
	}}, nil
}

// fileName is what a file of a match is called.
func (m *match) fileName(kind string) string { return m.info.Name + "-" + m.ID + "." + kind }
