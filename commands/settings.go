package commands

import (
	"context"
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// The options of /settings.
const (
	optionPalette = "palette"
	optionDirect  = "dms"
	optionZone    = "zone"
	optionQuiet   = "quiet"
	optionRemind  = "remind"
	optionDigest  = "digest"
)

// The values of optionDirect.
const (
	on  = "on"
	off = "off"
)

// The values that options of time have besides times.
const (
	none  = "none"
	usual = "default"
)

// timed are the options that move what is planned for somebody.
var timed = []string{optionZone, optionQuiet, optionRemind, optionDigest, optionUntil}

// settings changes what is given with the command, all of it or nothing, and shows
// what is set.
func (h *Host) settings(ctx context.Context, r Request) (Reply, error) {
	if len(r.Options) == 0 {
		return h.settingsOf(r), nil
	}
	own := r.own
	if err := h.choose(&own, r.Options); err != nil { // before a direct message is sent
		return Reply{}, err
	}
	var asked Reply
	var err error
	if r.Options[optionDirect] == on {
		if asked, err = h.wantDirect(ctx, r, button{}); err != nil {
			return Reply{}, err
		}
	}
	show, err := h.set(ctx, &r, func(own *storage.Person) error { return h.choose(own, r.Options) })
	if err != nil {
		return Reply{}, err
	}
	reply := h.settingsOf(r)
	reply.Message.Content = lines(asked.Message.Content, reply.Message.Content)
	reply.Show = append(asked.Show, show...)
	return reply, nil
}

// palette sets the palette that was chosen in the menu.
func (h *Host) palette(ctx context.Context, r Request, _ button) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, games.Refuse("refuse.button")
	}
	r.Options = map[string]string{optionPalette: r.Values[0]}
	return h.settings(ctx, r)
}

// choose sets what options say, or refuses them, and is the same however often it is done.
func (h *Host) choose(own *storage.Person, options map[string]string) error {
	for _, o := range []struct {
		name string
		set  func(*storage.Person, string) error
	}{
		{optionPalette, h.setPalette}, {optionDirect, setDirect}, {optionZone, setZone},
		{optionQuiet, setQuiet}, {optionRemind, setRemind}, {optionDigest, setDigest},
	} {
		if value := options[o.name]; value != "" {
			if err := o.set(own, value); err != nil {
				return err
			}
		}
	}
	if !replans(options) {
		return nil // to whom nothing is said of hours that were set long ago
	}
	return checkTimes(*own)
}

func (h *Host) setPalette(own *storage.Person, name string) error {
	if !slices.Contains(h.Palettes, name) {
		return refuseValue(optionPalette, name, h.Palettes...)
	}
	own.Palette = name
	return nil
}

// setDirect ends direct messages. To have them again is left to wantDirect, which
// finds out whether they come.
func setDirect(own *storage.Person, value string) error {
	if value != on && value != off {
		return refuseValue(optionDirect, value, on, off)
	}
	own.NoDirect = own.NoDirect || value == off
	return nil
}

// refuseValue refuses a value of an option for those that there are.
func refuseValue(option, value string, values ...string) error {
	return games.Refuse("refuse.option.value", "Option", option, "Value", value, "Values", strings.Join(values, ", "))
}

// replans reports whether options move what is planned for somebody.
func replans(options map[string]string) bool {
	return slices.ContainsFunc(timed, func(option string) bool { return options[option] != "" })
}

// set changes what the one who asks has set, for the rest of the request too, and
// moves what was planned for them by it. It returns the ids of matches to be shown.
func (h *Host) set(ctx context.Context, r *Request, change func(*storage.Person) error) (show []string, err error) {
	replans := replans(r.Options)
	r.own, err = h.Store.ChangePerson(ctx, r.By.ID, func(own *storage.Person) error {
		if replans { // so that it is planned anew also if we end here
			own.NextCheck = h.Now()
		}
		return change(own)
	})
	if err != nil || !replans {
		return nil, err
	}
	return h.replan(ctx, r.By.ID)
}

// settingsOf shows a person what is set, with a menu to change the palette.
func (h *Host) settingsOf(r Request) Reply {
	name := h.Palettes[0]
	if slices.Contains(h.Palettes, r.own.Palette) {
		name = r.own.Palette
	}
	menu := Control{ID: button{verb: "palette"}.String(), Label: h.label(r.Lang, "settings.choose"), Options: h.palettes(r.Lang)}
	direct, rows := "settings.direct", [][]Control{{menu}}
	if r.own.NoDirect {
		direct, rows = "settings.no-direct", append(rows, []Control{h.directButton(r)})
	}
	now := h.Now()
	return Reply{Message: Message{
		Content: lines(
			h.say(r, "settings.palette", "Palette", games.Say("palette."+name)), h.say(r, direct),
			h.hoursOf(r, now), h.remindersOf(r), h.awayLine(r, now)),
		Rows: rows,
	}}
}

// hoursOf says what a person has set that needs their zone.
func (h *Host) hoursOf(r Request, now time.Time) string {
	zone := zoneOf(r.own)
	if zone == nil {
		return h.say(r, "settings.no-zone")
	}
	quiet, digest := h.say(r, "settings.no-quiet"), h.say(r, "settings.no-digest")
	if q := quietOf(r.own); length(q.Window) > 0 {
		quiet = h.say(r, "settings.quiet", "Hours", formatWindow(q.Window))
	}
	if r.own.Digest != nil {
		key := "settings.digest"
		if r.own.NoDirect {
			key = "settings.digest-waits"
		}
		digest = h.say(r, key, "Time", clock.FormatMinute(*r.own.Digest))
	}
	return lines(h.say(r, "settings.zone", "Zone", r.own.Zone, "Time", now.In(zone).Format("15:04")), quiet, digest)
}

// remindersOf says when a person is reminded.
func (h *Host) remindersOf(r Request) string {
	percents := remindOf(r.own)
	if len(percents) == 0 {
		return h.say(r, "settings.no-remind")
	}
	return h.say(r, "settings.remind", "Percents", formatPercents(percents))
}

// awayLine says that a person is away, where they are.
func (h *Host) awayLine(r Request, now time.Time) string {
	until, away := awayUntil(r.own, now)
	if !away {
		return ""
	}
	return h.say(r, "settings.away", "Until", dated(until))
}

// palettes lists the palettes, as they are called in a language.
func (h *Host) palettes(lang string) []MenuOption {
	var all []MenuOption
	for _, name := range h.Palettes {
		all = append(all, MenuOption{Label: h.label(lang, "palette."+name), Value: name})
	}
	return all
}
