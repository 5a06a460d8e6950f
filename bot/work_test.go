package bot

import (
	"sync"
	"testing"

	"parlour/commands/world"
)

// Work that begins while somebody waits is waited for too, and may be counted from any goroutine.
func TestWorkIsWaitedFor(t *testing.T) {
	var w Work
	w.Wait() // for nothing
	w.Begin()
	waited := make(chan struct{})
	go func() { defer close(waited); w.Wait() }()
	var all sync.WaitGroup
	for range 50 {
		w.Begin()
		all.Go(w.Done)
	}
	all.Wait()
	select {
	case <-waited:
		t.Fatal("the wait ended while work was under way")
	default:
	}
	w.Done()
	world.Receive(t, waited, "the end of the wait")
}
