package bot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
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
	d := door{by: newTransport(pingAfter)}
	if api != "" {
		if d.to, err = url.Parse(api); err != nil {
			return nil, fmt.Errorf("the address of the API cannot be read: %w", err)
		}
	}
	s.Client = &http.Client{Timeout: 20 * time.Second, Transport: d}
	return s, nil
}

// pingAfter is after how long a silence a connection is asked whether it still works, and
// how long it has to answer.
const pingAfter = 2 * time.Second

// newTransport makes connections that notice when they are dead. All requests share one
// of HTTP/2, and a request that is given up does not end it: without pings each would be
// sent into the void until the kernel gives up, about 15 minutes later.
func newTransport(ping time.Duration) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: ping, PingTimeout: ping}
	return t
}

// A door is what requests go out through: to another host than Discord's, if there is
// one. It hears what an answer says of limits and takes the headers that say so, at which
// discordgo would wait, whatever ends meanwhile.
type door struct {
	to *url.URL
	by http.RoundTripper
}

// heardKey is where in the context of a request its maker wants to know what was heard.
type heardKey struct{}

func (d door) RoundTrip(r *http.Request) (*http.Response, error) {
	if d.to != nil {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = d.to.Scheme, d.to.Host, d.to.Host
	}
	answer, err := d.by.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if h, ok := r.Context().Value(heardKey{}).(*heard); ok {
		*h = listen(answer)
	}
	maps.DeleteFunc(answer.Header, func(name string, _ []string) bool { return strings.HasPrefix(name, "X-Ratelimit-") })
	return answer, nil
}

// heard is what an answer says besides its body.
type heard struct {
	status int           // 0 when there was no answer
	wait   time.Duration // how long is to be waited before the next such request
	holds  bool          // whether that is for all requests of its bucket
	global bool          // whether that is for all requests but answers
}

// refused reports whether a request was too much, and so has taken no effect.
func (h heard) refused() bool { return h.status == http.StatusTooManyRequests }

// passing reports whether a request that failed may well be answered otherwise another
// time. Of a good answer the rest was lost on its way.
func (h heard) passing() bool {
	return h.status < http.StatusBadRequest || h.refused() || h.status == http.StatusRequestTimeout || h.status >= http.StatusInternalServerError
}

// reason says why a request is made again, for the metrics.
func (h heard) reason() string {
	switch {
	case h.status == 0:
		return "no answer"
	case h.refused():
		return "rate limit"
	case h.status < http.StatusBadRequest:
		return "answer cut short"
	}
	return "server error"
}

// maxLimit is how much is read of an answer that says to wait.
const maxLimit = 1 << 16

// listen reads an answer. One of 429 that is not Discord's own is of the network in front
// of it, which then takes nothing at all; its only number is Retry-After.
func listen(answer *http.Response) heard {
	h := heard{status: answer.StatusCode}
	after := inSeconds(answer.Header.Get("X-RateLimit-Reset-After"))
	if !h.refused() {
		h.holds = answer.Header.Get("X-RateLimit-Remaining") == "0" && after > 0
		if h.holds {
			h.wait = after
		}
		return h
	}
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxLimit))
	answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(text))
	var body struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool
		Code       int
	}
	bad := json.Unmarshal(text, &body)
	exact := time.Duration(body.RetryAfter * float64(time.Second))
	h.wait = cmp.Or(exact, after, inSeconds(answer.Header.Get("Retry-After")))
	h.holds = body.Code != codeOldMessage // which is of old messages alone
	h.global = bad != nil || body.Global || answer.Header.Get("X-RateLimit-Global") == "true"
	return h
}

// inSeconds reads a number of seconds, 0 where there is none.
func inSeconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}
