package bot

import "time"

// The tests do not wait: whole bots reconnect at once. What the times are, the tests of
// a gateway on a clock of their own hold to.
func init() {
	registerPause = time.Millisecond
	usualTimes.first, usualTimes.spacing, usualTimes.invalid = time.Millisecond, 0, 0
}
