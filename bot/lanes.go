package bot

import (
	"context"
	"errors"
	"sync"
)

// ErrOvertaken is the error of a request whose place a newer one has taken.
var ErrOvertaken = errors.New("a newer request has taken the place of this one")

// Lanes are lanes by name. They are safe for concurrent use, and the zero value is ready to use.
type Lanes struct {
	mu     sync.Mutex
	byName map[string]*lane
}

// A lane is there while somebody waits or drives in it.
type lane struct {
	users int
	turn  chan struct{} // holds one for each request under way
	newer chan struct{} // closed when a newer request comes; nil while none can be overtaken
}

// Enter waits until fewer than width requests are in the lane, in the order in which requests come. The
// width of a lane never changes. The caller calls leave at the end, unless there is an error, which
// is that of the context.
func (l *Lanes) Enter(ctx context.Context, name string, width int) (leave func(), err error) {
	return l.enter(ctx, name, l.of(name, width), nil)
}

// Overtake is [Lanes.Enter] in a lane for one, for a request that takes the place of the older ones
// that wait. These get [ErrOvertaken].
func (l *Lanes) Overtake(ctx context.Context, name string) (leave func(), err error) {
	one, newer := l.of(name, 1), make(chan struct{})
	l.mu.Lock()
	if one.newer != nil {
		close(one.newer)
	}
	one.newer = newer
	l.mu.Unlock()
	return l.enter(ctx, name, one, newer)
}

// of returns a lane, with one user more.
func (l *Lanes) of(name string, width int) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.byName[name]
	if one == nil {
		if l.byName == nil {
			l.byName = map[string]*lane{}
		}
		one = &lane{turn: make(chan struct{}, width)}
		l.byName[name] = one
	}
	one.users++
	return one
}

// enter waits for the turn of a user of a lane.
func (l *Lanes) enter(ctx context.Context, name string, one *lane, newer <-chan struct{}) (leave func(), err error) {
	select {
	case one.turn <- struct{}{}:
		return func() { <-one.turn; l.drop(name, one) }, nil
	case <-newer:
		err = ErrOvertaken
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.drop(name, one)
	return nil, err
}

// drop counts a user of a lane no more.
func (l *Lanes) drop(name string, one *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(l.byName, name)
	}
}
