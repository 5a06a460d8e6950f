package world

import (
	"slices"
	"time"
)

// recent are the times of what happened not long ago.
type recent []time.Time

// take notes one more. If there were as many as may be within the span, it notes nothing and
// returns how long to wait.
func (r *recent) take(now time.Time, most int, span time.Duration) (wait time.Duration) {
	*r = slices.DeleteFunc(*r, func(t time.Time) bool { return now.Sub(t) >= span })
	if len(*r) == most {
		return (*r)[0].Add(span).Sub(now)
	}
	*r = append(*r, now)
	return 0
}
