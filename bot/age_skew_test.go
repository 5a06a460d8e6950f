package bot

import (
	"net/http"
	"testing"
	"time"
)

// Whatever the machine's clock says, an id is older or newer than a moment of it as Discord's clock
// has it. A Date that cannot be read changes nothing.
func TestSkew(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{0, 5 * time.Minute, -5 * time.Minute, 24 * time.Hour} {
		b := newBench(ahead)
		var s skew
		s.Heard(discordTime.Format(http.TimeFormat), discordTime.Add(ahead))
		s.Heard("yesterday", discordTime)
		moment := s.At(discordTime.Add(ahead))
		if off := discordTime.Sub(moment); off < 0 || off > time.Second {
			t.Errorf("with the clock ahead by %v Discord's time is taken for %v earlier", ahead, off)
		}
		for ago, before := range map[time.Duration]bool{2 * time.Second: true, time.Hour: true, 0: false, -time.Minute: false} {
			if madeBefore(b.made(ago), moment) != before {
				t.Errorf("with the clock ahead by %v what is %v old was made before: %v", ahead, ago, !before)
			}
		}
	}
	if madeBefore("none", discordTime) {
		t.Error("what is no id was made before")
	}
}
