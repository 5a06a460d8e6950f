package message

import (
	"strings"

	"parlour/commands/match"
)

// VerbPlan is the verb of the buttons of a plan. Their steps are the opponent's move, empty as
// long as it is in the making, and then a verb of the panel with its steps.
const VerbPlan = "plan"

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
