package discord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"parlour/bot/sandbox/world"
)

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
func (e *Endpoint) SendEventsTo(url string) { e.state.Change(func() { e.events = url }) }

// Event posts an event to the bot's address for events, if it has one: after a PING, and each with a wrong signature
// first. Like Discord it tries again while the bot does not answer. The lock is held.
func (e *Endpoint) Event(name string, data any) {
	now := e.state.Now()
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
			e.state.Change(func() { e.pending-- })
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
		case <-e.state.Ended():
			return false
		}
	}
	return false
}

// tell posts a body with a wrong signature and with a right one, and returns the answer with the rule that it breaks.
func (e *Endpoint) tell(url, what string, body []byte) (a answer, wrong string) {
	ctx, stop := e.soon(verifyWithin)
	defer stop()
	e.state.Lock()
	now := e.state.Now()
	e.state.Unlock()
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
