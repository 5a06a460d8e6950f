package publish

import (
	"context"
	"slices"
	"strconv"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// announceOutage tells the channel of a match of the long outages in which its clocks ran and
// which it was not told of. A nonce keeps it from being told twice.
func (p *Publisher) announceOutage(ctx context.Context, m *publication) error {
	if m.Phase != storage.Playing || m.TurnTime == 0 && m.TotalTime == 0 {
		return nil
	}
	away, err := p.Env.Away(ctx, m.Guild)
	if err != nil {
		return err
	}
	var lost time.Duration
	var last time.Time
	for _, o := range away.Spans {
		ran := slices.ContainsFunc(m.People(), func(s games.Seat) bool { return m.RanBefore(s, o.To) })
		if ran && o.To.Sub(o.From) > match.TellOutageFrom && o.To.After(m.OutageTold) {
			lost, last = lost+o.To.Sub(o.From), o.To
		}
	}
	if lost == 0 {
		return nil
	}
	msg := message.Message{Content: p.Writer.OutageLine(m.Match, lost)}
	_, err = p.postOnce(ctx, m, m.Channel, m.ID+"-o"+strconv.FormatInt(last.Unix(), 36), msg, func(Posted) bool { return false })
	if err == nil || refused(err) {
		m.OutageTold = last
		return nil
	}
	return err
}
