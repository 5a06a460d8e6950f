package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Handle answers a request. It never fails: an error becomes a sentence.
func (s *Service) Handle(ctx context.Context, r Request) Reply {
	c := call{Service: s, Request: s.entered(ctx, r)}
	reply, err := c.answer(ctx)
	if err != nil {
		reply = tell(c.sentence(err))
	}
	reply.Kind = s.Kind(r)
	if reply.Kind != Completion && ctx.Err() == nil {
		reply.Due = append(reply.Due, s.unreachableHere(ctx, c.Request)...)
	}
	return reply
}

// Failed answers a request whose handling panicked.
func (s *Service) Failed(r Request, panicked any) Reply {
	reply := tell(call{Service: s, Request: r}.sentence(fmt.Errorf("panic: %v\n%s", panicked, match.Trace())))
	reply.Kind = s.Kind(r)
	return reply
}

// Kind returns how a request will be answered, before it is.
func (s *Service) Kind(r Request) Kind {
	if r.Focus != "" {
		return Completion
	}
	b, kind, _ := verbOf(r.Button)
	if r.onPublic() || r.Alone && slices.Contains(settling, b.Verb) {
		return Update
	}
	return kind
}

// Limits on the time for a request. The longer one is within the 15 minutes in which Discord
// takes the answer.
const (
	limit     = time.Minute
	longLimit = 14 * time.Minute
)

// Limit returns how long a request may take. cut reports whether the end of the bot cuts it
// off at once, as it takes longer than the bot can wait for.
func (s *Service) Limit(r Request) (most time.Duration, cut bool) {
	if s.isLong(r) {
		return longLimit, true
	}
	return limit, false
}

// isLong reports whether a request may think over a whole game.
func (s *Service) isLong(r Request) bool {
	b, _, _ := verbOf(r.Button)
	return b.Verb == thoughtful || s.command(r.Command).long
}

// atOnce is how many requests of one person are under way at once: more than a person makes, and too
// few to hold up others.
const atOnce = 2

// Lane names the requests of a person of which at most width are under way at a time; 0 is for what
// may always go ahead. A completion overtakes those that wait: it is for a later keystroke.
func (s *Service) Lane(r Request) (name string, width int, overtakes bool) {
	b, _, _ := verbOf(r.Button)
	switch {
	case r.Focus != "":
		return "completion", 1, true
	case slices.Contains(costly, b.Verb) || s.command(r.Command).alone:
		return "costly", 1, false
	case s.isLong(r): // thinking is shared out by person anyway
		return "", 0, false
	}
	return "", atOnce, false
}

// answer finds the handler of a call and runs it.
func (c call) answer(ctx context.Context) (reply Reply, err error) {
	command := c.command(c.Command)
	if c.Focus != "" {
		i := slices.IndexFunc(command.options, func(o option) bool { return o.name == c.Focus && o.complete != nil })
		if i < 0 {
			return Reply{}, nil
		}
		return command.options[i].complete(c, ctx)
	}
	if c.Own, err = storage.People.Get(ctx, c.Store, c.By.ID); err != nil {
		return Reply{}, err
	}
	switch {
	case c.Own.Leaving != nil:
		return Reply{}, games.Refuse("refuse.leaving")
	case c.Button != "":
		pressed, _, run := verbOf(c.Button)
		if run == nil {
			return Reply{}, games.Refuse("refuse.button")
		}
		c.Pressed = pressed
		reply, err = c.press(ctx, run)
	case command.run == nil:
		return Reply{}, games.Refuse("refuse.command", "Command", c.Command)
	default:
		reply, err = command.run(c, ctx)
	}
	if which := (*unclear)(nil); errors.As(err, &which) {
		return which.asks, nil
	}
	return reply, err
}

// unreachableHere makes the matches of a channel due that could not be shown there, because somebody
// has used a command there. If a channel has very many, it reads all only if one of the newest could
// not be shown. Where nothing was found it looks again once a publication was refused, or after a minute.
func (s *Service) unreachableHere(ctx context.Context, r Request) []match.Unshown {
	if r.Command == "" || r.Guild == "" || len(r.Lacks) > 0 {
		return nil
	}
	look, isDue := s.looks.Due(r.Channel, s.Now())
	if !isDue {
		return nil
	}
	unreachable := func(head storage.Head) bool { return match.Unreachable(head, s.Now()) }
	here, err := s.Store.OfChannel(ctx, r.Channel, storage.Newest(match.MostListed))
	if len(here) == match.MostListed && slices.ContainsFunc(here, unreachable) {
		here, err = s.Store.OfChannel(ctx, r.Channel, storage.All)
	}
	if err != nil {
		s.Log.Warn("what could not be shown here is not tried again", "err", err)
		return nil
	}
	if !slices.ContainsFunc(here, unreachable) {
		s.looks.Clean(r.Channel, look, s.Now())
		return nil
	}
	var due []match.Unshown
	for _, head := range here {
		if unreachable(head) && s.Env.Touch(ctx, head.ID) == nil {
			due = append(due, match.Unshown{ID: head.ID})
		}
	}
	return due
}
