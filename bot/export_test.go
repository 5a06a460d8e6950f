package bot

import (
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// The tests do not wait: whole bots reconnect at once. What the times are, the tests of
// a gateway on a clock of their own hold to.
func init() {
	registerPause = time.Millisecond
	tickParser = shortTicks{tickParser}
	usualTimes.first, usualTimes.spacing, usualTimes.invalid = time.Millisecond, 0, 0
}

// shortTicks reads "@every 100ms" too, which cron takes for a second.
type shortTicks struct{ cron.ScheduleParser }

func (p shortTicks) Parse(spec string) (cron.Schedule, error) {
	text, isEvery := strings.CutPrefix(spec, "@every ")
	if d, err := time.ParseDuration(text); isEvery && err == nil && d < time.Second {
		return every(d), nil
	}
	return p.ScheduleParser.Parse(spec)
}

// every is a schedule of ticks.
type every time.Duration

func (d every) Next(t time.Time) time.Time { return t.Add(time.Duration(d)) }
