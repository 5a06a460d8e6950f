package bot

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
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
	var d door
	if api != "" {
		if d.to, err = url.Parse(api); err != nil {
			return nil, fmt.Errorf("the address of the API cannot be read: %w", err)
		}
	}
	s.Client = &http.Client{Timeout: 20 * time.Second, Transport: d}
	return s, nil
}

// A door is what requests go out through: to another host than Discord's, if there
// is one. Of a refusal to answer so many it takes the headers, at which discordgo
// would wait for as long as they say, whatever ends meanwhile; patient reads the body.
type door struct{ to *url.URL }

func (d door) RoundTrip(r *http.Request) (*http.Response, error) {
	if d.to != nil {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = d.to.Scheme, d.to.Host, d.to.Host
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && answer.StatusCode == http.StatusTooManyRequests {
		maps.DeleteFunc(answer.Header, func(name string, _ []string) bool { return strings.HasPrefix(name, "X-Ratelimit-") })
	}
	return answer, err
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
