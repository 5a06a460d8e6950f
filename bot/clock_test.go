package bot

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// discordTime is the time at Discord when these tests begin.
var discordTime = time.Date(2026, 11, 23, 12, 0, 0, 400e6, time.UTC)

// clockScripts are what the clock hears, and what it says then of interactions so old: fresh, unsure or dead. A clock
// has met a young interaction, unless the script says "unmet".
var clockScripts = map[string]string{
	"one Date leaves a second of doubt, and more of them leave little": `
		answers 100ms
		fresh 0s 900ms
		unsure 2.5s 3.1s
		dead 4.5s 1h` + strings.Repeat(`
		pass 370ms
		answers 100ms`, 20) + `
		fresh 0s 1.5s
		unsure 2.5s 2.95s
		dead 3.4s`,
	"while no Date has come, nothing is too old": `
		fresh 1h
		says ?
		fresh 1h`,
	"a Date that contradicts the others makes Parlour ask, and the next one settles it": `
		answers 0s
		hears 1h
		unsure 0s
		answers 0s
		fresh 0s
		dead 10s`,
	"a Date of long ago never makes an interaction dead": `
		answers 0s
		sleep 1h
		fresh 10s
		answers 0s
		unsure 10s
		answers 0s
		dead 10s
		pass 11m
		unsure 1m
		fresh 0s`,
	"where each Date is an hour ahead, every interaction is acknowledged first and none is dropped": `
		unmet` + strings.Repeat(`
		pass 370ms
		hears 1h
		unsure 0s 20m`, 10),
	"where each is an hour behind, all are young": `
		unmet` + strings.Repeat(`
		pass 370ms
		hears -1h
		fresh 0s 20m`, 10),
	"nothing is dead before an interaction was young": `
		unmet
		answers 0s
		unsure 10s
		fresh 0s
		dead 10s`,
	"a clock that goes wrong by 40 millionths keeps its verdicts through a day with a Date an hour": strings.Repeat(`
		answers 50ms
		fresh 300ms
		dead 5s
		pass 1h130ms
		sleep -144ms`, 24),
	"what is left of an interaction's time ends half a second before it does": strings.Repeat(`
		pass 370ms
		answers 10ms`, 50) + `
		left 0s 2.5s
		left 1s 1.5s
		left 4s 0s`,
}

// Whatever the machine's clock says, Discord's clock is known by the Dates of its answers.
func TestDiscordClock(t *testing.T) {
	t.Parallel()
	for what, script := range clockScripts {
		for _, skew := range []time.Duration{0, time.Hour, -time.Hour, 365 * 24 * time.Hour} {
			var passed time.Duration
			c := newDiscordClock(func() time.Time { return discordTime.Add(passed + skew) }, 3*time.Second)
			c.right = true
			for line := range strings.Lines(strings.TrimSpace(script)) {
				words := strings.Fields(line)
				for _, word := range words[min(1, len(words)-1):] {
					d, err := time.ParseDuration(word)
					if err != nil && words[0] != "says" && words[0] != "unmet" {
						t.Fatalf("%s: %s: %v", what, line, err)
					}
					made := fmt.Sprint(uint64(discordTime.Add(passed-d).UnixMilli()-epoch) << 22)
					got := ""
					switch words[0] {
					case "answers": // after so long, of which half goes each way
						passed += d
						c.Heard(discordTime.Add(passed-d/2).Format(http.TimeFormat), d)
					case "hears": // of a time that is wrong by so much
						c.Heard(discordTime.Add(passed+d).Format(http.TimeFormat), 0)
					case "says":
						c.Heard(word, 0)
					case "pass":
						passed += d
					case "sleep": // the machine's clock falls behind
						skew -= d
					case "unmet":
						c.right = false
					case "fresh", "unsure", "dead":
						v, _ := c.Judge(made)
						got = []string{"fresh", "unsure", "dead"}[v]
					case "left":
						most, _ := time.ParseDuration(words[2])
						if _, left := c.Judge(made); word == words[1] && (left > most || left < most-400*time.Millisecond) {
							got = left.String()
						}
					default:
						t.Fatalf("%s: no line begins with %q", what, words[0])
					}
					if got != "" && got != words[0] {
						t.Errorf("%s: with the clock ahead by %v, what is %s old is %s, want %s", what, skew, word, got, words[0])
					}
				}
			}
			if got, left := c.Judge("x"); got != fresh || left != 3*time.Second {
				t.Errorf("the verdict on what has no id is %d with %v left", got, left)
			}
		}
	}
}

// A moment is near if it is no more than a minute from Discord's time. The machine's clock counts too until a young
// interaction has confirmed the Dates, and a moment is past only if it cannot be near again.
func TestNear(t *testing.T) {
	t.Parallel()
	for _, skew := range []time.Duration{0, time.Hour, -time.Hour, 365 * 24 * time.Hour} {
		var passed time.Duration
		c := newDiscordClock(func() time.Time { return discordTime.Add(passed + skew) }, 3*time.Second)
		wants := func(when string, told, machine bool) {
			t.Helper()
			at := func(moment time.Time, near bool) {
				t.Helper()
				for _, off := range []time.Duration{-50 * time.Second, 0, 50 * time.Second} {
					if c.Near(moment.Add(off), time.Minute) != near {
						t.Errorf("with the clock ahead by %v, %s, what is off by %v is near: %v", skew, when, off, !near)
					}
				}
				for _, off := range []time.Duration{-70 * time.Second, 70 * time.Second} {
					if c.Near(moment.Add(off), time.Minute) {
						t.Errorf("with the clock ahead by %v, %s, what is off by %v is near", skew, when, off)
					}
				}
			}
			there, here := discordTime.Add(passed), discordTime.Add(passed+skew)
			at(there, told || machine && skew == 0)
			at(here, machine || told && skew == 0)
			past := there.Add(-70 * time.Second) // by Discord's clock
			if got := c.Past(past, time.Minute); got != (told && (!machine || skew >= 0) || !told && skew >= 0) {
				t.Errorf("with the clock ahead by %v, %s, what is over a minute old is past: %v", skew, when, got)
			}
		}
		wants("before any Date", false, true)
		c.Heard(discordTime.Format(http.TimeFormat), 0)
		wants("after a Date", true, true)
		passed += 10 * time.Second
		c.Judge(fmt.Sprint(uint64(discordTime.Add(passed).UnixMilli()-epoch) << 22))
		wants("after a young interaction", true, false)
		passed += 24 * time.Hour
		wants("a day after the last Date", true, false)
	}
}

// Whatever the machine's clock says, an id is older or newer than a moment of it as Discord's clock
// has it. A Date that cannot be read changes nothing.
func TestSkew(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{0, 5 * time.Minute, -5 * time.Minute, 24 * time.Hour} {
		var s skew
		s.Heard(discordTime.Format(http.TimeFormat), discordTime.Add(ahead))
		s.Heard("yesterday", discordTime)
		moment := s.At(discordTime.Add(ahead))
		if off := discordTime.Sub(moment); off < 0 || off > time.Second {
			t.Errorf("with the clock ahead by %v Discord's time is taken for %v earlier", ahead, off)
		}
		for ago, before := range map[time.Duration]bool{2 * time.Second: true, time.Hour: true, 0: false, -time.Minute: false} {
			made := strconv.FormatInt((discordTime.Add(-ago).UnixMilli()-epoch)<<22, 10)
			if madeBefore(made, moment) != before {
				t.Errorf("with the clock ahead by %v what is %v old was made before: %v", ahead, ago, !before)
			}
		}
	}
	if madeBefore("none", discordTime) {
		t.Error("what is no id was made before")
	}
}
