package message

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// Limits of Discord, in characters and in lines.
const (
	maxAlt   = 1024 // words for a picture
	MaxMenu  = 25   // options of a menu
	maxMenus = 4    // menus of a panel, which leaves a row for buttons
)

// maxContent bounds the text of a message, in characters, with room to say that there is more.
const maxContent = 1900

// A Writer writes messages. It is safe for concurrent use.
type Writer struct {
	words    *locale.Catalogue
	palettes []string // by the names that the catalogue has for them; the usual one first
	coded    bool     // whether tables and boards show their code
}

// NewWriter returns a Writer with the sentences of a catalogue.
func NewWriter(words *locale.Catalogue, palettes []string) *Writer {
	return &Writer{words: words, palettes: palettes}
}

// Voice returns a voice for Markdown. What people typed is escaped and cut.
func (w *Writer) Voice(lang string, names []string) locale.Voice {
	return w.words.Voice(lang, clipAll(names),
		func(s string) string { return locale.Markdown(Clip(Clean(s), maxTyped)) })
}

// Plain returns a voice for plain text: labels and pictures.
func (w *Writer) Plain(lang string, names []string) locale.Voice {
	return w.words.Voice(lang, clipAll(names), func(s string) string { return Clip(Clean(s), maxTyped) })
}

// Say says a sentence of no match.
func (w *Writer) Say(lang, key string, pairs ...any) string {
	return w.Voice(lang, nil).Say(games.Say(key, pairs...))
}

// Label returns the label of a button or a menu.
func (w *Writer) Label(lang, key string, pairs ...any) string {
	return w.Plain(lang, nil).Say(games.Say(key, pairs...))
}

// Palettes returns the palettes as options, with their names in a language.
func (w *Writer) Palettes(lang string) []MenuOption {
	var all []MenuOption
	for _, name := range w.palettes {
		all = append(all, MenuOption{Label: w.Label(lang, "palette."+name), Value: name})
	}
	return all
}

// palette returns the palette of a person's pictures.
func (w *Writer) palette(chosen string) string {
	if slices.Contains(w.palettes, chosen) {
		return chosen
	}
	return w.palettes[0]
}

// Named puts the names of players into a refusal that speaks of seats. Other errors stay
// as they are, and so does every error where there is no match.
func Named(m *match.Match, err error) error {
	var refusal *games.Refusal
	if m == nil || !errors.As(err, &refusal) {
		return err
	}
	text := games.Text{Key: refusal.Text.Key, Args: maps.Clone(refusal.Text.Args)}
	for k, arg := range text.Args {
		switch arg := arg.(type) {
		case games.Seat:
			text.Args[k] = strings.Join(namesOf(m, arg), "")
		case []games.Seat:
			text.Args[k] = namesOf(m, arg...)
		}
	}
	return &games.Refusal{Text: text}
}

// namesOf returns the names of seats.
func namesOf(m *match.Match, seats ...games.Seat) (names []string) {
	for _, s := range seats {
		if s >= 0 && int(s) < len(m.Players) {
			names = append(names, clipAll(m.Names())[s])
		}
	}
	return names
}
