package bolt

import (
	"slices"
	"time"

	"parlour/storage"
)

// tidyHead returns a head as it is written, with all times in UTC. It copies
// what it changes, because the argument belongs to the caller.
func tidyHead(h storage.Head) storage.Head {
	toUTC(&h.Created, &h.NextCheck, &h.OutageTold, &h.GuildLostAt, &h.FailingSince, &h.BroughtAt)
	h.Clocks = slices.Clone(h.Clocks)
	for i := range h.Clocks {
		c := &h.Clocks[i]
		toUTC(&c.Since, &c.Due, &c.Extension.From, &c.Extension.To, &c.ExpiredAt, &c.Away)
	}
	return h
}

func toUTC(times ...*time.Time) {
	for _, t := range times {
		*t = t.UTC()
	}
}
