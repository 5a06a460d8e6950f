package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"math"
	"slices"
	"time"

	"parlour/storage"
)

// Look reads the record once, as [Member.Keep] does each second, and writes what is to be written. ended
// reports whether a lease, of another member or the own one, has ended since the last look.
func (m *Member) Look(ctx context.Context) (ended bool, err error) {
	m.reading.Lock()
	defer m.reading.Unlock()
	seen, err := storage.Fleets.Get(ctx, m.store, storage.TheFleet)
	if err != nil {
		return false, err
	}
	ended, writes := m.compare(seen)
	if !writes {
		return ended, nil
	}
	began := m.now()
	told, err := m.store.Time(ctx)
	if err != nil {
		return ended, err
	}
	m.mu.Lock()
	m.told, m.toldAt = told, m.now()
	m.mu.Unlock()
	written, err := storage.Fleets.Change(ctx, m.store, storage.TheFleet,
		func(f *storage.Fleet) error { return m.enter(f, told) })
	if errors.Is(err, ErrOver) { // the next step takes another lease
		m.mu.Lock()
		defer m.mu.Unlock()
		m.lose()
		return true, nil
	}
	if err != nil {
		return ended, err
	}
	return m.wrote(written, began) || ended, nil
}

// compare notes the record that was read. It reports whether the lease of a member has ended, and whether
// there is something to write.
func (m *Member) compare(f storage.Fleet) (ended, writes bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left {
		return false, false
	}
	ended = m.see(f)
	if m.id != "" && find(f.Members, m.id) < 0 {
		m.lose()
	}
	now := m.now()
	if m.rests(now) && m.next == "" && len(f.Members) > 1 {
		m.idle, m.next = now, newID() // others go on with what this one has claimed
	}
	if m.id == "" || m.next != "" {
		return ended, true
	}
	own := f.Members[find(f.Members, m.id)]
	want := fair(f.Members, m.id)
	m.limit(want, own.Share, now)
	over := slices.ContainsFunc(f.Members,
		func(o storage.Member) bool { return o.ID != m.id && isOver(o, m.storeTime(now)) })
	moves := want > own.Share || want < own.Share && m.settled(now)
	return ended, over || moves || m.tells || now.Sub(m.renewed) >= renewEvery
}

// see keeps the record, and reports whether a member is no longer in it. The lock is held.
func (m *Member) see(f storage.Fleet) (ended bool) {
	ended = slices.ContainsFunc(m.fleet.Members, func(o storage.Member) bool { return find(f.Members, o.ID) < 0 })
	m.fleet = f
	return ended
}

// rests reports whether this member has not been working for as long as a lease. The lock is held.
func (m *Member) rests(now time.Time) bool {
	if m.working() {
		m.idle = time.Time{}
		return false
	}
	if m.idle.IsZero() {
		m.idle = now
	}
	return now.Sub(m.idle) >= Lease
}

// limit sets the own share to the smaller of what is wanted and what the record has. The lock is held.
func (m *Member) limit(want, recorded float64, now time.Time) {
	most := min(want, recorded)
	if most < m.share {
		m.lowered = now
	}
	m.share = most
}

// settled reports whether the share was lowered so long ago that Discord has forgotten the requests of
// before. The lock is held.
func (m *Member) settled(now time.Time) bool { return now.Sub(m.lowered) >= settling }

// enter writes into the record what this member has to write. told is the time of the store. enter returns
// [ErrOver] if another member has removed this one.
func (m *Member) enter(f *storage.Fleet, told time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := find(f.Members, m.id)
	if m.id != "" && i < 0 {
		return ErrOver
	}
	if m.id == "" && m.next == "" {
		m.next = newID()
	}
	if i < 0 {
		i = find(f.Members, m.next) // an earlier write, whose outcome was not known
	}
	if i < 0 {
		i = len(f.Members)
		f.Members = append(f.Members, storage.Member{})
	}
	own := &f.Members[i]
	if m.next != "" {
		own.ID = m.next
	}
	own.Until = told.Add(Lease)
	id, now := own.ID, m.now()
	f.Members = slices.DeleteFunc(f.Members, func(o storage.Member) bool { return o.ID != id && isOver(o, told) })
	own = &f.Members[find(f.Members, id)]
	want := fair(f.Members, id)
	m.limit(want, m.share, now)
	if want > own.Share || m.settled(now) {
		own.Share = want
	}
	m.telling = m.held
	if rest := m.held.Sub(now); m.tells && rest > 0 && told.Add(rest).After(f.HeldUntil) {
		f.HeldUntil = told.Add(rest)
	}
	return nil
}

// wrote notes what was written. The lease counts from began, before the time of the store was read.
func (m *Member) wrote(f storage.Fleet, began time.Time) (ended bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ended = m.see(f)
	if m.next != "" {
		m.stop()
		m.id, m.next = m.next, ""
	}
	m.until, m.renewed = began.Add(Lease-early), began
	m.tells = m.held.After(m.telling)
	own := f.Members[find(f.Members, m.id)]
	m.limit(fair(f.Members, m.id), own.Share, m.now())
	return ended
}

// lose gives the lease up. The lock is held.
func (m *Member) lose() {
	m.stop()
	m.id, m.share, m.until = "", 0, time.Time{}
}

// stop ends the work that was begun under the id. The lock is held.
func (m *Member) stop() {
	for n, end := range m.doing {
		end(ErrOver)
		delete(m.doing, n)
	}
}

// holds reports whether the lease surely goes on. The lock is held.
func (m *Member) holds(now time.Time) bool { return m.id != "" && now.Before(m.until) }

// storeTime returns the time of the store, or one a little before it. The lock is held.
func (m *Member) storeTime(now time.Time) time.Time { return m.told.Add(now.Sub(m.toldAt)) }

// isOver reports whether the lease of a member has ended.
func isOver(o storage.Member, now time.Time) bool { return !now.Before(o.Until.Add(late)) }

// fair returns the share that a member may have: an even part of the limit, and no more than the others leave.
func fair(all []storage.Member, id string) float64 {
	left := fifty
	for _, o := range all {
		if o.ID != id {
			left -= o.Share
		}
	}
	const parts = 100 // of a request, rounded down so that no sum is above fifty
	return max(0, math.Floor(parts*min(left, (fifty-spare)/float64(len(all))))/parts)
}

// find returns the index of a member, -1 if it is not among them.
func find(all []storage.Member, id string) int {
	return slices.IndexFunc(all, func(m storage.Member) bool { return m.ID == id })
}

// newID returns an id that no process ever had.
func newID() string { return "p" + rand.Text()[:12] }
