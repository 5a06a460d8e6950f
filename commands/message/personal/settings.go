// Package personal is what a person is told about themselves and their games together: settings,
// the list of what waits, reminders, and what somebody new has to know.
//
// Its policy is that of package message, on which it builds.
package personal

import (
	"time"

	"parlour/commands/clock"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/games"
)

// Settings shows a person what they have set, with a menu to change the palette.
func Settings(w *message.Writer, r message.Reader, now time.Time) message.Message {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	menu := message.Control{ID: button.Button{Verb: "palette"}.String(), Label: w.Label(r.Lang, "settings.choose"), Options: w.Palettes(r.Lang)}
	direct, rows := "settings.direct", [][]message.Control{{menu}}
	if r.Own.NoDirect {
		direct, rows = "settings.no-direct", append(rows, []message.Control{w.DirectButton(r.Lang)})
	}
	confirm := "settings.confirm"
	if r.Own.Unconfirmed {
		confirm = "settings.no-confirm"
	}
	remind := say("settings.no-remind")
	if percents := clock.RemindOf(r.Own); len(percents) > 0 {
		remind = say("settings.remind", "Percents", clock.FormatPercents(percents))
	}
	challenges, unblock := challengesOf(w, r)
	rows = append(rows, unblock...)
	away := ""
	if until, isAway := clock.AwayUntil(r.Own, now); isAway {
		away = say("settings.away", "Until", message.Dated(until))
	}
	return message.Message{
		Content: message.Lines(say("settings.palette", "Palette", games.Say("palette."+w.Palette(r.Own.Palette))), say(direct), say(confirm), hours(w, r, now), remind, challenges, away),
		Rows:    rows,
	}
}

// hours says what a person has set that needs their zone.
func hours(w *message.Writer, r message.Reader, now time.Time) string {
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
	return message.Lines(say("settings.zone", "Zone", r.Own.Zone, "Time", now.In(zone).Format("15:04")), quiet, digest)
}

// Away says whether a person is away, and for how much longer they may be. set reports whether
// they have just said so.
func Away(w *message.Writer, r message.Reader, set bool, now time.Time) message.Message {
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
		return message.Message{Content: message.Lines(say(key), left(now))}
	}
	utc := ""
	if clock.ZoneOf(r.Own) == nil {
		utc = say("away.utc")
	}
	back := message.Control{ID: button.Button{Verb: "back"}.String(), Label: w.Label(r.Lang, "button.back")}
	return message.Message{
		Content: message.Lines(say("away.until", "Until", message.Dated(until), "Left", message.Relative(until)), utc, left(until)),
		Rows:    [][]message.Control{{back}},
	}
}
