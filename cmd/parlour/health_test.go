package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"parlour/bot/web"
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
	defer server.Close()
	addr := strings.TrimPrefix(server.URL, "http://")
	_, port, _ := strings.Cut(addr, ":")
	for _, at := range []string{addr, ":" + port, "0.0.0.0:" + port} {
		if code, stdout, stderr := run(t, "health", "--web", at); code != exitOK || stdout != `{"ready":true}` || stderr != "" {
			t.Errorf("of a bot at %s that is well: %d, %q, %q", at, code, stdout, stderr)
		}
	}
	status = http.StatusServiceUnavailable
	if code, stdout, stderr := run(t, "health", "--web", addr); code != exitFailed || stdout != `{"ready":true}` || stderr != "parlour: the bot is not well.\n" {
		t.Errorf("of a bot that is not well: %d, %q, %q", code, stdout, stderr)
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0") // which accepts, and answers nothing
	must(t, err)
	defer silent.Close()
	late, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if err := web.Ask(late, silent.Addr().String(), io.Discard); err == nil || !strings.Contains(err.Error(), "gives no answer") {
		t.Errorf("of a bot that is silent: %v", err)
	}
	const nobody = "127.0.0.1:1" // an address that is closed may be somebody else's at once
	wantSentence(t, []string{"health", "--web", nobody}, exitFailed, "no bot answers at "+nobody+": start the bot with --web "+nobody+", and name the same address here.")
	wantSentence(t, []string{"health", "--web", "here"}, exitFailed, "--web takes an address")
}
