package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The exit code says whether a bot is well.
func TestHealth(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			t.Errorf("%s was asked for", r.URL.Path)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"ready":true}`))
	}))
	addr := strings.TrimPrefix(server.URL, "http://")
	_, port, _ := strings.Cut(addr, ":")
	for _, web := range []string{addr, ":" + port, "0.0.0.0:" + port} {
		if code, stdout, stderr := run(t, "health", "--web", web); code != exitOK || stdout != `{"ready":true}` || stderr != "" {
			t.Errorf("of a bot at %s that is well: %d, %q, %q", web, code, stdout, stderr)
		}
	}
	status = http.StatusServiceUnavailable
	if code, stdout, stderr := run(t, "health", "--web", addr); code != exitFailed || stdout != `{"ready":true}` || stderr != "parlour: the bot is not well.\n" {
		t.Errorf("of a bot that is not well: %d, %q, %q", code, stdout, stderr)
	}
	server.Close()
	wantSentence(t, []string{"health", "--web", addr}, exitFailed, "no bot answers at "+addr)
	wantSentence(t, []string{"health", "--web", "here"}, exitFailed, "--web takes an address")
}
