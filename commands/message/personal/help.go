package personal

import (
	"slices"

	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/message/layout"
	"parlour/games"
)

// The most games that have a button each in a message, and the most menus that it takes for more.
const (
	maxGameButtons = 20
	maxGameMenus   = 5
)

// Games says a sentence and offers the rules of games under it: by a button each or, of more games
// than a message has room for buttons, by menus.
func Games(w *message.Writer, lang, key string, list []games.Info) message.Message {
	return message.Message{Content: w.Say(lang, key), Rows: rulesRows(list, w.Label(lang, "rules.choose"))}
}

// rulesRows returns the buttons or the menus that open the rules of games. A menu asks what is
// given.
func rulesRows(list []games.Info, ask string) [][]message.Control {
	var rows [][]message.Control
	if len(list) <= maxGameButtons {
		for part := range slices.Chunk(list, layout.InRow) {
			var row []message.Control
			for _, g := range part {
				row = append(row, message.Control{ID: button.Button{Verb: "learn", Steps: []string{g.Name}}.String(), Label: g.Title})
			}
			rows = append(rows, row)
		}
		return rows
	}
	for part := range slices.Chunk(list, message.MaxMenu) {
		menu := message.Control{ // its id tells its number apart from those of the others
			ID: button.Button{Verb: "learn", Turn: len(rows)}.String(), Label: ask,
		}
		for _, g := range part {
			menu.Options = append(menu.Options, message.MenuOption{Label: g.Title, Value: g.Name})
		}
		rows = append(rows, []message.Control{menu})
	}
	return rows[:min(len(rows), maxGameMenus)]
}
