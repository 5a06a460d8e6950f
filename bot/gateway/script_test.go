package gateway

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/bot/rest"
)

// scripts are what may happen at the gateway: for how long that is watched, what Discord does on each connection, what
// the bot does, and a part of what it says to the log.
const scripts = `
# A connection ends one and a half heartbeats after the last acknowledged one, whatever else arrives.
silent from the beginning, 5m
	begin; acknowledge 0 / begin
	0s identify closed 1m0s 4000, 1m0s resume 1 closed 5m0s 1000
	no heartbeat was acknowledged for 1m0s

silent later, 5m
	begin; acknowledge 2 / begin
	0s identify closed 2m0s 4000, 2m0s resume 1 closed 5m0s 1000
	no heartbeat was acknowledged for 1m0s

talks and is deaf, 5m
	begin; typing; in 10s typing; in 20s typing; in 30s typing; in 40s typing; in 50s typing; acknowledge 0 / begin
	0s identify closed 1m0s 4000, 1m0s resume 2 closed 5m0s 1000
	no heartbeat was acknowledged for 1m0s

# One that does not open is given up and replaced.
says nothing, 2m
	silent / begin
	0s closed 2.5s 4000, 2.6875s identify closed 2m0s 1000
	no answer in 2.5s

says nothing after Hello, 2m
	greet / begin
	0s identify closed 30s 4000, 30.1875s identify closed 2m0s 1000
	no answer in 30s

op 7 in place of Hello, 2m
	op7 / begin
	0s closed 0s 4000, 187.5ms identify closed 2m0s 1000
	asked to reconnect

op 7 in place of READY, 2m
	greet; op7 / begin
	0s identify closed 0s 4000, 5.5s identify closed 2m0s 1000
	asked to reconnect

op 9 in place of READY, 2m
	greet; op9 false / begin
	0s identify closed 0s 1000, 5.5s identify closed 2m0s 1000
	unknown to Discord

another op than Hello, 2m
	say {"op":11,"d":null} / begin
	0s closed 0s 4000, 187.5ms identify closed 2m0s 1000
	got op 11 in place of Hello

a Hello of no heartbeat, 2m
	say {"op":10,"d":{}} / begin
	0s closed 0s 4000, 187.5ms identify closed 2m0s 1000
	without a heartbeat interval

no JSON, 2m
	say <html> / begin
	0s closed 0s 4000, 187.5ms identify closed 2m0s 1000
	a packet cannot be read

a cut, 2m
	shut 1006 / begin
	0s, 187.5ms identify closed 2m0s 1000
	stays closed; trying again

a handshake without an answer, 5s
	void / void
	0s, 2.6875s

# The way a connection ends decides whether its session goes on. If it does, the next connection resumes it
# and receives what was missed.
op 7 resumes, 30s
	begin; event 5; op7 / greet; event 6; resumed
	0s identify closed 0s 4000, 187.5ms resume 5 closed 30s 1000

op 9 that can be resumed, 30s
	begin; event 5; op9 true / greet; event 6; resumed
	0s identify closed 0s 4000, 187.5ms resume 5 closed 30s 1000

op 9, 30s
	begin; event 5; op9 false / begin; event 5
	0s identify closed 0s 1000, 5.5s identify closed 30s 1000

no JSON resumes, 30s
	begin; event 5; say { / greet; event 6; resumed
	0s identify closed 0s 4000, 187.5ms resume 5 closed 30s 1000

an unknown op, 30s
	begin; event 5; say {"op":99,"d":{}}; op7 / greet; event 6; resumed
	0s identify closed 0s 4000, 187.5ms resume 5 closed 30s 1000

4007, 30s
	begin; event 5; shut 4007 / begin; event 5
	0s identify, 5.5s identify closed 30s 1000

4009, 30s
	begin; event 5; shut 4009 / begin; event 5
	0s identify, 5.5s identify closed 30s 1000

too large, 1m
	begin; large / begin
	0s identify closed 1s 1006, 1s resume 1 closed 1m0s 1000
	a packet has more than 16 MiB

too deep, 1m
	begin; deep / begin
	0s identify closed 0s 4000, 187.5ms resume 1 closed 1m0s 1000
	more than 64 deep

# A session that Discord does not know is replaced after one to five seconds, and five seconds after the last
# Identify. One whose resumes fail for another reason is given up after maxFailures connections.
an unknown session, 2m
	begin; shut 4000 / greet; op9 false / begin
	0s identify, 187.5ms resume 1 closed 187.5ms 1000, 5.5s identify closed 2m0s 1000

resumable and always closed, 2m
	begin; shut 4000 / 4x greet; op9 true / begin
	0s identify, 187.5ms resume 1 closed 187.5ms 4000, 562.5ms resume 1 closed 562.5ms 4000,
		1.3125s resume 1 closed 1.3125s 4000, 2.8125s resume 1 closed 2.8125s 4000,
		5.8125s identify closed 2m0s 1000

op 7 in place of RESUMED, 2m
	begin; shut 4000 / 4x greet; op7 / begin
	0s identify, 187.5ms resume 1 closed 187.5ms 4000, 562.5ms resume 1 closed 562.5ms 4000,
		1.3125s resume 1 closed 1.3125s 4000, 2.8125s resume 1 closed 2.8125s 4000,
		5.8125s identify closed 2m0s 1000

RESUMED and no JSON, 2m
	begin; shut 4000 / 4x greet; resumed; say no JSON / begin
	0s identify, 187.5ms resume 1 closed 187.5ms 4000, 562.5ms resume 7 closed 562.5ms 4000,
		1.3125s resume 7 closed 1.3125s 4000, 2.8125s resume 7 closed 2.8125s 4000,
		5.8125s identify closed 2m0s 1000

# At the end the bot closes with 1000, so that Discord shows at once that it is offline. What Discord does
# then does not delay it.
the end, 1h0m
	begin
	0s identify closed 1h0m0s 1000

no answer to the close frame, 30s
	begin; rude; acknowledge 99
	0s identify closed 30s 1000

not even read, 30s
	begin; rude; blind
	0s identify

a heartbeat out of turn, 1s
	begin; beat
	0s identify beat 0s closed 1s 1000

# After connections that end right after they opened the waits grow, and one that stays resets them. READY and
# RESUMED make starts that did not open forgotten, even if their connection ends soon.
young ends, 2m
	11x begin; shut 4000 / begin; in 1s shut 4000 / begin; shut 4000
	0s identify, 187.5ms resume 1, 562.5ms resume 7, 1.3125s resume 7, 2.8125s resume 7, 5.8125s identify,
		9.5625s resume 1, 13.3125s resume 7, 17.0625s resume 7, 20.8125s resume 7, 1m50.8125s identify,
		1m54.5625s resume 1, 1m55.5625s resume 7, 1m55.75s resume 7, 1m56.125s resume 7, 1m56.875s resume 7,
		1m58.375s resume 7

bad starts and a short opening, 1m
	begin; in 999ms shut 4000 / 3x greet; op7 / begin; in 999ms shut 4000 / begin
	0s identify, 1.1865s resume 1 closed 1.1865s 4000, 1.5615s resume 1 closed 1.5615s 4000,
		2.3115s resume 1 closed 2.3115s 4000, 3.8115s resume 1, 5.5s identify closed 1m0s 1000

# A gateway that is slow to say Hello is given more time after each start.
a Hello after 2 s, 3m
	in 2s hello
	0s identify closed 3m0s 1000

a Hello after 8 s, 3m
	in 8s hello
	0s closed 2.5s 4000, 2.6875s closed 5.1875s 4000, 5.5625s closed 8.0625s 4000,
		8.8125s closed 13.8125s 4000, 15.3125s identify closed 3m0s 1000

a Hello after 25 s, 3m
	in 25s hello
	0s closed 2.5s 4000, 2.6875s closed 5.1875s 4000, 5.5625s closed 8.0625s 4000,
		8.8125s closed 13.8125s 4000, 15.3125s closed 25.3125s 4000, 28.3125s closed 48.3125s 4000,
		54.3125s identify closed 3m0s 1000

# A network that is out for a minute loses no session: Discord keeps what was pressed meanwhile. One that is out
# for longer than a session may last costs the session.
an outage of 10 s, 5m
	begin; in 1m shut 4000 / refuse until 70s / begin
	0s identify, 1m13.3125s resume 1 closed 5m0s 1000

an outage of a minute, 5m
	begin; in 1m shut 4000 / refuse until 2m / begin
	0s identify, 2m2.0625s resume 1 closed 5m0s 1000

an outage of an hour, 1h5m
	begin; in 1m shut 4000 / refuse until 61m / begin
	0s identify, 1h1m32.0625s identify closed 1h5m0s 1000

# A resume takes no session, so it waits five seconds at most, however many starts were bad.
seven cuts in a row, 2m
	begin; in 1m shut 4000 / 7x shut 1006 / begin
	0s identify, 1m0s, 1m0.1875s, 1m0.5625s, 1m1.3125s, 1m2.8125s, 1m5.8125s, 1m9.5625s, 1m13.3125s resume 1 closed 2m0s 1000

seven refusals in a row, 2m
	begin; in 1m shut 4000 / 7x refuse / begin
	0s identify, 1m13.3125s resume 1 closed 2m0s 1000

# Discord requires five seconds between two Identifies.
sessions that end at once, 1m
	begin; shut 4007
	0s identify, 5.5s identify, 11s identify, 16.5s identify, 22s identify, 27.5s identify, 33.5s identify,
		45.5s identify
`

// The bot does on each connection what the scripts say, to the moment, and handles each interaction once.
func TestScripts(t *testing.T) {
	t.Parallel()
	all := strings.ReplaceAll(strings.Trim(scripts, "\n"), "\n\t\t", " ")
	for _, code := range []int{1000, 1001, 1006, 4000, 4001, 4002, 4003, 4005, 4008} {
		all += fmt.Sprintf("\n\n%d, 30s\n\tbegin; event 5; shut %[1]d / greet; event 6; resumed\n\t0s identify, 187.5ms resume 5 closed 30s 1000", code)
	}
	for block := range strings.SplitSeq(all, "\n\n") {
		lines := append(strings.Split(block, "\n\t"), "")
		what, lasts, _ := strings.Cut(lines[0][strings.LastIndex(lines[0], "\n")+1:], ", ")
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			d, err := time.ParseDuration(lasts)
			if err != nil {
				t.Fatal(err)
			}
			onStage(t, lines[1], func(s *stage) {
				err := s.runFor(d)
				if got := s.story(); err != nil || got != lines[2] || len(s.handled) != strings.Count(lines[1], "event") {
					t.Errorf("run = %v with %d interactions, and the bot did\n%s, want\n%s", err, len(s.handled), got, lines[2])
				}
				if !strings.Contains(s.said.String(), lines[3]) {
					t.Errorf("the log is %q, want %q in it", &s.said, lines[3])
				}
			})
		})
	}
}

// A connection that was open for a while is replaced at once, and its session is resumed,
// however often that happens.
func TestGoodConnectionIsReplacedAtOnce(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"shut 1000", "shut 4000", "shut 1006", "op7"} {
		for _, life := range []time.Duration{UsualTimes().Young, 5 * time.Second} {
			onStage(t, fmt.Sprintf("begin; in %v %s", life, end), func(s *stage) {
				s.runFor(20*life + life/2)
				want := "0s identify"
				for n := range time.Duration(20) {
					if end == "op7" {
						want += fmt.Sprintf(" closed %v 4000", (n+1)*life)
					}
					want += fmt.Sprintf(", %v resume %d", (n+1)*life, min(7, 1+6*n))
				}
				if got, _ := strings.CutSuffix(s.story(), fmt.Sprintf(" closed %v 1000", 20*life+life/2)); got != want {
					t.Errorf("with %s after %v the bot did\n%s, want\n%s", end, life, got, want)
				}
			})
		}
	}
}

// Three bad starts in a row, of any kind, delay the resume of a session by ten seconds at most.
func TestThreeBadStartsCostTenSeconds(t *testing.T) {
	t.Parallel()
	const cut = "in 1s shut 1006"
	for _, bad := range []string{
		"greet; op7 / greet; op7 / greet; op7", "silent / silent / silent", "greet / greet / greet", cut + " / " + cut + " / " + cut,
		"refuse / refuse / refuse", "refuse / greet; op7 / silent", "refuse / " + cut + " / " + cut, "refuse / refuse / greet",
	} {
		onStage(t, "begin; in 5s shut 4000 / "+bad+" / begin", func(s *stage) {
			s.jitter = func() float64 { return 0.999 }
			s.runFor(50 * time.Second)
			last := s.peers[len(s.peers)-1]
			if cost := last.dialed.Sub(s.began) - 5*time.Second; last.hello.Op != opResume || len(s.script) > 1 || cost <= 0 || cost > 10*time.Second {
				t.Errorf("after %s the last connection begins with op %d after %v, want a resume within 10 s", bad, last.hello.Op, cost)
			}
		})
	}
}

// However a gateway lets connections open and ends them, the bot dials it once a second at
// most, and seldom if it ends them at once.
func TestGatewayIsNotHammered(t *testing.T) {
	t.Parallel()
	for life, most := range map[time.Duration]int{0: 75, time.Second / 2: 75, time.Second - 1: 75, UsualTimes().Young: 1201, UsualTimes().Young * 10: 121} {
		onStage(t, fmt.Sprintf("begin; in %v shut 4000", life), func(s *stage) {
			s.runFor(20*time.Minute + UsualTimes().Young/2) // ends while no connection is being made
			if len(s.peers) > most || len(s.peers) < 10 {
				t.Errorf("with lives of %v there were %d connections in 20 minutes, want 10 to %d", life, len(s.peers), most)
			}
		})
	}
}

// Interactions wait for the channel that Opening returns, and heartbeats go on meanwhile. Later packets do not
// change what waits.
func TestInteractionsWaitForOpening(t *testing.T) {
	t.Parallel()
	onStage(t, `begin; event 2; say {"op":0,"s":3,"t":"INTERACTION_CREATE","d":"at"}`, func(s *stage) {
		s.ready = make(chan struct{})
		time.AfterFunc(2*time.Minute, func() {
			if len(s.handled) > 0 {
				t.Error("an interaction was handled before its connection was ready")
			}
			close(s.ready)
		})
		s.runFor(3 * time.Minute)
		if len(s.handled) != 2 || s.story() != "0s identify closed 3m0s 1000" {
			t.Fatalf("%d interactions were handled, and the bot did %s, want 2 on 1 connection", len(s.handled), s.story())
		}
		if one, other := <-s.handled, <-s.handled; min(one, other) != `"at"` || max(one, other) != `"it"` {
			t.Errorf("the interactions were %s and %s", one, other)
		}
	})
}

// There is no wait after a good connection. After bad starts waits double up to a bound, which is five seconds where a
// session can be resumed, and are drawn from their upper half. After op 9 they follow Discord's rule.
func TestBackoff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unopened, young int
		err             error
		least, below    time.Duration
	}{
		{0, 0, errReconnect, 0, 0},
		{1, 0, errReconnect, 125 * time.Millisecond, 250 * time.Millisecond},
		{0, 1, errReconnect, 125 * time.Millisecond, 250 * time.Millisecond},
		{1, 1, errReconnect, 250 * time.Millisecond, 500 * time.Millisecond},
		{7, 0, errReconnect, 8 * time.Second, 16 * time.Second},
		{0, 10, errReconnect, time.Minute, 2 * time.Minute},
		{1e6, 0, errReconnect, time.Minute, 2 * time.Minute},
		{0, 0, errNoSession, time.Second, 5 * time.Second},
		{10, 0, errNoSession, time.Minute, 2 * time.Minute},
	} {
		for jitter, want := range map[float64]time.Duration{0: c.least, 1: c.below} {
			g := &gateway{Config: Config{Times: UsualTimes()}, unopened: c.unopened, young: c.young, jitter: func() float64 { return jitter }}
			if got := g.backoff(c.err); got != want {
				t.Errorf("after %d starts that did not open, %d young ends and %v, at %v of the jitter, the wait is %v, want %v", c.unopened, c.young, c.err, jitter, got, want)
			}
			if g.session.url = resumeAddress; errors.Is(c.err, errNoSession) {
				continue
			}
			if got := g.backoff(c.err); got != min(want, 2500*time.Millisecond+time.Duration(jitter*float64(2500*time.Millisecond))) {
				t.Errorf("after %d starts that did not open and %d young ends, at %v of the jitter, a resume waits %v", c.unopened, c.young, jitter, got)
			}
		}
	}
}

// A final close code ends Run at once, with an error that says what to do.
func TestFinalCloseCodesEndRun(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		for at, before := range []string{"", "begin; shut 4000 / "} {
			onStage(t, fmt.Sprintf("%sgreet; shut %d / begin; shut 4000", before, code), func(s *stage) {
				if err := s.runFor(time.Hour); !errors.Is(err, finalErrors[code]) || len(s.peers) != at+1 {
					t.Errorf("closed with %d on connection %d the bot ends with %v after %d connections", code, at+1, err, len(s.peers))
				}
			})
		}
	}
}

// limitSessions has a stage's Discord count sessions as the real one does, for a day. It
// returns a function that counts how often the stage was asked.
func limitSessions(s *stage, left int, day time.Duration) func() int {
	end, asked := time.Now().Add(day), 0
	s.Where = func(context.Context) (e Endpoint, err error) {
		asked++
		e.URL = "ws://" + generalAddress
		e.Limit.Total, e.Limit.Remaining, e.Limit.ResetAfter = 1000, left-identifies(s), time.Until(end).Milliseconds()
		if !time.Now().Before(end) {
			e.Limit.Remaining, e.Limit.ResetAfter = 1000, 0
		}
		return e, nil
	}
	return func() int { return asked }
}

// However the gateway fails for a whole day, the bot does not use up the day's sessions,
// which would cost it its token.
//
//test:unwatched
func TestSessionsLastTheDay(t *testing.T) {
	t.Parallel()
	for script, c := range map[string]struct{ most, least int }{
		"begin; in 0s shut 4009":  {999, 800},
		"begin; in 10s shut 4009": {999, 900},
		"begin; in 1m shut 4009":  {999, 900},
		"begin; in 1m shut 4000":  {1, 1}, // every session can be resumed
		"begin; in 0s shut 4000":  {999, 700},
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			onStage(t, script, func(s *stage) {
				limitSessions(s, 1000, 24*time.Hour)
				s.runFor(24*time.Hour - time.Second)
				if n := identifies(s); n > c.most || n < c.least {
					t.Errorf("%d sessions were begun in a day, want %d to %d", n, c.least, c.most)
				}
			})
		})
	}
}

// When few sessions are left, the next one waits and the log says so. When none is left, it waits for the end
// of the day. A resume neither waits nor asks for the ration.
func TestLastSessionsAreRationed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		left  int
		want  time.Duration
		asked int
	}{
		{1000, 0, 1}, {100, 0, 1}, {99, time.Hour * 10 / 99, 1}, {50, 12 * time.Minute, 1}, {1, 10 * time.Hour, 1}, {0, 10 * time.Hour, 2},
	} {
		onStage(t, "begin", func(s *stage) {
			asked := limitSessions(s, c.left, 10*time.Hour)
			s.runFor(11 * time.Hour)
			if got := s.peers[0].dialed.Sub(s.began).Round(time.Second); got != c.want.Round(time.Second) || asked() != c.asked {
				t.Errorf("with %d sessions left the bot begins one after %v and asks %d times, want %v and %d", c.left, got, asked(), c.want, c.asked)
			}
			if warned := s.said.Len() > 0; warned != (c.want > 0) {
				t.Errorf("with %d sessions left the log warns: %v", c.left, warned)
			}
		})
	}
	onStage(t, "begin; in 5s shut 4000", func(s *stage) {
		asked := limitSessions(s, 100, 10*time.Hour) // 99 after the first
		s.runFor(12 * time.Second)
		if got, want := s.story(), "0s identify, 5s resume 1, 10s resume 7 closed 12s 1000"; got != want || asked() != 1 {
			t.Errorf("with few sessions left the bot asks %d times for the ration and did %s, want %s", asked(), got, want)
		}
	})
}

// An error of Where is no reason to end, except [rest.ErrTokenRefused].
func TestErrorsOfWhere(t *testing.T) {
	t.Parallel()
	onStage(t, "begin", func(s *stage) {
		where, asked := s.Where, 0
		s.Where = func(ctx context.Context) (Endpoint, error) {
			if asked++; asked <= 3 {
				return Endpoint{}, errors.New("500")
			}
			return where(ctx)
		}
		if err := s.runFor(time.Minute); err != nil || len(s.peers) != 1 {
			t.Errorf("run = %v after %d connections, want nil and one", err, len(s.peers))
		}
		s.Where = func(context.Context) (Endpoint, error) { return Endpoint{}, rest.ErrTokenRefused }
		s.session = session{}
		if err := s.runFor(time.Minute); !errors.Is(err, rest.ErrTokenRefused) {
			t.Errorf("run = %v, want %v", err, rest.ErrTokenRefused)
		}
	})
}
