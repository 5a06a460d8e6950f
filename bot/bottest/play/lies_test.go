package play_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/storage"
)

// However wrong the machine's clock is, from the start or for twenty seconds, or the clock of whoever puts a Date on
// the way: no outage comes of it, and what falls due does so by Discord's time.
//
//test:unwatched
func TestTimeIsDiscords(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	var machine, dates atomic.Int64
	r := newTimed(t, func(c *bot.Config) {
		now := c.Now
		c.Now = func() time.Time { return now().Add(time.Duration(machine.Load())) }
		bottest.NewProxy(t, c, func(p *bottest.Proxy, q *http.Request) *http.Response {
			answer := p.Pass(q)
			if at, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
				answer.Header.Set("Date", at.Add(time.Duration(dates.Load())).Format(http.TimeFormat))
			}
			return answer
		})
	})
	games := r.Discord.Channel("games")
	thread, _ := r.Challenge(games, "turn-time:10h")
	r.settle()
	began := r.head("ann").Clocks[0]
	same := func(when string) {
		t.Helper()
		up, err := storage.Uptimes.Get(r.Ctx, r.Store, storage.TheUptime)
		if err != nil || len(up.Outages) > 0 {
			t.Fatalf("%s there are the outages %+v (%v), want none", when, up.Outages, err)
		}
		if now := r.head("ann").Clocks[0]; !now.Since.Equal(began.Since) || now.Due.Sub(began.Due).Abs() > time.Minute || !now.ExpiredAt.IsZero() {
			t.Fatalf("%s ann's clock is %+v, want that of before, %+v", when, now, began)
		}
		r.wantDirects("ann")
	}
	looks := func() { // the first look may have begun before the clocks changed
		r.rests()
		r.rests()
	}
	for liar, lie := range map[string]*atomic.Int64{"the machine": &machine, "whoever puts the Date": &dates} {
		for _, by := range []time.Duration{time.Hour, -time.Hour, day, -day, 30 * day, -30 * day} {
			lie.Store(int64(by))
			looks()
			r.pass(20 * time.Second)
			r.Slash("ann", games, "/games")
			looks()
			lie.Store(0)
			looks()
			same(liar + " was wrong for a while by " + by.String())
			if by.Abs() < 30*day {
				continue
			}
			r.Stop()
			lie.Store(int64(by))
			r.Start()
			r.pass(20 * time.Second)
			r.Slash("ann", games, "/games") // until then nothing falls due
			looks()
			lie.Store(0)
			looks()
			same(liar + " was wrong at the start by " + by.String())
		}
	}
	machine.Store(int64(30 * day))
	r.Said.Await(t, "the clock of this machine is 30 days ahead of Discord's", 3)
	r.pass(began.Since.Add(8*time.Hour + time.Minute).Sub(r.clock.Now()))
	r.Until("it is noted that ann was reminded", func() bool {
		ann, err := storage.People.Get(r.Ctx, r.Store, r.Discord.User("ann").ID())
		return err == nil && len(ann.Reminded) == 1 && len(ann.Outbox) == 0
	})
	r.wantDirects("ann", "⏰ **11") // minutes
	machine.Store(int64(-30 * day))
	r.pass(began.Due.Add(time.Minute).Sub(r.clock.Now()))
	r.Until("ann's clock expires", func() bool { return !r.head("ann").Clocks[0].ExpiredAt.IsZero() })
	if at := r.head("ann").Clocks[0].ExpiredAt; at.Sub(began.Due).Abs() > 2*time.Minute {
		t.Errorf("ann's clock expires at %v, want %v", at, began.Due)
	}
	for _, m := range bottest.Public(r.Discord.User("ben").Sees(thread)) {
		if strings.Contains(m.Content, "I was down") {
			t.Errorf("the game is told of an outage: %s", m.Content)
		}
	}
}
