package commands

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"

	"parlour/commands/match/privacy"
	"parlour/commands/message"
	"parlour/storage"
)

// showPrivacy says what is kept of the asker.
func (c call) showPrivacy(_ context.Context) (Reply, error) {
	return Reply{Message: c.Writer.Privacy(c.Lang)}, nil
}

// exportData gives the asker all that is kept of them, as a file.
func (c call) exportData(ctx context.Context) (Reply, error) {
	text, left, err := privacy.Export(ctx, c.Env, c.Own, c.Now())
	if err != nil {
		return Reply{}, err
	}
	said := c.say("privacy.data")
	if left > 0 {
		said = message.Lines(said, c.say("privacy.data-cut", "Count", left))
	}
	file := &message.File{Name: "parlour-my-data.json", Data: text}
	return Reply{Message: message.Message{Content: said, File: file}}, nil
}

// askToForget asks whether the asker means to be forgotten, and says how many games they would leave.
func (c call) askToForget(ctx context.Context) (Reply, error) {
	live, err := c.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: c.Writer.AskToForget(c.Lang, len(live))}, nil
}

// keepPerson answers a person who did not mean it.
func (c call) keepPerson(_ context.Context) (Reply, error) {
	return tell(c.say("privacy.kept-on")), nil
}

// forgetPerson begins to forget the asker. Their settings go at once. [privacy.Forgetter] takes them out
// of their matches, also after a crash.
func (c call) forgetPerson(ctx context.Context) (Reply, error) {
	var random [16]byte
	if _, err := io.ReadFull(c.Random, random[:]); err != nil {
		return Reply{}, fmt.Errorf("draw an id: %w", err)
	}
	_, err := storage.People.Change(ctx, c.Store, c.By.ID, func(p *storage.Person) error {
		if p.Leaving == nil { // of two presses at once, the first counts
			alias := storage.Former(hex.EncodeToString(random[:]))
			p.Leaving = &storage.Leaving{Alias: alias, Name: c.By.Name, NextCheck: c.Now()}
		}
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	return tell(c.say("privacy.going")), nil
}
