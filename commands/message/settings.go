package message

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging/pages"
	"parlour/storage"
)

// The settings of a person, as the options of /settings and /away name them.
const (
	SetPalette    = "palette"
	SetDirect     = "dms"
	SetConfirm    = "confirm"
	SetZone       = "zone"
	SetQuiet      = "quiet"
	SetRemind     = "remind"
	SetDigest     = "digest"
	SetChallenges = "challenges"
	SetLobby      = "lobby"
	SetAutoAway   = "auto-away"
	SetProfile    = "profile"
	SetPace       = "pace"
	SetOnTime     = "on-time"
	SetAway       = "until"
	setBlocked    = "blocked"
)

// Settable are the options of /settings, in the order in which they are set.
var Settable = []string{SetPalette, SetDirect, SetConfirm, SetZone, SetQuiet, SetRemind, SetDigest, SetChallenges, SetLobby, SetAutoAway, SetProfile, SetPace, SetOnTime}

// Paces are the values of SetPace.
var Paces = []string{On, storage.PaceAsked, storage.PaceHidden}

// Typed are the settings that can be typed in a form.
var Typed = []string{SetZone, SetQuiet, SetDigest, SetAway}

// allSettings are all of them, in the order of the menu.
var allSettings = slices.Concat(Settable, []string{SetAway, setBlocked})

// fromEverybody is the usual one of [Whoms].
const fromEverybody = "everybody"

// Whoms are the values of [SetChallenges].
var Whoms = []string{fromEverybody, storage.FromKnown, storage.FromNobody}

// The values of a setting that is on or off.
const (
	On  = "on"
	Off = "off"
)

// Settings shows a person what they have set, with a menu that opens each setting. shown tells the menu from those
// of before, as a client sends nothing for the same choice in the same menu.
func (p Pen) Settings(shown int) Message {
	var said []string
	menu := Button{Verb: VerbSetting, Turn: shown}.Control(p.Label("settings.choose"), Plain)
	for _, name := range allSettings {
		if name == setBlocked && len(p.r.Own.Blocked) == 0 {
			continue
		}
		said = append(said, p.setting(name))
		menu.Options = append(menu.Options, p.option(name, "setting."+name, "Value", p.valueOf(name)))
	}
	return Message{Content: Lines(said...), Rows: Row(menu)}
}

// setting says in a sentence what a person has set; nothing for a setting that has no effect now.
func (p Pen) setting(name string) string {
	own, say := p.r.Own, p.Say
	zone, key := clock.ZoneOf(own), "settings."+name
	switch name {
	case SetPalette:
		return say("settings.palette", "Palette", games.Say("palette."+p.palette()))
	case SetProfile, SetOnTime: // the usual is not worth a line
		return p.sayIf(!p.isOn(name), "settings.no-"+name)
	case SetDirect, SetConfirm, SetLobby, SetAutoAway:
		if !p.isOn(name) {
			return say("settings.no-" + name)
		}
		return say(key)
	case SetZone:
		if zone == nil {
			return say("settings.no-zone")
		}
		return say("settings.zone", "Zone", own.Zone, "Time", p.r.Now.In(zone).Format("15:04"))
	case SetQuiet, SetDigest:
		if zone == nil {
			return ""
		}
		if !p.isOn(name) {
			return say("settings.no-" + name)
		}
		if name == SetDigest && own.NoDirect {
			key = "settings.digest-waits"
		}
		return say(key, "Times", p.valueOf(name))
	case SetRemind:
		if !p.isOn(name) {
			return say("settings.no-remind")
		}
		percents := clock.RemindOf(own)
		return say("settings.remind", "Percents", clock.FormatPercents(percents), "Count", len(percents))
	case SetChallenges:
		return say("settings.challenges." + cmp.Or(own.Challenges, fromEverybody))
	case SetPace:
		return p.sayIf(own.Pace != "", "settings.pace."+own.Pace)
	case SetAway:
		until, away := clock.AwayUntil(own, p.r.Now)
		return p.sayIf(away, "settings.away", "Until", Dated(until))
	}
	return say("settings.blocked", "Count", len(own.Blocked), "Names", own.Blocked[0].Name)
}

// palette returns the palette of the reader.
func (p Pen) palette() string {
	if slices.Contains(p.w.palettes, p.r.Own.Palette) {
		return p.r.Own.Palette
	}
	return p.w.palettes[0]
}

// look returns how the reader wants pages to look.
func (p Pen) look() pages.Look { return pages.Look{Palette: p.palette()} }

// isOn reports whether a setting that can be off is on.
func (p Pen) isOn(name string) bool {
	own := p.r.Own
	switch name {
	case SetDirect:
		return !own.NoDirect
	case SetConfirm:
		return !own.Unconfirmed
	case SetLobby:
		return !own.Unlisted
	case SetAutoAway:
		return !own.NoAutoAway
	case SetProfile:
		return !own.NoProfile
	case SetOnTime:
		return !own.NoOnTime
	case SetQuiet:
		return clock.Length(clock.QuietOf(own).Window) > 0
	case SetRemind:
		return len(clock.RemindOf(own)) > 0
	case SetDigest:
		return own.Digest != nil
	}
	_, away := clock.AwayUntil(own, p.r.Now)
	return away
}

// valueOf says the value of a setting in a word or two.
func (p Pen) valueOf(name string) any {
	own := p.r.Own
	switch name {
	case SetPalette:
		return games.Say("palette." + p.palette())
	case SetZone:
		if clock.ZoneOf(own) == nil {
			return games.Say("setting.unknown")
		}
		return own.Zone
	case SetChallenges:
		return games.Say("challenges." + cmp.Or(own.Challenges, fromEverybody))
	case SetPace:
		return games.Say("pace." + cmp.Or(own.Pace, On))
	case setBlocked:
		return len(own.Blocked)
	}
	if !p.isOn(name) {
		return games.Say("options.off")
	}
	switch name {
	case SetQuiet:
		return clock.FormatWindow(clock.QuietOf(own).Window)
	case SetRemind:
		return clock.FormatPercents(clock.RemindOf(own)) + "%"
	case SetDigest:
		return clock.FormatMinute(*own.Digest)
	case SetAway:
		until, _ := clock.AwayUntil(own, p.r.Now)
		return games.Say("setting.away", "Day", soon(until.In(cmp.Or(clock.ZoneOf(own), time.UTC))))
	}
	return games.Say("options.on")
}

// Setting shows what a person has set in one setting, with what changes it: buttons, or a menu and for some a form.
// Quiet hours and a daily list need a zone, so that is asked for first. ok is false if there is no such setting.
func (p Pen) Setting(name string, shown int) (msg Message, ok bool) {
	if !slices.Contains(allSettings, name) {
		return Message{}, false
	}
	if name == setBlocked && len(p.r.Own.Blocked) == 0 { // an older menu still has it
		return p.Settings(shown), true
	}
	if (name == SetQuiet || name == SetDigest) && clock.ZoneOf(p.r.Own) == nil {
		name = SetZone
		msg.Content = p.Say("settings.zone-first")
	}
	msg.Below(p.setting(name))
	switch name {
	case SetAway:
		msg = p.Away(false, shown)
	case setBlocked:
		msg.Rows = p.unblocking(shown)
	default:
		msg.Rows = p.settingRows(name, shown)
	}
	all := Button{Verb: VerbSetting, Turn: shown, Steps: []string{""}}.Control(p.Label("button.settings"), Plain)
	last := len(msg.Rows) - 1
	if last >= 0 && msg.Rows[last][0].Options == nil && len(msg.Rows[last]) < inRow {
		msg.Rows[last] = append(msg.Rows[last], all)
		return msg, true
	}
	msg.Rows = append(msg.Rows, []Control{all})
	return msg, true
}

// settingRows are the buttons and the menu that change a setting.
func (p Pen) settingRows(name string, shown int) [][]Control {
	var row []Control
	now, buttons := Off, true
	var choices []MenuOption
	switch name {
	case SetDirect, SetConfirm, SetLobby, SetAutoAway, SetProfile, SetOnTime:
		if p.isOn(name) {
			now = On
		}
		choices = []MenuOption{p.option(On, "settings.turn-on"), p.option(Off, "settings.turn-off")}
	case SetPalette:
		now, choices = p.palette(), p.Palettes()
	case SetPace:
		now = cmp.Or(p.r.Own.Pace, On)
		for _, to := range Paces {
			choices = append(choices, p.option(to, "pace."+to))
		}
	default:
		choices, buttons = p.suggestions(name), false
	}
	if buttons {
		for _, o := range choices {
			c := Button{Verb: VerbSetting, Turn: shown, Steps: []string{name, o.Value}}.Control(o.Label, Plain)
			c.Disabled = o.Value == now
			row = append(row, c)
		}
		return Row(row...)
	}
	menu := Button{Verb: VerbSetting, Turn: shown, Steps: []string{name}}.Control(p.Label("settings.pick."+name), Plain)
	menu.Options = choices
	rows := Row(menu)
	if slices.Contains(Typed, name) {
		typed := Button{Verb: VerbFill, Turn: shown, Steps: []string{name}}
		rows = append(rows, []Control{typed.Control(p.Label("panel.type"), Plain)})
	}
	return rows
}

// suggestions are the values that the menu of a setting offers.
func (p Pen) suggestions(name string) []MenuOption {
	switch name {
	case SetZone:
		return p.SuggestZones("")
	case SetQuiet:
		return SuggestQuiet(p, "")
	case SetRemind:
		return SuggestRemind(p, "")
	case SetDigest:
		return SuggestDigest(p, "")
	case SetAway:
		isBack := func(o MenuOption) bool { return o.Value == clock.BackWords[0] } // for which there is a button
		return match.Without(p.SuggestUntil("", p.r.Own), isBack)
	}
	var all []MenuOption
	for _, whom := range Whoms {
		all = append(all, p.option(whom, "challenges."+whom))
	}
	return all
}

// Away says whether a person is away, and for how much longer they may be, with a menu of days. set reports whether
// they have just said so; shown is that of [Pen.Settings].
func (p Pen) Away(set bool, shown int) Message {
	own, say := p.r.Own, p.Say
	until, away := clock.AwayUntil(own, p.r.Now)
	left := clock.AwayLeft(own, p.r.Now)
	if away {
		left = clock.AwayLeft(own, until)
	}
	rows := p.settingRows(SetAway, shown)
	if len(rows[0][0].Options) == 0 {
		rows = nil
	}
	switch {
	case away:
		_, picked := clock.EndOf(own.Away, p.r.Now) // else it came by itself
		where := p.sayIf(p.r.Strict, "away.strict")
		if !picked {
			where = p.Say("away.auto")
		}
		utc := p.sayIf(picked && clock.ZoneOf(own) == nil, "away.utc")
		if rows == nil { // no day is left to pick
			rows = make([][]Control, 1)
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], p.Button(VerbBack, Plain))
		return Message{
			Content: Lines(say("away.until", "Until", Dated(until)), where, utc, p.awayThen(left)),
			Rows:    rows,
		}
	case set:
		return Message{Content: Lines(say("away.back"), p.awayLeft(left))}
	}
	return Message{Content: Lines(say("away.not"), p.sayIf(p.r.Strict, "away.strict"), p.awayLeft(left)), Rows: rows}
}

// AutoAway tells a person that they are away by themselves, or were.
func (p Pen) AutoAway(own storage.Person, now time.Time) string {
	until, away := clock.EndOf(own.AutoAway, now)
	if !away {
		last := own.AutoAway[len(own.AutoAway)-1]
		return Lines(p.Say("away.auto-was", "Until", Dated(last.To)), p.Say("away.auto-off"))
	}
	return Lines(p.Say("away.auto-told", "Until", Dated(until)), p.Say("away.auto-back"), p.awayThen(clock.AwayLeft(own, until)), p.Say("away.auto-off"))
}

// awayThen says for how much longer a person may be away after an absence.
func (p Pen) awayThen(left time.Duration) string {
	if left < time.Minute {
		return p.Say("away.then-none", "Most", clock.MaxAway)
	}
	return p.Say("away.then", "Left", clock.AwaySpan(left))
}

// awayLeft says for how much longer a person may be away.
func (p Pen) awayLeft(left time.Duration) string {
	if left < time.Minute {
		return p.Say("away.none", "Most", clock.MaxAway)
	}
	return p.Say("away.left", "Left", clock.AwaySpan(left), "Used", left < clock.MaxAway*24*time.Hour)
}

// MaxBlocked bounds how many people a person can block: the menus of /settings hold as many.
const MaxBlocked = 2 * MaxMenu

// unblocking are the menus that unblock people, in rows.
func (p Pen) unblocking(shown int) [][]Control {
	var options []MenuOption
	for _, b := range p.r.Own.Blocked {
		options = append(options, Choice(p.Label("name.blocked", "Name", b.Name), b.ID))
	}
	return Menus(options, MaxBlocked/MaxMenu, func(n int) Control {
		unblock := Button{Verb: VerbUnblock, Turn: shown, Steps: []string{strconv.Itoa(n + 1)}}
		return unblock.Control(p.Label("settings.unblock"), Plain)
	})
}
