package match

import (
	"sync"
	"time"
)

// lookAgain is how soon a channel in which nothing was found is looked at again. Another process over the
// store may have been refused there.
const lookAgain = time.Minute

// Looks remember the channels in which no match is [Unreachable], so that the hundred games of a
// channel are not read at each command there. They are safe for concurrent use, and the zero value is
// ready to use.
type ChannelLooks struct {
	mu       sync.Mutex
	refusals int                    // of publications, since the start
	clean    map[string]channelLook // by channel: the last look at which nothing was found
}

// A look is one at a channel in which nothing was found.
type channelLook struct {
	refusals int // that there had been before it
	at       time.Time
}

// Refused notes that a publication was refused, so that each channel is to be looked at again.
func (l *ChannelLooks) Refused() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusals++
}

// Due reports whether a channel is to be looked at. The refusals are for [ChannelLooks.Clean].
func (l *ChannelLooks) Due(channel string, now time.Time) (refusals int, due bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last, looked := l.clean[channel]
	return l.refusals, !looked || last.refusals < l.refusals || now.Sub(last.at).Abs() >= lookAgain
}

// Clean notes that a look at a channel has found nothing.
func (l *ChannelLooks) Clean(channel string, refusals int, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.clean == nil || len(l.clean) >= 1000 { // forgotten, they are looked at once more
		l.clean = map[string]channelLook{}
	}
	l.clean[channel] = channelLook{refusals, now}
}
