package bot

import (
	"net/http"
	"sync/atomic"
	"time"
)

// A Skew is how far Discord's clock is ahead of another one, as the newest answer says. Unlike a
// [AgeClock] it follows one that jumps, such as the machine's. Its zero value knows of no difference. It is
// safe for concurrent use.
type Skew struct{ ahead atomic.Int64 }

// Heard takes the header Date of an answer that has come now, by the other clock.
func (s *Skew) Heard(date string, now time.Time) {
	if said, err := http.ParseTime(date); err == nil {
		s.ahead.Store(int64(said.Sub(now)))
	}
}

// At returns Discord's time at a moment of the other clock. It is right within about a second.
func (s *Skew) At(t time.Time) time.Time { return t.Add(time.Duration(s.ahead.Load())) }

// MadeBefore reports whether the thing with an id was made before a time at Discord, as the id says.
func MadeBefore(id string, t time.Time) bool {
	at, ok := madeAt(id)
	return ok && at.Before(t)
}
