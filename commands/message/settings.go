package message

import (
	"slices"
	"strconv"
	"time"

	"parlour/commands/clock"
	"parlour/games"
)

// Settings shows a person what they have set, with a menu to change the palette.
func (w *Writer) Settings(r Reader, now time.Time) Message {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	menu := Button{Verb: VerbPalette}.Control(w.Label(r.Lang, "settings.choose"), Plain)
	menu.Options = w.Palettes(r.Lang)
	direct, rows := "settings.direct", [][]Control{{menu}}
	if r.Own.NoDirect {
		direct, rows = "settings.no-direct", append(rows, []Control{w.DirectButton(r.Lang)})
	}
	confirm := "settings.confirm"
	if r.Own.Unconfirmed {
		confirm = "settings.no-confirm"
	}
	remind := say("settings.no-remind")
	if percents := clock.RemindOf(r.Own); len(percents) > 0 {
		remind = say("settings.remind", "Percents", clock.FormatPercents(percents))
	}
	palette := say("settings.palette", "Palette", games.Say("palette."+w.palette(r.Own.Palette)))
	challenges, unblock := w.challenges(r)
	rows = append(rows, unblock...)
	away := ""
	if until, isAway := clock.AwayUntil(r.Own, now); isAway {
		away = say("settings.away", "Until", Dated(until))
	}
	return Message{
		Content: Lines(palette, say(direct), say(confirm), w.hours(r, now), remind, challenges, away),
		Rows:    rows,
	}
}

// hours says what a person has set that needs their zone.
func (w *Writer) hours(r Reader, now time.Time) string {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	zone := clock.ZoneOf(r.Own)
	if zone == nil {
		return say("settings.no-zone")
	}
	quiet, digest := say("settings.no-quiet"), say("settings.no-digest")
	if q := clock.QuietOf(r.Own); clock.Length(q.Window) > 0 {
		quiet = say("settings.quiet", "Hours", clock.FormatWindow(q.Window))
	}
	if r.Own.Digest != nil {
		key := "settings.digest"
		if r.Own.NoDirect {
			key = "settings.digest-waits"
		}
		digest = say(key, "Time", clock.FormatMinute(*r.Own.Digest))
	}
	return Lines(say("settings.zone", "Zone", r.Own.Zone, "Time", now.In(zone).Format("15:04")), quiet, digest)
}

// Away says whether a person is away, and for how much longer they may be. set reports whether
// they have just said so.
func (w *Writer) Away(r Reader, set bool, now time.Time) Message {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	left := func(end time.Time) string {
		return say("away.left", "Count", clock.DaysLeft(r.Own.Away, end), "Most", clock.MaxAway)
	}
	until, away := clock.AwayUntil(r.Own, now)
	if !away {
		key := "away.not"
		if set {
			key = "away.back"
		}
		return Message{Content: Lines(say(key), left(now))}
	}
	utc := ""
	if clock.ZoneOf(r.Own) == nil {
		utc = say("away.utc")
	}
	back := Button{Verb: VerbBack}.Control(w.Label(r.Lang, "button.back"), Plain)
	return Message{
		Content: Lines(say("away.until", "Until", Dated(until), "Left", relative(until)), utc, left(until)),
		Rows:    [][]Control{{back}},
	}
}

// MaxBlocked bounds how many people a person can block: the menus of /settings hold as many.
const MaxBlocked = 2 * MaxMenu

// maxLine is Discord's limit on a line of a menu, in characters.
const maxLine = 100

// challenges says whose challenges a person takes and whom they have blocked. The rows have menus that
// unblock.
func (w *Writer) challenges(r Reader) (said string, rows [][]Control) {
	key := "settings.challenges"
	if r.Own.Challenges != "" {
		key += "-" + r.Own.Challenges
	}
	said = w.Say(r.Lang, key)
	if len(r.Own.Blocked) == 0 {
		return said, nil
	}
	number := 0
	for part := range slices.Chunk(r.Own.Blocked[:min(len(r.Own.Blocked), MaxBlocked)], MaxMenu) {
		number++
		button := Button{Verb: VerbUnblock, Steps: []string{strconv.Itoa(number)}}
		menu := button.Control(w.Label(r.Lang, "settings.unblock"), Plain)
		for _, b := range part {
			name := w.Label(r.Lang, "name.blocked", "Name", b.Name)
			menu.Options = append(menu.Options, MenuOption{Label: Clip(name, maxLine), Value: b.ID})
		}
		rows = append(rows, []Control{menu})
	}
	blocked := w.Say(r.Lang, "settings.blocked", "Count", len(r.Own.Blocked), "Names", r.Own.Blocked[0].Name)
	return Lines(said, blocked), rows
}
