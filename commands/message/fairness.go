package message

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Coded returns a Writer whose tables and boards show the code of what is fixed. A message is
// posted without, as a code has no place in a notification, and edited to what this Writer
// writes. Nothing may be revealed before that is done.
func (w *Writer) Coded() *Writer {
	coded := *w
	coded.coded = true
	return &coded
}

// dealLine is the last line of a table, until it is closed without a game: the code of its deal.
func (p public) dealLine() string {
	code := match.TableCode(p.m)
	closed := p.m.Setup.Rules == 0 && !p.m.Phase.Live()
	if !p.w.coded || code == "" || closed {
		return ""
	}
	return p.say("deal.code", "Code", code)
}

// sealedLine says, while others still choose, whose bids are fixed and by which code.
func (p public) sealedLine() string {
	seats, code := match.Sealed(p.m), p.m.Code()
	if !p.w.coded || len(seats) == 0 || code == "" {
		return ""
	}
	return p.say("seal.names", "Players", locale.Listed(seats), "Code", code)
}

// boardCode is the last line of a board: whose bids are fixed or, before the first move of a game
// without a table of its own, the code of its deal.
func (p public) boardCode() string {
	if sealed := p.sealedLine(); sealed != "" || !p.w.coded || len(p.m.Log) > 0 {
		return sealed
	}
	return p.firstCode()
}

// firstCode is the code of the deal of a game without a table of its own: of a rematch, and in
// direct messages.
func (p public) firstCode() string {
	code := match.TableCode(p.m)
	if code == "" || !p.m.Again && p.m.Guild != "" {
		return ""
	}
	return p.say("deal.code", "Code", code)
}

// lineCode is the last line of a record's line that tells of plies of the log, from the first
// of them up to the second: the code that fixed the bids which they opened.
func (p public) lineCode(from, to int) string {
	code := match.LineCode(p.m, from, to)
	if code == "" {
		return ""
	}
	return p.say("seal.code", "Code", code)
}

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
	if match.Secretive(m) {
		head = "proof.so-far"
	}
	var said []string
	for _, f := range games.Verify([]games.Game{m.Game}, record) {
		key := "proof.holds"
		if !f.Holds {
			key, head = "proof.fails", "proof.no"
		}
		said = append(said, v.Say(games.Say(key, "Finding", f.Text)))
	}
	return Message{
		Content: Lines(v.Say(games.Say(head)), Lines(said...), w.caveats(r.Lang, m)),
		File:    &File{Name: FileName(m, "json"), Data: append(text, '\n')},
		Rows:    [][]Control{{{ID: Button{Verb: "check"}.String(), Label: w.Label(r.Lang, "button.check")}}},
	}, nil
}

// provenBy returns the record of a match as far as everybody may know it, and the same as it
// is written to a file.
func provenBy(m *match.Match) (games.Record, any, error) {
	switch {
	case m.Setup.Rules == 0 && !m.Phase.Live():
		return games.Record{}, nil, m.RefuseClosed()
	case match.Secretive(m):
		file := match.Revealed(m)
		setup := games.Setup{Game: file.Game, Rules: file.Rules, Seats: file.Seats, Options: file.Options}
		return games.Record{Setup: setup, Proof: file.Proof}, file, nil
	}
	record, err := m.Record()
	if err != nil {
		return record, nil, fmt.Errorf("make the record of match %s: %w", m.ID, err)
	}
	return record, record, nil
}

// caveats say what a proof does not show.
func (w *Writer) caveats(lang string, m *match.Match) string {
	var said []string
	switch {
	case strings.Join(match.Said(m), "") != "":
	case m.Phase == storage.Open:
		said = append(said, w.Say(lang, "deal.not-yet"))
	default:
		said = append(said, w.Say(lang, "deal.no-word"))
	}
	if m.Info.Hidden && m.Phase.Live() {
		said = append(said, w.Say(lang, "proof.later"))
	}
	if m.Info.Hidden {
		said = append(said, w.Say(lang, "proof.reads"))
	}
	return Lines(said...)
}

// shufflers returns the names of the players, with another one where somebody else said the
// word of a seat.
func (w *Writer) shufflers(lang string, m *match.Match) []string {
	names := slices.Clone(m.Names())
	for i, word := range match.Said(m) {
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
