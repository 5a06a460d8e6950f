package bot

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"parlour/bot/rest"
	"parlour/bot/web"
	"parlour/commands/match"
)

// The errors with which [Run] ends before it takes interactions over HTTP.
var (
	ErrNoWeb = errors.New("interactions over HTTP need an address to come to: give --web one, such as :8080")
	errNoKey = errors.New("the public key of this application is not known, because Discord does not name it: copy it from the General Information page into --public-key")
)

// lookEvery is how often the bot sees whether Discord's API answers. Tests shorten it.
var lookEvery = 5 * time.Second

// probeWithin is how long Discord's API may take to answer something cheap.
const probeWithin = 3 * time.Second

// meetsDiscord checks that Discord sends interactions in the way in which the bot takes them, by what Discord says of
// the application.
func (b *bot) meetsDiscord() error {
	switch known, err := hex.DecodeString(b.key); {
	case !b.Interactions && b.address != "":
		b.Log.Warn("Discord sends interactions to the application's Interactions Endpoint URL and none over the gateway: run with --interactions, or take that address away", "address", b.address)
	case !b.Interactions:
	case b.web == nil:
		return ErrNoWeb
	case b.PublicKey == nil && (err != nil || len(known) != ed25519.PublicKeySize):
		return errNoKey
	case b.PublicKey == nil:
		b.PublicKey = known
	case b.key != "" && !b.PublicKey.Equal(ed25519.PublicKey(known)):
		return fmt.Errorf("--public-key is not the key of this application, which is %s: give that one, or leave it out", b.key)
	}
	if b.Interactions && b.address == "" {
		b.Log.Warn("the application has no Interactions Endpoint URL yet, so Discord sends nothing: once Parlour is ready, set it on the General Information page to the address that leads to /interactions here")
	}
	return nil
}

// webConfig ties interactions over HTTP to the bot.
func (b *bot) webConfig() web.Config {
	return web.Config{
		Key: b.PublicKey, Every: lookEvery, Past: b.ages.Past,
		Begin:       b.begin,
		Interaction: b.take,
		Added:       func(raw json.RawMessage) { b.service.Greet(Authorized(raw, b.Now())) },
		Refused:     func(why string) { b.metrics.denied.WithLabelValues(why).Inc() },
		Opening: func() <-chan struct{} {
			b.shards.Opening(match.WholeShard)
			return b.opening(match.WholeShard)
		},
		Opened: func() {
			b.shards.Opened(match.WholeShard)
			b.Log.Info("interactions are taken over HTTP")
			b.changed(match.WholeShard, true)
		},
		Closed: func() {
			b.shards.Closed(match.WholeShard)
			b.changed(match.WholeShard, false)
		},
		Answered: func() bool { return b.answered.Swap(false) },
		Probe: func(ctx context.Context) error {
			return b.do(ctx, rest.Request{Method: http.MethodGet, Path: "users/@me", Bucket: "users/@me", Once: true, Brief: probeWithin}, nil)
		},
		Final: func(err error) error {
			if refusal(err).Status == http.StatusUnauthorized {
				return ErrBadToken
			}
			return nil
		},
	}
}

// tried notes a try of a request. Discord has answered if its servers have not failed.
func (b *bot) tried(r rest.Request, status int, took time.Duration) {
	b.metrics.tried(r, status, took)
	b.Log.Debug("a request to Discord", "class", r.Class(), "status", status, "took", took) // of status 0 if no answer came
	if status > 0 && status < http.StatusInternalServerError {
		b.answered.Store(true)
	}
}
