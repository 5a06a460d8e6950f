package web

import (
	"crypto/ed25519"
	"net/http"
	"testing"
	"time"
)

// events is where events go.
const events = "/events"

// Of the events that Discord signs, the one that says that the bot was added is handed on, and all are answered with 204,
// as often as they come. Whoever else sends one is refused.
func TestEventsAreTaken(t *testing.T) {
	t.Parallel()
	b := newBench(t, true)
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	const joined = `{"version":1,"type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"guild":{"id":"1"}}}}`
	b.wants("another key", 401, post{to: events, body: joined, key: other})
	b.wants("no signature", 401, post{to: events, body: joined, bare: true})
	b.wants("an old one", 401, post{to: events, body: joined, at: seconds(time.Hour)})
	b.wants("no JSON", 400, post{to: events, body: "hello"})
	b.wants("no event", 400, post{to: events, body: `{}`})
	b.wants("another event", 204, post{to: events, body: `{"type":1,"event":{"type":"ENTITLEMENT_CREATE","data":{}}}`})
	if status, kind, body := b.sends(post{to: events, body: `{"version":1,"type":0}`}); status != http.StatusNoContent || kind != "application/json" || body != "" {
		t.Errorf("a PING is answered with %d, %q, %q", status, kind, body)
	}
	if len(b.took) > 0 {
		t.Fatalf("%s was handed on", <-b.took)
	}
	for range 2 {
		b.wants("the event", 204, post{to: events, body: joined})
		if got := receive(t, b.took, "the event"); got != `{"guild":{"id":"1"}}` {
			t.Errorf("%s was handed on", got)
		}
	}
}

// A bot that does not run takes no events, so that Discord sends them again.
func TestABotThatEndsTakesNoEvents(t *testing.T) {
	t.Parallel()
	const joined = `{"type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{}}}`
	newBench(t, false).wants("before the start", 503, post{to: events, body: joined})
	b := newBench(t, true)
	b.ending = true
	b.wants("at the end", 503, post{to: events, body: joined})
	if len(b.took) > 0 {
		t.Errorf("%s was handed on", <-b.took)
	}
}
