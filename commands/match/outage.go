package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/clock"
	"parlour/storage"
)

// beatEvery is the time between two signs of life.
const beatEvery = 10 * time.Second

// TellOutageFrom is the longest outage of which the channels are not told.
const TellOutageFrom = time.Hour

// touchedAtOnce is how many matches are written at once after an outage: a store makes one
// commit of the writes that wait for it.
const touchedAtOnce = 64

// keepOutages is how long an outage is stored: no clock runs for longer.
const keepOutages = 400 * 24 * time.Hour

// Beat writes a sign of life of each shard and, if there was none for a while, an outage. It is
// called every few seconds for those over which people can reach the bot, and first of all when
// one opens: nobody can move before that.
func (e *Env) Beat(ctx context.Context, shards ...Shard) error {
	var beats errgroup.Group // which a store writes together
	for _, s := range shards {
		beats.Go(func() error {
			err := e.beat(ctx, s)
			if err == nil {
				e.Shards.Noted(s)
			}
			return err
		})
	}
	return beats.Wait()
}

// beat is [Env.Beat] for one shard.
func (e *Env) beat(ctx context.Context, s Shard) error {
	up, err := storage.Uptimes.Get(ctx, e.Store, s.Uptime())
	if err != nil {
		return err
	}
	if !e.beats(e.Now(), up.Alive) {
		return nil
	}
	again := false
	if up.Alive.IsZero() {
		if again, err = e.beginShard(ctx, s); err != nil {
			return err
		}
	}
	_, err = storage.Uptimes.Change(ctx, e.Store, s.Uptime(), func(up *storage.Uptime) error {
		now := e.Now()                                   // on the way here it may have become late
		if !e.beats(now, up.Alive) || e.Shards.lost(s) { // another was faster, or the shard was lost
			return nil
		}
		if up.Alive.After(now) {
			up.Outages = endsBy(up.Outages, now)
		}
		if gap := now.Sub(up.Alive); again || !up.Alive.IsZero() && gap >= leastOutage {
			out := storage.Outage{Span: storage.Span{From: up.Alive, To: now}, Told: gap <= TellOutageFrom}
			up.Outages = append(up.Outages, out)
		}
		up.Alive = now
		return nil
	})
	return err
}

// beats reports whether it is time for a sign of life. A last one in the future was given by a clock that was wrong,
// or this one is. It stays until it is confirmed what time it is, or if it is just a little ahead: if two processes set
// it to their own time in turn, each would make an outage of the difference.
func (e *Env) beats(now, last time.Time) bool {
	gap := now.Sub(last)
	return gap >= beatEvery || gap < -ahead && e.sure()
}

// sure reports whether it is confirmed what time it is.
func (e *Env) sure() bool { return e.Confirmed == nil || e.Confirmed() }

// ahead is how far in the future a time may be that another process has stored.
const ahead = time.Minute

// endsBy cuts outages that a clock made which was wrong: none lasts longer than until now. The last that it returns
// has no length, and has [Env.TellOutages] touch the matches whose times that clock made.
func endsBy(all []storage.Outage, now time.Time) (cut []storage.Outage) {
	for _, o := range all {
		if o.To.After(now) {
			o.To, o.Told = now, true
		}
		if o.From.Before(o.To) {
			cut = append(cut, o)
		}
	}
	return append(cut, storage.Outage{Span: storage.Span{From: now, To: now}})
}

// ForgetOutages drops outages that no clock depends on any more, of all shards.
func (e *Env) ForgetOutages(ctx context.Context) error {
	old := e.Now().Add(-keepOutages)
	all, err := e.knownShards(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		if _, err := storage.Uptimes.Change(ctx, e.Store, s.Uptime(), func(up *storage.Uptime) error {
			up.Outages = Without(up.Outages, func(o storage.Outage) bool { return o.To.Before(old) })
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// TellOutages makes every match of a shard due after a long outage of that, so that those whose clocks ran
// tell their channels. Its cost grows with what is stored, and it is seldom.
func (e *Env) TellOutages(ctx context.Context) error {
	untold := func(o storage.Outage) bool { return !o.Told }
	var lost []Shard
	last := map[Shard]time.Time{} // the end of the last outage
	for _, s := range e.Shards.Open() {
		up, err := storage.Uptimes.Get(ctx, e.Store, s.Uptime())
		if err != nil {
			return err
		}
		if slices.ContainsFunc(up.Outages, untold) {
			lost, last[s] = append(lost, s), up.Outages[len(up.Outages)-1].To
		}
	}
	if len(lost) == 0 {
		return nil
	}
	if err := e.touchAll(ctx, lost); err != nil {
		return err
	}
	for _, s := range lost {
		if _, err := storage.Uptimes.Change(ctx, e.Store, s.Uptime(), func(now *storage.Uptime) error {
			for i := range now.Outages {
				out := &now.Outages[i]
				out.Told = out.Told || !out.To.After(last[s]) // another may have begun meanwhile
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// touchAll makes every match due whose server is on one of the shards.
func (e *Env) touchAll(ctx context.Context, shards []Shard) error {
	ids, err := e.Store.Scheduled(ctx)
	if err != nil {
		return err
	}
	on := func(head storage.Head) bool {
		return slices.ContainsFunc(shards, func(s Shard) bool { return s.Has(head.Guild) })
	}
	var touches errgroup.Group
	touches.SetLimit(touchedAtOnce)
	for _, id := range ids {
		touches.Go(func() error {
			if err := e.touchIf(ctx, id, on); !errors.Is(err, storage.ErrNotFound) {
				return err
			}
			return nil // it is not there any more
		})
	}
	return touches.Wait()
}

// leastOutage is the shortest silence of a shard that counts: its servers get that time back.
const leastOutage = 30 * time.Second

// An Absence is when nobody could reach the bot from a server.
type Absence struct {
	Spans []storage.Span // earliest first; the one that lasts is not among them
	Now   bool           // whether it is away now, so that no clock may expire
}

// Away returns when people of a server could not reach the bot, because its shard was away. The bot may have had
// other numbers of shards, and under each of them the server was on another shard. It was away while none of
// these was at work.
func (e *Env) Away(ctx context.Context, guild string) (Absence, error) {
	var away Absence
	ours, reached := e.Shards.ours(guild)
	whole, err := storage.Uptimes.Get(ctx, e.Store, storage.TheUptime)
	if err != nil {
		return away, err
	}
	if len(whole.Shards) == 0 {
		away.Spans, away.Now = spans(whole), ours && !reached
		return away, nil
	}
	var known []storage.Uptime
	if !whole.Alive.IsZero() {
		known = append(known, whole)
	}
	for _, of := range whole.Shards {
		up, err := storage.Uptimes.Get(ctx, e.Store, Shard{indexOf(guild, of), of}.Uptime())
		if err != nil {
			return away, err
		}
		if !up.Alive.IsZero() {
			known = append(known, up)
		}
	}
	away.Spans = common(known)
	if away.Now = !reached; !ours { // another process tells by its signs of life
		away.Now = !slices.ContainsFunc(known, func(up storage.Uptime) bool { return e.Now().Sub(up.Alive) < leastOutage })
	}
	return away, nil
}

// beginShard notes that the bot has so many shards, and reports whether it had another number before: then
// the first sign of life of each shard is the end of an absence.
func (e *Env) beginShard(ctx context.Context, s Shard) (again bool, err error) {
	note := func(up *storage.Uptime) error {
		other := slices.ContainsFunc(up.Shards, func(of int) bool { return of != s.Of })
		again = other || s.Of > 1 && !up.Alive.IsZero()
		if s.Of > 1 && !slices.Contains(up.Shards, s.Of) {
			up.Shards = append(slices.Clone(up.Shards), s.Of)
		}
		return nil
	}
	_, err = storage.Uptimes.Change(ctx, e.Store, storage.TheUptime, note)
	return again, err
}

// knownShards returns every shard that the bot has or had.
func (e *Env) knownShards(ctx context.Context) ([]Shard, error) {
	whole, err := storage.Uptimes.Get(ctx, e.Store, storage.TheUptime)
	all := []Shard{WholeShard}
	for _, of := range whole.Shards {
		for n := range of {
			all = append(all, Shard{n, of})
		}
	}
	return all, err
}

// spans returns the outages of an uptime.
func spans(up storage.Uptime) (all []storage.Span) {
	for _, o := range up.Outages {
		if o.From.Before(o.To) { // else it is a mark of [endsBy]
			all = append(all, o.Span)
		}
	}
	return all
}

// common returns the times in which none of some shards was at work: those that a server was on. A shard
// counts as away after its last sign of life and, if there were others when it began, before its first. What
// is before or after all signs of life is no absence.
func common(known []storage.Uptime) []storage.Span {
	if len(known) == 0 {
		return nil
	}
	end := known[0].Alive
	for _, up := range known {
		if up.Alive.After(end) {
			end = up.Alive
		}
	}
	away := []storage.Span{{To: end}}
	for _, up := range known {
		away = both(away, append(spans(up), storage.Span{From: up.Alive, To: end}))
	}
	short := func(s storage.Span) bool { return s.From.IsZero() || s.To.Sub(s.From) < leastOutage }
	return slices.DeleteFunc(away, short)
}

// both returns the times that are in a span of each of two lists. Those of a list may be in any
// order, and overlap.
func both(a, b []storage.Span) (out []storage.Span) {
	for _, s := range a {
		for _, o := range b {
			from, to := s.From, s.To
			if o.From.After(from) {
				from = o.From
			}
			if o.To.Before(to) {
				to = o.To
			}
			if from.Before(to) {
				out = append(out, storage.Span{From: from, To: to})
			}
		}
	}
	return clock.Merged(out)
}

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

// A ShardSet is the shards of this process and how they are. It is safe for concurrent use.
type ShardSet struct {
	mu  sync.Mutex
	all []ShardState
}

// A ShardState is how a shard of this process is.
type ShardState struct {
	Shard
	Open         bool      // its connection is open
	Noted        bool      // since it opened, how long it was away was written to the store
	Acknowledged time.Time // when Discord last acknowledged a heartbeat; zero for never
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

// ours reports whether the shard of a server is of this process, and whether it is at work.
func (s *ShardSet) ours(guild string) (ours, reached bool) {
	for _, st := range s.States() {
		if st.Has(guild) {
			return true, st.Open && st.Noted
		}
	}
	return false, false
}
