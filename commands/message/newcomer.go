package message

import (
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/storage"
)

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
		return Control{ID: Button{Verb: verb, Steps: steps}.String(), Label: w.Label(r.Lang, label)}
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
		if alone := m.Phase == storage.Playing && len(m.Players) == 1; m.Opponent() != nil && m.Opponents() == 0 && !alone {
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
