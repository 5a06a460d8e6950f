package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// A stage runs a server on a clock of its own, with a Discord that answers or not.
type stage struct {
	*Server
	Config
	t        *testing.T // of the bubble
	fails    error      // what a probe ends with
	busy     bool       // the bot's own requests are answered
	probes   int        // how many there were
	notes    []string   // what happened, in order
	prepares time.Duration
}

func onStage(t *testing.T, play func(*stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, Server: &Server{log: slog.New(slog.DiscardHandler)}}
		s.Config = (&bench{}).config(nil)
		s.Every = 5 * time.Second
		s.Answered = func() bool { return s.busy }
		s.Probe = func(context.Context) error { s.probes++; return s.fails }
		s.Opening = func() <-chan struct{} {
			s.notes = append(s.notes, "opening")
			ready := make(chan struct{})
			time.AfterFunc(s.prepares, func() { close(ready) })
			return ready
		}
		s.Opened = func() { s.notes = append(s.notes, "opened") }
		s.Closed = func() { s.notes = append(s.notes, "closed") }
		s.Interaction = func(json.RawMessage) { s.notes = append(s.notes, "interaction") }
		play(s)
	})
}

// run runs the server in the background while act acts, and then ends it.
func (s *stage) run(act func()) error {
	ctx, cancel := context.WithCancel(s.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, s.Config) }()
	synctest.Wait()
	act()
	cancel()
	synctest.Wait()
	if s.inbox.Load() != nil {
		s.t.Error("after the end of Run, interactions are taken")
	}
	return <-ended
}

func (s *stage) want(when string, notes ...string) {
	s.t.Helper()
	if !slices.Equal(s.notes, notes) {
		s.t.Errorf("%s: what happened is %q, want %q", when, s.notes, notes)
	}
	s.notes = nil
}

// The bot is closed once Discord's API fails twice running, and open again as soon as it answers. Each opening is
// prepared for first.
func TestItIsOpenWhileDiscordAnswers(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		err := s.run(func() {
			s.want("at the start", "opening", "opened")
			time.Sleep(time.Minute + time.Second) // so that nothing else happens at the moment of a tick
			s.want("after a minute")
			s.fails = errors.New("no answer")
			time.Sleep(s.Every)
			s.fails = nil
			time.Sleep(s.Every)
			s.fails = errors.New("no answer")
			time.Sleep(s.Every)
			s.want("after single failures")
			time.Sleep(s.Every)
			s.want("after two failures", "closed")
			time.Sleep(time.Minute)
			s.want("while nothing answers")
			s.fails = nil
			time.Sleep(s.Every)
			s.want("when it answers", "opening", "opened")
		})
		if err != nil {
			t.Errorf("Run ended with %v", err)
		}
		s.want("at the end", "closed")
	})
}

// A bot whose own requests are answered asks for nothing more.
func TestABusyBotProbesNothing(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		s.busy, s.fails = true, errors.New("no answer")
		_ = s.run(func() { time.Sleep(time.Hour) })
		if s.probes > 0 {
			t.Errorf("there were %d probes", s.probes)
		}
		s.want("in an hour", "opening", "opened", "closed")
	})
}

// A token that was taken back ends Run.
func TestAFinalErrorEndsRun(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		s.fails = errors.New("unauthorized")
		s.Final = func(err error) error { return err }
		if err := s.run(func() { time.Sleep(time.Minute) }); !errors.Is(err, s.fails) {
			t.Errorf("Run ended with %v", err)
		}
		s.want("in all", "opening", "opened", "closed")
	})
}

// An interaction that comes while Discord's API does not answer is handled, after what an opening needs: the player gets
// the time of the outage back first.
func TestAnInteractionInAnOutageWaitsForItsNote(t *testing.T) {
	t.Parallel()
	onStage(t, func(s *stage) {
		s.prepares = time.Second
		_ = s.run(func() {
			time.Sleep(2 * time.Second)
			s.fails = errors.New("no answer")
			time.Sleep(2 * s.Every)
			s.want("in the outage", "opening", "opened", "closed")
			answer := httptest.NewRecorder()
			s.inbox.Load().accept(answer, nil)
			if answer.Code != 202 {
				t.Errorf("the answer is %d", answer.Code)
			}
			time.Sleep(2 * time.Second)
			s.want("after an interaction", "opening", "interaction")
		})
	})
}
