package world

import "time"

// Thread reports whether c is a thread.
func (c *Channel) Thread() bool { return c.Kind == PublicThread || c.Kind == PrivateThread }

// Sleep puts a thread to sleep, or wakes it.
func (c *Channel) Sleep(asleep bool, now time.Time) {
	if c.Archived != asleep {
		c.Archived, c.turned = asleep, now
	}
}

// Turned is when the thread last fell asleep or woke, at first when it was made.
func (c *Channel) Turned() time.Time {
	if c.turned.IsZero() {
		return c.Made
	}
	return c.turned
}

// Has reports whether a user is a member of the thread.
func (c *Channel) Has(id string) bool { return !c.Members[id].IsZero() }

// closedTo reports whether c is a private thread that a user of those permissions does not see.
func (c *Channel) closedTo(id string, may Permission) bool {
	return c.Kind == PrivateThread && !c.Has(id) && !may.Has(ManageThreads)
}

// MayInvite reports whether u may add others to the thread. Where it is closed, its owner
// and moderators may.
func (w *World) MayInvite(u *User, c *Channel) bool {
	return !c.Closed || c.Owner == u.ID || w.may(u, c).Has(ManageThreads)
}

// Welcomes reports whether u can be a member of the thread: somebody who sees the channel
// that it is in.
func (w *World) Welcomes(u *User, c *Channel) bool { return w.Sees(u, w.Home(c)) }

// AddMember adds u to a thread. If told, that leaves a notice of who added whom.
func (ms *Messages) AddMember(c *Channel, u, by *User, told bool) {
	if c.Has(u.ID) {
		return
	}
	c.Members[u.ID] = ms.state.Now()
	if told && by != u {
		ms.Notice(c, &Message{Kind: NoticeAdded, Author: by, Mentions: []*User{u}})
	}
	ms.joined(c, u, true)
}

// RemoveMember removes u from a thread, and leaves a notice of it.
func (ms *Messages) RemoveMember(c *Channel, u, by *User) {
	if !c.Has(u.ID) {
		return
	}
	delete(c.Members, u.ID)
	ms.Notice(c, &Message{Kind: NoticeRemoved, Author: by, Mentions: []*User{u}})
	ms.joined(c, u, false)
}
