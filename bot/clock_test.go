package bot

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// discordTime is the time at Discord when these tests begin.
var discordTime = time.Date(2026, 11, 23, 12, 0, 0, 400e6, time.UTC)

// A bench is a Clock and the two clocks that it compares.
type bench struct {
	*discordClock
	passed time.Duration
	skew   time.Duration // how far the machine's clock is ahead of Discord's
}

// newBench returns a bench whose Clock has met a young interaction, but knows no Date any more.
func newBench(skew time.Duration) *bench {
	b := &bench{skew: skew}
	b.discordClock = newDiscordClock(func() time.Time { return discordTime.Add(b.passed + b.skew) }, 3*time.Second)
	b.right = true
	return b
}

// answers has Discord answer after a time, half of which each way takes.
func (b *bench) answers(took time.Duration) {
	b.passed += took
	b.Heard(discordTime.Add(b.passed-took/2).Format(http.TimeFormat), took)
}

// made returns the id of what was made some time ago.
func (b *bench) made(ago time.Duration) string {
	return fmt.Sprint(uint64(discordTime.Add(b.passed-ago).UnixMilli()-epoch) << 22)
}

func (b *bench) judges(t *testing.T, what string, ago time.Duration, want verdict) {
	t.Helper()
	if got, _ := b.Judge(b.made(ago)); got != want {
		t.Errorf("%s, with the clock ahead by %v: the verdict on what is %v old is %d, want %d", what, b.skew, ago, got, want)
	}
}

// An hour that the machine's clock is ahead or behind changes no verdict. One Date leaves a second
// of doubt, and more of them leave little.
func TestSkewedClock(t *testing.T) {
	t.Parallel()
	for _, skew := range []time.Duration{0, time.Hour, -time.Hour, 365 * 24 * time.Hour} {
		b := newBench(skew)
		b.answers(100 * time.Millisecond)
		for ago, want := range map[time.Duration]verdict{
			0: fresh, 900 * time.Millisecond: fresh, 2500 * time.Millisecond: unsure, 3100 * time.Millisecond: unsure,
			4500 * time.Millisecond: dead, time.Hour: dead,
		} {
			b.judges(t, "after one Date", ago, want)
		}
		for range 20 {
			b.passed += 370 * time.Millisecond
			b.answers(100 * time.Millisecond)
		}
		for ago, want := range map[time.Duration]verdict{
			0: fresh, 1500 * time.Millisecond: fresh, 2500 * time.Millisecond: unsure, 2950 * time.Millisecond: unsure,
			3400 * time.Millisecond: dead,
		} {
			b.judges(t, "after many", ago, want)
		}
	}
}

// While no Date has come, and without an id of Discord's, nothing is too old.
func TestNothingIsOldWithoutADate(t *testing.T) {
	t.Parallel()
	b := newBench(time.Hour)
	b.judges(t, "at the start", time.Hour, fresh)
	b.Heard("?", 0)
	b.Heard("", 0)
	b.judges(t, "after no Date", time.Hour, fresh)
	b.answers(0)
	if got, left := b.Judge("x"); got != fresh || left != 3*time.Second {
		t.Errorf("the verdict on what has no id is %d with %v left", got, left)
	}
}

// A Date that contradicts the others makes Parlour ask, and the next one settles it. A Date of
// long ago never makes an interaction dead.
func TestContradictions(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	b.answers(0)
	b.Heard(discordTime.Add(time.Hour).Format(http.TimeFormat), 0)
	b.judges(t, "after a Date in the future", 0, unsure)
	b.answers(0)
	b.judges(t, "after the next one", 0, fresh)
	b.judges(t, "after the next one", 10*time.Second, dead)

	b.skew -= time.Hour // the machine slept
	b.judges(t, "after a sleep", 10*time.Second, fresh)
	b.answers(0)
	b.judges(t, "after a sleep and a Date", 10*time.Second, unsure)
	b.answers(0)
	b.judges(t, "after a sleep and two", 10*time.Second, dead)

	b.passed += 11 * time.Minute
	b.judges(t, "after silence", time.Minute, unsure)
	b.judges(t, "after silence", 0, fresh)
}

// Where each Date is an hour ahead, every interaction is acknowledged first and none is dropped. An
// hour behind, all are young.
func TestADateThatIsWrongSilencesNobody(t *testing.T) {
	t.Parallel()
	for wrong, want := range map[time.Duration]verdict{time.Hour: unsure, -time.Hour: fresh} {
		b := newBench(0)
		b.right = false
		for range 10 {
			b.passed += 370 * time.Millisecond
			b.Heard(discordTime.Add(b.passed+wrong).Format(http.TimeFormat), 0)
			b.judges(t, "with a wrong Date", 0, want)
			b.judges(t, "with a wrong Date", 20*time.Minute, want)
		}
	}
	b := newBench(0)
	b.right = false
	b.answers(0)
	b.judges(t, "before any", 10*time.Second, unsure)
	b.judges(t, "a first one", 0, fresh)
	b.judges(t, "after a young one", 10*time.Second, dead)
}

// A clock that goes wrong by 40 millionths keeps its verdicts through a day with a Date an hour.
func TestDrift(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	for hour := range 24 {
		b.answers(50 * time.Millisecond)
		b.judges(t, fmt.Sprint("hour ", hour), 300*time.Millisecond, fresh)
		b.judges(t, fmt.Sprint("hour ", hour), 5*time.Second, dead)
		b.passed += time.Hour + 130*time.Millisecond
		b.skew += 144 * time.Millisecond
	}
}

// What is left of an interaction's time ends half a second before it does.
func TestHowLongIsLeft(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	for range 50 {
		b.passed += 370 * time.Millisecond
		b.answers(10 * time.Millisecond)
	}
	for ago, want := range map[time.Duration]time.Duration{0: 2500 * time.Millisecond, time.Second: 1500 * time.Millisecond, 4 * time.Second: 0} {
		if _, left := b.Judge(b.made(ago)); left > want || left < want-400*time.Millisecond {
			t.Errorf("of what is %v old %v is left, want a little less than %v", ago, left, want)
		}
	}
}

// A moment is past only if that is sure: once Discord's clock is known, lately, and an interaction was young by it.
func TestPast(t *testing.T) {
	t.Parallel()
	for _, skew := range []time.Duration{0, time.Hour, -time.Hour} {
		b := newBench(skew)
		past := func(ago time.Duration) bool {
			return b.Past(discordTime.Add(b.passed-ago), time.Minute)
		}
		if past(time.Hour) {
			t.Error("without a Date, something is past")
		}
		b.answers(100 * time.Millisecond)
		for ago, want := range map[time.Duration]bool{-time.Hour: false, 0: false, time.Minute: false, 62 * time.Second: true, time.Hour: true} {
			if got := past(ago); got != want {
				t.Errorf("with the clock ahead by %v, what was %v ago is past a minute: %t, want %t", skew, ago, got, want)
			}
		}
		b.right = false
		if past(time.Hour) {
			t.Error("before any interaction was young, something is past")
		}
		b.right = true
		if b.passed += lately + time.Second; past(time.Hour) {
			t.Error("long after the last Date, something is past")
		}
	}
}

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
