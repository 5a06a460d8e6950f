// Package insight is what one reader learns of a match besides its board: a hint, the moments
// that decided it, its proof, all of it as a film, and the panel on which they think ahead. The
// position that teaches a game's rules is here too, what a move has brought out, the question before a
// game is given up, and the questions of others that wait for the reader.
//
// Its policy is that of package message, on which it builds.
package insight

import (
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/games"
)

// An about writes what one reader learns of one match.
type about struct {
	w     *message.Writer
	r     message.Reader
	m     *match.Match
	voice locale.Voice
}

// aboutOf returns what writes for a reader of a match.
func aboutOf(w *message.Writer, r message.Reader, m *match.Match) about {
	return about{w, r, m, w.Voice(r.Lang, m.Names())}
}

func (p about) say(key string, pairs ...any) string { return p.voice.Say(games.Say(key, pairs...)) }

// control returns a button about the match.
func (p about) control(verb, label string, s message.Style, steps ...string) message.Control {
	return message.Control{ID: button.Of(p.m, verb, steps...).String(), Label: p.w.Label(p.r.Lang, label), Style: s}
}
