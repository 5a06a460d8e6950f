package message

import (
	"slices"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// planLine says the reader's own plan, nothing without one.
func (p private) planLine() string {
	plan := p.m.PlanOf(p.r.ID)
	if plan == nil {
		return ""
	}
	opponent := 1 - p.m.SeatOf(p.r.ID)
	theirs, answer := planned(p.voice, p.m, opponent, plan.If, plan.Then)
	return p.say("plan.waits", "Player", opponent, "If", theirs, "Then", answer)
}

// withPlan adds the reader's own plan to a card, and a button to forget it.
func (p private) withPlan(msg Message) Message {
	said := p.planLine()
	if said == "" {
		return msg
	}
	msg.Content = Lines(msg.Content, said)
	msg.Rows = append(msg.Rows, []Control{p.control(VerbForget, "button.forget", Plain)})
	return msg
}

// planned says an opponent's move and the answer to it as people read them.
func planned(voice locale.Voice, m *match.Match, opponent games.Seat,
	theirs, answer games.Move) (said, then locale.Verbatim) {
	said = locale.Verbatim(sayMove(voice, m.State, opponent, theirs))
	if next, err := m.State.Play(opponent, theirs); err == nil {
		return said, locale.Verbatim(sayMove(voice, next, 1-opponent, answer))
	}
	return said, locale.Verbatim(answer)
}

// PlanPanel returns the panel on which a reader plans ahead, at some steps and a page: the opponent's
// move as long as theirs is empty, and then the answer to it.
func (w *Writer) PlanPanel(r Reader, m *match.Match, theirs games.Move, steps []string, page int) (Message, error) {
	p, hypothetical, seat := w.private(r, m), *m, m.SeatOf(r.ID)
	r.Own = storage.Person{Palette: r.Own.Palette}
	if theirs == "" {
		seat = 1 - seat
		r.ID = m.Players[seat].ID // nothing is hidden between the two
	} else {
		next, err := m.AfterTheirs(seat, theirs)
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
	if asksSure(msg.Rows) {
		key, says = key+"-sure", ""
	}
	opponent := 1 - m.SeatOf(p.r.ID)
	said := locale.Verbatim("")
	if theirs != "" {
		said = locale.Verbatim(sayMove(p.voice, m.State, opponent, theirs))
	}
	msg.Content = Lines(p.say(key, "Player", opponent, "Move", said), says)
	msg.Rows, err = p.planRows(msg.Rows, theirs)
	return msg, err
}

// asksSure reports whether a panel shows a whole move and asks whether it is meant.
func asksSure(rows [][]Control) bool {
	return slices.ContainsFunc(slices.Concat(rows...), func(c Control) bool {
		b, err := ParseButton(c.ID)
		return err == nil && b.Verb == VerbConfirm
	})
}

// NotYet tells a player whose turn it is not yet, and offers to plan ahead.
func (w *Writer) NotYet(r Reader, m *match.Match) Message {
	p := w.private(r, m)
	return Message{
		Content: p.say("refuse.turn", "Player", m.State.ToMove()),
		Rows:    [][]Control{{p.control(VerbPlan, "button.plan", Plain)}},
	}
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
			if !c.Disabled && !slices.Contains([]Verb{VerbPick, VerbPage, VerbConfirm}, b.Verb) {
				continue
			}
			if b.Verb == VerbConfirm && theirs == "" {
				c.Label = p.w.Label(p.r.Lang, "button.plan-answer")
			}
			b.Steps = append([]string{string(theirs), string(b.Verb)}, b.Steps...)
			b.Verb = VerbPlan
			if c.ID = b.String(); len(c.ID) > MaxButton {
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
