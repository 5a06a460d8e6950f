package discord

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"log/slog"
	"strings"
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
	in := world.DefaultCast()
	fill(&c.AnswerWithin, 3*time.Second)
	fill(&c.TokenLife, 15*time.Minute)
	fill(&c.SettleWithin, 3*time.Second)
	fill(&c.Heartbeat, 41250*time.Millisecond)
	c.Shards, c.Keys = max(c.Shards, 1), max(c.Keys, 1)
	fill(&c.Haste, 1)
	fill(&c.Addr, "127.0.0.1:0")
	fill(&c.Token, fakeToken())
	fill(&c.Cast, &in)
	fill(&c.Log, slog.New(slog.DiscardHandler))
	if c.Now == nil {
		c.Now = time.Now
	}
}

// fill sets a field that is zero.
func fill[T comparable](at *T, to T) { *at = cmp.Or(*at, to) }

// fakeToken is the token of the sandbox's bot. It has the shape of Discord's tokens: the bot's
// id in base64, a dot, six characters, a dot, 27 characters. Libraries read the id from it.
func fakeToken() string {
	return base64.RawStdEncoding.EncodeToString([]byte(world.BotID)) + ".parlor.a-fake-token-of-the-sandbox"
}

// CheckToken refuses a token that no bot could send, and one that names another application:
// it is likely a real one, which has no business in a sandbox.
func CheckToken(token string) error {
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return fmt.Errorf("sandbox: a token is one word")
	}
	parts := strings.Split(token, ".")
	id, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(parts[0], "="))
	if len(parts) != 3 || err != nil || !snowflake(string(id)) || string(id) == world.BotID {
		return nil
	}
	return fmt.Errorf("sandbox: the token is another application's, so keep it for Discord: leave --token out, or give any other word")
}

// snowflake reports whether a text is an id as Discord writes them.
func snowflake(id string) bool {
	return len(id) >= 17 && len(id) <= 20 && strings.Trim(id, "0123456789") == ""
}
