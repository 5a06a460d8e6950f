package bot

import "sync"

// Work counts work under way. Its zero value counts none. It may be waited for while new work
// begins, which a [sync.WaitGroup] forbids.
type Work struct {
	mu    sync.Mutex
	under int
	idle  chan struct{} // closed when nothing is under way any more; nil while nobody waits
}

// Begin counts one piece of work as under way until [Work.Done].
func (w *Work) Begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.under++
}

// Done ends one piece of work.
func (w *Work) Done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.under--; w.under == 0 && w.idle != nil {
		close(w.idle)
		w.idle = nil
	}
}

// Wait returns once nothing is under way.
func (w *Work) Wait() {
	w.mu.Lock()
	if w.under == 0 {
		w.mu.Unlock()
		return
	}
	if w.idle == nil {
		w.idle = make(chan struct{})
	}
	idle := w.idle
	w.mu.Unlock()
	<-idle
}
