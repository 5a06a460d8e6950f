package bot

import "time"

// init has whole bots reconnect at once. The tests of package gateway hold the usual times,
// on a clock of their own.
func init() {
	registerPause = time.Millisecond
	gatewayTimes.First, gatewayTimes.Spacing, gatewayTimes.Invalid = time.Millisecond, 0, 0
}
