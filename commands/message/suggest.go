package message

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// LevelAlone stands beside the levels of Parlour for a game that one person plays alone.
const LevelAlone = "alone"

// SuggestGames lists the games whose names have what was typed, then those that say it of
// themselves, each with a few words on what it is.
func (w *Writer) SuggestGames(lang string, list []games.Game, typed string) []MenuOption {
	v, typed := w.Plain(lang, nil), loose(typed)
	var begin, have, about []MenuOption
	for _, g := range list {
		info := g.Info()
		said := v.Say(games.Say("suggest.game", "Game", info.Title, "About", info.About()))
		line := MenuOption{Label: Clip(said, maxOptionLine), Value: info.Name}
		switch title := loose(info.Title); {
		case strings.HasPrefix(title, typed), strings.HasPrefix(loose(info.Name), typed):
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
// was typed comes first. Without a game it lists the levels that any game has.
func (w *Writer) SuggestLevels(lang string, game games.Game, typed string) []MenuOption {
	v := w.Plain(lang, nil)
	var found []MenuOption
	list := func(value string, name games.Text, step int, help games.Text) {
		numbered := step > 0 && strings.HasPrefix(strconv.Itoa(step), loose(typed))
		if numbered || strings.Contains(loose(v.Say(name)), loose(typed)) {
			found = append(found, levelOption(v, value, name, step, help))
		}
	}
	if game != nil && game.Info().MinSeats == 1 {
		list(LevelAlone, games.Say("level.alone"), 0, games.Say("level.alone.help"))
	}
	o, plays := game.(games.Opponent)
	switch {
	case plays:
		meant, _ := games.FindLevel(o.Levels(), typed)
		if meant != "" {
			found = append(found, w.LevelOption(lang, o, meant))
		}
		for i, level := range o.Levels() {
			if level != meant {
				list(string(level), level.Words(), i+1, level.Help(o))
			}
		}
	case game == nil:
		for _, level := range []games.Level{games.Easy, games.Medium, games.Hard} {
			list(string(level), level.Words(), 0, games.Text{})
		}
	}
	return found
}

// LevelOption returns a level of an opponent as a line to choose, with what the opponent says of it.
func (w *Writer) LevelOption(lang string, o games.Opponent, level games.Level) MenuOption {
	return levelOption(w.Plain(lang, nil), string(level), level.Words(), level.Step(o.Levels()), level.Help(o))
}

// levelOption returns a line with the name of a level, its number if the name doesn't say it, and what is said of
// it; step and help may be zero.
func levelOption(v locale.Voice, level string, name games.Text, step int, help games.Text) MenuOption {
	said := v.Say(name)
	if !games.Level(level).Named() {
		step = 0
	}
	if help.Key != "" {
		said = v.Say(games.Say("suggest.level", "Level", said, "Step", step, "Help", help))
	}
	return MenuOption{Label: Clip(said, maxOptionLine), Value: level}
}

// A suggester suggests values of an option, in a language.
type suggester struct {
	w    *Writer
	lang string
}

// from lists what was typed as it is read and, of some values, those whose labels have what was
// typed.
func (s suggester) from(typed string, read func(text string) (MenuOption, bool), values ...string) []MenuOption {
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
func (s suggester) option(value, key string, pairs ...any) MenuOption {
	return MenuOption{Label: Clip(s.w.Label(s.lang, key, pairs...), maxOptionLine), Value: value}
}

// asTyped returns a value that is its own label.
func asTyped(value string) MenuOption { return MenuOption{Label: value, Value: value} }

// SuggestZones lists zones with the time that it is there, and that there may be none.
func (w *Writer) SuggestZones(lang, typed string, now time.Time) []MenuOption {
	s := suggester{w, lang}
	var found []MenuOption
	for _, name := range clock.Zones(typed, MaxMenu-1) {
		if zone, _, ok := clock.Zone(name); ok {
			found = append(found, s.option(name, "suggest.zone", "Zone", name, "Time", now.In(zone).Format("15:04")))
		}
	}
	if strings.HasPrefix(clock.None, games.Fold(typed)) {
		found = append(found, s.option(clock.None, "suggest.zone.none"))
	}
	return found
}

// SuggestQuiet suggests quiet hours.
func (w *Writer) SuggestQuiet(lang, typed string) []MenuOption {
	s := suggester{w, lang}
	return s.from(typed, func(text string) (MenuOption, bool) {
		w, err := clock.ParseQuiet(text)
		switch {
		case err != nil:
			return MenuOption{}, false
		case w == nil:
			return s.option(clock.Usual, "suggest.usual", "Value", clock.FormatWindow(clock.UsualQuiet)), true
		case clock.Length(*w) == 0:
			return s.option(clock.None, "suggest.quiet.none"), true
		}
		return asTyped(clock.FormatWindow(*w)), true
	}, clock.Usual, "22-7", "23-8", "0-8", clock.None)
}

// SuggestRemind suggests when to remind of a turn.
func (w *Writer) SuggestRemind(lang, typed string) []MenuOption {
	s := suggester{w, lang}
	return s.from(typed, func(text string) (MenuOption, bool) {
		percents, err := clock.ParseRemind(text)
		switch {
		case err != nil:
			return MenuOption{}, false
		case percents == nil:
			return s.option(clock.Usual, "suggest.usual", "Value", clock.FormatPercents(clock.UsualRemind())), true
		case len(*percents) == 0:
			return s.option(clock.None, "suggest.remind.none"), true
		}
		return asTyped(clock.FormatPercents(*percents)), true
	}, clock.Usual, "80", "50 90", "25 50 75 90 95", clock.None)
}

// SuggestDigest suggests when a digest comes.
func (w *Writer) SuggestDigest(lang, typed string) []MenuOption {
	s := suggester{w, lang}
	return s.from(typed, func(text string) (MenuOption, bool) {
		minute, err := clock.ParseDigest(text)
		switch {
		case err != nil:
			return MenuOption{}, false
		case minute == nil:
			return s.option(clock.None, "suggest.digest.none"), true
		}
		return asTyped(clock.FormatMinute(*minute)), true
	}, "8", "9", "12", "18", "20", clock.None)
}

// SuggestLimits suggests times for a table, of which some are usual. What was typed comes first,
// if it is one.
func SuggestLimits(typed string, usual []string) []MenuOption {
	var found []MenuOption
	for _, unit := range []string{"", " days", " hours", " minutes"} { // a number alone has none yet
		if limit, ok := clock.ParseLimit(typed + unit); ok {
			found = append(found, asTyped(clock.FormatLimit(limit)))
		}
	}
	for _, value := range usual {
		fits := strings.Contains(value, strings.ToLower(strings.TrimSpace(typed)))
		if o := asTyped(value); fits && !slices.Contains(found, o) {
			found = append(found, o)
		}
	}
	return found
}

// SuggestUntil suggests days until which a person may be away or, when they are away, that they
// are back.
func (w *Writer) SuggestUntil(lang, typed string, before storage.Person, now time.Time) []MenuOption {
	s, now := suggester{w, lang}, now.In(cmp.Or(clock.ZoneOf(before), time.UTC))
	return s.from(typed, func(text string) (MenuOption, bool) {
		own := before
		if err := clock.SetAway(&own, text, now); err != nil {
			return MenuOption{}, false
		}
		until, isAway := clock.AwayUntil(own, now)
		if !isAway {
			_, was := clock.AwayUntil(before, now)
			return s.option(clock.BackWords[0], "suggest.back"), was
		}
		until = until.In(now.Location())
		days := int(clock.DateOf(until).Sub(clock.DateOf(now)) / (24 * time.Hour))
		day := until.Format("Mon 2 Jan")
		return s.option(until.Format(time.DateOnly), "suggest.until", "Count", days, "Day", day), true
	}, clock.BackWords[0], "1", "2", "3", "5", "7", "10", "14")
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
		return 0, games.Refuse("refuse.time.range", "Option", option, "Typed", typed, "Most", clock.FormatLimit(most))
	}
	return limit, nil
}
