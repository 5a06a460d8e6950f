package message

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// maxName bounds a name as it is shown, in characters.
const maxName = 40

// maxTyped bounds everything else that somebody typed, in characters.
const maxTyped = 100

// clipAll makes names fit to be shown. A name of which nothing is left becomes "?".
func clipAll(names []string) []string { return clipEach(names, maxName) }

// clipEach is clipAll with another bound, in characters.
func clipEach(names []string, most int) []string {
	var cut []string
	for _, n := range names {
		if n = Clip(strings.TrimSpace(Clean(n)), most); n == "" {
			n = "?"
		}
		cut = append(cut, n)
	}
	return cut
}

// Clean drops control and format characters, which cannot be seen and can turn a whole line
// about. It keeps the joiner of emoji.
func Clean(s string) string {
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

// Clip cuts a text to a number of characters.
func Clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// Mention names people so that they may be notified.
func Mention(ids ...string) locale.Verbatim {
	var all []string
	for _, id := range ids {
		all = append(all, "<@"+id+">")
	}
	return locale.Verbatim(strings.Join(all, " "))
}

// Channels names channels, each as a link.
func Channels(ids []string) locale.Verbatim {
	return locale.Verbatim("<#" + strings.Join(ids, ">, <#") + ">")
}

// relative writes a moment that each reader sees as a time from now.
func relative(t time.Time) locale.Verbatim { return locale.Verbatim(fmt.Sprintf("<t:%d:R>", t.Unix())) }

// Dated writes a moment that each reader sees on their own clock.
func Dated(t time.Time) locale.Verbatim { return locale.Verbatim(fmt.Sprintf("<t:%d:f>", t.Unix())) }

// Link returns the address of a message, by which Discord opens it; without an id, that of its
// channel.
func Link(guild, channel, id string) locale.Verbatim {
	if guild == "" {
		guild = "@me"
	}
	return locale.Verbatim(strings.TrimSuffix("https://discord.com/channels/"+guild+"/"+channel+"/"+id, "/"))
}

// ThreadLink returns the address of the thread that a match has or is about to get, empty for none. A
// thread has the id of the message from which it is opened.
func ThreadLink(m *match.Match) locale.Verbatim {
	if !m.Thread || m.Table == "" {
		return ""
	}
	return Link(m.Guild, m.Table, "")
}

// Lines joins sentences into lines and leaves out empty ones.
func Lines(said ...string) string {
	var kept []string
	for _, s := range said {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, "\n")
}

// Span says a length of time in plain words, as a notification shows no other.
func Span(d time.Duration) games.Text {
	if d > 0 && d < time.Minute {
		return games.Say("span.moment")
	}
	count, unit := clock.Rough(d)
	return games.Say("span."+unit, "Count", count)
}
