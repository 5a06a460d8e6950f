package clock

import (
	"fmt"
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
			machine := func() time.Time { return discordTime.Add(passed + skew) }
			c := NewDiscord(machine, machine, 3*time.Second)
			c.right = true
			for line := range strings.Lines(strings.TrimSpace(script)) {
				words := strings.Fields(line)
				for _, word := range words[min(1, len(words)-1):] {
					d, err := time.ParseDuration(word)
					if err != nil && words[0] != "unmet" {
						t.Fatalf("%s: %s: %v", what, line, err)
					}
					made := idAt(discordTime.Add(passed - d))
					got := ""
					switch words[0] {
					case "answers": // after so long, of which half goes each way
						passed += d
						c.Heard(discordTime.Add(passed-d/2).Truncate(time.Second), d)
					case "hears": // of a time that is wrong by so much
						c.Heard(discordTime.Add(passed+d).Truncate(time.Second), 0)
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
			if got, left := c.Judge("x"); got != Fresh || left != 3*time.Second {
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
		machine := func() time.Time { return discordTime.Add(passed + skew) }
		c := NewDiscord(machine, machine, 3*time.Second)
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
		c.Heard(discordTime.Truncate(time.Second), 0)
		wants("after a Date", true, true)
		passed += 10 * time.Second
		c.Judge(idAt(discordTime.Add(passed)))
		wants("after a young interaction", true, false)
		passed += 24 * time.Hour
		wants("a day after the last Date", true, false)
	}
}

// liesScripts are what happens to the clocks, L being how wrong one of them is: that of the machine, or that of whoever
// puts the Dates. What is known then is right within a minute, unless somebody is "fooled".
var liesScripts = map[string]string{
	"nothing is known before the first Date": `
		unknown
		answers
		known`,
	"the machine's clock is wrong at the start, until somebody uses the bot": `
		machine L
		answers
		unknown
		comes 1s
		known
		wrong L`,
	"or for ten minutes": `
		machine L
		answers
		pass 9m
		answers
		unknown
		pass 1m
		answers
		known
		wrong L`,
	"it is put right after 20 s": `
		machine L
		answers
		pass 20s
		machine 0s
		unknown
		answers
		known
		wrong 0s`,
	"it goes wrong in the middle, and Discord is asked": `
		answers
		pass 1h
		machine L
		unknown
		answers
		known
		wrong L
		pass 20s
		machine 0s
		unknown
		answers
		known
		wrong 0s`,
	"Dates are wrong from the start, and an id tells": `
		proxy L
		answers
		unknown
		comes 1s
		known
		answers
		known
		pass 24h
		answers
		known
		wrong 0s`,
	"a message that the bot has posted tells too": `
		proxy L
		answers
		posts
		known
		answers
		known
		wrong 0s`,
	"Dates go wrong in the middle, before anybody has used the bot": `
		answers
		known
		pass 1h
		proxy L
		answers
		unknown
		pass 20s
		answers
		unknown
		proxy 0s
		answers
		known
		wrong 0s`,
	"or after that, for a day": `
		answers
		comes 1s
		answered
		proxy L
		answers
		known
		pass 24h
		answers
		known
		machine 24h
		unknown
		answers
		known
		wrong 24h`,
	"Dates are put right as the machine's clock goes wrong": `
		proxy L
		answers
		comes 1s
		answered
		answers
		machine L
		proxy 0s
		unknown
		answers
		known
		wrong L`,
	"whoever put wrong Dates is not believed when the machine slept": `
		proxy L
		answers
		comes 1s
		answered
		answers
		known
		sleep 9h
		fooled
		unknown
		answers
		unknown
		comes 1s
		seen
		known
		wrong 0s`,
	"Dates go wrong long after the machine's clock was put right": `
		machine 24h
		answers
		comes 1s
		answered
		machine 0s
		answers
		pass 1h
		proxy L
		answers
		known
		wrong 0s`,
	"both are wrong, each by itself": `
		machine L
		proxy 25h
		answers
		unknown
		comes 1s
		known
		wrong L
		answers
		known
		wrong L`,
	"both are wrong alike, until an answer is taken": `
		machine L
		proxy L
		fooled
		answers
		known
		comes 1s
		answered
		seen
		known
		wrong L
		answers
		known`,
	"the machine sleeps, and Discord is asked": `
		answers
		comes 1s
		answered
		sleep |L|
		fooled
		unknown
		answers
		seen
		known
		wrong 0s`,
	"it sleeps, and an id comes first": `
		answers
		comes 1s
		answered
		sleep |L|
		comes 1s
		seen
		answers
		known
		wrong 0s`,
	"an interaction that is sent again changes nothing": `
		answers
		comes 20m
		known
		wrong 0s`,
}

// Whatever the machine's clock or a Date says, the time is Discord's, or nothing falls due.
func TestTheTimeIsDiscords(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for what, script := range liesScripts {
		for _, lie := range []time.Duration{time.Hour, -time.Hour, day, -day, 30 * day, -30 * day} {
			var passed, slept, machine, proxy time.Duration
			id, fooled := "", false
			truth := func() time.Time { return discordTime.Add(passed + slept) }
			var c *Discord
			for line := range strings.Lines(strings.TrimSpace(script)) {
				word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				by := map[string]time.Duration{"L": lie, "|L|": lie.Abs()}[rest]
				if by == 0 && rest != "" {
					var err error
					if by, err = time.ParseDuration(rest); err != nil {
						t.Fatal(err)
					}
				}
				if word == "machine" {
					machine = by
				}
				if c == nil {
					c = NewDiscord(func() time.Time { return truth().Add(machine) }, func() time.Time { return discordTime.Add(passed) }, 3*time.Second)
				}
				switch word {
				case "machine":
				case "proxy":
					proxy = by
				case "fooled", "seen":
					fooled = word == "fooled"
				case "pass":
					passed += by
				case "sleep":
					slept += by
				case "answers":
					passed += 100 * time.Millisecond
					c.Heard(truth().Add(proxy-50*time.Millisecond).Truncate(time.Second), 100*time.Millisecond)
				case "comes":
					id = idAt(truth().Add(-by))
					c.Judge(id)
				case "answered":
					passed += 200 * time.Millisecond
					c.Made(id, 13*time.Second, 200*time.Millisecond)
				case "posts":
					id = idAt(truth())
					c.Made(id, 10*time.Minute, 100*time.Millisecond)
				case "known", "unknown":
					if c.Known() != (word == "known") {
						t.Errorf("%s: by %v: at the line %q the time is %s", what, lie, line, map[bool]string{true: "known", false: "not known"}[c.Known()])
					}
				case "wrong":
					if off := c.Wrong() - by; off.Abs() > 20*time.Second {
						t.Errorf("%s: by %v: the machine's clock is taken to be wrong by %v, want %v", what, lie, c.Wrong(), by)
					}
				default:
					t.Fatalf("no line begins with %q", word)
				}
				if off := c.Now().Sub(truth()); c.Known() && !fooled && off.Abs() > wrong {
					t.Errorf("%s: by %v: after the line %q the time is wrong by %v", what, lie, line, off)
				}
			}
		}
	}
}

// idAt returns an id of Discord's.
func idAt(made time.Time) string { return fmt.Sprint(uint64(made.UnixMilli()-epoch) << 22) }
