package message

import (
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// askPairs are the values of a question that only questions about the same have.
func askPairs(m *match.Match, a storage.Ask) []any {
	switch a.About {
	case match.AboutTakeback:
		return []any{"Move", string(match.AskedBack(m, a))}
	case match.AboutRematch:
		return []any{"First", firstAgain(m, a), "Players", m.Others(games.Spectator)}
	}
	return nil
}

// firstAgain says who moves first in a rematch of two people: "you" for the one who is asked,
// "by" for the other. It is empty where nobody does.
func firstAgain(m *match.Match, a storage.Ask) string {
	start := m.StateAt(0)
	switch asked := m.AskedBy(a); {
	case len(m.Players) != 2 || len(asked) != 1 || start == nil || len(start.ToMove()) != 1:
		return ""
	case match.FirstAgain(m) == asked[0]:
		return "you"
	}
	return "by"
}

// afterButtons are the buttons of More about moves that were made.
func (p private) afterButtons(seat games.Seat) [][]Control {
	var row []Control
	if match.MayTakeBack(p.m, seat) == nil {
		row = append(row, p.control("takeback", "button.takeback", Plain))
	}
	if len(row) == 0 {
		return nil
	}
	return [][]Control{row}
}
