package refused

import "sync"

// Looks remember the channels in which no match is [Unreachable], so that the hundred games of a
// channel are not read at each command there. They are safe for concurrent use, and the zero value is
// ready to use.
type Looks struct {
	mu       sync.Mutex
	refusals int            // of publications, since the start
	clean    map[string]int // by channel: the refusals there had been when nothing was found
}

// Refused notes that a publication was refused, so that each channel is to be looked at again.
func (l *Looks) Refused() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusals++
}

// Due reports whether a channel is to be looked at. The look is for [Looks.Clean].
func (l *Looks) Due(channel string) (look int, due bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last, looked := l.clean[channel]
	return l.refusals, !looked || last < l.refusals
}

// Clean notes that a look at a channel has found nothing.
func (l *Looks) Clean(channel string, look int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.clean == nil || len(l.clean) >= 10_000 { // forgotten, they are looked at once more
		l.clean = map[string]int{}
	}
	l.clean[channel] = look
}
