package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// postHere posts the film of a game that is over, or a moment of its analysis, for all in the channel of the press. It
// names the players, notifies nobody, and has nothing that anybody typed. Each kind is posted once in a channel,
// whatever happens: the note comes first, so what a crash cuts off after it is never posted.
func (c call) postHere(ctx context.Context, m *match.Match) (Reply, error) {
	if !c.Posts {
		return Reply{}, games.Refuse("refuse.post")
	}
	if err := c.mayShow(); err != nil {
		return Reply{}, err
	}
	msg, err := c.postable(ctx, m)
	if err != nil {
		return Reply{}, err
	}
	post := storage.Posting{Kind: c.Pressed.Steps[0], Channel: c.Channel}
	first, err := c.Env.ChangeHead(ctx, m.ID, func(h *storage.Head) bool {
		again := slices.Contains(h.Postings, post)
		h.Postings = append(slices.Clone(h.Postings), post)
		return !again
	})
	switch {
	case err != nil:
		return Reply{}, err
	case !first:
		return Reply{}, games.Refuse("refuse.post.again")
	}
	if _, err = c.Service.Channel.Post(ctx, c.Channel, "post-"+c.ID, msg); err == nil {
		return tell(c.say("post.done")), nil
	}
	_, lost := c.Env.ChangeHead(context.WithoutCancel(ctx), m.ID, func(h *storage.Head) bool {
		h.Postings = match.Without(h.Postings, func(p storage.Posting) bool { return p == post })
		return true
	})
	if lost != nil {
		c.Log.Warn("what was not posted counts as posted", "match", m.ID, "err", lost)
	}
	if publish.Refused(err) {
		err = games.Refuse("refuse.post.here")
	}
	return Reply{}, err
}

// postable returns what the button posts of a match.
func (c call) postable(ctx context.Context, m *match.Match) (message.Message, error) {
	if m.Phase != storage.Over {
		return message.Message{}, games.Refuse("refuse.analyse.playing", "Game", m.Info.Title)
	}
	switch steps := c.Pressed.Steps; {
	case len(steps) == 1 && steps[0] == storage.Film:
		if err := hasRecord(m); err != nil {
			return message.Message{}, err
		}
		return c.Writer.FilmForAll(m, c.known(m))
	case len(steps) == 2 && steps[0] == storage.Analysis:
		c.Pressed.Steps = steps[1:]
		review, at, err := c.reviewed(ctx, m)
		if err != nil {
			return message.Message{}, err
		}
		return c.Writer.AnalysisForAll(m, moments(review), at)
	}
	return message.Message{}, errButton
}
