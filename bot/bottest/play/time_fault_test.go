package play_test

import (
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox/fault"
)

// After any fault of a reminder's request, before or after its effect, there is one message
// in the end.
//
//test:unwatched
func TestTimeAReminderWithFaults(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	for _, who := range bottest.Everyone {
		r.solo(who, "turn-time:10h")
	}
	r.settle()
	for _, f := range []fault.Fault{ // each hits one of the five reminders, or its next try
		{Status: 500}, {Cut: true}, {Status: 500, After: true}, {Cut: true, After: true}, {Status: 429, Wait: time.Millisecond},
	} {
		f.Route = "POST /channels/{channel}/messages"
		r.Plan(f)
	}
	r.pass(5 * time.Hour)
	r.FaultsHappened()
	r.settle()
	for _, who := range bottest.Everyone {
		r.wantDirects(who, "5 hours left: Permutu. ")
	}
}
