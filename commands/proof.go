package commands

import (
	"context"
	"encoding/json"
	"fmt"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// showProof says whether a match is fair as far as anybody can tell now: the match of a button, or the
// one that /verify is about.
func (c call) showProof(ctx context.Context) (Reply, error) {
	m, err := c.meant(ctx)
	switch {
	case err != nil:
		return Reply{}, err
	case !m.Info.Chance:
		return Reply{}, games.Refuse("refuse.verify.chance", "Game", m.Info.Title)
	case m.Setup.Rules > 0 && m.State == nil:
		return Reply{}, games.ErrRules
	}
	return answer(c.Writer.Proof(c.reader(), m))
}

// meant finds the match of a button, or the one that a command is about.
func (c call) meant(ctx context.Context) (*match.Match, error) {
	if c.Pressed.Match != "" {
		return c.seen(ctx)
	}
	return c.played(ctx)
}

// howToCheck tells how a proof is checked without Parlour.
func (c call) howToCheck(_ context.Context) (Reply, error) {
	return Reply{Message: c.Writer.HowToCheck(c.Lang)}, nil
}

// record gives the match that is meant as a record: a file and an animation. A seed tells the whole deal, so
// a game that hides something has no record before its end.
func (c call) record(ctx context.Context) (Reply, error) {
	m, err := c.meant(ctx)
	switch {
	case err != nil:
		return Reply{}, err
	case m.Setup.Rules == 0 && m.Phase == storage.Off:
		return Reply{}, m.RefuseClosed()
	case m.Setup.Rules == 0:
		return Reply{}, games.Refuse("refuse.not-started", "Game", m.Info.Title)
	case m.State == nil:
		return Reply{}, games.ErrRules
	case proof.Secretive(m):
		return Reply{}, games.Refuse("refuse.record", "Game", m.Info.Title)
	}
	record, err := proof.Record(m)
	if err != nil {
		return Reply{}, fmt.Errorf("make the record of match %s: %w", m.ID, err)
	}
	text, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return Reply{}, fmt.Errorf("write the record of match %s: %w", m.ID, err)
	}
	said := c.sayOf(m, "record.here", "Game", m.Info.Title, "Players", locale.Listed(m.Others(games.Spectator)))
	return Reply{Message: message.Message{
		Content:   said,
		Animation: c.Writer.Film(c.reader(), m),
		File:      &message.File{Name: message.FileName(m, "json"), Data: append(text, '\n')},
	}}, nil
}

// completeAny lists the asker's newest live matches, then the ended ones.
func (c call) completeAny(ctx context.Context) (Reply, error) {
	own, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.Newest(match.MostListed))
	if err != nil {
		return Reply{}, err
	}
	ended, err := c.Env.EndedOf(ctx, c.By.ID)
	return c.suggest(append(own, ended...)), err
}
