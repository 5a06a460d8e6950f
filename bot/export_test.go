package bot

import (
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// init has whole bots reconnect at once. The tests of package gateway hold the usual times,
// on a clock of their own.
func init() {
	registerPause = time.Millisecond
	gatewayTimes.First, gatewayTimes.Spacing, gatewayTimes.Invalid = time.Millisecond, 0, 0
	tickParser = shortTicks{tickParser}
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
