package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"parlour/bot/gateway"
	"parlour/bot/rest"
	"parlour/commands/match"
)

// listen takes interactions until the context is done: over all shards of this process, or over HTTP.
// It returns an error when Discord will not have the bot any more.
func (b *bot) listen(ctx context.Context) (err error) {
	if b.Interactions {
		err = b.web.Run(ctx, b.webConfig())
	} else {
		err = gateway.Run(ctx, b.gatewayConfig())
	}
	if errors.Is(err, rest.ErrTokenRefused) {
		return ErrBadToken
	}
	return err
}

// gatewayConfig ties the gateway to the bot.
func (b *bot) gatewayConfig() gateway.Config {
	return gateway.Config{
		Token: b.Token, Times: b.Gateway, Log: b.Log, Plan: b.Shards, Set: &b.shards,
		Where: b.where,
		Interaction: func(raw json.RawMessage) {
			if done, ok := b.begin(); ok { // else the bot is stopping
				defer done()
				b.take(raw)
			}
		},
		Event:        b.heard,
		Opening:      b.opening,
		Changed:      b.changed,
		Identifying:  b.metrics.identifies.Inc,
		Resuming:     b.metrics.resumes.Inc,
		Reconnecting: b.metrics.reconnects.Inc,
	}
}

// rearranges are the events after which it is to be asked anew who may view which channels of a server. The first
// comes at the beginning of a session too, before which others may have been missed.
var rearranges = []string{"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE",
	"GUILD_ROLE_DELETE", "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"}

// heard takes an event of a server.
func (b *bot) heard(kind string, raw json.RawMessage) {
	if !slices.Contains(rearranges, kind) {
		return
	}
	if kind == "GUILD_CREATE" {
		b.service.Greet(readJoined(raw))
	}
	var of struct {
		ID    string
		Guild string `json:"guild_id"` // of an event that is about a part of it
	}
	if json.Unmarshal(raw, &of) == nil {
		b.service.Rearranged(cmp.Or(of.Guild, of.ID))
	}
}

// where asks Discord for the gateway.
func (b *bot) where(ctx context.Context) (e gateway.Endpoint, err error) {
	err = b.do(ctx, rest.Request{Method: http.MethodGet, Path: "gateway/bot", Bucket: "gateway"}, &e)
	return e, err
}

// opening notes that Parlour is at work again for a shard. Interactions wait for the end of that,
// so that a player who moves at once gets back the time of the outage before. The note is
// under way when opening returns, so [bot.finish] waits for it.
func (b *bot) opening(s match.Shard) (noted <-chan struct{}) {
	end := make(chan struct{})
	done, ok := b.begin()
	if !ok {
		close(end)
		return end
	}
	go func() {
		defer done()
		defer close(end)
		b.beat(s)
	}()
	return end
}

// changed notes whether a shard is open. The first one puts the bot to work.
func (b *bot) changed(s match.Shard, open bool) {
	b.metrics.connected(s, open)
	if open {
		b.once.Do(func() { close(b.opened) })
	}
}
