package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlour/storage"
)

// reachScripts are what becomes of the calls of a store over time, and for how long it has been lost after each step.
var reachScripts = map[string]string{
	"one that fails is lost since then":           "ok 0s / wait 3s 0s / fail 0s / wait 2s 2s / fail 2s / wait 5s 7s / ok 0s",
	"one that hangs is lost since its call began": "hang 0s / wait 6s 6s / ok 6s / answer 0s",
	"a call that its caller gave up says nothing": "fail 0s / wait 1s 1s / gone 1s / ok 0s / gone 0s",
	"a full disk takes some writes":               "fail 0s / wait 6s 6s / ok 0s / wait 4s 0s / fail 10s / ok 0s / wait 31s 0s / fail 0s",
	"a refusal is an answer":                      "fail 0s / wait 1s 1s / refused 0s",
}

func TestForHowLongTheStoreIsLost(t *testing.T) {
	t.Parallel()
	errs := map[string]error{"fail": fmt.Errorf("x: %w", storage.ErrUnavailable), "gone": context.DeadlineExceeded, "refused": storage.ErrConflict}
	for what, script := range reachScripts {
		synctest.Test(t, func(t *testing.T) {
			r := &reach{}
			var answer func(error)
			for step := range strings.SplitSeq(script, " / ") {
				words := strings.Fields(step)
				switch words[0] {
				case "wait":
					d, err := time.ParseDuration(words[1])
					if err != nil {
						t.Fatal(err)
					}
					time.Sleep(d)
				case "hang":
					answer = r.writes.begin()
				case "answer":
					answer(nil)
				default:
					r.writes.begin()(errs[words[0]])
				}
				if got := r.lostFor().String(); got != words[len(words)-1] {
					t.Errorf("%s: after %s it is lost for %s", what, step, got)
				}
			}
		})
	}
}

// A store that fails, or hangs, is seen while nobody plays. A read does not hide that nothing can be written.
func TestTheStoreIsWatched(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &moody{}
		c := Config{Config: quiet(nil)}
		c.Store = s
		b := newBot(c)
		defer b.giveUp()
		go b.watchStore(ctx)
		lost := func(when string, want bool) {
			t.Helper()
			if got := b.reach.lostFor() >= b.StoreWithin; got != want {
				t.Errorf("%s the store is lost: %v", when, got)
			}
		}
		time.Sleep(time.Minute)
		lost("at first", false)
		for _, mood := range []string{"fails", "hangs"} {
			s.mood.Store(&mood)
			time.Sleep(7 * time.Second)
			lost("when it "+mood, true)
			s.mood.Store(nil)
			time.Sleep(6 * time.Second)
			lost("after it "+mood, false)
		}
		counted := countedStore{s, b.metrics, time.Now, &b.reach}
		mood := "fails"
		s.mood.Store(&mood)
		if _, err := counted.PutRecord(ctx, storage.Record{}); !errors.Is(err, storage.ErrUnavailable) {
			t.Error(err)
		}
		s.mood.Store(nil)
		time.Sleep(6 * time.Second)
		lost("when nothing can be written", true)
		if _, err := counted.PutRecord(ctx, storage.Record{}); err != nil {
			t.Error(err)
		}
		lost("when it was written", false)
		cancel()
	})
}

// A moody store fails or hangs, if it has a mood.
type moody struct {
	storage.Store
	mood atomic.Pointer[string]
}

func (s *moody) do(ctx context.Context) error {
	switch mood := s.mood.Load(); {
	case mood == nil:
		return nil
	case *mood == "hangs":
		<-ctx.Done()
		return ctx.Err()
	}
	return storage.ErrUnavailable
}

func (s *moody) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	return storage.Record{Kind: kind, ID: id}, s.do(ctx)
}

func (s *moody) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	return r, s.do(ctx)
}
