package world

import (
	"time"

	"parlour/bot/sandbox/rule"
)

// Silence after which a thread falls asleep, and how many threads of a server may be awake.
const (
	sleepAfter = 7 * 24 * time.Hour
	maxThreads = 1000
)

// Thread reports whether c is a thread.
func (c *Channel) Thread() bool {
	return c.Kind == AnnouncementThread || c.Kind == PublicThread || c.Kind == PrivateThread
}

// Takes reports whether a thread of a kind can start in c.
func (c *Channel) Takes(kind ChannelKind) bool {
	return c.Kind == Text && kind == PrivateThread || (c.Kind == Text || c.Kind == Announcement) && kind == c.Threads()
}

// Threads is the kind of the public threads of a channel.
func (c *Channel) Threads() ChannelKind {
	if c.Kind == Announcement {
		return AnnouncementThread
	}
	return PublicThread
}

// Quiet reports whether side bars leave the thread out: it sleeps, or it was silent for as long as
// its duration.
func (c *Channel) Quiet(now time.Time) bool {
	return c.Thread() && (c.Archived || now.Sub(c.Active) >= time.Duration(c.ArchiveAfter)*time.Minute)
}

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
func (cs *Changes) AddMember(c *Channel, u, by *User, told bool) {
	if c.Has(u.ID) {
		return
	}
	c.Members[u.ID] = cs.Now()
	if told && by != u {
		cs.Notice(c, &Message{Kind: NoticeAdded, Author: by, Mentions: []*User{u}})
	}
	cs.Joined(c, u, true)
}

// RemoveMember removes u from a thread, and leaves a notice of it.
func (cs *Changes) RemoveMember(c *Channel, u, by *User) {
	if !c.Has(u.ID) {
		return
	}
	delete(c.Members, u.ID)
	cs.Notice(c, &Message{Kind: NoticeRemoved, Author: by, Mentions: []*User{u}})
	cs.Joined(c, u, false)
}

// Room refuses one more thread of a kind in a server that has as many awake as may be. First it
// puts threads to sleep that side bars leave out already, the oldest first.
func (cs *Changes) Room(g *Guild, kind ChannelKind) error {
	w, now, awake := &cs.World, cs.Now(), 0
	for _, c := range w.Order {
		if c.Thread() && c.Guild == g && !c.Archived {
			awake++
		}
	}
	for _, c := range w.Order {
		if awake < w.MaxThreads {
			return nil
		}
		if c.Guild == g && !c.Archived && c.Quiet(now) {
			cs.sleep(c)
			awake--
		}
	}
	switch {
	case awake < w.MaxThreads:
		return nil
	case kind == AnnouncementThread:
		return rule.ErrAnnouncementThreads
	}
	return rule.ErrThreads
}

// MayWake refuses to wake a thread for which its server has no room. A thread that is awake may stay so.
func (cs *Changes) MayWake(c *Channel) error {
	if !c.Archived {
		return nil
	}
	return cs.Room(c.Guild, c.Kind)
}
