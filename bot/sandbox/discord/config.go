package discord

import (
	"log/slog"
	"time"

	"parlour/bot/sandbox/world"
)

// Config configures a Discord and its server. The zero value behaves as the real Discord does.
type Config struct {
	// Addr is where to listen; it must be loopback. Default "127.0.0.1:0".
	Addr string
	// Token is the bot's token, without "Bot ". Default [fakeToken].
	Token string
	// Cast is the people and places at first. Default [world.DefaultCast].
	Cast *world.Cast
	// NoBot says that the bot is somebody else's. Until it is connected, the page says where it
	// finds the API.
	NoBot bool
	// AnswerWithin is how long the bot has for its first answer to an
	// interaction. Default 3 s.
	AnswerWithin time.Duration
	// TokenLife is how long an interaction's token works. Default 15 min.
	TokenLife time.Duration
	// SettleWithin is how long a click that the bot only acknowledged (type 6) waits for
	// a change before it returns without a message. Default 3 s.
	SettleWithin time.Duration
	// Heartbeat is the interval told to the bot. Default 41.25 s.
	Heartbeat time.Duration
	// Shards is how many shards the gateway recommends. Default 1.
	Shards int
	// Keys is how many shards may identify at once, Discord's max_concurrency. Default 1.
	Keys int
	// Haste is how many times faster than at Discord its limits of requests and Identifies pass. Every
	// answer tells of the limits as they are here. Default 1.
	Haste float64
	// OpenAPI names the file of Discord's own description of its API, openapi.json. Every
	// request and every answer is held to it. Default [rule.Excerpt], which describes
	// the bot's requests alone.
	OpenAPI string
	// Now is the clock; waits use the real time. Default time.Now.
	Now func() time.Time
	// Log is where the sandbox logs. Default nowhere.
	Log *slog.Logger
}

// Fill sets the defaults.
func (c *Config) Fill() {
	set := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	set(&c.AnswerWithin, 3*time.Second)
	set(&c.TokenLife, 15*time.Minute)
	set(&c.SettleWithin, 3*time.Second)
	set(&c.Heartbeat, 41250*time.Millisecond)
	c.Shards, c.Keys = max(c.Shards, 1), max(c.Keys, 1)
	if c.Haste == 0 {
		c.Haste = 1
	}
	if c.Addr == "" {
		c.Addr = "127.0.0.1:0"
	}
	if c.Token == "" {
		c.Token = fakeToken()
	}
	if c.Cast == nil {
		in := world.DefaultCast()
		c.Cast = &in
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
}
