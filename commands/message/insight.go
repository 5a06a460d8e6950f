package message

import (
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// An about writes what one reader learns of one match.
type about struct {
	w     *Writer
	r     Reader
	m     *match.Match
	voice locale.Voice
}

// aboutOf returns what writes for a reader of a match.
func aboutOf(w *Writer, r Reader, m *match.Match) about {
	return about{w, r, m, w.Voice(r.Lang, m.Names())}
}

func (p about) say(key string, pairs ...any) string { return p.voice.Say(games.Say(key, pairs...)) }

// control returns a button about the match.
func (p about) control(verb, label string, s Style, steps ...string) Control {
	return Control{ID: NewButton(p.m, verb, steps...).String(), Label: p.w.Label(p.r.Lang, label), Style: s}
}
