package match

import (
	"slices"
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

// Move moves a match to a channel, out of one where nothing can be shown. No message of the match is
// in the new one, so none is searched for.
func (m *Match) MoveTo(channel string) {
	m.Home, m.Channel, m.Thread, m.Message = channel, channel, false, ""
	m.GuildLostAt, m.FailingSince = time.Time{}, time.Time{}
	if m.Phase != storage.Open { // a table is yet to be posted for the first time
		m.Repost()
	}
}
