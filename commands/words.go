package commands

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
)

// maxAlt is how long the words for a picture may be, in characters.
const maxAlt = 1024

// maxName is how much of a name is shown, in characters.
const maxName = 40

// maxTyped is how much is repeated of anything else that somebody typed.
const maxTyped = 100

// voice speaks Markdown in a language; what people typed is escaped and cut.
func (h *Host) voice(lang string, names []string) locale.Voice {
	return h.words.Voice(lang, clipAll(names), func(s string) string { return locale.Markdown(clip(clean(s), maxTyped)) })
}

// plain speaks plain text, for labels and pictures.
func (h *Host) plain(lang string, names []string) locale.Voice {
	return h.words.Voice(lang, clipAll(names), func(s string) string { return clip(clean(s), maxTyped) })
}

// clipAll makes names fit to be shown; one of which nothing is left becomes "?".
func clipAll(names []string) []string { return clipEach(names, maxName) }

// clipEach is clipAll for names of at most so many characters.
func clipEach(names []string, most int) []string {
	var cut []string
	for _, n := range names {
		if n = clip(strings.TrimSpace(clean(n)), most); n == "" {
			n = "?"
		}
		cut = append(cut, n)
	}
	return cut
}

// clean drops from what somebody typed what cannot be seen and can turn a whole
// line about: control and format characters, but for the joiner of emoji.
func clean(s string) string {
	return strings.Map(func(c rune) rune {
		const joiner = '\u200d'
		switch {
		case unicode.IsSpace(c):
			return ' '
		case unicode.Is(unicode.Cf, c) && c != joiner, unicode.IsControl(c), c == utf8.RuneError:
			return -1
		}
		return c
	}, s)
}

// clip cuts a text to a number of characters.
func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// mention names people so that they may be notified.
func mention(ids ...string) locale.Verbatim {
	var all []string
	for _, id := range ids {
		all = append(all, "<@"+id+">")
	}
	return locale.Verbatim(strings.Join(all, ", "))
}

// relative is a moment that each reader sees as how long it is from now, and dated one
// that each sees on their own clock.
func relative(t time.Time) locale.Verbatim { return locale.Verbatim(fmt.Sprintf("<t:%d:R>", t.Unix())) }

func dated(t time.Time) locale.Verbatim { return locale.Verbatim(fmt.Sprintf("<t:%d:f>", t.Unix())) }

// messageLink is the address of a message, by which Discord opens it.
func messageLink(guild, channel, id string) locale.Verbatim {
	if guild == "" {
		guild = "@me"
	}
	return locale.Verbatim("https://discord.com/channels/" + guild + "/" + channel + "/" + id)
}

// lines joins what is said into lines, without those that say nothing.
func lines(said ...string) string {
	var kept []string
	for _, s := range said {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, "\n")
}

// say is a sentence of no match, for the one who asked.
func (h *Host) say(r Request, key string, pairs ...any) string {
	return h.voice(r.Lang, nil).Say(games.Say(key, pairs...))
}

// label is what stands on a button or in a menu.
func (h *Host) label(lang, key string) string { return h.plain(lang, nil).Say(games.Say(key)) }
