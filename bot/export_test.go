package bot

import (
	"context"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"parlour/imaging"
)

// init shortens the waits of a whole bot. The tests of package gateway check the usual ones,
// on a clock of their own.
func init() {
	registerPause = time.Millisecond
	gatewayTimes.First, gatewayTimes.Spacing, gatewayTimes.Invalid = time.Millisecond, 10*time.Millisecond, time.Millisecond // as the sandboxes of tests want it
	gatewayTimes.Hello = gatewayTimes.Open                                                                                   // a busy machine may be slow to greet
	tickParser = shortTicks{tickParser}
	lookEvery = 100 * time.Millisecond
}

// shortTicks parses "@every 100ms" too, which cron rounds up to a second.
type shortTicks struct{ cron.ScheduleParser }

func (p shortTicks) Parse(spec string) (cron.Schedule, error) {
	text, isEvery := strings.CutPrefix(spec, "@every ")
	if d, err := time.ParseDuration(text); isEvery && err == nil && d < time.Second {
		return every(d), nil
	}
	return p.ScheduleParser.Parse(spec)
}

// every is a schedule with a fixed interval.
type every time.Duration

func (d every) Next(t time.Time) time.Time { return t.Add(time.Duration(d)) }

// A Host is what answers a bot's interactions.
type Host = host

// Wrap puts something between a bot and its commands.
func (c *Config) Wrap(with func(Host) Host) { c.wrap = with }

// WaitBy gives a bot another way to wait, while bids gather or before it thinks again.
func (c *Config) WaitBy(wait func(context.Context, time.Duration) error) { c.wait = wait }

// DrawBy gives a bot another way to draw pictures.
func (c *Config) DrawBy(draw func(imaging.Drawing) ([]byte, error)) { c.draw = draw }

// AgesBy gives a bot another clock for the age of interactions.
func (c *Config) AgesBy(clock func() time.Time) { c.clock = clock }
