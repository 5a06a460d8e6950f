package bot

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

// newSession makes a session that speaks to an API, or to Discord itself. It asks
// for no intents, because interactions come without, and keeps no state.
func newSession(token, api string) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Identify.Intents = discordgo.IntentsNone
	s.StateEnabled = false
	s.MaxRestRetries = 0             // a retried POST can make a message twice
	s.LogLevel = -1                  // its messages can hold tokens
	s.ShouldRetryOnRateLimit = false // its waits cannot be ended
	s.ShouldReconnectOnError = false
	s.Client = &http.Client{Timeout: 20 * time.Second}
	if api != "" {
		to, err := url.Parse(api)
		if err != nil {
			return nil, fmt.Errorf("the address of the API cannot be read: %w", err)
		}
		s.Client.Transport = elsewhere{to}
	}
	return s, nil
}

// elsewhere sends what is meant for Discord to another host.
type elsewhere struct{ to *url.URL }

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = e.to.Scheme, e.to.Host, e.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// redact takes the address, which may hold a token, out of an error.
func redact(err error) error {
	var limit *discordgo.RateLimitError
	if errors.As(err, &limit) {
		return fmt.Errorf("too many requests: wait for %v", limit.RetryAfter)
	}
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
