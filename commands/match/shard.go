package match

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"parlour/storage"
)

// A Shard is one of the connections over which Discord sends interactions: number Index of Of,
// counted from 0. Each server is on one of them.
type Shard struct{ Index, Of int }

// WholeShard is the connection of a bot that has no shards: all servers are on it.
var WholeShard = Shard{0, 1}

// String returns "3/16" for shard 3 of 16.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Has reports whether a server is on the shard. Direct messages, which have no server, are on
// shard 0.
func (s Shard) Has(guild string) bool { return s.Index == indexOf(guild, s.Of) }

// indexOf returns the number of the shard on which a server is, of so many.
func indexOf(guild string, of int) int {
	id, _ := strconv.ParseUint(guild, 10, 64) // 0 for what is no id
	return int((id >> 22) % uint64(max(of, 1)))
}

// Uptime returns the id of the shard's [storage.Uptime]. That of [WholeShard] is the uptime of a
// bot without shards.
func (s Shard) Uptime() string {
	if s.Of <= 1 {
		return storage.TheUptime
	}
	return s.String()
}

// A Set is the shards of this process and how they are. It is safe for concurrent use.
type ShardSet struct {
	mu  sync.Mutex
	all []ShardState
}

// A State is how a shard of this process is.
type ShardState struct {
	Shard
	Open         bool      // its connection is open
	Noted        bool      // since it opened, how long it was away was written to the store
	Acknowledged time.Time // when Discord last acknowledged a heartbeat; zero for never
}

// alwaysOpen returns the set of a process that is always reached.
func alwaysOpen() *ShardSet {
	return &ShardSet{all: []ShardState{{Shard: WholeShard, Open: true, Noted: true}}}
}

// Assign gives the process its shards, none of which is open yet.
func (s *ShardSet) Assign(shards []Shard) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = nil
	for _, one := range shards {
		s.all = append(s.all, ShardState{Shard: one})
	}
}

// Opening notes that a shard opens now: how long it was away is not in the store yet.
func (s *ShardSet) Opening(of Shard) { s.set(of, func(st *ShardState) { st.Noted = false }) }

// Opened notes that a shard is open.
func (s *ShardSet) Opened(of Shard) { s.set(of, func(st *ShardState) { st.Open = true }) }

// Closed notes that a shard is not open any more.
func (s *ShardSet) Closed(of Shard) { s.set(of, func(st *ShardState) { st.Open = false }) }

// Noted notes that the store knows of a shard's outages up to now.
func (s *ShardSet) Noted(of Shard) { s.set(of, func(st *ShardState) { st.Noted = true }) }

// Acknowledged notes that Discord has acknowledged a heartbeat.
func (s *ShardSet) Acknowledged(of Shard, at time.Time) {
	s.set(of, func(st *ShardState) { st.Acknowledged = at })
}

func (s *ShardSet) set(of Shard, change func(*ShardState)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.all {
		if s.all[i].Shard == of {
			change(&s.all[i])
		}
	}
}

// States returns how each shard is.
func (s *ShardSet) States() []ShardState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// Open returns the shards that are open.
func (s *ShardSet) Open() (open []Shard) {
	for _, st := range s.States() {
		if st.Open {
			open = append(open, st.Shard)
		}
	}
	return open
}

// lost reports whether a shard was open and is not any more.
func (s *ShardSet) lost(of Shard) bool {
	return slices.ContainsFunc(s.States(), func(st ShardState) bool { return st.Shard == of && !st.Open && st.Noted })
}

// reaches reports whether the people of a server reach this process, and the store knows how long
// they could not. Only then may their clocks expire.
func (s *ShardSet) reaches(guild string) bool {
	_, reached := s.ours(guild)
	return reached
}

// ours reports whether the shard of a server is of this process, and whether it is at work.
func (s *ShardSet) ours(guild string) (ours, reached bool) {
	for _, st := range s.States() {
		if st.Has(guild) {
			return true, st.Open && st.Noted
		}
	}
	return false, false
}
