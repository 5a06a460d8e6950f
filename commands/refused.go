package commands

import (
	"cmp"
	"context"
	"errors"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// told returns an answer that says what all will see. If the channel of the match refuses that, another
// answer takes its place, by [call.untold].
func (c call) told(due match.Unshown, reply Reply) Reply {
	if m := due.Committed; m != nil { // the publication that is about to begin changes its own
		own := *m
		due.Committed = &own
	}
	if !c.Guest {
		reply.Then = func(ctx context.Context) Reply { return c.untold(ctx, due) }
	}
	return reply
}

// untold publishes a match, or waits until another publication has, and says what would help if its
// channel refuses it. The reply is empty if it is shown, or will be tried again.
func (c call) untold(ctx context.Context, due match.Unshown) Reply {
	if err := c.publisher.Publish(ctx, due); err != nil {
		c.Log.Info("a match is not shown to all yet", "match", due.ID, "err", err)
	}
	m, err := c.Env.Load(ctx, due.ID)
	if err != nil || !match.Unseen(m.Head, c.Now()) {
		return Reply{}
	}
	return c.unseen(m)
}

// unseen says that the channel of a match refuses it, and what would help.
func (c call) unseen(m *match.Match) Reply {
	return Reply{Message: c.Writer.Unseen(c.reader(), m, c.Private, c.Now())}
}

// hidden reports whether the asker sits at a table that nobody sees, as its channel refused it.
func (c call) hidden(m *match.Match) bool {
	return match.Untabled(m.Head, c.Now()) && m.SeatOf(c.By.ID) != games.Spectator
}

// enterWithin is how long the question may take whether Parlour is in a private thread.
const enterWithin = time.Second

// entered returns a request with [enter] among what the bot lacks if the request comes from
// a private thread without the bot. A press on a message of the bot's shows that it is there. If Discord
// does not say so in time, the publication will.
func (s *Service) entered(ctx context.Context, r Request) Request {
	if !r.Private || r.Focus != "" || len(r.Lacks) > 0 || r.Message != "" && !r.Alone {
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, enterWithin)
	defer cancel()
	if err := s.Channel.Rouse(ctx, r.Channel); errors.Is(err, publish.ErrForbidden) || errors.Is(err, publish.ErrGone) {
		r.Lacks = append(r.Lacks, enter)
	}
	return r
}

// moveHere moves a match out of a channel where nothing can be shown to the one in which its
// button was clicked.
func (c call) moveHere(ctx context.Context) (Reply, error) {
	if err := c.mayShow(); err != nil {
		return Reply{}, err
	}
	said := saying("board.moved")
	move := func(m *match.Match, _ games.Seat) ([]games.Ply, error) {
		if !message.Movable(c.reader(), m, c.Now()) {
			return nil, games.Refuse("refuse.here")
		}
		m.MoveTo(c.Channel)
		return nil, nil
	}
	m, err := c.publisher.ChangeAlone(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if m.Phase != storage.Open {
			return c.guarded(&said, move)(m)
		}
		if err := cmp.Or(c.sits(m), c.mayBeginHere(ctx, m.Game)); err != nil {
			return nil, err
		}
		return move(m, 0)
	})
	reply, err := c.replyTo(m, said, err)
	if err != nil {
		return reply, err
	}
	return c.told(m.Unshown(), reply), nil
}

// postAgain has a match posted that its channel refused, and says what has become of it.
func (c call) postAgain(ctx context.Context) (Reply, error) {
	m, err := c.seen(ctx)
	if err == nil {
		err = c.sits(m)
	}
	if err != nil {
		return Reply{}, err
	}
	if match.Unseen(m.Head, c.Now()) {
		if err := c.Env.Touch(ctx, m.ID); err != nil {
			return Reply{}, err
		}
	}
	if reply := c.untold(ctx, match.Unshown{ID: m.ID}); reply.Message.Content != "" {
		return reply, nil
	}
	if m, err = c.Env.Load(ctx, m.ID); err != nil {
		return Reply{}, err
	}
	if m.Phase.Live() && m.Published != m.Desired {
		return tell(c.say("unseen.soon")), nil
	}
	return tell(c.say("unseen.up")), nil
}

// sits returns a refusal unless the asker has a seat in a match, or at a table.
func (c call) sits(m *match.Match) error {
	if err := m.MaySee(c.By.ID, c.Channel); err != nil {
		return err
	}
	if m.SeatOf(c.By.ID) == games.Spectator {
		return games.Refuse("refuse.not-seated")
	}
	return nil
}
