package gateway

import (
	"context"
	"errors"
	"time"

	"parlour/bot/rest"
	"parlour/commands/match"
)

// Endpoint is Discord's answer to GET /gateway/bot: where the gateway is, how many shards the bot
// should have, and how many sessions may still be begun there today.
type Endpoint struct {
	URL    string
	Shards int
	Limit  struct {
		Total      int   // sessions a day, 1,000 as a rule; 0 if Discord names no limit
		Remaining  int   // of them
		ResetAfter int64 `json:"reset_after"`     // milliseconds until Remaining is Total again
		Keys       int   `json:"max_concurrency"` // see [starts]
	} `json:"session_start_limit"`
}

// recommended asks Discord how many shards the bot should have, again and again until it answers.
func recommended(ctx context.Context, c Config) (int, error) {
	g := newGateway(c, match.Shard{}, nil)
	for {
		e, err := g.ask(ctx)
		switch {
		case err == nil:
			return max(e.Shards, 1), nil
		case errors.Is(err, rest.ErrTokenRefused):
			return 0, err
		}
		g.unopened++
		wait := g.backoff(err)
		if ctx.Err() == nil {
			g.Log.Warn("Discord does not say where the gateway is; trying again", "in", wait.Round(time.Millisecond), "err", err)
		}
		if rest.Pause(ctx, wait) != nil {
			return 0, ctx.Err()
		}
	}
}

// ask asks Discord for the gateway.
func (g *gateway) ask(ctx context.Context) (Endpoint, error) {
	ctx, cancel := context.WithTimeout(ctx, g.Times.Open)
	defer cancel()
	return g.Where(ctx)
}

// permit returns the gateway's address once a session may be begun there, with the turn to do so. A
// bot that exceeds the day's sessions loses its token, so [Endpoint.ration] spreads the last tenth
// of them over the rest of the day.
func (g *gateway) permit(ctx context.Context) (address string, t *turn, err error) {
	if t, err = g.starts.enter(ctx, g.shard.Index); err != nil {
		return "", nil, err
	}
	defer func() {
		if err != nil {
			t.end()
		}
	}()
	for {
		e, err := g.ask(ctx)
		if err != nil {
			return "", t, err
		}
		if !t.learn(e.Limit.Keys) {
			t.end()
			if t, err = g.starts.enter(ctx, g.shard.Index); err != nil {
				return "", nil, err
			}
			continue
		}
		wait := t.spaced(g.Times.Spacing)
		if ration := e.ration(g.share); ration > wait {
			if waited, err := t.ration(ctx); err != nil {
				return "", t, err
			} else if waited {
				continue
			}
			wait = ration
			g.Log.Warn("few sessions are left for today at the gateway, so the next one waits", "left", e.Limit.Remaining, "of", e.Limit.Total, "in", wait.Round(time.Second))
		}
		if rest.Pause(ctx, wait) != nil {
			return "", t, ctx.Err()
		}
		if e.Limit.Remaining > 0 || e.Limit.Total == 0 {
			return e.URL, t, nil
		}
	}
}

// ration returns how long a process that has a share of all shards waits before its next session.
// It is 0 while at least a tenth of the day's sessions is left.
func (e Endpoint) ration(share float64) time.Duration {
	left, reset := e.Limit.Remaining, time.Duration(e.Limit.ResetAfter)*time.Millisecond
	if left*10 >= e.Limit.Total {
		return 0
	}
	return time.Duration(float64(max(reset, time.Minute)) / max(float64(left)*share, 1))
}
