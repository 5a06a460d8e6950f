package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/games"
)

// completeSetting lists values for an option of time.
func (h *Host) completeSetting(ctx context.Context, r Request) (Reply, error) {
	switch r.Focus {
	case optionZone:
		return Reply{Choices: h.suggestZones(r)}, nil
	case optionQuiet:
		return suggest(r, h.readQuiet, usual, "22-7", "23-8", "0-8", none), nil
	case optionRemind:
		return suggest(r, h.readRemind, usual, "80", "50 90", "25 50 75 90 95", none), nil
	case optionDigest:
		return suggest(r, h.readDigest, "8", "9", "12", "18", "20", none), nil
	}
	var err error
	if r.own, err = h.Store.Person(ctx, r.By.ID); err != nil {
		return Reply{}, err
	}
	return suggest(r, h.readUntil, backWords[0], "1", "2", "3", "5", "7", "10", "14"), nil
}

// suggest lists what was typed as it is read and, of some other values, those whose
// labels have what was typed.
func suggest(r Request, read func(r Request, typed string) (MenuOption, bool), values ...string) Reply {
	typed := r.Options[r.Focus]
	var found []MenuOption
	for i, value := range append([]string{typed}, values...) {
		o, ok := read(r, value)
		known := slices.ContainsFunc(found, func(f MenuOption) bool { return f.Value == o.Value })
		if ok && !known && (i == 0 || strings.Contains(fold(o.Label), fold(typed))) {
			found = append(found, o)
		}
	}
	return Reply{Choices: found}
}

// option is a value with a label of some words.
func (h *Host) option(r Request, value, key string, pairs ...any) MenuOption {
	return MenuOption{Label: clip(h.plain(r.Lang, nil).Say(games.Say(key, pairs...)), 100), Value: value}
}

// suggestZones lists zones with the time that it is there, and that there may be none.
func (h *Host) suggestZones(r Request) []MenuOption {
	var found []MenuOption
	typed, now := r.Options[optionZone], h.Now()
	for _, name := range clock.Zones(typed, maxMenu-1) {
		if zone, _, ok := clock.Zone(name); ok {
			found = append(found, h.option(r, name, "suggest.zone", "Zone", name, "Time", now.In(zone).Format("15:04")))
		}
	}
	if strings.HasPrefix(none, fold(typed)) {
		found = append(found, h.option(r, none, "suggest.zone.none"))
	}
	return found
}

func (h *Host) readQuiet(r Request, typed string) (MenuOption, bool) {
	w, err := parseQuiet(typed)
	switch {
	case err != nil:
		return MenuOption{}, false
	case w == nil:
		return h.option(r, usual, "suggest.usual", "Value", formatWindow(usualQuiet)), true
	case length(*w) == 0:
		return h.option(r, none, "suggest.quiet.none"), true
	}
	return MenuOption{Label: formatWindow(*w), Value: formatWindow(*w)}, true
}

func (h *Host) readRemind(r Request, typed string) (MenuOption, bool) {
	percents, err := parseRemind(typed)
	switch {
	case err != nil:
		return MenuOption{}, false
	case percents == nil:
		return h.option(r, usual, "suggest.usual", "Value", formatPercents(usualRemind())), true
	case len(*percents) == 0:
		return h.option(r, none, "suggest.remind.none"), true
	}
	return MenuOption{Label: formatPercents(*percents), Value: formatPercents(*percents)}, true
}

func (h *Host) readDigest(r Request, typed string) (MenuOption, bool) {
	minute, err := parseDigest(typed)
	switch {
	case err != nil:
		return MenuOption{}, false
	case minute == nil:
		return h.option(r, none, "suggest.digest.none"), true
	}
	return MenuOption{Label: clock.FormatMinute(*minute), Value: clock.FormatMinute(*minute)}, true
}

// readUntil reads a day until which the one who asks may be away or, when they are
// away, that they are back.
func (h *Host) readUntil(r Request, typed string) (MenuOption, bool) {
	now := h.Now().In(cmp.Or(zoneOf(r.own), time.UTC))
	own := r.own
	if err := setAway(&own, typed, now); err != nil {
		return MenuOption{}, false
	}
	until, away := awayUntil(own, now)
	if !away {
		_, was := awayUntil(r.own, now)
		return h.option(r, backWords[0], "suggest.back"), was
	}
	until = until.In(now.Location())
	days := int(dateOf(until).Sub(dateOf(now)) / (24 * time.Hour))
	return h.option(r, until.Format(time.DateOnly), "suggest.until", "Count", days, "Day", until.Format("Mon 2 Jan")), true
}
