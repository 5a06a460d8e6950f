package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"parlour/bot/arrival"
	"parlour/bot/gateway"
	"parlour/bot/rest"
)

// gatewayTimes are the times of every bot's gateway. Tests shorten them.
var gatewayTimes = gateway.UsualTimes()

// listen takes interactions from the gateway, or over HTTP, until the context is done. It returns an
// error when Discord will not have the bot any more.
func (b *bot) listen(ctx context.Context) error {
	if b.Interactions {
		return b.web.Run(ctx, b.webConfig())
	}
	err := gateway.Run(ctx, b.gatewayConfig())
	if errors.Is(err, gateway.ErrBadToken) {
		return ErrBadToken
	}
	return err
}

// gatewayConfig ties the gateway to the bot.
func (b *bot) gatewayConfig() gateway.Config {
	return gateway.Config{
		Token: b.Token, Times: gatewayTimes, Log: b.Log,
		Where:        b.where,
		Interaction:  b.received,
		Opening:      b.opening,
		Opened:       func() { b.setConnected(true) },
		Closed:       func() { b.setConnected(false) },
		Acknowledged: func() { b.acknowledged.Store(time.Now().UnixNano()) },
		Identifying:  b.metrics.identifies.Inc,
		Resuming:     b.metrics.resumes.Inc,
		Reconnecting: b.metrics.reconnects.Inc,
	}
}

// where asks Discord for the gateway.
func (b *bot) where(ctx context.Context) (e gateway.Endpoint, err error) {
	err = b.do(ctx, rest.Request{Method: http.MethodGet, Path: "gateway/bot", Bucket: "gateway"}, &e)
	if refusal(err).Status == http.StatusUnauthorized {
		err = gateway.ErrBadToken
	}
	return e, err
}

// opening notes that Parlour is at work again. Interactions wait for the end of that, so
// that a player who moves at once gets back the time of the outage before. The note is
// under way when opening returns, so [bot.finish] waits for it.
func (b *bot) opening() (noted <-chan struct{}) {
	end := make(chan struct{})
	done, ok := b.begin()
	if !ok {
		close(end)
		return end
	}
	go func() {
		defer done()
		defer close(end)
		b.try("note that it is at work", b.service.Beat)
	}()
	return end
}

// setConnected notes whether the gateway is open or, without one, Discord's API answers.
func (b *bot) setConnected(open bool) {
	b.connected.Store(open)
	b.metrics.connected(open)
	if open {
		if b.Interactions {
			b.Log.Info("interactions are taken over HTTP")
		} else {
			b.Log.Info("the gateway is open")
		}
		b.once.Do(func() { close(b.opened) })
	}
}

// received handles an interaction from the gateway, unless the bot is stopping.
func (b *bot) received(raw json.RawMessage) {
	if done, ok := b.begin(); ok {
		defer done()
		b.take(raw)
	}
}

// take handles an interaction. If not all of it can be read, the rest is handled.
func (b *bot) take(raw json.RawMessage) {
	defer b.recover("an event")
	i, place, err := arrival.Read(raw)
	if err != nil {
		b.Log.Warn("an interaction cannot be read", "err", err)
	}
	if i != nil {
		b.event(i, place)
	}
}
