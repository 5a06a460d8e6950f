package rest

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

// newDiscordgo makes a [discordgo.Session] that only writes requests: its own retries,
// waits and log are off.
func newDiscordgo(c Config) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + c.Token)
	if err != nil {
		return nil, err
	}
	s.Identify.Intents = discordgo.IntentsNone
	s.StateEnabled = false
	s.MaxRestRetries = 0             // a repeated POST can make a message twice
	s.LogLevel = -1                  // its log has tokens in it
	s.ShouldRetryOnRateLimit = false // no context ends its waits
	s.ShouldReconnectOnError = false
	t := transport{by: [...]http.RoundTripper{shared: c.Transport, alone: c.Transport}, dated: c.Dated}
	if c.Transport == nil {
		t.by = [...]http.RoundTripper{shared: newTransport(pingAfter), alone: newSpare()}
	}
	if c.API != "" {
		if t.to, err = url.Parse(c.API); err != nil {
			return nil, fmt.Errorf("the address of the API cannot be read: %w", err)
		}
	}
	s.Client = &http.Client{Transport: t}
	return s, nil
}

// pingAfter is the silence after which a connection is pinged, and how long the answer may
// take.
const pingAfter = 2 * time.Second

// newTransport makes an HTTP transport that notices dead connections. All requests share
// one connection of HTTP/2, and a request that times out does not close it: without pings
// all others would be lost in it for about 15 minutes, until the kernel gives up.
func newTransport(ping time.Duration) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: ping, PingTimeout: ping}
	t.WriteBufferSize = 64 << 10 // a picture goes out at once, by HTTP/1.1 too
	t.MaxIdleConnsPerHost = 64   // all go to one host: by HTTP/1.1 each request of a burst keeps its connection
	return t
}

// newSpare makes an HTTP transport that makes a connection for each request.
func newSpare() *http.Transport {
	t := newTransport(pingAfter)
	t.DisableKeepAlives, t.ForceAttemptHTTP2, t.Protocols = true, false, new(http.Protocols)
	t.Protocols.SetHTTP1(true)
	return t
}

// A way is how a request goes out.
type way int

const (
	shared way = iota // over a connection that it shares with others
	alone             // over a connection of its own
)

// wayKey is the key under which a request's context holds its way.
type wayKey struct{}

// transport sends requests to another host than Discord's if there is one. It reads what
// an answer says about limits, and removes those headers, because discordgo would wait for
// them regardless of any context.
type transport struct {
	to    *url.URL
	by    [2]http.RoundTripper // by way
	dated func(date string, took time.Duration)
}

// outcomeKey is the key under which a request's context holds the *outcome to fill in.
type outcomeKey struct{}

// RoundTrip makes a request.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.to != nil {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = t.to.Scheme, t.to.Host, t.to.Host
	}
	by, _ := r.Context().Value(wayKey{}).(way)
	began := time.Now()
	answer, err := t.by[by].RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if t.dated != nil {
		t.dated(answer.Header.Get("Date"), time.Since(began))
	}
	if o, ok := r.Context().Value(outcomeKey{}).(*outcome); ok {
		*o = outcomeOf(answer)
	}
	answer.Body = http.MaxBytesReader(nil, answer.Body, maxBody)
	maps.DeleteFunc(answer.Header,
		func(name string, _ []string) bool { return strings.HasPrefix(name, "X-Ratelimit-") })
	return answer, nil
}

// outcome is what the answer to one try says besides its body.
type outcome struct {
	status      int           // 0 if there was no answer
	code        int           // Discord's own, of a 429; 0 if it has none
	wait        time.Duration // before the next such request
	holdsBucket bool          // whether wait applies to all requests of the bucket
	holdsAll    bool          // whether wait applies to all requests that are not Exempt
	holdsEvery  bool          // whether wait applies to every request
	quota       quota         // of the request's bucket
}

// limited reports whether the request exceeded a limit, and so took no effect.
func (o outcome) limited() bool { return o.status == http.StatusTooManyRequests }

// temporary reports whether a request that failed may succeed later. It failed with a
// status of success if the rest of the answer was lost.
func (o outcome) temporary() bool {
	return o.status < http.StatusBadRequest || o.limited() || o.status == http.StatusRequestTimeout ||
		o.status >= http.StatusInternalServerError
}

// reason says why a request is made again, for [Config.Retried].
func (o outcome) reason() string {
	switch {
	case o.status == 0:
		return "no answer"
	case o.limited():
		return "rate limit"
	case o.status < http.StatusBadRequest:
		return "answer cut short"
	}
	return "server error"
}

// maxLimit is how many bytes of a 429 are read.
const maxLimit = 1 << 16

// refusedFor is how long the network in front of Discord is left alone if it does not say for how long.
const refusedFor = 10 * time.Second

// codeOldMessage is Discord's code for too many edits of old messages, which come with
// status 429 and hold nothing else.
const codeOldMessage = 30046

// outcomeOf reads the outcome from an answer, and leaves its body to be read. A 429 whose
// body is no JSON comes from the network in front of Discord, which then refuses every
// request, answers to interactions too; it has the header Retry-After at most.
func outcomeOf(answer *http.Response) outcome {
	o := outcome{status: answer.StatusCode, quota: quotaOf(answer.Header)}
	after := inSeconds(answer.Header.Get("X-RateLimit-Reset-After"))
	if !o.limited() {
		o.holdsBucket = answer.Header.Get("X-RateLimit-Remaining") == "0" && after > 0
		if o.holdsBucket {
			o.wait = after
		}
		return o
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
	o.wait = cmp.Or(exact, after, inSeconds(answer.Header.Get("Retry-After")))
	if o.code, o.holdsBucket = body.Code, body.Code != codeOldMessage; !o.holdsBucket {
		o.quota = quota{} // the headers are of that limit
	}
	o.holdsAll = body.Global || answer.Header.Get("X-RateLimit-Global") == "true"
	if o.holdsEvery = bad != nil; o.holdsEvery {
		o.wait = cmp.Or(o.wait, refusedFor)
	}
	return o
}

// inSeconds reads a number of seconds, 0 if text is none.
func inSeconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}
