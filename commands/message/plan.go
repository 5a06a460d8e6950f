package message

import (
	"slices"
	"strings"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// VerbPlan is the verb of the buttons of a plan. Their steps are the opponent's move, empty as
// long as it is in the making, and then a verb of the panel with its steps.
const VerbPlan = "plan"

// Plan returns the panel on which a reader plans ahead, at some steps and a page: the opponent's
// move as long as theirs is empty, and then the answer to it.
func (w *Writer) Plan(r Reader, m *match.Match, theirs games.Move, steps []string, page int) (Message, error) {
	p, hypothetical, seat := w.private(r, m), *m, m.SeatOf(r.ID)
	r.Own = storage.Person{Palette: r.Own.Palette}
	if theirs == "" {
		seat = 1 - seat
		r.ID = m.Players[seat].ID // nothing is hidden between the two
	} else {
		next, err := match.AfterTheirs(m, seat, theirs)
		if err != nil {
			return Message{}, err
		}
		hypothetical.State = next
	}
	msg, err := w.Panel(r, &hypothetical, seat, steps, page)
	if err != nil {
		return Message{}, err
	}
	key, says := "plan.theirs", ""
	if theirs != "" {
		key, says = "plan.answer", msg.Content
	}
	if games.Made(hypothetical.State, seat, steps) != "" {
		key, says = key+"-sure", ""
	}
	opponent := 1 - m.SeatOf(p.r.ID)
	msg.Content = Lines(p.say(key, "Player", opponent, "Move", string(theirs)), says)
	msg.Rows, err = p.planRows(msg.Rows, theirs)
	return msg, err
}

// planRows makes buttons of a plan of those of a panel. Others are left out.
func (p private) planRows(rows [][]Control, theirs games.Move) ([][]Control, error) {
	var kept [][]Control
	for _, row := range rows {
		var controls []Control
		for _, c := range row {
			b, err := ParseButton(c.ID)
			if err != nil {
				return nil, err
			}
			if !c.Disabled && !slices.Contains([]string{"pick", "page", "confirm"}, b.Verb) {
				continue
			}
			if b.Verb == "confirm" && theirs == "" {
				c.Label = p.w.Label(p.r.Lang, "button.plan-answer")
			}
			c.ID = Button{b.Match, b.Turn, VerbPlan, append([]string{string(theirs), b.Verb}, b.Steps...)}.String()
			if len(c.ID) > MaxButton {
				return nil, games.Refuse("refuse.plan.long")
			}
			controls = append(controls, c)
		}
		if len(controls) > 0 {
			kept = append(kept, controls)
		}
	}
	return kept, nil
}

// withPlan adds the reader's own plan to a card, and a button to forget it.
func (p private) withPlan(msg Message) Message {
	plan := match.PlanOf(p.m, p.r.ID)
	if plan == nil {
		return msg
	}
	opponent := 1 - p.m.SeatOf(p.r.ID)
	said := p.say("plan.waits", "Player", opponent, "If", string(plan.If), "Then", string(plan.Then))
	msg.Content = strings.TrimSuffix(Lines(msg.Content, said), "\n")
	msg.Rows = append(msg.Rows, []Control{p.control("forget", "button.forget", Plain)})
	return msg
}
