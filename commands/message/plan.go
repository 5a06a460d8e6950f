package message

import (
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
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
	msg.Rows = append(msg.Rows, []Control{p.control(VerbForget, "button.forget", plain)})
	return msg
}

// planned says an opponent's move and the answer to it as people read them.
func planned(voice locale.Voice, m *match.Match, opponent games.Seat, theirs, answer games.Move) (said, then locale.Verbatim) {
	said = locale.Verbatim(sayMove(voice, m.State, opponent, theirs))
	if next, err := m.State.Play(opponent, theirs); err == nil {
		return said, locale.Verbatim(sayMove(voice, next, 1-opponent, answer))
	}
	return said, locale.Verbatim(answer)
}
