package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/think"
	"parlour/games"
	"parlour/storage"
)

// hint shows the move that an opponent would make for the asker.
func (c call) hint(ctx context.Context, m *match.Match) (Reply, error) { return c.advise(ctx, m) }

// anotherHint shows another move than those that the button carries. Until there is one, the
// message says that Parlour thinks.
func (c call) anotherHint(ctx context.Context, m *match.Match) (Reply, error) {
	asked := false
	reply, err := c.seeTurn(ctx, m, func(seat games.Seat) (message.Message, error) {
		asked = true
		return message.Message{Content: c.say("board.head.thinks")}, mayHint(m, seat)
	})
	if err != nil || !asked {
		return reply, err
	}
	reply.Then = c.then(func(ctx context.Context) (Reply, error) { return c.advise(ctx, m, c.Pressed.Steps...) })
	return reply, nil
}

// then makes what [Reply.Then] takes of an answer that may fail.
func (c call) then(answer func(context.Context) (Reply, error)) func(context.Context) Reply {
	return func(ctx context.Context) Reply {
		reply, err := answer(ctx)
		if err != nil {
			return tell(c.sentence(err))
		}
		return reply
	}
}

// mayHint returns a refusal unless a seat may get a hint. A game of several people has none.
func mayHint(m *match.Match, seat games.Seat) error {
	switch err := m.Playing(); {
	case err != nil:
		return err
	case len(m.People()) > 1:
		return games.Refuse("refuse.hint")
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case len(m.State.Step(seat, nil).Options()) == 0:
		return games.Refuse("refuse.turn", "Player", m.State.ToMove())
	}
	return nil
}

// advise answers with another hint than those that the asker has had. If the game has moved on
// meanwhile, it answers with the board.
func (c call) advise(ctx context.Context, m *match.Match, hinted ...string) (Reply, error) {
	seat := m.SeatOf(c.By.ID)
	if err := mayHint(m, seat); err != nil {
		return Reply{}, c.to(m).Named(err)
	}
	advice, more, err := c.thinkers.Hint(ctx, c.By.ID, m, seat, hinted...)
	last := errors.Is(err, think.ErrNoOther)
	switch {
	case errors.Is(err, think.ErrBusy):
		return Reply{}, games.Refuse("refuse.hint.asked")
	case err != nil && !last:
		return Reply{}, tooLong(err)
	}
	switch now, err := c.Env.Load(ctx, m.ID); {
	case err != nil:
		return Reply{}, err
	case now.Turn != m.Turn || now.Phase != m.Phase:
		return c.stale(ctx, now), nil
	}
	if last {
		msg, err := c.to(m).Hint(advice, nil, false)
		msg.Above(c.say("hint.last"))
		return answer(msg, err)
	}
	msg, err := c.to(m).Hint(advice, append(hinted, string(advice.Best)), more)
	card := cardOf(m, seat, m.Bid(seat))
	isGood := func(o games.Candidate) bool { return o.Good && cardOf(m, seat, o.Move) == card }
	switch {
	case err != nil || card == "" || len(hinted) > 0:
	case cardOf(m, seat, advice.Best) == card, slices.ContainsFunc(advice.Others, isGood):
		return tell(c.say("move.keep", "Card", card)), nil
	default:
		msg.Above(c.say("move.sealed", "Card", card))
	}
	return answer(msg, err)
}

// cardOf returns the card of a bid, the first of the steps that make it; empty for no bid.
func cardOf(m *match.Match, seat games.Seat, bid games.Move) string {
	if bid == "" {
		return ""
	}
	if steps := games.StepsTo(m.State, seat, bid); len(steps) > 0 {
		return steps[0]
	}
	return ""
}

// tooLong words the end of the time for a thought.
func tooLong(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return games.Refuse("refuse.late-thought")
	}
	return err
}

// analyse shows the moments that decided a game that is over, beginning with the one that did most.
func (c call) analyse(ctx context.Context, m *match.Match) (Reply, error) {
	if err := mayAnalyse(m); err != nil {
		return Reply{}, err
	}
	return c.reviewAloud(ctx, m, c.thinkers.Review(c.By.ID, m))
}

// ended returns the game that has ended and is named, else that of the thread, else the last one in which somebody moved.
func (c call) ended(ctx context.Context) (*match.Match, error) {
	if c.Pressed.Match = c.Options[optionGame]; c.Pressed.Match != "" {
		m, err := c.seen(ctx)
		if errors.Is(err, storage.ErrNotFound) {
			return c.called(ctx, c.Pressed.Match, true)
		}
		return m, err
	}
	here, thread, err := c.Env.EndedIn(ctx, c.Channel)
	if err != nil {
		return nil, err
	}
	if thread {
		return c.oneOf(ctx, match.Anyone, here)
	}
	return c.Env.LastMoved(ctx, c.By.ID, c.Channel)
}

// showPoint shows another moment, whose number the button carries. The message keeps its moment until
// then.
func (c call) showPoint(ctx context.Context, m *match.Match) (Reply, error) {
	review, at, err := c.reviewed(ctx, m)
	if err != nil {
		return Reply{}, err
	}
	if slices.Contains(c.Pressed.Steps, message.EveryMove) {
		return answer(c.to(m).EveryMove(moments(review), at, c.asText()))
	}
	return answer(c.to(m).Analysis(moments(review), at, c.asText()))
}

// asText reports whether the asker wants boards as text.
func (c call) asText() bool {
	return c.Options[optionText] == "true" || slices.Contains(c.Pressed.Steps, message.AsText)
}

// reviewed returns the finished review of a match, and the number of the moment that the button carries.
func (c call) reviewed(ctx context.Context, m *match.Match) (*think.Review, int, error) {
	at, _, err := c.Pressed.Numbered()
	if err == nil {
		err = mayAnalyse(m)
	}
	if err != nil {
		return nil, 0, err
	}
	review := c.thinkers.Review(c.By.ID, m)
	if err := review.Go(ctx, func() bool { return false }); err != nil {
		return nil, 0, c.unreviewed(err)
	}
	return review, at, nil
}

// known returns the moments of a match whose review is finished, nil for none. It begins none.
func (c call) known(m *match.Match) []message.Moment {
	if mayAnalyse(m) != nil {
		return nil
	}
	if review := c.thinkers.Review(c.By.ID, m); review.Done() {
		return moments(review)
	}
	return nil
}

// mayAnalyse returns a refusal for a match that cannot be analysed, or not yet.
func mayAnalyse(m *match.Match) error {
	switch {
	case m.Phase.Live():
		return games.Refuse("refuse.analyse.playing", "Game", m.Info.Title)
	case m.State != nil && m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	case m.TwinRuns() && m.Info.CommonDeal(): // which begins from the same position
		return games.Refuse("refuse.analyse.two")
	}
	return hasBegun(m)
}

// tellAfter is how long somebody waits for an analysis until the answer says how far it is, and
// until it says so again.
const tellAfter = 4 * time.Second

// reviewAloud goes on with a review. Until it is done, the answer says how far it is and is changed. Two that were
// asked for by one person take turns. Once the answer can be changed no more, the review goes on aside.
func (c call) reviewAloud(ctx context.Context, m *match.Match, review *think.Review) (Reply, error) {
	err := review.Go(ctx, c.soon())
	var busy *think.Busy
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return c.reviewAside(m, review), nil
	case err != nil && !errors.As(err, &busy):
		return Reply{}, err
	case review.Done():
		return answer(c.to(m).Analysis(moments(review), message.Decisive, c.asText()))
	}
	said := c.soFar(review) + " " + c.say("analyse.here")
	if busy != nil && busy.Match.ID != m.ID {
		said = c.say("analyse.next", "Match", c.to(busy.Match).MatchName(), "Seen", busy.Seen, "Count", busy.All)
	}
	reply := c.unfinished(m, said)
	reply.Then = func(ctx context.Context) Reply {
		err := review.Turn(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return c.reviewAside(m, review)
		}
		err = c.unreviewed(err)
		if err == nil {
			reply, err = c.reviewAloud(ctx, m, review)
		}
		if err != nil {
			reply = c.unfinished(m, c.sentence(err))
		}
		return reply
	}
	return reply, nil
}

// unfinished returns an answer to a person whose review is not done. Its button goes on with it: a process that is
// killed changes the answer no more.
func (c call) unfinished(m *match.Match, said string) Reply {
	reply := tell(said)
	var steps []string
	if c.asText() {
		steps = []string{message.AsText}
	}
	reply.Message.Rows = message.Row(c.to(m).Control(message.VerbAnalyse, "analyse.on", message.Plain, steps...))
	return reply
}

// soon returns a function that reports whether [tellAfter] has passed since now.
func (c call) soon() func() bool {
	since := c.Now()
	return func() bool { return c.Now().Sub(since) >= tellAfter }
}

// soFar says how far a review is.
func (c call) soFar(review *think.Review) string {
	seen, all := review.Seen()
	return c.say("analyse.so-far", "Seen", seen, "Count", all, "Found", review.Mistakes())
}

// reviewAside goes on with a review beside all else, and says where the analysis will be found. Once it is done, its
// person is told in a direct message, where a channel is open.
func (c call) reviewAside(m *match.Match, review *think.Review) Reply {
	c.Aside(func(ctx context.Context) {
		err := review.Finish(ctx, c.soon)
		if err == nil {
			err = c.Whisper(ctx, c.By.ID, "done-"+c.ID, c.to(m).Analysed())
		}
		if err != nil && !errors.Is(err, think.ErrBusy) && ctx.Err() == nil {
			c.Log.Warn("nobody is told of an analysis", "match", m.ID, "err", err)
		}
	})
	later := "analyse.later"
	if c.Own.Direct != "" && !c.Own.NoDirect {
		later = "analyse.later.direct"
	}
	return c.unfinished(m, message.Lines(c.soFar(review), c.say(later)))
}

// unreviewed words why a review cannot go on.
func (c call) unreviewed(err error) error {
	var busy *think.Busy
	if errors.As(err, &busy) {
		name := c.to(busy.Match).MatchName()
		return games.Refuse("refuse.analyse.asked", "Match", name, "Seen", busy.Seen, "Count", busy.All)
	}
	return tooLong(err)
}

// moments returns the moments that a review has found.
func moments(review *think.Review) (all []message.Moment) {
	for _, found := range review.Moments() {
		var moment message.Moment
		for _, p := range found {
			moment = append(moment, message.Point{Ply: p.Ply, Advice: p.Advice, Reply: p.Reply, Values: p.Values, Costly: p.Costly()})
		}
		all = append(all, moment)
	}
	return all
}
