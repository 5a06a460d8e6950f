package gateway

import (
	"context"
	"sync"
	"time"
)

// starts lets the shards of one process begin their sessions in turn. Discord takes an Identify of
// each key, which is the number of a shard modulo max_concurrency, once in [Times.Spacing], and the
// ration of the day counts for all shards together. The zero value is ready.
type starts struct {
	mu    sync.Mutex
	keys  int                   // max_concurrency, as Discord said it last; 0 before that, for 1
	other chan struct{}         // closed once Discord says another one
	turns map[int]chan struct{} // by key: full while a shard has its turn
	last  map[int]time.Time     // by shard: when it identified last
	few   chan struct{}         // full while a shard waits for the ration
}

// A turn is that of one shard to begin a session. It ends with the Identify, or with the attempt.
type turn struct {
	*starts
	shard    int
	key      chan struct{}
	rationed bool // whether it holds few
}

// enter waits for the turn of a shard.
func (s *starts) enter(ctx context.Context, shard int) (*turn, error) {
	for {
		key, other := s.key(shard)
		select {
		case key <- struct{}{}:
		case <-other:
			continue
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if now, _ := s.key(shard); key == now {
			return &turn{starts: s, shard: shard, key: key}, nil
		}
		<-key // Discord has named another number of keys meanwhile
	}
}

// key returns the channel that is full while a shard with the same key has its turn, and one that is closed once the shard
// may have another key.
func (s *starts) key(shard int) (key, other chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turns == nil {
		s.turns, s.last, s.few, s.other = map[int]chan struct{}{}, map[int]time.Time{}, make(chan struct{}, 1), make(chan struct{})
	}
	n := shard % max(s.keys, 1)
	if s.turns[n] == nil {
		s.turns[n] = make(chan struct{}, 1)
	}
	return s.turns[n], s.other
}

// learn notes max_concurrency, and reports whether the turn is still that of the shard's key.
func (t *turn) learn(keys int) bool {
	t.mu.Lock()
	if keys = max(keys, 1); keys != t.keys {
		t.keys = keys
		close(t.other)
		t.other = make(chan struct{})
	}
	t.mu.Unlock()
	key, _ := t.starts.key(t.shard)
	return key == t.key
}

// spaced returns how long to wait until the next Identify of the key.
func (t *turn) spaced(spacing time.Duration) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	var last time.Time
	for shard, at := range t.last {
		if (shard-t.shard)%t.keys == 0 && at.After(last) {
			last = at
		}
	}
	return max(0, time.Until(last.Add(spacing)))
}

// ration lets one shard at a time wait for the ration. It reports whether another one did meanwhile,
// so that less may be left.
func (t *turn) ration(ctx context.Context) (waited bool, err error) {
	if t.rationed {
		return false, nil
	}
	select {
	case t.few <- struct{}{}:
	default:
		select {
		case t.few <- struct{}{}:
			waited = true
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	t.rationed = true
	return waited, nil
}

// identifies notes that the shard identifies now, and ends the turn.
func (t *turn) identifies() {
	t.mu.Lock()
	t.last[t.shard] = time.Now()
	t.mu.Unlock()
	t.end()
}

// end ends the turn, unless there is none or it has ended.
func (t *turn) end() {
	if t == nil || t.key == nil {
		return
	}
	if t.rationed {
		<-t.few
	}
	<-t.key
	t.key, t.rationed = nil, false
}
