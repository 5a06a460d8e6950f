package sandbox

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// eventBot is a bot that takes events over HTTP and answers each with what it is told to.
func eventBot(t *testing.T, answer func(w http.ResponseWriter, i asked)) (*Server, *httpBot) {
	t.Helper()
	s, b := newHTTPBot(t, Config{}, answer)
	b.mute.Store(true) // the 1 that is a PING of interactions is an event here
	s.SendEventsTo(b.url)
	s.Stage().RemoveBot()
	s.Stage().InviteBot()
	if err := s.AwaitEvents(within(t)); err != nil {
		t.Fatal(err)
	}
	return s, b
}

// A bot that takes events over HTTP hears that it was added, by whom and where, after a PING and signed wrongly first. It
// is asked again while it does not answer.
func TestTheBotHearsThatItWasAdded(t *testing.T) {
	tries := 0
	s, b := eventBot(t, func(w http.ResponseWriter, i asked) {
		if tries++; tries == 1 {
			http.Error(w, "not yet", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNoContent)
	})
	sent := b.posts("APPLICATION_AUTHORIZED")
	if len(sent) != 1 || tries != 3 || len(b.posts("PING of events")) != 1 {
		t.Fatalf("after %d tries the bot got %d events", tries, len(sent))
	}
	hasAll(t, string(sent[0].Request), `"type":1
		"integration_type":0
		"system_channel_id":"`+games+`"
		"id":"`+b.id("ann")+`"`)
	if len(s.Violations()) > 0 {
		t.Errorf("the bot broke %v", s.Violations())
	}
}

// A bot that takes a wrong signature, or answers otherwise than Discord asks, breaks a rule.
func TestEventsAreAnsweredAsDiscordAsks(t *testing.T) {
	for want, answer := range map[string]func(http.ResponseWriter){
		"An event is answered with 204": func(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) },
		"with a Content-Type":           func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) },
	} {
		s, b := eventBot(t, func(w http.ResponseWriter, _ asked) { answer(w) })
		broken := slices.Collect(func(yield func(string) bool) {
			for _, x := range s.Violations() {
				yield(x.Wrong)
			}
		})
		if len(broken) != 1 || !strings.Contains(broken[0], strings.TrimPrefix(want, "with a ")) || len(b.posts("APPLICATION_AUTHORIZED")) > 0 {
			t.Errorf("%s: the bot broke %q", want, broken)
		}
	}
	s, b := newHTTPBot(t, Config{}, func(w http.ResponseWriter, _ asked) { w.WriteHeader(http.StatusNoContent) })
	b.trusts.Store(true)
	s.SendEventsTo(b.url)
	s.Stage().InviteBot()
	if err := s.AwaitEvents(within(t)); err != nil {
		t.Fatal(err)
	}
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0].Wrong, "A wrong signature is refused with 401") {
		t.Errorf("a bot that trusts everybody broke %v", v)
	}
}

// The system channel of a server is one of its own, until it is none or deleted.
func TestTheSystemChannel(t *testing.T) {
	s, b := play(t, Config{}, nil)
	b.run(`GET /guilds/$guild ~ "system_channel_id":"$games"`)
	updateServer(s, func() { s.d.Server.System = lounge })
	b.run(`GET /guilds/$guild ~ "system_channel_id":"$lounge"`)
	s.Stage().DeleteChannel(lounge)
	b.run(`GET /guilds/$guild ~ "system_channel_id":null`)
	updateServer(s, func() { s.d.Server.System = "" })
	b.run(`GET /guilds/$guild ~ "system_channel_id":null`)
}
