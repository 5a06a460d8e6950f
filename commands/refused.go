package commands

import (
	"context"
	"errors"
	"time"

	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/games"
)

// told returns an answer that says what all will see. If the channel of the match refuses that, another
// answer takes its place, by [host.untold].
func (h *host) told(c call, due match.Unshown, reply Reply) Reply {
	if m := due.Committed; m != nil { // the publication that is about to begin changes its own
		own := *m
		due.Committed = &own
	}
	if !c.Guest {
		reply.Then = func(ctx context.Context) Reply { return h.untold(ctx, c, due) }
	}
	return reply
}

// untold publishes a match, or waits until another publication has, and says what would help if its
// channel refuses it. The reply is empty if it is shown, or will be tried again.
func (h *host) untold(ctx context.Context, c call, due match.Unshown) Reply {
	if err := h.Publisher.Publish(ctx, due); err != nil {
		h.Log.Info("a match is not shown to all yet", "match", due.ID, "err", err)
	}
	m, err := h.Env.Load(ctx, due.ID)
	if err != nil || !match.Unseen(m.Head, h.Now()) {
		return Reply{}
	}
	return h.unseen(c, m)
}

// unseen says that the channel of a match refuses it, and what would help.
func (h *host) unseen(c call, m *match.Match) Reply {
	return Reply{Message: h.Writer.Unseen(c.reader(), m, c.Private, h.Now())}
}

// hidden reports whether the asker sits at a table that nobody sees, as its channel refused it.
func (h *host) hidden(c call, m *match.Match) bool {
	return match.Untabled(m.Head, h.Now()) && m.SeatOf(c.By.ID) != games.Spectator
}

// enterWithin is how long the question may take whether Parlour is in a private thread.
const enterWithin = time.Second

// entered returns a request with [enter] among what the bot lacks if the request comes from
// a private thread without the bot. A press on a message of the bot's shows that it is there. If Discord
// does not say so in time, the publication will.
func (h *host) entered(ctx context.Context, r Request) Request {
	if !r.Private || r.Focus != "" || len(r.Lacks) > 0 || r.Message != "" && !r.Alone {
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, enterWithin)
	defer cancel()
	if err := h.Publisher.Channel.Rouse(ctx, r.Channel); errors.Is(err, publish.ErrForbidden) || errors.Is(err, publish.ErrGone) {
		r.Lacks = append(r.Lacks, enter)
	}
	return r
}
