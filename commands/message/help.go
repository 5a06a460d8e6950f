package message

import (
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// The most games that have a button each in a message, and the most menus that it takes for more.
const (
	maxGameButtons = 20
	maxGameMenus   = 5
)

// Games says a sentence and offers the rules of games under it: by a button each or, of more games
// than a message has room for buttons, by menus.
func (w *Writer) Games(lang, key string, list []games.Info) Message {
	return Message{Content: w.Say(lang, key), Rows: rulesRows(list, w.Label(lang, "rules.choose"))}
}

// rulesRows returns the buttons or the menus that open the rules of games. A menu asks what is
// given.
func rulesRows(list []games.Info, ask string) [][]Control {
	var rows [][]Control
	if len(list) <= maxGameButtons {
		for part := range slices.Chunk(list, inRow) {
			var row []Control
			for _, g := range part {
				row = append(row, Button{Verb: VerbLearn, Steps: []string{g.Name}}.Control(g.Title, Plain))
			}
			rows = append(rows, row)
		}
		return rows
	}
	for part := range slices.Chunk(list, MaxMenu) {
		menu := Control{ // its id tells its number apart from those of the others
			ID: Button{Verb: VerbLearn, Turn: len(rows)}.String(), Label: ask,
		}
		for _, g := range part {
			menu.Options = append(menu.Options, MenuOption{Label: g.Title, Value: g.Name})
		}
		rows = append(rows, []Control{menu})
	}
	return rows[:min(len(rows), maxGameMenus)]
}

// Privacy says what is kept of a person. Its buttons give them all of it, and forget them.
func (w *Writer) Privacy(lang string) Message {
	return Message{
		Content: Lines(w.Say(lang, "privacy.kept"), w.Say(lang, "privacy.not-kept"), w.Say(lang, "privacy.offer")),
		Rows: [][]Control{{
			w.privacyButton(lang, VerbMyData, Main), w.privacyButton(lang, VerbForgetMe, Plain),
		}},
	}
}

// AskToForget asks a person whether they mean to be forgotten. live is how many tables and games they
// would leave.
func (w *Writer) AskToForget(lang string, live int) Message {
	leave := ""
	if live > 0 {
		leave = w.Say(lang, "privacy.leave", "Count", live)
	}
	return Message{
		Content: Lines(w.Say(lang, "privacy.ask"), leave, w.Say(lang, "privacy.goes")),
		Rows: [][]Control{{
			w.privacyButton(lang, VerbEraseMe, Danger), w.privacyButton(lang, VerbKeepMe, Plain),
		}},
	}
}

// privacyButton is a button that belongs to no match.
func (w *Writer) privacyButton(lang string, verb Verb, style Style) Control {
	return Button{Verb: verb}.Control(w.Label(lang, "button."+string(verb)), style)
}

// News is what a person who sits down is to be told once.
type News struct {
	Game bool // that the game is new to them, and how to learn it
	Zone bool // that their time zone is not known
}

// Wants returns what a person who sits down has not been told yet: of the game unless they have met
// it, and of the time zone if reminders may come at night.
func Wants(r Reader, m *match.Match, met bool) News {
	reminded := (m.TurnTime > 0 || m.TotalTime > 0) && len(clock.RemindOf(r.Own)) > 0
	return News{Game: !met, Zone: reminded && r.Own.Zone == "" && !r.Own.ZoneAsked}
}

// Welcome adds to the answer to a person who sits down how they will be asked for bids, and
// what is told once, with the buttons that belong to it.
func (w *Writer) Welcome(r Reader, m *match.Match, news News, msg Message) Message {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	button := func(label string, verb Verb, steps ...string) Control {
		return Button{Verb: verb, Steps: steps}.Control(w.Label(r.Lang, label), Plain)
	}
	switch {
	case !m.Info.Hidden || m.Guild == "":
	case r.Own.NoDirect:
		msg.Content = Lines(msg.Content, say("direct.wont"))
	default:
		msg.Content = Lines(msg.Content, say("direct.will"))
	}
	var row []Control
	if news.Zone {
		msg.Content = Lines(msg.Content, say("direct.night"))
		row = append(row, button("button.zone", VerbZone))
	}
	if news.Game {
		msg.Content = Lines(msg.Content, say("table.new", "Game", m.Info.Title))
		row = append(row, button("button.learn", VerbLearn, m.Info.Name))
		alone := m.Phase == storage.Playing && len(m.Players) == 1
		if m.Opponent() != nil && m.Opponents() == 0 && !alone {
			row = append(row, button("button.practise", VerbPractise, m.Info.Name))
		}
	}
	if row != nil {
		msg.Rows = append(msg.Rows, row)
	}
	return msg
}

// AwayLine says that a person who is challenged is away, nothing if they are not.
func (w *Writer) AwayLine(lang, name string, own storage.Person, now time.Time) string {
	until, away := clock.AwayUntil(own, now)
	if !away {
		return ""
	}
	return w.Say(lang, "table.away", "Name", name, "Until", Dated(until))
}
