package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// A balancer stands before several processes, as a load balancer does: each request goes to the next
// process whose /healthz says that it is well. It tries another one only if there was no connection.
type balancer struct {
	*httptest.Server
	client *http.Client

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

// The pause between two looks at a process, and how long its answer may take.
const (
	looksAfter  = 50 * time.Millisecond
	healthyIn   = 5 * time.Second
	mostOfABody = 1 << 20
)

// balance starts a balancer before processes at some addresses, which ends with the test.
func balance(t *testing.T, addresses ...string) *balancer {
	b := &balancer{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}}
	b.Server = httptest.NewServer(http.HandlerFunc(b.serve))
	ctx, stop := context.WithCancel(context.Background())
	var looks sync.WaitGroup
	for _, address := range addresses {
		one := &backend{address: address}
		b.all = append(b.all, one)
		looks.Go(func() { b.watch(ctx, one) })
	}
	t.Cleanup(func() { stop(); looks.Wait(); b.Close() })
	return b
}

// watch looks at a process again and again.
func (b *balancer) watch(ctx context.Context, one *backend) {
	for rests(ctx, looksAfter) {
		well := b.isWell(ctx, one)
		b.mu.Lock()
		one.well = well
		b.mu.Unlock()
	}
}

func (b *balancer) isWell(ctx context.Context, one *backend) bool {
	ctx, cancel := context.WithTimeout(ctx, healthyIn)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+one.address+"/healthz", nil)
	if err != nil {
		return false
	}
	got, err := b.client.Do(r)
	if err != nil {
		return false
	}
	defer got.Body.Close()
	io.Copy(io.Discard, got.Body)
	return got.StatusCode == http.StatusOK
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

// serve hands a request on, and the answer back.
func (b *balancer) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, mostOfABody))
	if err != nil {
		return
	}
	for _, one := range b.turns() {
		there, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+one.address+r.URL.Path, bytes.NewReader(body))
		if err != nil {
			break
		}
		there.Header = r.Header.Clone()
		got, err := b.client.Do(there)
		var dial *net.OpError
		if errors.As(err, &dial) && dial.Op == "dial" {
			continue
		}
		if err != nil {
			break
		}
		defer got.Body.Close()
		b.mu.Lock()
		one.taken++
		b.mu.Unlock()
		w.Header()["Content-Type"] = got.Header["Content-Type"]
		w.WriteHeader(got.StatusCode)
		io.Copy(w, got.Body)
		return
	}
	http.Error(w, "No process is well.", http.StatusBadGateway)
}

// awaitWell waits until the balancer sees that the process at an address is well.
func (b *balancer) awaitWell(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	for {
		for _, one := range b.turns() {
			if one.address == address {
				return
			}
		}
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
