package commands

import (
	"context"
	"strconv"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// planAhead goes a step on in a plan: the opponent's move, then the asker's answer.
func (c call) planAhead(ctx context.Context) (Reply, error) {
	theirs, does, steps, page, err := c.planStep()
	if err != nil {
		return Reply{}, err
	}
	if does == message.VerbConfirm && theirs != "" {
		return c.planMade(ctx, theirs, steps)
	}
	return c.seeTurn(ctx, func(m *match.Match, seat games.Seat) (message.Message, error) {
		if err := m.MayPlan(seat); err != nil {
			return message.Message{}, err
		}
		theirs, steps := theirs, steps
		if does == message.VerbConfirm {
			if theirs = games.Made(m.State, 1-seat, steps); theirs == "" {
				return message.Message{}, match.ErrStale
			}
			steps = nil
		}
		return c.Writer.PlanPanel(c.reader(), m, theirs, steps, page)
	})
}

// planStep reads the button or the menu of a plan.
func (c call) planStep() (theirs games.Move, does message.Verb, steps []string, page int, err error) {
	given := c.Pressed.Steps
	if len(given) < 2 {
		return "", "", nil, 0, nil
	}
	theirs, does, steps = games.Move(given[0]), message.Verb(given[1]), given[2:]
	if does == message.VerbConfirm {
		return theirs, does, steps, 0, nil
	}
	if len(steps) == 0 {
		return "", "", nil, 0, games.Refuse("refuse.button")
	}
	if page, err = strconv.Atoi(steps[0]); err != nil {
		return "", "", nil, 0, games.Refuse("refuse.button")
	}
	steps = append(steps[1:len(steps):len(steps)], c.Values...)
	if does == message.VerbPick {
		page = 0
	}
	return theirs, does, steps, page, nil
}

// planMade notes a plan.
func (c call) planMade(ctx context.Context, theirs games.Move, steps []string) (Reply, error) {
	var answer games.Move
	return c.inTurn(ctx, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		next, err := m.AfterTheirs(seat, theirs)
		if err != nil {
			return nil, err
		}
		if answer = games.Made(next, seat, steps); answer == "" {
			return nil, match.ErrStale
		}
		return nil, m.PlanAhead(seat, theirs, answer)
	}, func(_ *match.Match, seat games.Seat) games.Text {
		return games.Say("plan.made", "Player", 1-seat)
	})
}

// forgetPlan drops the asker's plan.
func (c call) forgetPlan(ctx context.Context) (Reply, error) {
	return c.inTurn(ctx, func(m *match.Match, seat games.Seat) ([]games.Ply, error) {
		return nil, m.ForgetPlan(seat)
	}, saying("plan.forgotten"))
}
