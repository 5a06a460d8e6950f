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

const maxOptionLine = 100 // characters of a line of a menu, and of its value

// A setting is a value of an option, with its words.
type setting struct{ name, value, words string }

// typed returns the setting as it may be typed: "size=9".
func (s setting) typed() string { return s.name + "=" + s.value }

// means reports whether a text is the setting, in words, by name and value, or by a value that is
// a number.
func (s setting) means(text string) bool {
	bare := strings.NewReplacer(":", "", "=", "").Replace(loose(text))
	_, err := strconv.Atoi(s.value)
	return bare == loose(s.words) || bare == loose(s.name+s.value) || err == nil && bare == s.value
}

// refuseOption refuses a text that is no setting and says what can be: of the option that it
// names, else of all.
func refuseOption(info games.Info, all []setting, text string) error {
	text = strings.TrimSpace(text)
	if len(all) == 0 {
		return games.Refuse("refuse.options.none", "Game", info.Title)
	}
	var named, said []string
	for _, o := range info.Options {
		of := match.Without(all, func(s setting) bool { return s.name != o.Name })
		if isNumber(text) && numbers(of) || strings.HasPrefix(loose(text), loose(o.Name)) {
			named = append(named, span(of))
		}
		said = append(said, span(of))
	}
	if len(named) > 0 {
		said = named
	}
	return games.Refuse("refuse.options", "Game", info.Title, "Value", text, "Values", strings.Join(said, ", "))
}

// span says all settings of an option: numbers from the first to the last, others one by one.
func span(of []setting) string {
	if numbers(of) && len(of) > 2 {
		return of[0].words + " to " + of[len(of)-1].words
	}
	var words []string
	for _, s := range of {
		words = append(words, s.words)
	}
	return strings.Join(words, ", ")
}

// numbers reports whether all settings of an option are whole numbers in a row.
func numbers(of []setting) bool {
	first := 0
	for i, s := range of {
		n, err := strconv.Atoi(s.value)
		if i == 0 {
			first = n
		}
		if err != nil || n != first+i {
			return false
		}
	}
	return len(of) > 0
}

// settings lists every value of every option of a game.
func (w *Writer) settings(lang string, info games.Info) []setting {
	v := w.Plain(lang, nil)
	var all []setting
	for _, o := range info.Options {
		for _, value := range o.Values {
			all = append(all, setting{o.Name, value, locale.OptionValue(v, info.Name, o.Name, value)})
		}
	}
	return all
}

// ReadOptions reads the options of a game as somebody typed them, with commas between: in
// words, "9×9, no swap", or by name, "size=9, swap=off". It returns a [*games.Refusal] for
// anything else.
func (w *Writer) ReadOptions(lang string, info games.Info, typed string) (map[string]string, error) {
	own := w.settings(lang, info)
	known := append(slices.Clone(own), w.settings("en", info)...)
	given := map[string]string{}
	for part := range strings.SplitSeq(typed, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		i := meant(known, part)
		if i < 0 {
			return nil, refuseOption(info, own, part)
		}
		name := known[i].name
		if before, twice := given[name]; twice && before != known[i].value {
			said := func(value string) string { return locale.OptionValue(w.Plain(lang, nil), info.Name, name, value) }
			return nil, games.Refuse("refuse.options.twice", "Value", said(before), "Other", said(known[i].value))
		}
		given[name] = known[i].value
	}
	return given, nil
}

// meant returns the index of the setting that a text is, or that alone begins with it; -1 for none.
// A number is meant whole, and a word by leastLetters at least.
func meant(known []setting, text string) int {
	i := slices.IndexFunc(known, func(s setting) bool { return s.means(text) })
	if i >= 0 || isNumber(text) || len(loose(text)) < leastLetters {
		return i
	}
	found := -1
	for i, s := range known {
		if !strings.HasPrefix(loose(s.words), loose(text)) {
			continue
		}
		if found >= 0 && s.typed() != known[found].typed() {
			return -1
		}
		found = i
	}
	return found
}

// leastLetters is how many letters of a setting have to be typed.
const leastLetters = 3

// isNumber reports whether a text is a number, or two, as in "9×9".
func isNumber(text string) bool { return strings.Trim(loose(text), "0123456789x") == "" }

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
		begun := strings.HasPrefix(loose(s.typed()), loose(last))
		fits := begun || strings.Contains(loose(s.words), loose(last)) || s.means(last)
		line := MenuOption{
			Label: Clip(strings.Join(append(slices.Clone(said), s.words), ", "), maxOptionLine),
			Value: strings.Join(append(slices.Clone(values), s.typed()), ","),
		}
		if _, twice := given[s.name]; !twice && fits && len(line.Value) <= maxOptionLine {
			i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Name == s.name })
			groups[i] = append(groups[i], line)
		}
	}
	return evenly(groups)
}

// evenly joins lists into one that a completion has room for, with as many lines of each as fit.
func evenly(groups [][]MenuOption) []MenuOption {
	room, kept := MaxMenu, make([]int, len(groups))
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

// ParseLevel reads a level of an opponent as it is typed into an option: its name or its number.
func ParseLevel(o games.Opponent, text string) (games.Level, error) {
	ladder := o.Levels()
	if level, ok := games.FindLevel(ladder, text); ok {
		return level, nil
	}
	return "", games.Refuse("refuse.level", "Game", o.Info().Title, "Value", text, "Count", len(ladder))
}

// RefuseValue refuses a value of an option and lists the values that there are.
func RefuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", games.Either(values))
}
