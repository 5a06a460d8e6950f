package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot/gateway"
	"parlour/bot/sandbox/fault"
	"parlour/commands"
	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permutu"
)

// While the gateway is closed the bot notes no uptime and checks nothing.
func TestNoUptimeWhileTheGatewayIsClosed(t *testing.T) {
	t.Parallel()
	d, said := serviceDesk(t)
	d.oneTry()
	want := func(when string, want bool) {
		t.Helper()
		checked := false
		d.b.check(func(context.Context) error { checked = true; return nil })
		if noted := d.b.noteUptime(); noted != want || checked != want {
			t.Errorf("%s: uptime noted = %v, checked = %v, want %v", when, noted, checked, want)
		}
	}
	want("before the gateway is open", false)
	d.runs(d.b.listen)
	said.await(t, "the gateway is open")
	want("when it is open", true)
	d.fail(fault.Fault{Route: "GET /gateway/bot", Status: 500, Times: -1})
	d.discord.Faults().Disconnect(4009) // a code after which no session can be resumed
	said.await(t, "the gateway is gone; reconnecting")
	want("when it is gone", false)
	said.await(t, "the gateway stays closed; trying again")
	want("when it does not open again", false)
	d.discord.Faults().Mend()
	said.await(t, "the gateway is open")
	want("when it is open again", true)
}

// try returns true only if the function succeeds. It returns false after an error or a
// panic, and calls nothing once the bot is stopping.
func TestTry(t *testing.T) {
	t.Parallel()
	d, said := serviceDesk(t)
	try := func(do func() error, want bool) {
		t.Helper()
		if got := d.b.try("stand on its head", func(context.Context) error { return do() }); got != want {
			t.Errorf("try = %v, want %v", got, want)
		}
	}
	try(func() error { return nil }, true)
	try(func() error { return errors.New("it fell") }, false)
	said.await(t, "cannot stand on its head")
	try(func() error { panic("dizzy") }, false)
	said.await(t, "a panic was caught")
	d.b.finish()
	try(func() error { t.Error("the bot begins something while it is stopping"); return nil }, false)
}

// An interaction that cannot be read, or that makes the bot panic, does not harm later
// ones. The bot handles the parts that it can read.
func TestUnreadableInteraction(t *testing.T) {
	t.Parallel()
	d, said := serviceDesk(t)
	for raw, want := range map[string]string{
		`"no interaction"`: "an interaction cannot be read",
		`{"id":"1","token":"t","type":5,"data":{"custom_id":"x","components":[99]}}`: "an interaction cannot be read",
		`{"id":"1","token":"t","type":3,"data":null}`:                                "a panic was caught",
	} {
		d.b.take(json.RawMessage(raw))
		said.await(t, want)
	}
	d.b.take(json.RawMessage(`null`))
}

// A token that is revoked while the bot runs ends the bot, over the gateway and over HTTP.
func TestRevokedTokenEndsTheBot(t *testing.T) {
	t.Parallel()
	for _, overHTTP := range []bool{false, true} {
		d, said := serviceDesk(t)
		refuse := func() {
			d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
				w.WriteHeader(http.StatusUnauthorized)
				return true
			})
		}
		if d.b.Interactions = overHTTP; !overHTTP {
			refuse()
		} else {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			d.b.Web = l
			defer d.b.serve()()
		}
		ended := make(chan error, 1)
		go func() { ended <- d.b.listen(d.ctx) }()
		if overHTTP {
			said.await(t, "interactions are taken over HTTP")
			refuse()
		}
		if err := world.Receive(t, ended, "the end of the bot"); !errors.Is(err, ErrBadToken) {
			t.Errorf("over HTTP %t: listen = %v, want %v", overHTTP, err, ErrBadToken)
		}
	}
}

// The nightly work runs once a night by Discord's clock, whatever the machine's says, and so does [Config.Nightly],
// even if one of them fails.
func TestNightly(t *testing.T) {
	t.Parallel()
	d, said := serviceDesk(t)
	added, machine := 0, time.Duration(0)
	d.b.Tick, d.b.Nightly = 0, func(context.Context) error { added++; return errors.New("no room") }
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)
	d.now.Store(&noon)
	d.b.clock = clock.NewDiscord(func() time.Time { return d.theirs().Add(machine) }, d.theirs, d.b.AnswerWithin)
	d.b.Now = d.b.clock.Now
	var ran []string
	for tick, hour := d.b.nights(), 0; hour < 72; hour++ {
		now := noon.Add(time.Duration(hour) * time.Hour)
		d.now.Store(&now)
		machine = map[int]time.Duration{6: 30 * 24 * time.Hour, 30: -30 * 24 * time.Hour}[hour]
		if tick(); added > len(ran) {
			said.await(t, "cannot do the rest of the night's work")
			ran = append(ran, now.Format("02 15"))
		}
	}
	if got := strings.Join(ran, ", "); got != "21 05, 22 05, 23 05" {
		t.Errorf("the night's work was done at %s, want each night", got)
	}
	d.b.finish()
}

// The note of uptime at the opening of the gateway counts as work in [Config.Busy] from the
// moment at which the gateway is open.
func TestUptimeNoteCountsAsWork(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	var noted <-chan struct{}
	c := d.b.gatewayConfig()
	c.Opening = func(s match.Shard) <-chan struct{} { noted = d.b.opening(s); return noted }
	waited := make(chan bool, 1)
	c.Changed = func(match.Shard, bool) {
		d.b.Busy.Wait()
		select {
		case <-noted: // a nil channel is never ready
			waited <- true
		default:
			waited <- false
		}
	}
	d.runs(func(ctx context.Context) error { return gateway.Run(ctx, c) })
	if !world.Receive(t, waited, "the opening of the gateway") {
		t.Error("the wait ended before the uptime was noted")
	}
}

// opens reports an open gateway even if it has ended before the call, and leaves its error
// for the caller.
func TestOpensReportsAGatewayThatHasEnded(t *testing.T) {
	lost := errors.New("lost")
	for range 100 { // a select takes either of two ready channels
		opened, ended := make(chan struct{}), make(chan error, 1)
		close(opened)
		ended <- lost
		if open, err := opens(opened, ended); !open || err != nil || len(ended) != 1 {
			t.Fatalf("opens = %v, %v, want true, nil, and the error left", open, err)
		}
	}
	ended := make(chan error, 1)
	ended <- lost
	if open, err := opens(make(chan struct{}), ended); open || err != lost {
		t.Errorf("opens of a gateway that was never open = %v, %v, want false and its error", open, err)
	}
}

// Work that begins while somebody waits is waited for too, and may be counted from any goroutine.
func TestWorkIsWaitedFor(t *testing.T) {
	var w Work
	w.Wait() // for nothing
	w.Begin()
	waited := make(chan struct{})
	go func() { defer close(waited); w.Wait() }()
	var all sync.WaitGroup
	for range 50 {
		w.Begin()
		all.Go(w.Done)
	}
	all.Wait()
	select {
	case <-waited:
		t.Fatal("the wait ended while work was under way")
	default:
	}
	w.Done()
	world.Receive(t, waited, "the end of the wait")
}

// asked returns the event of a slash command without options.
func asked(command string) json.RawMessage {
	raw := fmt.Sprintf(`{"id":"9000000000000000099","token":"aW50ZXJhY3Rpb24","type":2,"application_id":"2","version":1,"guild_id":"3","channel_id":"4",
		"channel":{"id":"4","type":0},"locale":"en-GB","app_permissions":"8","data":{"id":"7","name":%q,"type":1},
		"member":{"permissions":"8","user":{"id":"5","username":"ann"}}}`, command)
	return json.RawMessage(raw)
}

// A ponderer is a game whose advice comes only when the bot begins to stop.
type ponderer struct {
	permutu.Game
	t    *testing.T
	calm context.Context
}

func (p ponderer) Advise(games.View, games.Seat, games.Move, games.Level, games.Seed) games.Advice {
	world.Pass(p.t, p.calm.Done(), "the begin of the shutdown")
	return games.Advice{}
}

// resignAfterTwo has Ann begin a game of Permutu alone, move twice and resign.
func resignAfterTwo(t *testing.T, d *desk) {
	t.Helper()
	ask := func(r commands.Request) commands.Reply {
		r.ID, r.Guild, r.Channel, r.By = fmt.Sprint(time.Now().UnixNano()), "3", "4", commands.Person{ID: "5", Name: "Ann"}
		return d.b.service.Handle(d.ctx, r)
	}
	ask(commands.Request{Command: "settings", Options: map[string]string{"confirm": "off"}})
	id := ask(commands.Request{Command: "play", Options: map[string]string{"game": "permutu"}}).Due[0].ID
	for _, r := range []commands.Request{
		{Button: "1:" + id + ":0:start"},
		{Command: "move", Options: map[string]string{"move": "1r"}},
		{Command: "move", Options: map[string]string{"move": "2r"}},
		{Button: "1:" + id + ":2:resign"},
	} {
		if said := ask(r); len(said.Due) != 1 {
			t.Fatalf("%+v is answered with %q", r, said.Message.Content)
		}
	}
}

// A person who waits for a long analysis when the bot begins to stop is told so at once, in
// the deferred answer.
func TestShutdownAnswersALongAnalysis(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	d.b.DeferAfter, d.b.Games = time.Nanosecond, []games.Game{ponderer{t: t, calm: d.b.calm}}
	if err := d.b.prepare(d.ctx); err != nil {
		t.Fatal(err)
	}
	resignAfterTwo(t, d)
	deferred, answers := make(chan bool, 1), make(chan string, 1)
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		if strings.HasSuffix(r.URL.Path, "/callback") {
			d.b.hurry()
			deferred <- true
		} else {
			answers <- string(body)
		}
		w.Write([]byte(`{"id":"1"}`))
		return true
	})
	d.b.take(asked("analyse"))
	world.Receive(t, deferred, "the deferral of the answer")
	if got, want := world.Receive(t, answers, "the answer"), "about to restart"; !strings.Contains(got, want) {
		t.Errorf("the answer is %q, want %q", got, want)
	}
}

// What follows an answer has what is left of the time of its request, since Discord takes it no longer.
func TestWhatFollowsHasTheRestOfTheTime(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	i, err := readInteraction(asked("analyse"))
	if err != nil {
		t.Fatal(err)
	}
	x := d.b.exchange(i)
	later := d.theirs().Add(10 * time.Minute)
	d.now.Store(&later)
	ctx, cancel := x.limited()
	defer cancel()
	if end, _ := ctx.Deadline(); time.Until(end).Round(time.Minute) != 4*time.Minute {
		t.Errorf("after 10 of 14 minutes it ends in %v", time.Until(end))
	}
}
