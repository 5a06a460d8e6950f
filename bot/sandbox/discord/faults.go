package discord

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/fault"
)

// Faults makes Discord fail on demand: the REST API ([Faults.Fail], [Faults.Limit])
// and the gateway. [Faults.Mend] ends what was planned.
type Faults struct{ d *Discord }

// Fail makes the next requests fail, and returns the fault's id for [Faults.Mend]. Of
// several faults of a route the oldest strikes first. A fault that makes no sense is
// refused with a sentence.
func (f *Faults) Fail(next fault.Fault) (id int, err error) {
	next.Fill()
	if err := next.Check(Routes()); err != nil {
		return 0, err
	}
	return f.d.Plan.Add(fault.Pending{Left: cmp.Or(next.Times, 1), Request: &next}), nil
}

// Pending returns the faults that have not struck as often as planned, oldest first.
func (f *Faults) Pending() []fault.PendingFault {
	f.d.Lock()
	defer f.d.Unlock()
	return f.d.Plan.Pending()
}

// Mend ends faults early, by id. Without ids it ends all of them and the gateway's
// silence.
func (f *Faults) Mend(ids ...int) {
	f.d.Change(func() {
		f.d.Plan.Mend(ids)
		if len(ids) == 0 {
			f.d.Gateway.catchUp()
			f.d.Gateway.hush(false)
		}
	})
}

// Await waits until all faults have struck as often as planned. It does not wait for
// faults that last until [Faults.Mend], nor for an answer that is late.
func (f *Faults) Await(ctx context.Context) error {
	err := f.d.Await(ctx, func() bool { return !f.d.Plan.Left() })
	if err != nil {
		return fmt.Errorf("waiting for faults to come: %w: %v", err, f.Pending())
	}
	return nil
}

// Limit lets a route take so many requests in a time, in each channel or server apart,
// or for each token. As with Discord's own limits, every answer says how many are
// left, and a request too many is refused. It takes the place of Discord's own limit of the
// route, and of an earlier one; 0 requests end it.
func (f *Faults) Limit(route string, requests int, per time.Duration) {
	f.d.Change(func() {
		delete(f.d.API.quotas, route)
		if requests > 0 {
			f.d.API.quotas[route] = newQuota(route, requests, per)
		}
	})
}

// LimitSessions sets how many sessions a bot may begin in the time to come, out of a
// thousand a day. A bot that begins one more loses its token.
func (f *Faults) LimitSessions(left int, reset time.Duration) {
	f.d.Change(func() { f.d.Gateway.budget = budget{left, f.d.Now().Add(reset)} })
}

// each does something to every session that is connected.
func (f *Faults) each(do func(*session)) {
	f.d.Change(func() {
		for _, ses := range f.d.Gateway.connected() {
			do(ses)
		}
	})
}

// Disconnect closes every connection of a bot with a code, as Discord does now and
// then. After 4000 the bot should resume, 4004 is final, and 1006 cuts without a code.
func (f *Faults) Disconnect(code int) {
	f.each(func(ses *session) {
		if code == websocket.CloseAbnormalClosure {
			_ = ses.link.conn.Close()
		} else {
			ses.link.end(code)
		}
		f.d.Gateway.cut(ses, code)
	})
}

// AskToReconnect sends op 7 to every connected bot, as Discord does before it
// restarts a gateway.
func (f *Faults) AskToReconnect() {
	f.each(func(ses *session) { ses.link.send(packet{Op: opReconnect}) })
}

// InvalidateSession sends op 9 to every connected bot. A session that is resumable
// goes on once the bot resumes it; another one is over, and the bot identifies anew.
func (f *Faults) InvalidateSession(resumable bool) {
	f.each(func(ses *session) {
		ses.link.send(pack(opInvalidSession, resumable))
		code := websocket.CloseAbnormalClosure
		if !resumable {
			code = 4009
		}
		f.d.Gateway.cut(ses, code)
	})
}

// ShardAway cuts the connections of the shard with a number, of however many, and refuses new ones
// until it is back.
func (f *Faults) ShardAway(number int, away bool) {
	f.d.Change(func() { f.d.Gateway.away[number] = away })
	f.each(func(ses *session) {
		if away && ses.shard.number == number {
			_ = ses.link.conn.Close()
			f.d.Gateway.cut(ses, websocket.CloseAbnormalClosure)
		}
	})
}

// Open returns the shards over which a bot is connected, such as "3/16".
func (f *Faults) Open() (open []string) {
	f.each(func(ses *session) { open = append(open, fmt.Sprintf("%d/%d", ses.shard.number, ses.shard.count)) })
	slices.Sort(open)
	return open
}

// Silence makes the gateway say nothing: connections stay open, new ones are not
// greeted, and no heartbeat is answered. What it held back is sent when the silence
// ends. It does not keep a connection from being closed.
func (f *Faults) Silence(on bool) {
	f.d.Change(func() { f.d.Gateway.hush(on) })
}

// RefuseHello answers the next Identifies and Resumes with op 7 (reconnect), with op 9
// (no such session), or with a close code that is final, such as 4004. It refuses any
// other number.
func (f *Faults) RefuseHello(with, times int) error {
	switch {
	case with != opReconnect && with != opInvalidSession && (with < 4000 || !final(with)):
		return fmt.Errorf("a hello is refused with op 7, op 9 or a final code such as 4004, not with %d", with)
	case times < 1:
		return fmt.Errorf("a hello is refused once or more often, not %d times", times)
	}
	f.d.Plan.Add(fault.Pending{Left: times, Hello: with})
	return nil
}

// RepeatEvents sends each of the next n events twice.
func (f *Faults) RepeatEvents(n int) {
	if n > 0 {
		f.d.Plan.Add(fault.Pending{Left: n, Event: fault.Repeated})
	}
}

// SwapEvents sends the next two events in the wrong order.
func (f *Faults) SwapEvents() {
	f.d.Plan.Add(fault.Pending{Left: 1, Event: fault.Swapped})
}

// failBefore lets f strike a request before it takes effect. It returns true if the
// request is over with that.
func (s *API) failBefore(w http.ResponseWriter, c *call, route string, f fault.Fault) bool {
	waited := s.delay(c.r, f.Delay())
	if waited && !f.Fails() {
		return false
	}
	out := response{}
	if waited {
		out = faulty(f, route, s.Now())
	}
	s.Change(func() { s.Traffic.record(c.exchange(c.r.Method, out), f) })
	out.send(w)
	return true
}

// delay waits. It returns false if nobody is left to answer.
func (s *API) delay(r *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
	case <-s.Ended():
	}
	return false
}

// faulty is the answer of a request that f strikes.
func faulty(f fault.Fault, route string, now time.Time) response {
	header, body := f.Answer(route, now)
	return response{status: f.Status, header: header, body: body}
}
