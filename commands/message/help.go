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
				row = append(row, Control{ID: Button{Verb: VerbLearn, Steps: []string{g.Name}}.String(), Label: g.Title})
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
