package fleet

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"parlour/storage"
)

// A model has members make one call of the store at a time, in a random order, and has time pass in
// between. Members freeze, die, leave and begin, and calls fail before or after their effect.
type model struct {
	*world
	t      *testing.T
	chance *rand.Rand
	all    []*actor
	begun  int
}

// An actor is a process in a model.
type actor struct {
	*Member
	name   int
	goes   chan struct{} // to let it go on
	stands chan struct{} // its answer, when it is about to make a call or has none to make
	dead   bool          // whether it never goes on
	leaves bool          // whether it leaves when it goes on next
	left   bool
	frozen time.Duration // until when it does nothing
	looked time.Duration // when it is to look next
	calls  bool          // whether it is in the middle of a look
	spent  []sample      // of the last second
}

// A sample is the share of a member at a moment.
type sample struct {
	at    time.Duration
	share float64
}

// begin starts a process.
func (m *model) begin() {
	a := &actor{name: m.begun, goes: make(chan struct{}), stands: make(chan struct{})}
	m.begun++
	gate := func() (before, after error) {
		a.calls = true
		a.stands <- struct{}{}
		select {
		case <-a.goes:
		case <-m.t.Context().Done():
			return m.t.Context().Err(), nil
		}
		switch m.chance.IntN(40) {
		case 0:
			return errDown, nil
		case 1:
			return nil, errDown
		}
		return nil, nil
	}
	off := time.Duration(m.chance.Int64N(int64(time.Hour)))
	a.Member = newMember(&view{world: m.world, gate: gate}, func() time.Time { return start.Add(off + m.now()) }, nil)
	m.all = append(m.all, a)
	go func() {
		for {
			select {
			case <-a.goes:
			case <-m.t.Context().Done():
				return
			}
			if a.leaves {
				_ = a.Leave(context.WithoutCancel(m.t.Context())) // one that fails is like one that died
				a.left = true
			} else {
				_, _ = a.Look(m.t.Context())
			}
			a.calls = false
			select {
			case a.stands <- struct{}{}:
			case <-m.t.Context().Done():
				return
			}
		}
	}()
}

// next lets something happen: a member makes a call, time passes, or a member comes to harm.
func (m *model) next(calm bool) {
	a := m.all[m.chance.IntN(len(m.all))]
	switch n := m.chance.IntN(400); {
	case calm || n > 10:
	case n < 2 && len(m.all) < 4:
		m.begin()
	case n < 4:
		a.dead = true
	case n < 6:
		a.leaves = true
	case n < 9:
		a.frozen = m.now() + time.Duration(m.chance.Int64N(int64(40*time.Second)))
	}
	if m.chance.IntN(3) == 0 {
		m.pass(time.Duration(m.chance.Int64N(int64(300 * time.Millisecond))))
		return
	}
	if now := m.now(); a.dead || a.left || now < a.frozen || !a.calls && !a.leaves && now < a.looked && m.chance.IntN(4) > 0 { // seldom it has news and looks at once
		return
	}
	a.goes <- struct{}{}
	<-a.stands
	if !a.calls {
		a.looked = m.now() + readEvery
	}
}

// judge adds up how many requests each member may have made in the last second.
func (m *model) judge() {
	var sum float64
	now := m.now()
	for _, a := range m.all {
		a.spent = append(a.spent, sample{now, a.Share()})
		for a.spent[0].at < now-time.Second && a.spent[1].at < now-time.Second {
			a.spent = a.spent[1:]
		}
		var most float64
		for _, s := range a.spent {
			most = max(most, s.share)
		}
		sum += most
	}
	if sum > fifty {
		m.t.Fatalf("after %v %d members may ask for %v in a second, want at most %v", now, len(m.all), sum, fifty)
	}
}

// Whatever the order in which members look, write, freeze, die, leave and begin, together they never pass
// Discord's limit in any second. Once nothing more happens those alive have even shares.
func TestSharesAreNeverAboveTheLimit(t *testing.T) {
	for seed := range uint64(60) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			m := &model{world: &world{}, t: t, chance: rand.New(rand.NewPCG(seed, 1))}
			for range 1 + seed%3 {
				m.begin()
			}
			for range 3000 {
				m.next(false)
				m.judge()
			}
			for end := m.now() + 2*time.Minute; m.now() < end; {
				m.next(true)
				m.judge()
			}
			m.even()
		})
	}
}

// even checks that the members that are alive have even shares, and that nobody else has any.
func (m *model) even() {
	f, err := storage.Fleets.Get(m.t.Context(), &view{world: m.world}, storage.TheFleet)
	if err != nil {
		m.t.Fatal(err)
	}
	alive := 0
	for _, a := range m.all {
		if !a.dead && !a.leaves {
			alive++
		}
	}
	for _, a := range m.all {
		want := (fifty - spare) / float64(max(alive, 1))
		if a.dead || a.leaves {
			want = 0
		}
		if got := a.Share(); got > want || got < want-0.1 {
			m.t.Errorf("of %d members alive %d has %v, want %v; the record is %+v", alive, a.name, got, want, f.Members)
		}
	}
}
