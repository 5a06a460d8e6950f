package storetest

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/storage"
)

// A fault is something that may be wrong with a store, with the check that must notice
// it.
type fault struct {
	name, check string
	plant       func(f *faulty, s storage.Store) // s is the real store
}

var faults = []fault{
	{"append ignores the version", "conflict", ignoresVersion},
	{"append ignores the version", "claim", ignoresVersion},
	{"append ignores the version", "claim, many at once", ignoresVersion},
	{"append ignores the version", "append, many at once", ignoresVersion},
	{"a conflict is written all the same", "conflict", func(f *faulty, s storage.Store) {
		f.append = func(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
			got, err := s.Append(ctx, h, es...)
			if errors.Is(err, storage.ErrConflict) {
				force(ctx, s, h, es...)
			}
			return got, err
		}
	}},
	{"append makes what is not there", "not found", func(f *faulty, s storage.Store) {
		f.append = func(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
			got, err := s.Append(ctx, h, es...)
			if errors.Is(err, storage.ErrNotFound) {
				return s.Create(ctx, h)
			}
			return got, err
		}
	}},
	{"append forgets an entry", "log", func(f *faulty, s storage.Store) {
		f.append = func(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
			return s.Append(ctx, h, es[:min(1, len(es))]...)
		}
	}},
	{"append turns entries round", "log", func(f *faulty, s storage.Store) {
		f.append = func(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
			es = slices.Clone(es)
			slices.Reverse(es)
			return s.Append(ctx, h, es...)
		}
	}},
	{"times lose their zone", "times", func(f *faulty, s storage.Store) {
		f.create = func(ctx context.Context, h storage.Head) (storage.Head, error) {
			h.NextCheck = unzoned(h.NextCheck)
			return s.Create(ctx, h)
		}
	}},
	{"times of clocks lose their zone", "times", func(f *faulty, s storage.Store) {
		f.create = func(ctx context.Context, h storage.Head) (storage.Head, error) {
			h.Clocks = slices.Clone(h.Clocks)
			h.Clocks[0].Extension.To = unzoned(h.Clocks[0].Extension.To)
			return s.Create(ctx, h)
		}
	}},
	{"times keep their zone", "times", func(f *faulty, s storage.Store) {
		f.get = func(ctx context.Context, id string) (storage.Match, error) {
			m, err := s.Get(ctx, id)
			m.Clocks[0].Since = m.Clocks[0].Since.In(west)
			return m, err
		}
	}},
	{"times lose their fraction", "create", func(f *faulty, s storage.Store) {
		f.create = func(ctx context.Context, h storage.Head) (storage.Head, error) {
			h.Created = h.Created.Truncate(time.Second)
			return s.Create(ctx, h)
		}
	}},
	{"create replaces", "create twice", func(f *faulty, s storage.Store) {
		f.create = func(ctx context.Context, h storage.Head) (storage.Head, error) {
			got, err := s.Create(ctx, h)
			if errors.Is(err, storage.ErrExists) {
				return force(ctx, s, h)
			}
			return got, err
		}
	}},
	{"get gives out its own memory", "memory out", func(f *faulty, s storage.Store) {
		var kept storage.Match
		f.get = func(ctx context.Context, id string) (storage.Match, error) {
			m, err := s.Get(ctx, id)
			if kept.Version != m.Version {
				kept = m
			}
			return kept, err
		}
	}},
	{"create keeps what it was handed", "memory in", func(f *faulty, s storage.Store) {
		var kept []storage.Player
		f.create = func(ctx context.Context, h storage.Head) (storage.Head, error) {
			kept = h.Players
			return s.Create(ctx, h)
		}
		f.get = func(ctx context.Context, id string) (storage.Match, error) {
			m, err := s.Get(ctx, id)
			m.Players = kept
			return m, err
		}
	}},
	{"ended matches among the live", "of player, later", func(f *faulty, s storage.Store) {
		f.player = func(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
			a, err := s.OfPlayer(ctx, id, live, part)
			b, _ := s.OfPlayer(ctx, id, !live, part)
			return append(a, b...), err
		}
	}},
	{"an invited person is forgotten", "of player", func(f *faulty, s storage.Store) {
		f.player = func(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
			hs, err := s.OfPlayer(ctx, id, live, part)
			return slices.DeleteFunc(hs, func(h storage.Head) bool {
				return !slices.ContainsFunc(h.Players, func(p storage.Player) bool { return p.ID == id })
			}), err
		}
	}},
	{"newest first", "of player, oldest first", func(f *faulty, s storage.Store) {
		f.player = func(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
			hs, err := s.OfPlayer(ctx, id, live, part)
			slices.Reverse(hs)
			return hs, err
		}
	}},
	{"a limit is ignored", "of player, the newest", func(f *faulty, s storage.Store) {
		f.player = func(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
			return s.OfPlayer(ctx, id, live, part+1)
		}
	}},
	{"the newest of a channel are its oldest", "of player, the newest", func(f *faulty, s storage.Store) {
		f.channel = func(ctx context.Context, id string, part storage.Part) ([]storage.Head, error) {
			hs, err := s.OfChannel(ctx, id, storage.All)
			return hs[:min(len(hs), int(part))], err
		}
	}},
	{"only the home", "of channel", func(f *faulty, s storage.Store) {
		f.channel = func(ctx context.Context, id string, part storage.Part) ([]storage.Head, error) {
			hs, err := s.OfChannel(ctx, id, part)
			return slices.DeleteFunc(hs, func(h storage.Head) bool { return h.Home != id }), err
		}
	}},
	{"a match twice", "of channel", func(f *faulty, s storage.Store) {
		f.channel = func(ctx context.Context, id string, part storage.Part) ([]storage.Head, error) {
			hs, err := s.OfChannel(ctx, id, part)
			for _, h := range hs {
				if h.Home == h.Channel {
					hs = append(hs, h)
				}
			}
			return hs, err
		}
	}},
	{"ended matches oldest first", "ended in", func(f *faulty, s storage.Store) {
		f.endedIn = func(ctx context.Context, id string, limit int) ([]storage.Head, error) {
			hs, err := s.EndedIn(ctx, id, limit)
			slices.Reverse(hs)
			return hs, err
		}
	}},
	{"an ended match stays in its old channel", "ended in, later", func(f *faulty, s storage.Store) {
		f.endedIn = func(ctx context.Context, id string, limit int) ([]storage.Head, error) {
			if id == "thread" {
				id = "home"
			}
			return s.EndedIn(ctx, id, limit)
		}
	}},
	{"due has no limit", "due", func(f *faulty, s storage.Store) {
		f.due = func(ctx context.Context, now time.Time, _ int) ([]storage.Head, error) {
			return s.Due(ctx, now, 1000)
		}
	}},
	{"due comes too late", "due", func(f *faulty, s storage.Store) {
		f.due = func(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
			return s.Due(ctx, now.Add(-1), limit)
		}
	}},
	{"ended matches are not due", "due in any phase", func(f *faulty, s storage.Store) {
		f.due = func(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
			hs, err := s.Due(ctx, now, limit)
			return slices.DeleteFunc(hs, func(h storage.Head) bool { return !h.Phase.Live() }), err
		}
	}},
	{"a moved check leaves a ghost", "due, later", func(f *faulty, s storage.Store) {
		first := make(map[string]storage.Head)
		f.create = func(ctx context.Context, h storage.Head) (storage.Head, error) {
			got, err := s.Create(ctx, h)
			first[h.ID] = got
			return got, err
		}
		f.due = func(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
			hs, err := s.Due(ctx, now, limit)
			for _, h := range first {
				if !h.NextCheck.After(now) {
					hs = append(hs, h)
				}
			}
			return hs, err
		}
	}},
	{"scheduled forgets ended matches", "scheduled", func(f *faulty, s storage.Store) {
		f.scheduled = func(ctx context.Context) ([]string, error) {
			ids, err := s.Scheduled(ctx)
			return slices.DeleteFunc(ids, func(id string) bool {
				m, err := s.Get(ctx, id)
				return err == nil && !m.Phase.Live()
			}), err
		}
	}},
	{"scheduled is by id", "scheduled", func(f *faulty, s storage.Store) {
		f.scheduled = func(ctx context.Context) ([]string, error) {
			ids, err := s.Scheduled(ctx)
			slices.Sort(ids)
			return ids, err
		}
	}},
	{"a done context is ignored", "a context that is done", func(f *faulty, s storage.Store) {
		f.append = func(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
			return s.Append(context.WithoutCancel(ctx), h, es...)
		}
	}},
	{"the clock is far off", "the store's own clock", func(f *faulty, s storage.Store) {
		f.now = func(ctx context.Context) (time.Time, error) { return minute(0), nil }
	}},
	{"the clock goes back", "the store's own clock", func(f *faulty, s storage.Store) {
		n := 0
		f.now = func(ctx context.Context) (time.Time, error) {
			n++
			return time.Now().Add(-time.Duration(n) * time.Minute), nil
		}
	}},
	{"close does nothing", "closed", func(f *faulty, s storage.Store) {
		f.close = func() error { return nil }
	}},
}

func ignoresVersion(f *faulty, s storage.Store) {
	f.append = func(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
		return force(ctx, s, h, es...)
	}
}

// unzoned returns the time in UTC whose clock shows the same as that of t.
func unzoned(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}
