package bot

import (
	"context"
	"errors"
	"sync"

	"parlour/commands"
)

// errOvertaken is the error of a request whose place a newer one has taken.
var errOvertaken = errors.New("a newer request has taken the place of this one")

// enterLane waits for a request's turn in the lane of its person, if it has one. The caller calls leave
// once the answer is drawn, also after an error.
func (b *bot) enterLane(ctx context.Context, r commands.Request) (leave func(), err error) {
	name, width, overtakes := b.host.Lane(r)
	if width == 0 {
		return func() {}, nil
	}
	return b.lanes.enter(ctx, name+" "+r.By.ID, width, overtakes)
}

// lanes are lanes by name. They are safe for concurrent use, and the zero value is ready to use.
type lanes struct {
	mu     sync.Mutex
	byName map[string]*lane
}

// A lane is there while somebody waits or drives in it.
type lane struct {
	users int
	turn  chan struct{} // holds one for each request under way
	newer chan struct{} // closed when a newer request comes; nil while none can be overtaken
}

// enter waits until fewer than width requests are in the lane, in the order in which requests come. The
// width of a lane never changes. A request that overtakes, in a lane for one, takes the place of the older
// ones that wait: these get [errOvertaken]. Any other error is that of the context.
func (l *lanes) enter(ctx context.Context, name string, width int, overtakes bool) (leave func(), err error) {
	one, newer := l.join(name, width, overtakes)
	select {
	case one.turn <- struct{}{}:
		return func() { <-one.turn; l.drop(name, one) }, nil
	case <-newer:
		err = errOvertaken
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.drop(name, one)
	return func() {}, err
}

// join returns a lane, with one user more, and what is closed when that one is overtaken.
func (l *lanes) join(name string, width int, overtakes bool) (one *lane, newer chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one = l.byName[name]; one == nil {
		if l.byName == nil {
			l.byName = map[string]*lane{}
		}
		one = &lane{turn: make(chan struct{}, width)}
		l.byName[name] = one
	}
	one.users++
	if overtakes {
		if one.newer != nil {
			close(one.newer)
		}
		newer = make(chan struct{})
		one.newer = newer
	}
	return one, newer
}

// drop counts a user of a lane no more.
func (l *lanes) drop(name string, one *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(l.byName, name)
	}
}
