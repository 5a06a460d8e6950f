package message

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// A setting is a value of an option, with its words.
type setting struct{ name, value, words string }

// typed returns the setting as it may be typed: "size=9".
func (s setting) typed() string { return s.name + "=" + s.value }

// means reports whether a text is the setting, in words, by name and value, or by a value that is
// a number.
func (s setting) means(text string) bool {
	bare := strings.NewReplacer(":", "", "=", "").Replace(loose(text))
	_, err := strconv.Atoi(s.value)
	value, named := strings.CutPrefix(bare, loose(s.name))
	return bare == loose(s.words) || named && sameValue(value, s.value) || err == nil && bare == s.value
}

// switches are the words for on and for off, of which an option has one pair.
var switches = [][]string{{"on", "yes", "y", "true"}, {"off", "no", "n", "false"}}

// sameValue reports whether a typed value is one of an option: on and off are typed in several words.
func sameValue(typed, value string) bool {
	return typed == loose(value) || slices.ContainsFunc(switches, func(words []string) bool {
		return slices.Contains(words, typed) && slices.Contains(words, value)
	})
}

// refuseOption refuses a text that is no setting and says what can be: of the option that it
// names, else of all.
func refuseOption(v locale.Voice, info games.Info, all []setting, text string) error {
	text = strings.TrimSpace(text)
	if len(all) == 0 {
		return games.Refuse("refuse.options.none", "Game", info.Title)
	}
	var said []string
	for _, o := range info.Options {
		of := match.Without(all, func(s setting) bool { return s.name != o.Name })
		value, named := strings.CutPrefix(loose(text), loose(o.Name))
		if named || isNumber(text) && numbers(of) {
			return games.Refuse("refuse.options.value", "Option", games.Say(info.Name+".option."+o.Name),
				"Value", strings.Trim(value, ":="), "Values", locale.Verbatim(span(v, of)))
		}
		said = append(said, span(v, of))
	}
	return games.Refuse("refuse.options", "Game", info.Title, "Value", text, "Values", locale.Verbatim(strings.Join(said, ", ")))
}

// span says all settings of an option: numbers from the first to the last, others one by one.
func span(v locale.Voice, of []setting) string {
	var words games.Quoted
	for _, s := range of {
		words = append(words, s.words)
	}
	if !numbers(of) || len(of) < 3 {
		return v.Say(games.Say("options.either", "Values", words))
	}
	first, last := of[0], of[len(of)-1]
	if strings.Count(first.words, first.value) == 1 && strings.Count(last.words, last.value) == 1 {
		first.words = first.value // 4 to 8 cells per side, but 9×9 to 19×19
	}
	return v.Say(games.Say("options.range", "First", first.words, "Last", last.words))
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
func settings(v locale.Voice, info games.Info) []setting {
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
func (p Pen) ReadOptions(info games.Info, typed string) (map[string]string, error) {
	own := settings(p.plain(), info)
	known := append(slices.Clone(own), settings(p.w.Plain("en", nil), info)...)
	given := map[string]string{}
	for part := range strings.SplitSeq(games.Straight(typed), ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		i := meant(known, part)
		if i < 0 {
			return nil, refuseOption(p.plain(), info, own, part)
		}
		name := known[i].name
		if before, twice := given[name]; twice && before != known[i].value {
			said := func(value string) string { return locale.OptionValue(p.plain(), info.Name, name, value) }
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
// typed before the last comma, in words, and one more, or what the game proposes where they do not go together.
func (p Pen) SuggestOptions(game games.Game, typed string) []MenuOption {
	info, typed := game.Info(), games.Straight(typed)
	from := strings.LastIndex(typed, ",") + 1
	given, err := p.ReadOptions(info, typed[:from])
	if err != nil {
		return nil
	}
	last := typed[from:]
	groups := make([][]MenuOption, len(info.Options))
	all := settings(p.plain(), info)
	for _, s := range all {
		begun := strings.HasPrefix(loose(s.typed()), loose(last))
		fits := begun || strings.Contains(loose(s.words), loose(last)) || s.means(last)
		if _, twice := given[s.name]; twice || !fits {
			continue
		}
		var words, typed []string
		for _, t := range together(game, all, given, s) {
			words, typed = append(words, t.words), append(typed, t.typed())
		}
		if line := Choice(strings.Join(words, ", "), strings.Join(typed, ",")); len(line.Value) <= maxLine {
			i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Name == s.name })
			groups[i] = append(groups[i], line)
		}
	}
	return evenly(groups)
}

// together returns the settings that are given and one more, which comes last, or what the game proposes in their place.
func together(game games.Game, all []setting, given map[string]string, more setting) (list []setting) {
	chosen := maps.Clone(given)
	chosen[more.name] = more.value
	full, _, _ := match.CheckOptions(game, chosen) // what is chosen without a proposal, even if it does not go together
	info := game.Info()
	for _, s := range all {
		o := info.Option(s.name)
		_, named := given[s.name]
		switch {
		case s.value != o.Of(full):
		case s.name == more.name:
			more = s
		case named || s.value != o.Of(chosen):
			list = append(list, s)
		}
	}
	return append(list, more)
}

// evenly joins lists into one that a completion has room for, with as many lines of each as fit.
func evenly(groups [][]MenuOption) []MenuOption {
	for len(slices.Concat(groups...)) > MaxMenu {
		longest := 0
		for i, group := range groups {
			if len(group) >= len(groups[longest]) {
				longest = i
			}
		}
		groups[longest] = groups[longest][:len(groups[longest])-1]
	}
	return slices.Concat(groups...)
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

// ParseLevel reads a level of an opponent as it is typed into an option: its name or its number, or the name of a program.
func (w *Writer) ParseLevel(o games.Opponent, text string) (games.Level, error) {
	ladder := o.Levels()
	if l := games.Level(games.Fold(text)); slices.Contains(w.programs(o), l) {
		return l, nil
	}
	if level, ok := games.FindLevel(ladder, games.Straight(text)); ok {
		return level, nil
	}
	return "", games.Refuse("refuse.level", "Game", o.Info().Title, "Value", text, "Count", len(ladder))
}

// RefuseValue refuses a value of an option and lists the values that there are.
func RefuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", games.Quoted(values))
}

// LevelAlone stands beside the levels of Parlour for a game that one person plays alone.
const LevelAlone = "alone"

// SuggestGames lists the games whose names have what was typed, then those that say it of
// themselves, each with a few words on what it is.
func (p Pen) SuggestGames(list []games.Game, typed string) []MenuOption {
	typed = loose(typed)
	var begin, have, about []MenuOption
	for _, g := range list {
		info := g.Info()
		said := p.Label("suggest.game", "Game", info.Title, "About", games.Say(info.Name+".about"))
		line := Choice(said, info.Name)
		begins := func(name string) bool { return strings.HasPrefix(loose(name), typed) }
		switch title := loose(info.Title); {
		case begins(info.Title), begins(info.Name), slices.ContainsFunc(info.Also, begins):
			begin = append(begin, line)
		case strings.Contains(title, typed):
			have = append(have, line)
		case strings.Contains(loose(said), typed):
			about = append(about, line)
		}
	}
	found := append(append(begin, have...), about...)
	return found[:min(len(found), MaxMenu)]
}

// SuggestLevels lists the levels at which Parlour plays a game and, where that can be, that one
// plays it alone: those whose name has what was typed, or whose number begins with it. A level whose name or number
// was typed comes first, else the one above that at which the person usually wins, by their tries. Without a game it
// lists the levels that any game has.
func (p Pen) SuggestLevels(game games.Game, typed string, tries []games.Try) []MenuOption {
	v := p.plain()
	var found []MenuOption
	list := func(value string, name games.Text, step int, help games.Text) {
		numbered := step > 0 && strings.HasPrefix(strconv.Itoa(step), loose(typed))
		if numbered || strings.Contains(loose(v.Say(name)), loose(typed)) {
			found = append(found, levelLine(v, value, name, step, help))
		}
	}
	if game != nil && game.Info().MinSeats == 1 {
		list(LevelAlone, games.Say("level.alone"), 0, games.Say("level.alone.help"))
	}
	o, plays := game.(games.Opponent)
	switch {
	case plays:
		meant, _ := games.FindLevel(o.Levels(), typed)
		if next, why := tryNext(o, tries); meant == "" && typed == "" && next != "" {
			meant = next
			found = append(found, levelLine(v, string(next), next.Words(), next.Step(o.Levels()), why))
		} else if meant != "" {
			found = append(found, p.levelOption(o, meant, tries))
		}
		for i, level := range o.Levels() {
			if level != meant {
				list(string(level), level.Words(), i+1, levelHelp(o, level, tries))
			}
		}
		for _, name := range p.w.programs(o) {
			list(string(name), name.Words(), 0, games.Say("level.program.help"))
		}
	case game == nil:
		for _, level := range []games.Level{games.Easy, games.Medium, games.Hard} {
			list(string(level), level.Words(), 0, games.Text{})
		}
	}
	return found[:min(len(found), MaxMenu)]
}

// tryNext returns the level above that at which a person usually wins, and says so; "" for none.
func tryNext(o games.Opponent, tries []games.Try) (next games.Level, said games.Text) {
	ladder := o.Levels()
	usual := games.Usual(ladder, tries)
	if step := usual.Step(ladder); usual != "" && step < len(ladder) {
		next = ladder[step]
		said = games.Say("level.try", "Usual", inShort(usual), "Next", inShort(next))
	}
	return next, said
}

// inShort names a level in a sentence about levels.
func inShort(l games.Level) any {
	if l.Named() {
		return l.Words()
	}
	return string(l)
}

// levelHelp says how a person has fared at a level, or how somebody else would.
func levelHelp(o games.Opponent, level games.Level, tries []games.Try) games.Text {
	if count, won := level.Tried(tries); count > 0 {
		return games.Say("level.won", "Won", won, "Count", count)
	}
	return level.Help(o)
}

// levelOption returns a level of an opponent as a line to choose, with what is said of it.
func (p Pen) levelOption(o games.Opponent, level games.Level, tries []games.Try) MenuOption {
	return levelLine(p.plain(), string(level), level.Words(), level.Step(o.Levels()), levelHelp(o, level, tries))
}

// levelLine returns a line with the name of a level, its number if the name doesn't say it, and what is said of
// it; step and help may be zero.
func levelLine(v locale.Voice, level string, name games.Text, step int, help games.Text) MenuOption {
	said := v.Say(name)
	if !games.Level(level).Named() {
		step = 0
	}
	if help.Key != "" {
		said = v.Say(games.Say("suggest.level", "Level", said, "Step", step, "Help", help))
	}
	return Choice(said, level)
}

// suggest lists what was typed as it is read and, of some values, those whose labels have what was
// typed.
func suggest(typed string, read func(text string) (MenuOption, bool), values ...string) []MenuOption {
	var found []MenuOption
	for i, value := range append([]string{typed}, values...) {
		o, ok := read(value)
		known := slices.ContainsFunc(found, func(f MenuOption) bool { return f.Value == o.Value })
		if ok && !known && (i == 0 || strings.Contains(games.Fold(o.Label), games.Fold(typed))) {
			found = append(found, o)
		}
	}
	return found
}

// option returns a value with a label of some words.
func (p Pen) option(value, key string, pairs ...any) MenuOption {
	return Choice(p.Label(key, pairs...), value)
}

// SuggestZones lists zones with the time that it is there, and that there may be none.
func (p Pen) SuggestZones(typed string) []MenuOption {
	found := p.SuggestPlaces(typed)
	if strings.HasPrefix(clock.None, games.Fold(typed)) {
		found = append(found, p.option(clock.None, "suggest.zone.none"))
	}
	return found
}

// SuggestPlaces lists zones with the time that it is there.
func (p Pen) SuggestPlaces(typed string) (found []MenuOption) {
	for _, name := range clock.Zones(typed, MaxMenu-1) {
		if zone, _, ok := clock.Zone(name); ok {
			there := p.r.Now.In(zone).Format("15:04")
			found = append(found, p.option(name, "suggest.zone", "Zone", name, "Time", there))
		}
	}
	return found
}

// suggestTimes returns a function that suggests a setting about times: what was typed as it is read, and some values.
// The key of the words for none has about in it. label says a value to the reader; if it is nil, format does.
func suggestTimes[T any](about string, usual T, read func(string) (*T, error), format func(T) string,
	label func(Pen, T) string, values ...string) func(p Pen, typed string) []MenuOption {
	if label == nil {
		label = func(_ Pen, t T) string { return format(t) }
	}
	return func(p Pen, typed string) []MenuOption {
		return suggest(typed, func(text string) (MenuOption, bool) {
			set, err := read(text)
			switch {
			case err != nil:
				return MenuOption{}, false
			case clock.Is(text, clock.None):
				return p.option(clock.None, "suggest."+about+".none"), true
			case set == nil:
				return p.option(clock.Usual, "suggest.usual", "Value", label(p, usual)), true
			}
			return Choice(label(p, *set), format(*set)), true
		}, values...)
	}
}

// SuggestQuiet, SuggestRemind and SuggestDigest suggest quiet hours, when to remind of a turn, and when a digest comes.
var (
	SuggestQuiet = suggestTimes("quiet", clock.UsualQuiet, clock.ParseQuiet, clock.FormatWindow, nil,
		clock.Usual, "22-7", "23-8", "0-8", clock.None)
	SuggestRemind = suggestTimes("remind", clock.UsualRemind(), clock.ParseRemind, clock.FormatPercents, times,
		clock.Usual, "50", "50 90", "50 80 95", "25 50 75 90 95", clock.None)
	SuggestDigest = suggestTimes("digest", 0, clock.ParseDigest, clock.FormatMinute, nil,
		"8", "9", "12", "18", "20", clock.None)
)

// times says how often a person is reminded, and when.
func times(p Pen, percents []int) string {
	return p.Label("suggest.remind", "Count", len(percents), "Percents", clock.FormatPercents(percents))
}

// SuggestLimits suggests times for a table, of which some are usual. What was typed comes first,
// if it is one. The lines are in the reader's language, and what they choose in English.
func (p Pen) SuggestLimits(typed string, usual []string) []MenuOption {
	var found []MenuOption
	for _, unit := range []string{"", " days", " hours", " minutes"} { // a number alone has none yet
		if limit, ok := clock.ParseLimit(typed + unit); ok {
			found = append(found, Choice(p.plain().Say(Limit(limit)), clock.FormatLimit(limit)))
		}
	}
	if bank, ok := clock.ParseBank(typed); ok && slices.ContainsFunc(usual, isBank) && match.MayHave(bank) {
		found = append(found, Choice(p.plain().Say(TimeOf(bank)), clock.FormatTime(bank)))
	}
	typed = strings.ToLower(strings.TrimSpace(typed))
	for _, value := range usual {
		said := p.Label("span.none")
		if bank, ok := clock.ParseBank(value); ok {
			said = p.plain().Say(TimeOf(bank))
		} else if count, unit, counted := strings.Cut(value, " "); counted {
			n, _ := strconv.Atoi(count)
			said = p.Label("span."+strings.TrimSuffix(unit, "s")+"s", "Count", n)
		}
		o := Choice(said, value)
		if fits := strings.Contains(value, typed) || strings.Contains(strings.ToLower(said), typed); fits && !slices.Contains(found, o) {
			found = append(found, o)
		}
	}
	return found
}

// SuggestUntil suggests days until which a person may be away or, when they are away, that they
// are back.
func (p Pen) SuggestUntil(typed string, before storage.Person) []MenuOption {
	now := p.r.Now.In(cmp.Or(clock.ZoneOf(before), time.UTC))
	return suggest(typed, func(text string) (MenuOption, bool) {
		own := before
		if err := clock.SetAway(&own, text, now); err != nil {
			return MenuOption{}, false
		}
		until, isAway := clock.AwayUntil(own, now)
		if !isAway {
			_, was := clock.AwayUntil(before, now)
			return p.option(clock.BackWords[0], "suggest.back"), was
		}
		until = until.In(now.Location())
		days := int(clock.DateOf(until).Sub(clock.DateOf(now)) / (24 * time.Hour))
		return p.option(until.Format(time.DateOnly), "suggest.until", "Count", days, "Day", soon(until)), true
	}, clock.BackWords[0], "1", "2", "3", "5", "7", "10", "14")
}

// isBank reports whether a time for a table is a bank.
func isBank(value string) bool {
	_, ok := clock.ParseBank(value)
	return ok
}

// CheckBank returns a refusal for a clock with a bank that no table can have, or not beside a total time.
func CheckBank(bank storage.Allowance, total time.Duration) error {
	switch {
	case total > 0:
		return games.Refuse("refuse.bank.total")
	case !match.MayHave(bank):
		return games.Refuse("refuse.bank", "Time", TimeOf(bank), "Most", Limit(match.MostTotal))
	}
	return nil
}

// ReadLimit reads an option about time, which may not be more than most. An option that is not
// given has its usual value.
func ReadLimit(options map[string]string, option string, usual, most time.Duration) (time.Duration, error) {
	typed, given := options[option]
	if !given {
		return usual, nil
	}
	limit, ok := clock.ParseLimit(typed)
	switch {
	case !ok:
		return 0, games.Refuse("refuse.time", "Option", option, "Typed", typed)
	case limit != 0 && (limit < match.LeastTime || limit > most):
		return 0, games.Refuse("refuse.time.range", "Option", option, "Typed", typed, "Most", Limit(most))
	}
	return limit, nil
}
