package commands

import (
	"fmt"
	"time"

	"parlour/games"
)

// maxFrames is how many positions of a game its animation shows at most, besides the
// last: of a longer game every other one, every third and so on.
const maxFrames = 200

// How long the positions of an animation are shown.
const (
	eachFrame = 1200 * time.Millisecond // unless that makes the whole too long
	allFrames = time.Minute
	lastFrame = 8 * time.Second
)

// animation is a match from its start to where it is now, as everybody could see
// it, in the language and the palette of who asks.
func (h *Host) animation(r Request, m *match) (*Animation, error) {
	states, err := m.turns()
	if err != nil {
		return nil, err
	}
	states = thin(states, maxFrames)
	s := m.publicSight()
	s.lang, s.palette = r.Lang, r.own.Palette
	a := &Animation{
		Name: m.fileName("gif"), Each: min(eachFrame, allFrames/time.Duration(len(states))), Last: lastFrame,
		Alt: h.gameInWords(s), Lost: h.say(r, "record.lost"),
	}
	for _, state := range states {
		s.state = state
		a.Frames = append(a.Frames, *h.drawn(s))
	}
	return a, nil
}

// turns returns the position before the first turn, and the one after each. While
// others still choose, a move is sealed and there is nothing to see of it.
func (m *match) turns() ([]games.State, error) {
	now, err := m.game.Start(m.Setup)
	if err != nil {
		return nil, fmt.Errorf("start match %s: %w", m.ID, err)
	}
	all := []games.State{now}
	for i, e := range m.Log {
		next, err := now.Play(e.Seat, e.Move)
		if err != nil {
			return nil, fmt.Errorf("replay match %s: ply %d cannot be played", m.ID, i+1)
		}
		if i == len(m.Log)-1 || !games.SameTurn(now, next, e.Seat) {
			all = append(all, next)
		}
		now = next
	}
	return all, nil
}

// thin leaves out what it must at regular distances, so that at most so many and the
// last stay.
func thin(states []games.State, most int) []games.State {
	step := (len(states) + most - 1) / most
	var kept []games.State
	for i, s := range states {
		if i%step == 0 || i == len(states)-1 {
			kept = append(kept, s)
		}
	}
	return kept
}

// gameInWords says which game an animation shows, who played, how long and how it
// ended, in at most maxAlt characters.
func (h *Host) gameInWords(s sight) string {
	m := s.match
	v := h.plain(s.lang, m.names())
	return clip(lines(v.Say(head(v, s)), v.Say(games.Say("alt.animation", "Count", len(m.Log))), v.Say(h.turn(s))), maxAlt)
}
