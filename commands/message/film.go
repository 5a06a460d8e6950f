package message

import (
	"fmt"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// maxFrames bounds the positions of a game in its animation, besides the last: of a longer
// game, every other one is shown, every third and so on.
const maxFrames = 200

// How long the positions of an animation are shown.
const (
	eachFrame = 1200 * time.Millisecond // unless that makes the whole too long
	allFrames = time.Minute
	lastFrame = 8 * time.Second
)

// Film returns a match from its start to now, as everybody could see it, in the
// language and the palette of its reader.
func (w *Writer) Film(r Reader, m *match.Match) *Animation {
	states := thin(turns(m))
	a := &Animation{
		Name: FileName(m, "gif"), Key: fmt.Sprintf("%q %d %q %q", m.ID, m.Version, r.Lang, r.Own.Palette),
		Each: min(eachFrame, allFrames/time.Duration(len(states))), Last: lastFrame,
		Alt: w.gameInWords(r, m), Lost: w.Say(r.Lang, "record.lost"),
	}
	for _, state := range states {
		a.Frames = append(a.Frames, w.drawn(r, m, state, games.Spectator))
	}
	return a
}

// FileName returns the name of a file about a match.
func FileName(m *match.Match, extension string) string {
	return m.Info.Name + "-" + m.ID + "." + extension
}

// turns returns the position before the first turn, and the one after each that stands. While others
// still choose, a move is sealed and there is nothing to see of it.
func turns(m *match.Match) []games.State {
	all := []games.State{m.StateAt(0)}
	standing := m.Standing()
	for n, i := range standing {
		if s := m.Steps()[i]; n == len(standing)-1 || s.EndsTurn {
			all = append(all, s.After)
		}
	}
	return all
}

// thin drops positions at regular distances, so that at most maxFrames and the last stay.
func thin(states []games.State) []games.State {
	step := (len(states) + maxFrames - 1) / maxFrames
	var kept []games.State
	for i, s := range states {
		if i%step == 0 || i == len(states)-1 {
			kept = append(kept, s)
		}
	}
	return kept
}

// gameInWords says which game an animation shows, who played, how long and how it ended, in
// at most as many characters as an alt text may have.
func (w *Writer) gameInWords(r Reader, m *match.Match) string {
	head, turn := w.headline(r, m)
	made := slices.DeleteFunc(m.Standing(), func(i int) bool { return m.Log[i].Move.System() })
	plies := w.Plain(r.Lang, m.Names()).Say(games.Say("alt.animation", "Count", len(made)))
	return Clip(Lines(head, plies, turn), maxAlt)
}

// Example returns a picture of the position with which a game teaches its rules, and a line on
// what to look at. The reader is "You", and the others have numbers.
func (w *Writer) Example(r Reader, game games.Game) (*Picture, string, error) {
	e := game.Example()
	state, _, err := games.Replay(game, e.Setup, e.Log)
	if err != nil {
		return nil, "", fmt.Errorf("the example of %s: %w", e.Setup.Game, err)
	}
	m := &match.Match{Game: game, Info: game.Info(), State: state}
	m.Setup = e.Setup
	for seat := range games.Seat(e.Setup.Seats) {
		name := games.Say("rules.player", "Number", int(seat)+1)
		if seat == e.Seat {
			name = games.Say("rules.you")
		}
		m.Players = append(m.Players, storage.Player{Name: w.Plain(r.Lang, nil).Say(name)})
	}
	d := w.drawn(r, m, state, e.Seat)
	voice := w.Plain(r.Lang, m.Names())
	caption := w.Voice(r.Lang, m.Names()).Say(e.Caption)
	return &Picture{Drawing: d, Alt: Lines(voice.Say(e.Alt), d.View.String())}, caption, nil
}
