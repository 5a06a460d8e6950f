package message

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

const (
	optionMenus = 4   // menus of options in a message, which leaves a row for buttons
	maxLine     = 100 // characters of a line of a menu, and of its value
)

// valueWords returns the words for a value of a game's option: its own, or those that all
// values of the option have.
func valueWords(v locale.Voice, game, option, value string) string {
	key := game + ".option." + option + "."
	if said := v.Say(games.Say(key + value)); said != key+value {
		return said
	}
	if said := v.Say(games.Say(key+"each", "Value", value)); said != key+"each" {
		return said
	}
	return option + " " + value
}

// OptionWords returns the options of a match in words: those whose value is not the usual one,
// and those that every table shows, such as the size of a board.
func OptionWords(v locale.Voice, info games.Info, chosen map[string]string) []string {
	var said []string
	for _, o := range info.Options {
		if value := chosen[o.Name]; value != "" && (o.Shown || value != o.Default) {
			said = append(said, valueWords(v, info.Name, o.Name, value))
		}
	}
	return said
}

// A setting is a value of an option, with its words.
type setting struct{ name, value, words string }

// typed returns the setting as it may be typed: "size=9".
func (s setting) typed() string { return s.name + "=" + s.value }

// means reports whether a text is the setting, in words or by name.
func (s setting) means(text string) bool {
	return loose(text) == loose(s.words) || loose(strings.Replace(text, ":", "=", 1)) == loose(s.typed())
}

// settings lists every value of every option of a game.
func (w *Writer) settings(lang string, info games.Info) []setting {
	v := w.Plain(lang, nil)
	var all []setting
	for _, o := range info.Options {
		for _, value := range o.Values {
			all = append(all, setting{o.Name, value, valueWords(v, info.Name, o.Name, value)})
		}
	}
	return all
}

// ReadOptions reads the options of a game as somebody typed them, with commas between: in
// words, "9×9, no swap", or by name, "size=9, swap=off". It returns a [*games.Refusal] for
// anything else.
func (w *Writer) ReadOptions(lang string, info games.Info, typed string) (map[string]string, error) {
	known := append(w.settings(lang, info), w.settings("en", info)...)
	given := map[string]string{}
	for part := range strings.SplitSeq(typed, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		i := slices.IndexFunc(known, func(s setting) bool { return s.means(part) })
		if i < 0 {
			return nil, games.Refuse("refuse.options", "Game", info.Title, "Value", strings.TrimSpace(part))
		}
		given[known[i].name] = known[i].value
	}
	return given, nil
}

// SuggestOptions completes the options of a game as they are typed. Each line has what was
// typed before the last comma, in words, and one more.
func (w *Writer) SuggestOptions(lang string, info games.Info, typed string) []MenuOption {
	before, last, said := "", typed, []string(nil)
	if i := strings.LastIndex(typed, ","); i >= 0 {
		before, last = typed[:i], typed[i+1:]
	}
	given, err := w.ReadOptions(lang, info, before)
	if err != nil {
		return nil
	}
	var values []string
	groups := make([][]MenuOption, len(info.Options))
	all := w.settings(lang, info)
	for _, s := range all {
		if given[s.name] == s.value {
			said, values = append(said, s.words), append(values, s.typed())
		}
	}
	for _, s := range all {
		fits := strings.Contains(loose(s.words), loose(last)) || strings.HasPrefix(loose(s.typed()), loose(last))
		line := MenuOption{
			Label: Clip(strings.Join(append(slices.Clone(said), s.words), ", "), maxLine),
			Value: strings.Join(append(slices.Clone(values), s.typed()), ","),
		}
		if _, twice := given[s.name]; !twice && fits && len(line.Value) <= maxLine {
			i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Name == s.name })
			groups[i] = append(groups[i], line)
		}
	}
	return evenly(groups, MaxMenu)
}

// evenly joins lists and keeps at most so many lines, as many of each list as fit.
func evenly(groups [][]MenuOption, most int) []MenuOption {
	room, kept := most, make([]int, len(groups))
	for grown := true; grown; {
		grown = false
		for i, group := range groups {
			if room > 0 && kept[i] < len(group) {
				kept[i]++
				room--
				grown = true
			}
		}
	}
	var all []MenuOption
	for i, group := range groups {
		all = append(all, group[:kept[i]]...)
	}
	return all
}

// loose drops what makes no difference in words that somebody types: capitals, spaces, and
// whether a board is 9×9 or 9x9.
func loose(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == '×':
			return 'x'
		}
		return unicode.ToLower(r)
	}, text)
}

// OptionPage returns the page of [Writer.Options] that has an option.
func OptionPage(m *match.Match, name string) int {
	return max(slices.IndexFunc(m.Info.Options, func(o games.Option) bool { return o.Name == name }), 0) / optionMenus
}

// Options shows the opener of a table the game's options, a menu each, as they are now.
func (w *Writer) Options(r Reader, m *match.Match, page int) Message {
	p := w.private(r, m)
	v := w.Plain(r.Lang, nil)
	msg := Message{Content: p.say("options.ask", "Game", m.Info.Title)}
	from := min(max(page, 0)*optionMenus, len(m.Info.Options))
	for _, o := range m.Info.Options[from:min(from+optionMenus, len(m.Info.Options))] {
		now := m.Setup.Options[o.Name]
		about := v.Say(games.Say(m.Info.Name + ".option." + o.Name))
		menu := Control{
			ID:    ButtonOf(m, "option", o.Name, now).String(), // a client sends nothing for the same choice in the same menu
			Label: v.Say(games.Say("options.menu", "About", about, "Words", valueWords(v, m.Info.Name, o.Name, now))),
		}
		for _, value := range o.Values {
			menu.Options = append(menu.Options, MenuOption{Label: Clip(valueWords(v, m.Info.Name, o.Name, value), maxLine), Value: value})
		}
		msg.Rows = append(msg.Rows, []Control{menu})
	}
	var turn []Control
	if from > 0 {
		turn = append(turn, p.control("optionpage", "panel.earlier", Plain, strconv.Itoa(page-1)))
	}
	if from+optionMenus < len(m.Info.Options) {
		turn = append(turn, p.control("optionpage", "panel.later", Plain, strconv.Itoa(page+1)))
	}
	if turn != nil {
		msg.Rows = append(msg.Rows, turn)
	}
	return msg
}
