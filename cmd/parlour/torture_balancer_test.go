package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/web"
)

// A balancer stands before several processes, as a load balancer does: each request goes to the next
// process whose /healthz says that it is well. It tries another one only if there was no connection.
type balancer struct {
	*httptest.Server
	mu   sync.Mutex
	all  []*backend
	next int
}

// A backend is one of the processes.
type backend struct {
	address string // host and port
	well    bool
	taken   int // requests
}

// looksAfter is the pause between two looks at a process.
const looksAfter = 50 * time.Millisecond

// balance starts a balancer before processes at some addresses, which ends with the test.
func balance(t *testing.T, addresses ...string) *balancer {
	b := &balancer{}
	failed := func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	b.Server = httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}, Transport: b, ErrorHandler: failed})
	ctx, stop := context.WithCancel(context.Background())
	var looks sync.WaitGroup
	for _, address := range addresses {
		one := &backend{address: address}
		b.all = append(b.all, one)
		looks.Go(func() {
			for rests(ctx, looksAfter) {
				well := web.Ask(ctx, address, io.Discard) == nil
				b.mu.Lock()
				one.well = well
				b.mu.Unlock()
			}
		})
	}
	t.Cleanup(func() { stop(); looks.Wait(); b.Close() })
	return b
}

// turns returns the processes that are well, the one whose turn it is first.
func (b *balancer) turns() (well []*backend) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	for i := range b.all {
		if one := b.all[(b.next+i)%len(b.all)]; one.well {
			well = append(well, one)
		}
	}
	return well
}

// RoundTrip hands a request on.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	for _, one := range b.turns() {
		r.URL.Scheme, r.URL.Host, r.Body = "http", one.address, io.NopCloser(bytes.NewReader(body))
		got, err := backends.RoundTrip(r)
		var dial *net.OpError
		if errors.As(err, &dial) && dial.Op == "dial" {
			continue
		}
		if err == nil {
			b.mu.Lock()
			one.taken++
			b.mu.Unlock()
		}
		return got, err
	}
	return nil, errors.New("no process is well")
}

// backends keeps connections to processes and to Discord.
var backends = &http.Transport{MaxIdleConnsPerHost: 100}

// awaitWell waits until the balancer sees that the process at an address is well.
func (b *balancer) awaitWell(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	for !slices.ContainsFunc(b.turns(), func(one *backend) bool { return one.address == address }) {
		if !rests(ctx, looksAfter) {
			t.Fatalf("waited in vain for the process at %s to be well", address)
		}
	}
}

// taken returns how many requests each process got.
func (b *balancer) taken() (all []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.all {
		all = append(all, one.taken)
	}
	return all
}

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
		Transport:    backends,
	})
	t.Cleanup(way.Close)
	return &slot{t: t, name: name, discord: discord, store: store, way: way, web: freeAddress(t), env: env}
}

// spawn starts a process.
func (s *slot) spawn() *child {
	env := append([]string{"PARLOUR_WEB=" + s.web, fmt.Sprintf("PARLOUR_WAITS=%v", fleetAnswers)}, s.env...)
	return spawnChild(s.t, s.way.URL, s.discord.Token(), s.store, env...)
}
