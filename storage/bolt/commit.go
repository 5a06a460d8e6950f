package bolt

import (
	"context"
	"errors"
	"runtime"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// A request is a write that a caller waits for.
type request struct {
	ctx   context.Context
	apply func(*bbolt.Tx) error
	err   error      // the error of apply in the transaction under way
	done  chan error // has room for one answer, so nobody waits to send it
}

// A refusal is returned by a write that has written nothing. Its error is the answer to
// the caller; nil means that the store is already as the caller wants it.
type refusal struct{ error }

// errNothing rolls back a transaction in which nothing was written.
var errNothing = errors.New("nothing to commit")

// write calls apply in a transaction, which it may share with other writes, and waits
// until it is committed. A [refusal] is answered with its error and leaves the other
// writes alone; any other error undoes the transaction. apply may be called twice, and
// nothing of the first call remains.
func (s *Store) write(ctx context.Context, apply func(*bbolt.Tx) error) error {
	r := &request{ctx: ctx, apply: apply, done: make(chan error, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return storage.ErrClosed
	}
	s.queue = append(s.queue, r)
	s.work.Signal()
	s.mu.Unlock()
	return <-r.done
}

// writer commits what is queued, all of it in one commit, until the store is closed and
// the queue is empty. While it commits, the queue fills again.
func (s *Store) writer() {
	defer close(s.done)
	for {
		s.mu.Lock()
		for len(s.queue) == 0 && !s.closed {
			s.work.Wait()
		}
		batch := s.queue
		s.queue = nil
		s.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		s.commit(batch)
		runtime.Gosched() // a caller that has its answer may have its next request ready
	}
}

// commit carries out the requests whose context is not done.
func (s *Store) commit(batch []*request) {
	wanted := batch[:0]
	for _, r := range batch {
		if err := r.ctx.Err(); err != nil {
			r.done <- err
			continue
		}
		wanted = append(wanted, r)
	}
	if err := s.inPlace(); err != nil {
		err = s.failed(err)
		for _, r := range wanted {
			r.done <- err
		}
		return
	}
	if s.together(wanted) {
		return
	}
	for _, r := range wanted {
		s.together([]*request{r})
	}
}

// together carries out requests in one transaction and answers them. If one of several
// fails, together changes nothing, answers nobody and returns false. An error of the
// commit itself goes to everybody, to refused requests too, because what they were
// refused for may not be committed.
func (s *Store) together(batch []*request) bool {
	var failed error
	err := safely(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error {
			failed = applyAll(tx, batch)
			return failed
		})
	})
	switch {
	case failed != nil && failed != errNothing && len(batch) > 1,
		// a damaged page, which concerns one of them
		len(batch) > 1 && (errors.Is(err, errFault) || errors.Is(err, errPanic)):
		return false
	case err == nil:
		s.written()
	case errors.Is(err, errFault), failed == nil && errors.Is(err, errPanic):
		err = s.fault(err)
	case failed == nil:
		err = s.failed(err)
	}
	for _, r := range batch {
		if err != nil && err != errNothing {
			r.err = err
		}
		r.done <- r.err
	}
	return true
}

// applyAll applies requests and keeps the error of each that is refused. It returns the
// first error that is no [refusal], and errNothing if all are refused.
func applyAll(tx *bbolt.Tx, batch []*request) error {
	result := errNothing
	for _, r := range batch {
		r.err = safely(func() error { return r.apply(tx) })
		no, refused := r.err.(refusal)
		switch {
		case refused:
			r.err = no.error
		case r.err == nil:
			result = nil
		default:
			return r.err
		}
	}
	return result
}
