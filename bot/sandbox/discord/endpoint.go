package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"parlour/bot/sandbox/world"
)

// maxAnswer is the largest body of an answer of the bot's.
const maxAnswer = 1 << 20

// greetPause is the pause between two PINGs to a bot that has not started yet.
const greetPause = 50 * time.Millisecond

// wrongEvery is how many interactions share one wrong signature. The first has one too.
const wrongEvery = 20

// errUnverified is in every error of [Endpoint.verify].
var errUnverified = errors.New("the endpoint could not be verified")

// Endpoint signs interactions and posts them. The lock guards its fields.
type Endpoint struct {
	*Discord
	key    ed25519.PrivateKey // of the application
	other  ed25519.PrivateKey // which the bot must not take
	client *http.Client

	events   string // where the bot takes events; "" for none
	pending  int    // how many events are under way
	url      string // where the bot takes interactions; "" for the gateway
	verified bool   // whether it has answered as it must
	posted   int    // how many interactions
}

// newEndpoint returns an endpoint without an address, with a pair of keys of its own.
func newEndpoint(d *Discord) *Endpoint {
	e := &Endpoint{Discord: d, client: &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 100, IdleConnTimeout: 30 * time.Second},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for _, key := range []*ed25519.PrivateKey{&e.key, &e.other} {
		_, *key, _ = ed25519.GenerateKey(nil) // which never fails
	}
	return e
}

// PublicKey is the public key of the application, in hex.
func (e *Endpoint) PublicKey() string {
	return hex.EncodeToString(e.key.Public().(ed25519.PublicKey))
}

// URL is the bot's address, "" for the gateway. The lock is held.
func (e *Endpoint) URL() string { return e.url }

// keep keeps an address that [Endpoint.verify] has verified, or "" for the gateway. The lock is held.
func (e *Endpoint) keep(url string) { e.url, e.verified = url, url != "" }

// Greet sets an address, and verifies it as soon as the bot there has started.
func (e *Endpoint) Greet(url string) {
	e.Change(func() { e.url, e.verified = url, false })
	go func() {
		for {
			err := e.verify(url)
			stop := false
			e.Change(func() {
				stop = e.url != url || e.verified
				if !stop && err == nil {
					e.verified, stop = true, true
				}
			})
			if stop {
				return
			}
			select {
			case <-time.After(greetPause):
			case <-e.Ended():
				return
			}
		}
	}()
}

// An answer is what the bot answers to a post. Status is 0 if it does not.
type answer struct {
	status int
	kind   string // of the body
	body   []byte
}

// verifyWithin is how long a PING waits for its answer: as long as any answer may take here, and no less than at
// Discord.
func (e *Endpoint) verifyWithin() time.Duration { return max(3*time.Second, e.Config.AnswerWithin) }

// verify sends a PING with a wrong signature, which must be refused, and a right one, which must be answered in the
// body.
func (e *Endpoint) verify(url string) error {
	ctx, stop := e.soon(e.verifyWithin())
	defer stop()
	e.Lock()
	now := e.Now()
	body, _ := json.Marshal(map[string]any{"id": e.ID(now), "application_id": world.AppID, "type": 1, "token": "none", "version": 1})
	e.Unlock()
	if a := e.send(ctx, url, body, e.headers(e.other, now, body)); a.status != http.StatusUnauthorized {
		e.record("PING", body, a, wrongSignature(a))
		return fmt.Errorf("%w: a wrong signature is answered with %d, not with 401", errUnverified, a.status)
	}
	a := e.send(ctx, url, body, e.headers(e.key, now, body))
	var pong struct{ Type int }
	if a.status != http.StatusOK || !a.isJSON() || json.Unmarshal(a.body, &pong) != nil || pong.Type != 1 {
		wrong := `A PING is answered with 200, {"type": 1} and Content-Type application/json.`
		if a.failed() {
			wrong = ""
		}
		e.record("PING", body, a, wrong)
		return fmt.Errorf("%w: a PING is answered with %d and %q", errUnverified, a.status, a.kind)
	}
	e.record("PING", body, a, "")
	return nil
}

// failed reports whether the bot did not answer at all, or said that it cannot now, which breaks no rule.
func (a answer) failed() bool { return a.status == 0 || a.status >= http.StatusInternalServerError }

// isJSON reports whether the body says that it is JSON.
func (a answer) isJSON() bool {
	kind, _, err := mime.ParseMediaType(a.kind)
	return err == nil && kind == "application/json"
}

// wrongSignature says which rule an answer to a wrong signature breaks, "" for none.
func wrongSignature(a answer) string {
	if a.failed() || a.status == http.StatusUnauthorized {
		return ""
	}
	return fmt.Sprintf("A wrong signature is refused with 401, not with %d.", a.status)
}

// wrongAnswer says which rule an answer to an interaction breaks, "" for none.
func wrongAnswer(a answer) string {
	switch {
	case a.failed():
	case a.status == http.StatusAccepted && len(a.body) > 0:
		return "An answer with 202 has no body."
	case a.status == http.StatusOK && !(a.isJSON() && json.Valid(a.body)):
		return "An answer with 200 has a body of JSON and Content-Type application/json."
	case a.status != http.StatusAccepted && a.status != http.StatusOK:
		return fmt.Sprintf("An interaction is answered with 202 and no body, or with 200 and a body, not with %d.", a.status)
	}
	return ""
}

// post posts an interaction to an address. It returns the body with which the bot answers at once, or nil if the answer
// is to come by REST. After an error the person reads that nobody answered.
func (e *Endpoint) post(url string, interaction any) (json.RawMessage, error) {
	ctx, stop := e.soon(e.Config.AnswerWithin)
	defer stop()
	body, err := json.Marshal(interaction)
	if err != nil {
		return nil, err
	}
	e.Lock()
	now, n := e.Now(), e.posted
	e.posted++
	e.Unlock()
	if n%wrongEvery == 0 {
		a := e.send(ctx, url, body, e.spoilt(n/wrongEvery, now, body))
		e.record("INTERACTION_CREATE, wrongly signed", body, a, wrongSignature(a))
	}
	a := e.send(ctx, url, body, e.headers(e.key, now, body))
	wrong := wrongAnswer(a)
	e.record("INTERACTION_CREATE", body, a, wrong)
	switch {
	case wrong != "":
		return nil, errors.New(wrong)
	case a.failed():
		return nil, fmt.Errorf("the bot answers with %d", a.status)
	case a.status == http.StatusAccepted:
		return nil, nil
	}
	return a.body, nil
}

// soon returns a context for a time, which the end of the sandbox ends too.
func (e *Endpoint) soon(within time.Duration) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithTimeout(context.Background(), within)
	go func() {
		select {
		case <-e.Ended():
			stop()
		case <-ctx.Done():
		}
	}()
	return ctx, stop
}

// The headers of a signature.
const (
	headerSignature = "X-Signature-Ed25519"
	headerTime      = "X-Signature-Timestamp"
)

// headers signs a body at a time.
func (e *Endpoint) headers(key ed25519.PrivateKey, now time.Time, body []byte) http.Header {
	at := strconv.FormatInt(now.Unix(), 10)
	return http.Header{
		headerTime: {at}, headerSignature: {hex.EncodeToString(ed25519.Sign(key, append([]byte(at), body...)))}, "Content-Type": {"application/json"},
	}
}

// spoilt signs a body wrongly, each time in another way: by another key, for another body, for another time, not at
// all.
func (e *Endpoint) spoilt(n int, now time.Time, body []byte) http.Header {
	switch n % 4 {
	case 1:
		return e.headers(e.key, now, append([]byte(" "), body...))
	case 2:
		h := e.headers(e.key, now, body)
		h.Set(headerTime, strconv.FormatInt(now.Unix()+1, 10))
		return h
	case 3:
		h := e.headers(e.key, now, body)
		h.Del(headerSignature)
		return h
	}
	return e.headers(e.other, now, body)
}

// send posts a body and reads the answer.
func (e *Endpoint) send(ctx context.Context, url string, body []byte, header http.Header) answer {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return answer{}
	}
	r.Header = header
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	got, err := e.client.Do(r)
	if err != nil {
		return answer{}
	}
	defer got.Body.Close()
	text, err := io.ReadAll(io.LimitReader(got.Body, maxAnswer))
	if err != nil {
		return answer{}
	}
	return answer{got.StatusCode, got.Header.Get("Content-Type"), text}
}

// record keeps a post and its answer, and the rule that the answer breaks. A bot that has not started yet is not
// worth a line for each PING.
func (e *Endpoint) record(what string, body []byte, a answer, wrong string) {
	if strings.HasPrefix(what, "PING") && a.failed() {
		return
	}
	e.Lock()
	defer e.Unlock()
	x := Exchange{Method: EndpointMethod, Path: what, Status: a.status, Request: body, Wrong: wrong}
	if json.Valid(a.body) {
		x.Answer = a.body
	}
	e.Traffic.Add(x)
	e.Bump()
}

// The types of what is posted to the address for events.
const (
	eventPing = 0
	eventSent = 1
)

// pinged is what the traffic calls a PING before an event.
const pinged = "PING of events"

// eventTries is how often an event is posted to a bot that does not answer. The pause between two is [greetPause] at
// first, and doubles.
const eventTries = 8

// SendEventsTo sets the bot's address for events, "" for none.
func (e *Endpoint) SendEventsTo(url string) { e.Change(func() { e.events = url }) }

// event posts an event to the bot's address for events, if it has one: after a PING, and each with a wrong signature
// first. Like Discord it tries again while the bot does not answer. The lock is held.
func (e *Endpoint) event(name string, data any) {
	now := e.Now()
	ping, _ := json.Marshal(map[string]any{"version": 1, "application_id": world.AppID, "type": eventPing})
	body, _ := json.Marshal(map[string]any{
		"version": 1, "application_id": world.AppID, "type": eventSent,
		"event": map[string]any{"type": name, "timestamp": now.UTC().Format("2006-01-02T15:04:05.000000"), "data": data},
	})
	if url := e.events; url != "" {
		e.pending++
		go func() {
			if e.deliver(url, pinged, ping) {
				e.deliver(url, name, body)
			}
			e.Change(func() { e.pending-- })
		}()
	}
}

// Delivered reports whether the bot has answered every event, or was asked in vain. The lock is held.
func (e *Endpoint) Delivered() bool { return e.pending == 0 }

// deliver posts a body until the bot answers, and reports whether it answered as it must.
func (e *Endpoint) deliver(url, what string, body []byte) bool {
	pause := greetPause
	for range eventTries {
		a, wrong := e.tell(url, what, body)
		if !a.failed() {
			return wrong == ""
		}
		select {
		case <-time.After(pause):
			pause *= 2
		case <-e.Ended():
			return false
		}
	}
	return false
}

// tell posts a body with a wrong signature and with a right one, and returns the answer with the rule that it breaks.
func (e *Endpoint) tell(url, what string, body []byte) (a answer, wrong string) {
	ctx, stop := e.soon(e.verifyWithin())
	defer stop()
	now := e.Now()
	a = e.send(ctx, url, body, e.headers(e.other, now, body))
	if wrong = wrongSignature(a); wrong != "" || a.failed() {
		e.record(what+", wrongly signed", body, a, wrong)
		return a, wrong
	}
	a = e.send(ctx, url, body, e.headers(e.key, now, body))
	if !a.failed() && (a.status != http.StatusNoContent || len(a.body) > 0 || what == pinged && a.kind == "") {
		wrong = fmt.Sprintf("An event is answered with 204 and no body, and a PING with a Content-Type too, not with %d.", a.status)
	}
	e.record(what, body, a, wrong)
	return a, wrong
}
