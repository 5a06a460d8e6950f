package gateway

import (
	"context"
	"time"
)

// Endpoint is Discord's answer to GET /gateway/bot: where the gateway is, and how many
// sessions may still be begun there today.
type Endpoint struct {
	URL   string
	Limit struct {
		Total      int   // sessions a day, 1,000 as a rule; 0 if Discord names no limit
		Remaining  int   // of them
		ResetAfter int64 `json:"reset_after"` // milliseconds until Remaining is Total again
	} `json:"session_start_limit"`
}

// permit returns the gateway's address once a session may be begun there. A bot that
// exceeds the day's sessions loses its token, so [Endpoint.ration] spreads the last tenth
// of them over the rest of the day.
func (g *gateway) permit(ctx context.Context) (string, error) {
	for {
		asking, cancel := context.WithTimeout(ctx, g.Times.Open)
		e, err := g.Where(asking)
		cancel()
		if err != nil {
			return "", err
		}
		wait := max(0, time.Until(g.lastIdentify.Add(g.Times.Spacing)))
		if ration := e.ration(); ration > wait {
			wait = ration
			g.Log.Warn("few sessions may still be begun at the gateway today; waiting with the next one", "left", e.Limit.Remaining, "of", e.Limit.Total, "in", wait.Round(time.Second))
		}
		if pause(ctx, wait) != nil {
			return "", ctx.Err()
		}
		if e.Limit.Remaining > 0 || e.Limit.Total == 0 {
			return e.URL, nil
		}
	}
}

// ration returns how long to wait before the next session. It is 0 while at least a tenth
// of the day's sessions is left.
func (e Endpoint) ration() time.Duration {
	left, reset := e.Limit.Remaining, time.Duration(e.Limit.ResetAfter)*time.Millisecond
	if left*10 >= e.Limit.Total {
		return 0
	}
	return max(reset, time.Minute) / time.Duration(max(left, 1))
}
