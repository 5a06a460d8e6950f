package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// Handle answers a request. It never fails: an error becomes a sentence.
func (s *Service) Handle(ctx context.Context, r Request) Reply {
	r = s.host.entered(ctx, r)
	reply, err := s.dispatch(ctx, r)
	if err != nil {
		reply = tell(s.host.sentence(r, err))
	}
	reply.Kind = s.Kind(r)
	if reply.Kind != Completion && ctx.Err() == nil {
		reply.Due = append(reply.Due, s.unreachableHere(ctx, r)...)
	}
	return reply
}

// Failed answers a request whose handling panicked.
func (s *Service) Failed(r Request, panicked any) Reply {
	err := fmt.Errorf("panic: %v\n%s", panicked, match.Trace())
	reply := tell(s.host.sentence(r, err))
	reply.Kind = s.Kind(r)
	return reply
}

// Kind returns how a request will be answered, before it is.
func (s *Service) Kind(r Request) Kind {
	if r.Focus != "" {
		return Completion
	}
	b, v := s.verbOf(r.Button)
	if (call{Request: r}).onPublic() || r.Alone && slices.Contains(settles, b.Verb) {
		return Update
	}
	return v.Kind
}

// settles are the verbs after which a private message with their button is of no more use: the answer
// takes its place.
var settles = []message.Verb{
	message.VerbAccept, message.VerbDecline, message.VerbJoin, message.VerbLeave, message.VerbStart, message.VerbCancel, message.VerbNext,
}

// verbOf parses the text of a button and finds its verb. The verb is zero, and its answer
// Private, for text that is no button.
func (s *Service) verbOf(text string) (message.Button, verb) {
	b, err := message.ParseButton(text)
	if err != nil {
		return b, verb{}
	}
	return b, s.verbs[b.Verb]
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
	if _, v := s.verbOf(r.Button); v.Long || s.commands[r.Command].Long {
		return longLimit, true
	}
	return limit, false
}

// atOnce is how many requests of one person are under way at once: more than a person makes, and too
// few to hold up others.
const atOnce = 2

// Lane names the requests of a person of which at most width are under way at a time; 0 is for what
// may always go ahead. A completion overtakes those that wait: it is for a later keystroke.
func (s *Service) Lane(r Request) (name string, width int, overtakes bool) {
	if r.Focus != "" {
		return "completion", 1, true
	}
	_, v := s.verbOf(r.Button)
	switch command := s.commands[r.Command]; {
	case v.Alone || command.Alone:
		return "costly", 1, false
	case v.Long || command.Long: // thinking is shared out by person anyway
		return "", 0, false
	}
	return "", atOnce, false
}

// dispatch finds the handler of a request and calls it.
func (s *Service) dispatch(ctx context.Context, r Request) (Reply, error) {
	c := call{Request: r}
	command, known := s.commands[r.Command]
	if r.Focus != "" {
		if complete := command.Complete[r.Focus]; complete != nil {
			return complete(ctx, s.host, c)
		}
		return Reply{}, nil
	}
	var err error
	if c.Own, err = storage.People.Get(ctx, s.Store, r.By.ID); err != nil {
		return Reply{}, err
	}
	switch {
	case c.Own.Leaving != nil:
		return Reply{}, games.Refuse("refuse.leaving")
	case r.Button != "":
		var v verb
		if c.Pressed, v = s.verbOf(r.Button); v.Run == nil {
			return Reply{}, games.Refuse("refuse.button")
		}
		return s.host.press(ctx, c, v)
	case !known:
		return Reply{}, games.Refuse("refuse.command", "Command", r.Command)
	}
	return command.Run(ctx, s.host, c)
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
		if unreachable(head) && s.host.Env.Touch(ctx, head.ID) == nil {
			due = append(due, match.Unshown{ID: head.ID})
		}
	}
	return due
}

// runForChosen carries out the command of a menu for the match that was chosen.
func runForChosen(ctx context.Context, h *host, c call) (Reply, error) {
	c, err := c.ofChosen()
	if err != nil {
		return Reply{}, err
	}
	for _, command := range commandTable() {
		if command.Name == c.Command {
			return command.Run(ctx, h, c)
		}
	}
	return Reply{}, games.Refuse("refuse.button")
}
