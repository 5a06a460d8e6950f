package message

import (
	"slices"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// askPairs are the values of a question that only questions about the same have.
func askPairs(voice locale.Voice, m *match.Match, a storage.Ask) []any {
	switch a.About {
	case match.AboutTakeback:
		if s, ok := m.AskedBack(a); ok {
			return []any{"Move", locale.Verbatim(sayMove(voice, s.Before, s.Seat, s.Move))}
		}
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
	case m.FirstAgain() == asked[0]:
		return "you"
	}
	return "by"
}

// moveButtons are the buttons of More about moves, in rows.
func (p private) moveButtons(seat games.Seat) [][]Control {
	var row []Control
	if p.m.In(seat) && len(p.m.People()) == 1 && p.m.Opponent() != nil && p.m.MayMove(seat) {
		row = append(row, p.control(VerbAnother, "button.hint", plain)) // another besides none is the first
	}
	if p.m.MayTakeBack(seat) == nil {
		row = append(row, p.control(VerbTakeback, "button.takeback", plain))
	}
	switch mayPlan := p.m.MayPlan(seat) == nil; {
	case mayPlan && p.m.PlanOf(p.r.ID) != nil:
		row = append(row, p.control(VerbPlan, "button.plan-change", plain), p.control(VerbForget, "button.plan-drop", plain))
	case mayPlan:
		row = append(row, p.control(VerbPlan, "button.plan", plain))
	}
	if p.m.In(seat) && len(p.m.PeopleIn()) > 1 {
		row = append(row, p.control(VerbOffer, "button.draw", plain))
	}
	if match.MayReturn(p.m.State, seat) {
		row = append(row, p.control(VerbReturn, "button.return", Good))
	}
	return slices.Collect(slices.Chunk(row, inRow))
}

// tally says who leads in a game that two people have played more than once.
func (p public) tally() string {
	won := p.m.Tally.Won
	leads := games.Seat(0)
	if won[1] > won[0] {
		leads = 1
	}
	key := "tally.leads"
	switch {
	case won[0]+won[1] < 2:
		return ""
	case won[0] == won[1]:
		key = "tally.level"
	}
	return p.say(key, "Leader", leads, "Other", 1-leads, "More", won[leads], "Fewer", won[1-leads], "Game", p.m.Info.Title)
}
