package bot

import (
	"testing"
	"time"

	"parlour/commands/message"
)

// The machine's clock is wrong by hours. The bot finds its own message all the same, by its id, and
// leaves out one from before the moment that the machine's clock names.
func TestOwnMessagesByASkewedClock(t *testing.T) {
	t.Parallel()
	for _, skew := range []time.Duration{3 * time.Hour, -3 * time.Hour} {
		d := newDesk(t)
		d.b.Now = func() time.Time { return d.theirs().Add(skew) }
		d.says(d.games, message.Message{Content: "long ago"})
		d.setClock(d.theirs().Add(time.Hour))
		since := d.b.Now()
		made := d.says(d.games, message.Message{Content: "now"})
		d.setClock(d.theirs().Add(time.Hour))
		own, err := d.Own(d.ctx, d.games, since)
		if err != nil || len(own) != 1 || own[0].ID != made {
			t.Errorf("with the clock ahead by %v Own = %+v (%v), want the message %s", skew, own, err, made)
		}
	}
}
