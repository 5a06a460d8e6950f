package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// Handle answers a request. It never fails: an error becomes a sentence.
func (s *Service) Handle(ctx context.Context, r Request) Reply {
	r.By, r.People = r.By.named(), maps.Clone(r.People)
	for option, p := range r.People {
		r.People[option] = p.named()
	}
	c := call{Service: s, Request: s.entered(ctx, r)}
	reply, err := c.dispatch(ctx)
	if err != nil {
		reply = tell(c.sentence(err))
		reply.Message.Rows = c.leadsOn(ctx, err)
		if !isRefusal(err) { // which says what was wrong
			reply.Message.Above(c.untaken(nil))
		}
	}
	reply.Kind = s.Kind(r)
	if reply.Kind != Completion && ctx.Err() == nil {
		reply.Due = append(reply.Due, s.unreachableHere(ctx, c.Request)...)
	}
	return reply
}

// dispatch finds the handler of a call and runs it.
func (c call) dispatch(ctx context.Context) (reply Reply, err error) {
	command := c.command(c.Command)
	if c.Focus != "" {
		i := slices.IndexFunc(command.Options, func(o Option) bool { return o.Name == c.Focus && o.complete != nil })
		if i < 0 {
			return Reply{}, nil
		}
		return command.Options[i].complete(c, ctx)
	}
	if c.Own, err = storage.People.Get(ctx, c.Store, c.By.ID); err != nil {
		return Reply{}, err
	}
	if c.Own.Leaving != nil {
		return Reply{}, games.Refuse("refuse.leaving")
	}
	if !c.ofPrivacy() {
		if err := c.Env.Serves(ctx, c.Own, c.Guild); err != nil {
			return Reply{}, err
		}
	}
	c.noteLanguage(ctx)
	switch {
	case c.Button != "":
		pressed, _, run := verbOf(c.Button)
		if run == nil {
			return Reply{}, errButton
		}
		c.Pressed = pressed
		if c.onPublic() {
			reply, err = c.pressHere(ctx, run)
		} else {
			reply, err = run(c, ctx)
		}
	case command.run == nil:
		return Reply{}, games.Refuse("refuse.command", "Command", c.Command)
	default:
		reply, err = command.run(c, ctx)
	}
	if which := (*unclear)(nil); errors.As(err, &which) {
		return which.asks, nil
	}
	if c.Filled != nil && reply.Form != nil { // it has not what its button asks for, and no form answers a form
		return Reply{}, message.ErrForm
	}
	return reply, err
}

// ofPrivacy reports whether a call is for what stays the right of people whom Parlour does not serve: to get what is kept of
// them, and to be forgotten.
func (c call) ofPrivacy() bool {
	pressed, _, _ := verbOf(c.Button)
	return c.Command == "privacy" ||
		slices.Contains([]message.Verb{message.VerbMyData, message.VerbForgetMe, message.VerbEraseMe, message.VerbKeepMe}, pressed.Verb)
}

// noteLanguage notes the language of a person's client, in which they get direct messages.
func (c *call) noteLanguage(ctx context.Context) {
	lang := c.Writer.Language(c.Lang)
	if lang == c.Own.Lang {
		return
	}
	c.Own.Lang = lang
	if err := c.Env.SetPerson(ctx, c.By.ID, func(own *storage.Person) { own.Lang = lang }); err != nil {
		c.Log.Warn("the language of a person is not remembered", "request", c.ID, "err", err)
	}
}

// Failed answers a request whose handling panicked.
func (s *Service) Failed(r Request, panicked any) Reply {
	c := call{Service: s, Request: r}
	reply := tell(message.Lines(c.untaken(nil), c.sentence(fmt.Errorf("panic: %v\n%s", panicked, match.Trace()))))
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
	chosen := b.Verb == message.VerbWhich && len(b.Steps) > 0 && s.command(b.Steps[0]).long
	return b.Verb == thoughtful || chosen || s.command(r.Command).long
}

// atOnce is how many requests of one person are under way at once: more than a person makes, and too
// few to hold up others.
const atOnce = 2

// A Lane says which other requests of a person a request waits for.
type Lane struct {
	Name      string // of the lane
	Width     int    // how many of its requests are under way at a time; 0 for a request that waits for none
	Overtakes bool   // whether it takes the place of those that wait: a completion is for a later keystroke
	Patient   bool   // whether it mostly waits itself, for a thought or for Discord, so that it holds up no other person
}

// Lane returns the lane of a request.
func (s *Service) Lane(r Request) Lane {
	b, _, _ := verbOf(r.Button)
	command := s.command(r.Command)
	switch {
	case r.Focus != "":
		return Lane{Name: "completion", Width: 1, Overtakes: true}
	case slices.Contains(costly, b.Verb) || command.alone:
		return Lane{Name: "costly", Width: 1, Patient: command.patient || b.Verb == message.VerbAnother}
	case s.isLong(r): // thinking is shared out anyway
		return Lane{}
	}
	return Lane{Width: atOnce}
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
	here, err := s.Store.OfChannel(ctx, r.Channel, true, storage.Newest(match.MostListed))
	if len(here) == match.MostListed && slices.ContainsFunc(here, unreachable) {
		here, err = s.Store.OfChannel(ctx, r.Channel, true, storage.All)
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

// A call is a request as a handler gets it, which is a method of it.
type call struct {
	*Service
	Request
	Pressed message.Button // the button that was clicked, or that does what the command asks for
	Own     storage.Person // what the person has set
	strict  bool           // see [call.findStrict]
}

// withBot reports whether the asker is alone with the bot.
func (c call) withBot() bool { return c.Guild == "" && !c.Guest }

// reader returns the person who asked, for a private message.
func (c call) reader() message.Reader {
	return message.Reader{
		ID: c.By.ID, Lang: c.Lang, Guild: c.Guild, Guest: c.Guest, Channel: c.Channel,
		Now: c.Now(), Here: c.Guild != "" && len(c.Lacks) == 0, Own: c.Own, Moderates: c.Moderates, Posts: c.Posts,
		Strict: c.strict,
	}
}

// to returns what writes to the person who asked, about a match that may be nil.
func (c call) to(m *match.Match) message.Pen { return c.Writer.To(c.reader(), m) }

// errButton refuses a button that was forged, or is of another form.
var errButton = games.Refuse("refuse.button")

// chosen returns the one value that was chosen in a menu, or a refusal.
func (c call) chosen() (string, error) {
	if len(c.Values) != 1 {
		return "", errButton
	}
	return c.Values[0], nil
}

// onBoard reports whether the only person of a match has pressed a button of its public board
// that changes it. Where nothing is posted, each private answer is that board.
func (c call) onBoard(m *match.Match) bool {
	if m.Alone {
		return m.SeatOf(c.By.ID) != games.Spectator
	}
	opens := c.Pressed.Verb == message.VerbMove || c.Pressed.Verb == message.VerbOpen
	return !c.Alone && !opens && m.OnBoard(c.By.ID, c.Message)
}

// answer returns a reply with a message.
func answer(msg message.Message, err error) (Reply, error) {
	return Reply{Message: msg}, err
}

// showing is a handler that shows what is the same for everybody.
func showing(see func(message.Pen) message.Message) handler {
	return func(c call, _ context.Context) (Reply, error) { return answer(see(c.to(nil)), nil) }
}

// tell returns a reply with a text, and the matches to be published with it.
func tell(content string, due ...match.Unshown) Reply {
	return Reply{Message: message.Message{Content: content}, Due: due}
}

// say returns a sentence of no match, for the person who asked.
func (c call) say(key string, pairs ...any) string {
	return c.to(nil).Say(key, pairs...)
}

// label returns the label of a button or a menu, for the person who asked.
func (c call) label(key string, pairs ...any) string { return c.to(nil).Label(key, pairs...) }

// form returns a form of one line, whose sentences have keys with the same beginning.
func (c call) form(about string, most int) Reply {
	reply := tell(c.say("form.late"))
	reply.Form = c.to(nil).Form(c.Pressed, about, most)
	return reply
}

// sentence turns an error into a sentence for the person who asked. An unknown error gets a
// sentence with the id of the request, under which the log has the rest.
func (c call) sentence(err error) string {
	var refusal *games.Refusal
	switch {
	case errors.As(err, &refusal):
		return c.to(nil).SayText(refusal.Text)
	case errors.Is(err, storage.ErrNotFound):
		return c.say("refuse.match")
	case errors.Is(err, storage.ErrConflict):
		return c.say("refuse.busy")
	case errors.Is(err, storage.ErrUnavailable): // which the store has logged, once
		return c.say("refuse.store")
	case errors.Is(err, storage.ErrDamaged):
		c.Log.Error("what was asked for is damaged", "request", c.ID, "err", err)
		return c.say("refuse.damaged")
	case errors.Is(err, context.Canceled): // at the end of the bot
		return c.say("refuse.stopping")
	case errors.Is(err, context.DeadlineExceeded): // it waited behind others, mostly those of its person
		c.Log.Warn("a request took too long", "request", c.ID, "err", err)
		return c.say("refuse.busy")
	case errors.Is(err, games.ErrRules):
		return c.say("refuse.rules")
	}
	c.Log.Error("a request failed", "request", c.ID, "err", err)
	return c.say("refuse.error", "ID", c.ID)
}

// untaken names the move, or the part of one, that was pressed or typed into a panel and not taken. Two windows may
// show one panel, and then each shows the answer to the other. Without the match, which may be out of reach, it is named
// as the button has it. Of any other request it returns nothing.
func (c call) untaken(m *match.Match) string {
	pressed, _ := message.ParseButton(c.Button)
	steps := pressed.Steps
	switch pressed.Verb {
	case message.VerbPick, message.VerbOpen:
		_, steps, _ = pressed.Numbered()
	case message.VerbType:
		if c.Typed != nil {
			steps = []string{*c.Typed}
		}
	case message.VerbConfirm, message.VerbAhead:
	default:
		return ""
	}
	steps = match.Without(slices.Concat(steps, c.Values), func(step string) bool { return step == games.Enough })
	if len(steps) == 0 {
		return ""
	}
	if m != nil {
		if said, ok := c.to(m).SaySteps(pressed.Turn, steps); ok {
			return c.say("move.untaken", "Move", locale.Verbatim(said))
		}
	}
	return c.say("move.untaken", "Move", strings.Join(steps, " "))
}

// leadsOn returns the buttons that lead on from a refusal: somebody without a game may start one, who has to wait in one
// may go to another, and a challenger who presses an answer gets what they may press.
func (c call) leadsOn(ctx context.Context, err error) [][]message.Control {
	refusal := &games.Refusal{}
	errors.As(err, &refusal)
	c.Pressed, _ = message.ParseButton(c.Button)
	switch refusal.Text.Key {
	case "refuse.no-game", "refuse.no-ended":
		return c.to(nil).StartRow()
	case "refuse.turn", "refuse.turn.own":
		return c.nextRow(ctx, c.Pressed.Match)
	case "refuse.invited.own":
		if m, err := c.seen(ctx); err == nil {
			var msg message.Message
			c.to(m).Challenge(&msg)
			return msg.Rows
		}
	}
	return nil
}

// isRefusal reports whether an error is a sentence for a person.
func isRefusal(err error) bool {
	refusal := (*games.Refusal)(nil)
	return errors.As(err, &refusal)
}

// A decision changes a match for one of its seats and returns the plies to append, as the
// decisions of package match do.
type decision func(m *match.Match, seat games.Seat) ([]games.Ply, error)

// A sentence says what was done in a match, from the match as committed.
type sentence func(*match.Match, games.Seat) games.Text

// saying returns a sentence that depends on nothing.
func saying(key string, pairs ...any) sentence {
	return func(*match.Match, games.Seat) games.Text { return games.Say(key, pairs...) }
}

// change has the match of a button changed by a decision. A refusal names the players of whom it speaks.
func (c call) change(ctx context.Context, decide match.Decision) (*match.Match, error) {
	m, err := c.Env.Change(ctx, c.Pressed.Match, decide)
	return m, c.to(m).Named(err)
}

// inGame is a handler that has a player decide something in a match that is being played: in that of a button, or in
// the one that a command is about. It says what was done from the match as committed. A request that comes a second
// time makes no second move.
func inGame(decide decision, said sentence) handler {
	return func(c call, ctx context.Context) (Reply, error) {
		if c.Command != "" {
			m, err := c.mine(ctx)
			if err != nil {
				return Reply{}, err
			}
			c.Pressed.Match = m.ID
		}
		says := said
		m, err := c.change(ctx, c.guarded(&says, decide))
		return c.replyTo(ctx, m, says, err)
	}
}

// inTurn is [inGame] for a button. If the turn of the button is over, it shows the board as it is now.
func inTurn(decide decision, said sentence) handler {
	return func(c call, ctx context.Context) (Reply, error) {
		says := said
		guarded := c.guarded(&says, decide)
		m, err := c.change(ctx, func(m *match.Match) ([]games.Ply, error) {
			if err := c.thisTurn(m); err != nil {
				return nil, err
			}
			return guarded(m)
		})
		switch {
		case err != nil && m != nil && c.watches(m):
			return c.lookOn(ctx, m), nil
		case err == match.ErrStale:
			return c.stale(ctx, m), nil
		}
		return c.replyTo(ctx, m, says, err)
	}
}

// thisTurn returns [match.ErrStale] if the turn of the call's button is over, and a refusal
// for a person who has no seat.
func (c call) thisTurn(m *match.Match) error {
	if _, err := c.seated(m); err != nil {
		return err
	}
	if m.State != nil && c.Pressed.Turn != m.Turn {
		return match.ErrStale
	}
	return nil
}

// guarded makes what [match.Env.Change] takes of a decision of the asker. If the request has made
// its move already, nothing is decided and the reply says that move.
func (c call) guarded(said *sentence, decide decision) match.Decision {
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
		if m.Direct() { // nobody else sees it
			m.Lang = c.Lang
		}
		return decide(m, seat)
	}
}

// replyTo answers a request whose decision was committed, or refused. An answer that says that others are asked about
// a draw, a takeback or a pause goes with the turn in which they can answer.
func (c call) replyTo(ctx context.Context, m *match.Match, said sentence, err error) (Reply, error) {
	if err != nil {
		return Reply{}, c.to(m).Named(err)
	}
	text := said(m, m.SeatOf(c.By.ID))
	reply := c.leadToEnd(ctx, m, tell(c.to(m).SayText(text), m.Unshown()))
	untold := func(a storage.Ask) bool { return a.By == c.By.ID && a.Answer == "" && a.Message == "" }
	if slices.ContainsFunc(m.Asks, untold) {
		reply = c.told(m.Unshown(), reply)
	}
	if text.Key == drawOffered || text.Key == takebackAsked || text.Key == pauseAsked {
		reply.Until = untilMoved(m)
	}
	return reply, nil
}
