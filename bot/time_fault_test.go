package bot_test

import (
	"testing"
	"time"

	"parlour/bot/sandbox"
)

// Whatever befalls the request of a reminder, before or after it took effect, there is
// one message in the end. What failed is tried again when its lease is over.
func TestTimeAReminderWithFaults(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	for _, who := range persons {
		r.solo(who, "turn-time:10h")
	}
	const (
		post   = "POST /channels/{channel}/messages"
		failed = "a look at a person failed"
	)
	r.settle()
	for _, f := range []sandbox.Fault{ // each befalls one of the five, and one of them two
		{Status: 500}, {Cut: true}, {Status: 500, After: true}, {Cut: true, After: true}, {Status: 429, Wait: time.Millisecond},
	} {
		f.Route = post
		r.fail(f)
	}
	r.pass(5 * time.Hour)
	r.log.await(t, r.ctx, failed, 4)
	r.befallen()
	r.pass(lease)
	r.settle()
	for _, who := range persons {
		r.wantDirects(who, "5 hours left: **Permutu**.")
	}
	r.fail(sandbox.Fault{Route: post, Status: 502, After: true, Times: len(persons)})
	r.pass(3*time.Hour - lease)
	r.log.await(t, r.ctx, failed, 4+len(persons))
	r.pass(3 * lease) // by then the nonces are forgotten, and the channels are read
	r.settle()
	for _, who := range persons {
		r.wantDirects(who, "5 hours left: ", "2 hours left: ")
	}
	if read := len(r.sent("GET", "/messages?limit=")); read != len(persons) {
		t.Errorf("%d channels were read, want %d", read, len(persons))
	}
}
