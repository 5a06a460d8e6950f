package commands

import (
	"context"
	"errors"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/think"
	"parlour/games"
)

// analyse shows the moments that decided a game that is over, beginning with the one that did most.
func (c call) analyse(ctx context.Context) (Reply, error) {
	if named := c.Options[optionGame]; named != "" {
		c.Pressed.Match = named
	}
	m, err := (*match.Match)(nil), error(nil)
	if c.Pressed.Match != "" {
		m, err = c.seen(ctx)
	} else {
		m, err = c.Env.LastEnded(ctx, c.By.ID, c.Channel, games.Refuse("refuse.no-ended"))
	}
	if err == nil {
		err = mayAnalyse(m)
	}
	if err != nil {
		return Reply{}, err
	}
	return c.reviewAloud(ctx, m, c.thinkers.Review(c.By.ID, m))
}

// showPoint shows another moment, whose number the button carries. The message keeps its moment until
// then.
func (c call) showPoint(ctx context.Context) (Reply, error) {
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	at, _, err := c.Pressed.Numbered()
	if err == nil {
		err = mayAnalyse(m)
	}
	if err != nil {
		return Reply{}, err
	}
	review := c.thinkers.Review(c.By.ID, m)
	if err := review.Go(ctx, func() bool { return false }); err != nil {
		return Reply{}, c.unreviewed(err)
	}
	return c.moments(m, review, at)
}

// mayAnalyse returns a refusal for a match that cannot be analysed, or not yet.
func mayAnalyse(m *match.Match) error {
	switch {
	case m.Phase.Live():
		return games.Refuse("refuse.analyse.playing", "Game", m.Info.Title)
	case m.Setup.Rules == 0:
		return m.RefuseClosed()
	case m.State == nil:
		return games.ErrRules
	case m.Opponent() == nil:
		return games.Refuse("refuse.parlour", "Game", m.Info.Title)
	}
	return nil
}

// tellAfter is how long somebody waits for an analysis until the answer says how far it is, and
// until it says so again.
const tellAfter = 4 * time.Second

// reviewAloud goes on with a review. Until it is done, the answer says how far it is and is changed. If the same was
// asked before and goes on, both answers take turns.
func (c call) reviewAloud(ctx context.Context, m *match.Match, review *think.Review) (Reply, error) {
	since := c.Now()
	err := review.Go(ctx, func() bool { return c.Now().Sub(since) >= tellAfter })
	var busy *think.Busy
	if err != nil && !(errors.As(err, &busy) && busy.Match.ID == m.ID) {
		return Reply{}, c.unreviewed(err)
	}
	if review.Done() {
		return c.moments(m, review, message.Decisive)
	}
	seen, all := review.Seen()
	reply := tell(c.say("analyse.so-far", "Seen", seen, "Count", all, "Found", review.Mistakes()))
	reply.Then = c.then(func(ctx context.Context) (Reply, error) {
		if err := review.Turn(ctx); err != nil {
			return Reply{}, c.unreviewed(err)
		}
		return c.reviewAloud(ctx, m, review)
	})
	return reply, nil
}

// unreviewed words why a review cannot go on.
func (c call) unreviewed(err error) error {
	var busy *think.Busy
	if errors.As(err, &busy) {
		name := c.Writer.ListName(c.Lang, busy.Match.Info, busy.Match.Head, c.By.ID)
		return games.Refuse("refuse.analyse.asked", "Match", name, "Seen", busy.Seen, "Count", busy.All)
	}
	return tooLong(err)
}

// moments shows one of the moments that a review has found.
func (c call) moments(m *match.Match, review *think.Review, at int) (Reply, error) {
	var all []message.Moment
	for _, found := range review.Moments() {
		p := found.Shown()
		moment := message.Moment{Ply: p.Ply, Advice: p.Advice, Costly: p.Costly()}
		for _, of := range found {
			moment.Run = append(moment.Run, of.Ply)
		}
		all = append(all, moment)
	}
	return answer(c.Writer.Analysis(c.reader(), m, all, at))
}
