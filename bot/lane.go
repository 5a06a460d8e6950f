package bot

import (
	"context"
	"errors"

	"parlour/commands"
)

// takeInLane waits for a request's turn in the lane of its person, if it has one, and returns what
// answers it: nothing for an overtaken completion. The caller calls leave once the answer is drawn.
func takeInLane(ctx context.Context, b *bot, r commands.Request) (answer func() commands.Reply, leave func()) {
	answer = func() commands.Reply { return b.host.Handle(ctx, r) }
	name, width, overtakes := b.host.Lane(r)
	if width == 0 {
		return answer, func() {}
	}
	var err error
	if name += " " + r.By.ID; overtakes {
		leave, err = b.lanes.Overtake(ctx, name)
	} else {
		leave, err = b.lanes.Enter(ctx, name, width)
	}
	switch {
	case errors.Is(err, ErrOvertaken):
		return func() commands.Reply { return commands.Reply{Kind: commands.Completion} }, func() {}
	case err != nil:
		return answer, func() {} // which says that the time is over
	}
	return answer, leave
}
