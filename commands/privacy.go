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

// privacyCommand defines /privacy.
func privacyCommand() command {
	return command{Name: "privacy", Run: showPrivacy, Define: options()}
}

// privacyVerbs lists the buttons that are about what is kept of the asker.
func privacyVerbs() []verb {
	return []verb{
		alone(privateVerb(message.VerbMyData, exportData)),
		privateVerb(message.VerbForgetMe, askToForget),
		updateVerb(message.VerbEraseMe, forgetPerson),
		updateVerb(message.VerbKeepMe, keepPerson),
	}
}

// showPrivacy says what is kept of the asker.
func showPrivacy(_ context.Context, h *host, c call) (Reply, error) {
	return Reply{Message: h.Writer.Privacy(c.Lang)}, nil
}

// exportData gives the asker all that is kept of them, as a file.
func exportData(ctx context.Context, h *host, c call) (Reply, error) {
	text, left, err := privacy.Export(ctx, h.Env, c.Own, h.Now())
	if err != nil {
		return Reply{}, err
	}
	said := h.say(c, "privacy.data")
	if left > 0 {
		said = message.Lines(said, h.say(c, "privacy.data-cut", "Count", left))
	}
	return Reply{Message: message.Message{Content: said, File: &message.File{Name: "parlour-my-data.json", Data: text}}}, nil
}

// askToForget asks whether the asker means to be forgotten, and says how many games they would leave.
func askToForget(ctx context.Context, h *host, c call) (Reply, error) {
	live, err := h.Store.OfPlayer(ctx, c.By.ID, true, storage.All)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: h.Writer.AskToForget(c.Lang, len(live))}, nil
}

// keepPerson answers a person who did not mean it.
func keepPerson(_ context.Context, h *host, c call) (Reply, error) {
	return tell(h.say(c, "privacy.kept-on")), nil
}

// forgetPerson begins to forget the asker. Their settings go at once. [privacy.Forgetter] takes them out
// of their matches, also after a crash.
func forgetPerson(ctx context.Context, h *host, c call) (Reply, error) {
	var random [16]byte
	if _, err := io.ReadFull(h.Random, random[:]); err != nil {
		return Reply{}, fmt.Errorf("draw an id: %w", err)
	}
	_, err := storage.People.Change(ctx, h.Store, c.By.ID, func(p *storage.Person) error {
		if p.Leaving == nil { // of two presses at once, the first counts
			p.Leaving = &storage.Leaving{Alias: storage.Former(hex.EncodeToString(random[:])), Name: c.By.Name, NextCheck: h.Now()}
		}
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	return tell(h.say(c, "privacy.going")), nil
}
