package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"parlour/bot/sandbox"
)

// processHeader says to the sandbox of a test which of several processes has made a request.
const processHeader = "X-Test-Process"

// A slot is a place for one process of several, and for the next one when that has died.
type slot struct {
	t       *testing.T
	name    string
	discord *sandbox.Server
	store   string
	way     *httptest.Server // to Discord, which names the process
	web     string           // where it listens
	env     []string
}

// newSlot returns a slot. Its way to Discord ends with the test.
func newSlot(t *testing.T, name string, discord *sandbox.Server, store string, env ...string) *slot {
	t.Helper()
	at, err := url.Parse(discord.URL())
	must(t, err)
	way := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(at)
			r.Out.Header.Set(processHeader, name)
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }, // a request that is cut is cut here too
		Transport:    &http.Transport{MaxIdleConnsPerHost: 100},
	})
	t.Cleanup(way.Close)
	return &slot{t: t, name: name, discord: discord, store: store, way: way, web: freeAddress(t), env: env}
}

// spawn starts a process.
func (s *slot) spawn() *child {
	env := append([]string{"PARLOUR_WEB=" + s.web, fmt.Sprintf("PARLOUR_WAITS=%v", fleetAnswers)}, s.env...)
	return spawnChild(s.t, s.way.URL, s.discord.Token(), s.store, env...)
}
