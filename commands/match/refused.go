package match

import (
	"slices"
	"sync"
	"time"

	"parlour/storage"
)

// Unreachable reports whether a match could not be shown in its channel and is not tried again until
// something changes: a table that was never posted, or a game.
func Unreachable(head storage.Head, now time.Time) bool {
	if head.Phase == storage.Open {
		return Untabled(head, now)
	}
	return head.Phase == storage.Playing && head.Published != head.Desired && head.NextCheck.After(now.Add(Lease))
}

// claimed is longer than any claim of a table. One that begins at once is claimed for two leases when
// it is opened.
const claimed = 3 * Lease

// Untabled reports whether an open table was refused by its channel, so that nobody sees it.
func Untabled(head storage.Head, now time.Time) bool {
	return head.Phase == storage.Open && !head.Guest && head.Table == "" && head.NextCheck.After(now.Add(claimed))
}

// Unasked returns the first question of a match that its channel refused, so that nobody can answer it.
// ok is false if there is none.
func Unasked(head storage.Head, now time.Time) (unasked storage.Ask, ok bool) {
	if !head.NextCheck.IsZero() && !head.NextCheck.After(now.Add(Lease)) {
		return storage.Ask{}, false
	}
	i := slices.IndexFunc(head.Asks, func(a storage.Ask) bool { return a.Answer == "" && a.Message == "" })
	if i < 0 || head.Guest {
		return storage.Ask{}, false
	}
	return head.Asks[i], true
}

// Unseen reports whether a match, or a question of it, is seen by nobody because its channel refused it.
func Unseen(head storage.Head, now time.Time) bool {
	_, unasked := Unasked(head, now)
	return unasked || Unreachable(head, now)
}

// MoveTo moves a match to a channel, out of one where nothing can be shown. No message of the match is
// in the new one, so none is searched for.
func (m *Match) MoveTo(channel string) {
	m.Home, m.Channel, m.Thread, m.Message = channel, channel, false, ""
	m.GuildLostAt, m.FailingSince = time.Time{}, time.Time{}
	if m.Phase != storage.Open { // a table is yet to be posted for the first time
		m.Repost()
	}
}

// lookAgain is how soon a channel in which nothing was found is looked at again. Another process over the
// store may have been refused there.
const lookAgain = time.Minute

// ChannelLooks remember the channels in which no match is [Unreachable], so that the hundred games of a
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
