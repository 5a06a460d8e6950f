package message

import (
	"slices"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// OptionFirst is the option of /play for the first seat. A table shows its options as they
// are typed.
const OptionFirst = "first"

// Table returns the message of a table, also after its game has begun.
func (w *Writer) Table(m *match.Match) Message {
	if p := w.public(m); m.State == nil || m.Phase == storage.Playing {
		return p.table()
	} else {
		return p.ended()
	}
}

// table returns the message of a table: the game, the players and, as long as it is open,
// the buttons.
func (p public) table() Message {
	info := p.m.Info
	msg := Message{Content: Lines(
		p.tableHead(),
		p.say("table.game", "Game", info.Title, "Designer", info.Designer, "Players", info.Players(),
			"Source", locale.Verbatim(info.Source), "About", games.Say(info.Name+".about")),
		p.say("table.options", "Options", p.options()),
		p.voice.Say(timeOf(p.m)),
		p.say("table.seated", "Players", p.m.Others(games.Spectator)),
	)}
	if p.m.Phase != storage.Open {
		msg.Content = Lines(msg.Content, p.dealLine())
		return msg
	}
	if info.Hidden {
		msg.Content = Lines(msg.Content, p.say("table.direct"))
	}
	msg.Content = Lines(msg.Content, p.dealLine())
	if p.m.Invited != nil {
		msg.Pings = []string{p.m.Invited.ID}
	}
	msg.Rows = append([][]Control{p.tableButtons()}, p.dealButtons()...)
	return msg
}

// tableHead is the first line of a table, all that a notification shows.
func (p public) tableHead() string {
	m := p.m
	say := func(key string, pairs ...any) string {
		return p.say(key, append(pairs, "Game", m.Info.Title, "By", games.Seat(0))...)
	}
	switch {
	case m.Phase == storage.Off && m.Setup.Rules == 0:
		return say("table.head."+m.Ended, "Name", m.EndedBy)
	case m.Phase != storage.Open:
		return say("table.head.started", "Players", m.Others(games.Spectator))
	case m.Invited != nil:
		return say("table.head.challenge", "Invited", Mention(m.Invited.ID))
	case len(m.Players) < m.Info.MinSeats:
		return say("table.head.open")
	case len(m.Players) < m.Info.MaxSeats:
		return say("table.head.room", "Count", len(m.Players))
	}
	return say("table.head.ready")
}

// options lists the options of a table as they are typed.
func (p public) options() string {
	var said string
	for _, o := range p.m.Info.Options {
		said += o.Name + ":" + p.m.Setup.Options[o.Name] + " "
	}
	return said + OptionFirst + ":" + p.m.First
}

// tableButtons are the buttons of an open table.
func (p public) tableButtons() []Control {
	control := func(verb string, s Style, off bool) Control {
		c := p.button(verb, s)
		c.Disabled = off
		return c
	}
	if p.m.Invited != nil {
		buttons := []Control{control("accept", Good, false), control("decline", Plain, false), control("cancel", Plain, false)}
		if p.m.Info.Chance {
			buttons = slices.Insert(buttons, 1, control("say", Plain, false))
		}
		return buttons
	}
	buttons := []Control{
		control("join", Main, len(p.m.Players) == p.m.Info.MaxSeats),
		control("leave", Plain, len(p.m.People()) == 1),
		control("start", Good, len(p.m.Players) < p.m.Info.MinSeats),
		control("cancel", Plain, false),
	}
	if p.m.Opponent() != nil {
		buttons = append(buttons, control("opponent", Plain, false))
	}
	return buttons
}

// timeOf says at a table how much time there is.
func timeOf(m *match.Match) games.Text {
	turn, total := clock.FormatLimit(m.TurnTime), clock.FormatLimit(m.TotalTime)
	switch {
	case m.TurnTime == 0 && m.TotalTime == 0:
		return games.Say("time.none")
	case m.TotalTime == 0:
		return games.Say("time.turn", "Turn", turn)
	case m.TurnTime == 0:
		return games.Say("time.total", "Total", total)
	}
	return games.Say("time.both", "Turn", turn, "Total", total)
}
