package message

import (
	"slices"

	"parlour/games"
)

// The most games that have a button each in a message, and the most menus that it takes for more.
const (
	maxGameButtons = 20
	maxGameMenus   = 5
)

// Help says what Parlour does in a few lines, with a button for the rules of each game.
func (w *Writer) Help(lang string, list []games.Info) Message {
	return Message{Content: w.Say(lang, "help.page"), Rows: w.gameRows(lang, list)}
}

// WhichRules asks of which game the rules are wanted.
func (w *Writer) WhichRules(lang string, list []games.Info) Message {
	return Message{Content: w.Say(lang, "rules.ask"), Rows: w.gameRows(lang, list)}
}

// gameRows offers the rules of games: by a button each or, of more games than a message has room
// for buttons, by menus.
func (w *Writer) gameRows(lang string, list []games.Info) [][]Control {
	var rows [][]Control
	if len(list) <= maxGameButtons {
		for part := range slices.Chunk(list, inRow) {
			var row []Control
			for _, g := range part {
				row = append(row, Control{ID: Button{Verb: "learn", Steps: []string{g.Name}}.String(), Label: g.Title})
			}
			rows = append(rows, row)
		}
		return rows
	}
	for part := range slices.Chunk(list, MaxMenu) {
		menu := Control{ // its id tells its number apart from those of the others
			ID: Button{Verb: "learn", Turn: len(rows)}.String(), Label: w.Label(lang, "rules.choose"),
		}
		for _, g := range part {
			menu.Options = append(menu.Options, MenuOption{Label: g.Title, Value: g.Name})
		}
		rows = append(rows, []Control{menu})
	}
	return rows[:min(len(rows), maxGameMenus)]
}
