package gateway

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"
)

// There is no wait after a good connection. After bad starts waits double up to a bound and
// are drawn from their upper half, and after op 9 they follow Discord's rule.
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
		}
	}
}

// A final close code ends Run at once, with an error that says what to do.
func TestFinalCloseCodesEndRun(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		for _, at := range []int{1, 2} {
			onStage(t, func(n int, p *peer) {
				if n == at {
					p.greet()
					p.shut(code)
					return
				}
				p.begin()
				p.shut(4000)
			}, func(s *stage) {
				err := s.runFor(time.Hour)
				if !errors.Is(err, finalErrors[code]) || len(s.peers) != at {
					t.Errorf("closed with %d on connection %d the bot ends with %v after %d connections", code, at, err, len(s.peers))
				}
			})
		}
	}
}

// limitSessions has a stage's Discord count sessions as the real one does, for a day. It
// returns a function that counts how often the stage was asked.
func limitSessions(s *stage, total, left int, day time.Duration) func() int {
	end := time.Now().Add(day)
	asked := 0
	s.Where = func(context.Context) (e Endpoint, err error) {
		asked++
		e.URL = "ws://" + generalAddress
		e.Limit.Total, e.Limit.Remaining = total, left-identifies(s)
		e.Limit.ResetAfter = time.Until(end).Milliseconds()
		if !time.Now().Before(end) {
			e.Limit.Remaining, e.Limit.ResetAfter = total, 0
		}
		return e, nil
	}
	return func() int { return asked }
}

// identifies counts the sessions that the bot asked for.
func identifies(s *stage) (n int) {
	for _, p := range s.peers {
		if p.hello.Op == opIdentify {
			n++
		}
	}
	return n
}

// However the gateway fails for a whole day, the bot does not use up the day's sessions,
// which would cost it its token.
func TestSessionsLastTheDay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lives time.Duration // how long each connection lives
		code  int
		most  int
		least int
	}{
		"no session lives":                {0, 4009, 999, 800},
		"every session lives ten seconds": {10 * time.Second, 4009, 999, 900},
		"every session lives a minute":    {time.Minute, 4009, 999, 900},
		"every session can be resumed":    {time.Minute, 4000, 1, 1},
		"no resume lives":                 {0, 4000, 250, 150},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(_ int, p *peer) {
				p.begin()
				p.shutAfter(c.lives, c.code)
			}, func(s *stage) {
				limitSessions(s, 1000, 1000, 24*time.Hour)
				s.runFor(24*time.Hour - time.Second)
				if n := identifies(s); n > c.most || n < c.least {
					t.Errorf("%d sessions were begun in a day, want %d to %d", n, c.least, c.most)
				}
			})
		})
	}
}

// When few sessions are left, the next one waits and the log says so. When none is left,
// it waits for the end of the day.
func TestLastSessionsAreRationed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		left  int
		want  time.Duration
		asked int
	}{
		{1000, 0, 1}, {100, 0, 1}, {99, time.Hour * 10 / 99, 1}, {50, 12 * time.Minute, 1}, {1, 10 * time.Hour, 1}, {0, 10 * time.Hour, 2},
	} {
		onStage(t, func(_ int, p *peer) { p.begin() }, func(s *stage) {
			var log bytes.Buffer
			s.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
			asked := limitSessions(s, 1000, c.left, 10*time.Hour)
			began := time.Now()
			s.runFor(11 * time.Hour)
			if got := s.peers[0].dialed.Sub(began).Round(time.Second); got != c.want.Round(time.Second) || asked() != c.asked {
				t.Errorf("with %d sessions left the bot begins one after %v and asks %d times, want %v and %d", c.left, got, asked(), c.want, c.asked)
			}
			if warned := log.Len() > 0; warned != (c.want > 0) {
				t.Errorf("with %d sessions left the log warns: %v", c.left, warned)
			}
		})
	}
}

// When few sessions are left, a resume does not wait and does not ask for the ration.
func TestRationHoldsUpNoResume(t *testing.T) {
	t.Parallel()
	onStage(t, func(n int, p *peer) {
		p.begin()
		if n <= 6 {
			p.shutAfter(5*time.Second, 4000)
		}
	}, func(s *stage) {
		asked := limitSessions(s, 1000, 100, 10*time.Hour) // 99 after the first
		s.runFor(time.Minute)
		if len(s.peers) != 7 || identifies(s) != 1 || asked() != 1 {
			t.Fatalf("there were %d connections, %d sessions and %d questions for the ration; want 7, 1 and 1", len(s.peers), identifies(s), asked())
		}
		if got := s.peers[6].dialed.Sub(s.peers[0].dialed); got != 30*time.Second {
			t.Errorf("six lives of 5 s took %v, so a resume waited", got)
		}
	})
}

// Discord requires five seconds between two Identifies.
func TestSessionsAreSpaced(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) { p.begin(); p.shut(4007) }, func(s *stage) {
		s.runFor(time.Minute)
		for n := 1; n < len(s.peers); n++ {
			if got := s.peers[n].dialed.Sub(s.peers[n-1].dialed); got < 5*time.Second {
				t.Errorf("session %d was begun %v after the one before", n+1, got)
			}
		}
		if len(s.peers) < 4 {
			t.Errorf("%d sessions were begun in a minute", len(s.peers))
		}
	})
}

// An error of Where is no reason to end, except [ErrBadToken].
func TestErrorsOfWhere(t *testing.T) {
	t.Parallel()
	onStage(t, func(_ int, p *peer) { p.begin() }, func(s *stage) {
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
		s.Where = func(context.Context) (Endpoint, error) { return Endpoint{}, ErrBadToken }
		s.session = session{}
		if err := s.runFor(time.Minute); !errors.Is(err, ErrBadToken) {
			t.Errorf("run = %v, want %v", err, ErrBadToken)
		}
	})
}
