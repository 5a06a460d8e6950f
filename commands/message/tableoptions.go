package message

import (
	"slices"
	"strconv"
	"time"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// optionNames lists what the opener of a table can choose: the game's options, who moves first
// where somebody does, and the time for a turn.
func optionNames(m *match.Match) []string {
	var all []string
	for _, o := range m.Info.Options {
		all = append(all, o.Name)
	}
	if m.MovesFirst() {
		all = append(all, match.FirstMove)
	}
	return append(all, match.TurnTime)
}

// optionMenus is the number of menus in a message. A message has five rows, one of which turns
// pages if there are more menus.
func optionMenus(all []string) int {
	if len(all) <= 5 {
		return 5
	}
	return 4
}

// OptionPage returns the page of [Writer.Options] that has an option.
func OptionPage(m *match.Match, name string) int {
	all := optionNames(m)
	return max(slices.Index(all, name), 0) / optionMenus(all)
}

// Options shows the opener of a table what can be chosen there, a menu each, as it is now.
func (w *Writer) Options(r Reader, m *match.Match, page int) Message {
	all := optionNames(m)
	each := optionMenus(all)
	msg := Message{Content: w.Say(r.Lang, "options.ask", "Game", m.Info.Title)}
	from := min(max(page, 0)*each, len(all))
	for _, name := range all[from:min(from+each, len(all))] {
		msg.Rows = append(msg.Rows, []Control{optionMenu(w.Plain(r.Lang, m.Names()), m, name)})
	}
	var turn []Control
	if from > 0 {
		turn = append(turn, w.pageButton(r, m, "panel.earlier", page-1))
	}
	if from+each < len(all) {
		turn = append(turn, w.pageButton(r, m, "panel.later", page+1))
	}
	if turn != nil {
		msg.Rows = append(msg.Rows, turn)
	}
	return msg
}

// optionMenu is the menu of one option.
func optionMenu(v locale.Voice, m *match.Match, name string) Control {
	var values []string
	now, about := m.Setup.Options[name], m.Info.Name+".option."+name
	words := func(value string) string { return locale.OptionValue(v, m.Info.Name, name, value) }
	switch name {
	case match.FirstMove:
		values, now, about = match.Firsts, m.First, "options.first-move"
		words = func(value string) string { return v.Say(FirstMove(m, value)) }
	case match.TurnTime:
		now, about = m.TurnTime.String(), "options.turn-time"
		for _, turn := range match.TurnTimes() {
			if m.MayTake(turn) {
				values = append(values, turn.String())
			}
		}
		words = func(value string) string { return v.Say(turnTime(m, value)) }
	default:
		i := slices.IndexFunc(m.Info.Options, func(o games.Option) bool { return o.Name == name })
		values = m.Info.Options[i].Values
	}
	menu := Control{
		ID:    NewButton(m, VerbOption, name, now).String(), // a client sends nothing for the same choice in the same menu
		Label: v.Say(games.Say("options.menu", "About", games.Say(about), "Words", words(now))),
	}
	for _, value := range values {
		menu.Options = append(menu.Options, MenuOption{Label: Clip(words(value), maxOptionLine), Value: value})
	}
	return menu
}

// turnTime says a time for a turn as the table does.
func turnTime(m *match.Match, value string) games.Text {
	turn, _ := time.ParseDuration(value) // which wrote itself
	switch {
	case turn > 0:
		return games.Say("time.turn", "Turn", clock.FormatLimit(turn))
	case m.TotalTime > 0:
		return games.Say("time.total", "Total", clock.FormatLimit(m.TotalTime))
	}
	return games.Say("time.none")
}

// pageButton is the button to another page of options.
func (w *Writer) pageButton(r Reader, m *match.Match, label string, page int) Control {
	return Control{ID: NewButton(m, VerbOptionPage, strconv.Itoa(page)).String(), Label: w.Label(r.Lang, label)}
}
