package commands

import (
	"context"
	"time"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// Handle answers a request. It never fails: an error becomes a sentence.
func (s *Service) Handle(ctx context.Context, r interaction.Request) interaction.Reply {
	reply, err := s.dispatch(ctx, r)
	if err != nil {
		reply = say(s.sentence(r, err))
	}
	reply.Kind = s.Kind(r)
	if reply.Kind != interaction.Completion {
		reply.Due = append(reply.Due, s.unreachableHere(ctx, r)...)
	}
	return reply
}

// Kind returns how a request will be answered, before it is.
func (s *Service) Kind(r interaction.Request) interaction.Kind {
	if r.Focus != "" {
		return interaction.Completion
	}
	_, v := s.verbOf(r.Button)
	if (call{Request: r}).onPublic() {
		return interaction.Update
	}
	return v.kind
}

// verbOf parses the text of a button and finds its verb. The verb is zero, and its answer
// Private, for text that is no button.
func (s *Service) verbOf(text string) (button.Button, verb) {
	b, err := button.Parse(text)
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
func (s *Service) Limit(r interaction.Request) (most time.Duration, cut bool) {
	if _, v := s.verbOf(r.Button); v.long || s.commands[r.Command].long {
		return longLimit, true
	}
	return limit, false
}

// dispatch finds the handler of a request and calls it.
func (s *Service) dispatch(ctx context.Context, r interaction.Request) (interaction.Reply, error) {
	c := call{Request: r}
	command, known := s.commands[r.Command]
	if r.Focus != "" {
		if complete := command.complete[r.Focus]; complete != nil {
			return complete(ctx, s, c)
		}
		return interaction.Reply{}, nil
	}
	var err error
	if c.own, err = storage.People.Get(ctx, s.Store, r.By.ID); err != nil {
		return interaction.Reply{}, err
	}
	switch {
	case r.Button != "":
		var v verb
		if c.button, v = s.verbOf(r.Button); v.run == nil {
			return interaction.Reply{}, games.Refuse("refuse.button")
		}
		return press(ctx, s, c, v)
	case !known:
		return interaction.Reply{}, games.Refuse("refuse.command", "Command", r.Command)
	}
	return command.run(ctx, s, c)
}

// A decision changes a match for one of its seats and returns the plies to append, as the
// decisions of package match do.
type decision func(m *match.Match, seat games.Seat) ([]games.Ply, error)

// saying returns a sentence that depends on nothing.
func saying(key string, pairs ...any) func(*match.Match, games.Seat) games.Text {
	return func(*match.Match, games.Seat) games.Text { return games.Say(key, pairs...) }
}

// inGame has a player decide something in a match that is being played, and says what was
// done from the match as committed. A request that comes a second time makes no second move.
func (s *Service) inGame(ctx context.Context, c call, id string, decide decision, said func(*match.Match, games.Seat) games.Text) (interaction.Reply, error) {
	m, err := s.env.Change(ctx, id, c.guarded(&said, decide))
	return s.replyTo(c, m, said, err)
}

// inTurn is [Service.inGame] for a button. If the turn of the button is over, it shows the
// board as it is now.
func (s *Service) inTurn(ctx context.Context, c call, decide decision, said func(*match.Match, games.Seat) games.Text) (interaction.Reply, error) {
	guarded := c.guarded(&said, decide)
	m, err := s.env.Change(ctx, c.button.Match, func(m *match.Match) ([]games.Ply, error) {
		if err := c.thisTurn(m); err != nil {
			return nil, err
		}
		return guarded(m)
	})
	switch {
	case err != nil && m != nil && c.watches(m):
		return lookOn(ctx, s, c, m), nil
	case err == match.ErrStale:
		return s.stale(ctx, c, m), nil
	}
	return s.replyTo(c, m, said, err)
}

// thisTurn returns [match.ErrStale] if the turn of the call's button is over, and a refusal
// for a person who has no seat.
func (c call) thisTurn(m *match.Match) error {
	if _, err := c.seated(m); err != nil {
		return err
	}
	if m.State != nil && c.button.Turn != m.Turn {
		return match.ErrStale
	}
	return nil
}

// guarded makes what [match.Env.Change] takes of a decision of the asker. If the request has made
// its move already, nothing is decided and the reply says that move.
func (c call) guarded(said *func(*match.Match, games.Seat) games.Text, decide decision) func(*match.Match) ([]games.Ply, error) {
	return func(m *match.Match) ([]games.Ply, error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		if _, made := m.MadeBy(c.ID); made {
			*said = saying("move.played")
			return nil, nil
		}
		if err := m.Playing(); err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		return decide(m, seat)
	}
}

// replyTo answers a request whose decision was committed, or refused.
func (s *Service) replyTo(c call, m *match.Match, said func(*match.Match, games.Seat) games.Text, err error) (interaction.Reply, error) {
	if err != nil {
		return interaction.Reply{}, message.Named(m, err)
	}
	reply := say(s.writer.Voice(c.Lang, m.Names()).Say(said(m, m.SeatOf(c.By.ID))))
	reply.Due = []match.Unshown{m.Unshown()}
	return reply, nil
}

// seeTurn shows a player something in the turn of their button. If that turn is over, it shows
// the board as it is now or, to the request that ended it, that it is done.
func seeTurn(ctx context.Context, s *Service, c call, see func(*match.Match, games.Seat) (message.Message, error)) (interaction.Reply, error) {
	m, _, err := s.seen(ctx, c)
	if err != nil {
		return interaction.Reply{}, err
	}
	if c.watches(m) {
		return lookOn(ctx, s, c, m), nil
	}
	msg := message.Message{}
	if err = c.thisTurn(m); err == nil {
		if err = m.Playing(); err == nil {
			msg, err = see(m, m.SeatOf(c.By.ID))
		}
	}
	if err == match.ErrStale {
		if _, made := m.MadeBy(c.ID); made {
			return s.moved(ctx, c, m)
		}
		return s.stale(ctx, c, m), nil
	}
	return answer(msg, message.Named(m, err))
}

// stale answers a click on an old board or panel with the board as it is now, where it stands
// if it is that of a match of one person. The board may be
// old because the bot could not post there, so it is tried again.
func (s *Service) stale(ctx context.Context, c call, m *match.Match) interaction.Reply {
	s.publisher.Rouse(ctx, m)
	switch {
	case c.onBoard(m):
		return interaction.Reply{Message: s.writer.Coded().Board(m), Public: true}
	case c.onPublic() && !pressedTwice(s, c, m):
		return showHere(ctx, s, c, m)
	}
	reply := interaction.Reply{Message: s.writer.StaleCard(c.reader(), m, s.Now())}
	here := (c.Channel == m.Channel || c.Channel == m.Home) && len(c.Lacks) == 0
	if match.Unreachable(m.Head, s.Now()) && here && s.env.Touch(ctx, m.ID) == nil {
		reply.Due = []match.Unshown{{ID: m.ID}}
	}
	due, goes := publish.AdoptDirect(ctx, s.publisher, m, c.direct(m))
	reply.Due, reply.Vanish = append(reply.Due, due...), goes
	return reply
}

// unreachableHere returns the matches of a channel that could not be shown there and now may be,
// because somebody has used a command there. It makes them due.
func (s *Service) unreachableHere(ctx context.Context, r interaction.Request) []match.Unshown {
	if r.Command == "" || r.Guild == "" || len(r.Lacks) > 0 {
		return nil
	}
	here, err := s.Store.OfChannel(ctx, r.Channel)
	if err != nil {
		s.Log.Warn("what could not be shown here is not tried again", "err", err)
		return nil
	}
	var due []match.Unshown
	for _, head := range here {
		if match.Unreachable(head, s.Now()) && s.env.Touch(ctx, head.ID) == nil {
			due = append(due, match.Unshown{ID: head.ID})
		}
	}
	return due
}

// place returns a refusal for a channel in which a game cannot be shown.
func (s *Service) place(r interaction.Request) error {
	if len(r.Lacks) == 0 {
		return nil
	}
	var lacks []string
	for _, right := range r.Lacks {
		lacks = append(lacks, s.writer.Say(r.Lang, "right."+string(right)))
	}
	return games.Refuse("refuse.rights", "Rights", lacks)
}

// venue returns what is known of the channel of a call.
func (s *Service) venue(c call) lobby.Venue {
	return lobby.Venue{Channel: c.Channel, Refusal: s.place(c.Request), Threads: c.Threads}
}
