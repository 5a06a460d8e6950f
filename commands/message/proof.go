package message

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/games"
	"parlour/storage"
)

// Proof says whether a match is fair as far as anybody can tell now, with a file of all that
// shows it. While something is secret, the file has what is revealed; later it is the record.
func (w *Writer) Proof(r Reader, m *match.Match) (Message, error) {
	record, file, err := provenBy(m)
	if err != nil {
		return Message{}, err
	}
	text, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		return Message{}, fmt.Errorf("write the proof of match %s: %w", m.ID, err)
	}
	head, v := "proof.yes", w.Voice(r.Lang, w.shufflers(r.Lang, m))
	if m.Phase.Live() {
		head = "proof.so-far"
	}
	var said []string
	for _, f := range games.Verify([]games.Game{m.Game}, record) {
		key := "proof.holds"
		if f.Text.Key == games.Unended && !ended(m) {
			continue // as it should be
		}
		if !f.Holds {
			key, head = "proof.fails", "proof.no"
		}
		said = append(said, v.Say(games.Say(key, "Finding", f.Text)))
	}
	return Message{
		Content: Lines(v.Say(games.Say(head)), Lines(said...), w.dealCode(r.Lang, m), w.caveats(r.Lang, m)),
		File:    &File{Name: FileName(m, "json"), Data: append(text, '\n')},
		Rows:    [][]Control{{{ID: Button{Verb: VerbCheck}.String(), Label: w.Label(r.Lang, "button.check")}}},
	}, nil
}

// ended reports whether a match has a result.
func ended(m *match.Match) bool {
	if m.State == nil {
		return false
	}
	_, over := m.State.Result()
	return over
}

// provenBy returns the record of a match as far as everybody may know it, and what is written of it
// to a file.
func provenBy(m *match.Match) (games.Record, any, error) {
	switch {
	case m.Setup.Rules == 0 && !m.Phase.Live():
		return games.Record{}, nil, m.RefuseClosed()
	case proof.Secretive(m):
		file := proof.Revealed(m)
		setup := games.Setup{Game: file.Game, Rules: file.Rules, Seats: file.Seats, Options: file.Options}
		return games.Record{Setup: setup, Proof: file.Proof}, file, nil
	}
	record, err := proof.Record(m)
	if err != nil {
		return record, nil, fmt.Errorf("make the record of match %s: %w", m.ID, err)
	}
	return record, record, nil
}

// dealCode says the code that the table shows, and why it isn't the first one.
func (w *Writer) dealCode(lang string, m *match.Match) string {
	return w.Say(lang, "proof.code", "Code", proof.TableCode(m), "Words", strings.Join(proof.Said(m), "") != "")
}

// caveats say what a proof does not show.
func (w *Writer) caveats(lang string, m *match.Match) string {
	var said []string
	switch {
	case strings.Join(proof.Said(m), "") != "":
	case m.Phase == storage.Open:
		said = append(said, w.Say(lang, "deal.not-yet"))
	default:
		said = append(said, w.Say(lang, "deal.no-word"))
	}
	switch {
	case m.Phase.Live() && (m.Info.Hidden || m.Phase == storage.Open):
		said = append(said, w.Say(lang, "proof.later"))
	case m.Phase.Live(): // the deal lies there for all to see
		said = append(said, w.Say(lang, "proof.later-open"))
	case len(m.Log) > 0:
		said = append(said, w.Say(lang, "verify.times"))
	}
	if m.Info.Hidden {
		said = append(said, w.Say(lang, "proof.reads"))
	}
	return Lines(said...)
}

// shufflers returns the names of the players, with "somebody" for a seat whose word was said by a
// player before.
func (w *Writer) shufflers(lang string, m *match.Match) []string {
	names := slices.Clone(m.Names())
	for i, word := range proof.Said(m) {
		seat := i
		if i < len(m.Order) {
			seat = int(m.Order[i])
		}
		if word != "" && seat < len(names) && m.Players[seat].Word != word {
			names[seat] = w.Say(lang, "proof.somebody")
		}
	}
	return names
}

// HowToCheck tells how a proof is checked without Parlour.
func (w *Writer) HowToCheck(lang string) Message {
	var said []string
	for n := range 6 {
		said = append(said, w.Say(lang, fmt.Sprintf("proof.how.%d", n+1)))
	}
	return Message{Content: Lines(said...)}
}
