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

// analyseCommand defines /analyse.
func analyseCommand() command {
	c := ofGame("analyse", analyse, completeEnded)
	c.Long = true
	return c
}

// analyse shows the moments that decided a game that is over.
func analyse(ctx context.Context, h *host, c call) (Reply, error) {
	if named := c.Options[optionGame]; named != "" {
		c.Pressed = message.Button{Match: named}
		return analyseButton(ctx, h, c)
	}
	m, err := h.Env.LastEnded(ctx, c.By.ID, c.Channel, games.Refuse("refuse.no-ended"))
	if err != nil {
		return Reply{}, err
	}
	return analysis(ctx, h, c, m)
}

// analyseButton shows the moments of the game of a button.
func analyseButton(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	return analysis(ctx, h, c, m)
}

// showPoint shows another moment, whose number the button carries. The message keeps its moment until
// then.
func showPoint(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	at, _, err := c.Pressed.Numbered()
	if err != nil {
		return Reply{}, err
	}
	if err := mayAnalyse(m); err != nil {
		return Reply{}, err
	}
	review := h.Thinkers.Review(c.By.ID, m)
	if err := review.Go(ctx, func() bool { return false }); err != nil {
		return Reply{}, unreviewed(h, c, err)
	}
	return moments(h, c, m, review, at)
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

// analysis shows the moments that decided a match, beginning with the one that did most.
func analysis(ctx context.Context, h *host, c call, m *match.Match) (Reply, error) {
	if err := mayAnalyse(m); err != nil {
		return Reply{}, err
	}
	return reviewAloud(ctx, h, c, m, h.Thinkers.Review(c.By.ID, m))
}

// reviewAloud goes on with a review. Until it is done, the answer says how far it is and is changed. If the same was
// asked before and goes on, both answers take turns.
func reviewAloud(ctx context.Context, h *host, c call, m *match.Match, review *think.Review) (Reply, error) {
	since := h.Now()
	err := review.Go(ctx, func() bool { return h.Now().Sub(since) >= tellAfter })
	var busy *think.Busy
	if err != nil && !(errors.As(err, &busy) && busy.Match.ID == m.ID) {
		return Reply{}, unreviewed(h, c, err)
	}
	if review.Done() {
		return moments(h, c, m, review, message.Decisive)
	}
	seen, all := review.Seen()
	reply := tell(h.say(c, "analyse.so-far", "Seen", seen, "Count", all, "Found", review.Mistakes()))
	reply.Then = then(h, c, func(ctx context.Context) (Reply, error) {
		if err := review.Turn(ctx); err != nil {
			return Reply{}, unreviewed(h, c, err)
		}
		return reviewAloud(ctx, h, c, m, review)
	})
	return reply, nil
}

// unreviewed words why a review cannot go on.
func unreviewed(h *host, c call, err error) error {
	var busy *think.Busy
	if errors.As(err, &busy) {
		name := h.Writer.ListName(c.Lang, busy.Match.Info, busy.Match.Head, c.By.ID)
		return games.Refuse("refuse.analyse.asked", "Match", name, "Seen", busy.Seen, "Count", busy.All)
	}
	return tooLong(err)
}

// moments shows one of the moments that a review has found.
func moments(h *host, c call, m *match.Match, review *think.Review, at int) (Reply, error) {
	var all []message.Moment
	for _, found := range review.Moments() {
		p := found.Shown()
		moment := message.Moment{Ply: p.Ply, Advice: p.Advice, Costly: p.Costly()}
		for _, of := range found {
			moment.Run = append(moment.Run, of.Ply)
		}
		all = append(all, moment)
	}
	return answer(h.Writer.Analysis(c.reader(), m, all, at))
}
