package match

import (
	"context"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/storage"
)

// Least is the shortest silence of a shard that counts: its servers get that time back.
const leastOutage = 30 * time.Second

// An Absence is when nobody could reach the bot from a server.
type Absence struct {
	Spans []storage.Span // earliest first; the one that lasts is not among them
	Now   bool           // whether it is away now, so that no clock may expire
}

// away returns when the shard of a server was away. The bot may have had other numbers of shards, and under
// each of them the server was on another shard. It was away while none of these was at work.
func (s *ShardSet) away(ctx context.Context, store storage.Store, now time.Time, guild string) (Absence, error) {
	var away Absence
	ours, reached := s.ours(guild)
	whole, err := storage.Uptimes.Get(ctx, store, storage.TheUptime)
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
		up, err := storage.Uptimes.Get(ctx, store, Shard{indexOf(guild, of), of}.Uptime())
		if err != nil {
			return away, err
		}
		if !up.Alive.IsZero() {
			known = append(known, up)
		}
	}
	away.Spans = common(known)
	if away.Now = !reached; !ours { // another process tells by its signs of life
		away.Now = !slices.ContainsFunc(known, func(up storage.Uptime) bool { return now.Sub(up.Alive) < leastOutage })
	}
	return away, nil
}

// Begin notes that the bot has so many shards, and reports whether it had another number before: then
// the first sign of life of each shard is the end of an absence.
func beginShard(ctx context.Context, store storage.Store, s Shard) (again bool, err error) {
	note := func(up *storage.Uptime) error {
		again = slices.ContainsFunc(up.Shards, func(of int) bool { return of != s.Of }) || s.Of > 1 && !up.Alive.IsZero()
		if s.Of > 1 && !slices.Contains(up.Shards, s.Of) {
			up.Shards = append(slices.Clone(up.Shards), s.Of)
		}
		return nil
	}
	_, err = storage.Uptimes.Change(ctx, store, storage.TheUptime, note)
	return again, err
}

// Known returns every shard that the bot has or had.
func knownShards(ctx context.Context, store storage.Store) ([]Shard, error) {
	whole, err := storage.Uptimes.Get(ctx, store, storage.TheUptime)
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
		all = append(all, o.Span)
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
	return slices.DeleteFunc(away, func(s storage.Span) bool { return s.From.IsZero() || s.To.Sub(s.From) < leastOutage })
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
