package sandbox

import (
	"fmt"
	"slices"

	"github.com/gorilla/websocket"
)

// eventFate is what a fault does to the next event that a bot gets.
type eventFate string

const (
	repeated eventFate = "a second copy"
	swapped  eventFate = "the place after its follower"
)

// lateEvent is an event to one connection. It may wait until the next one is sent.
type lateEvent struct {
	link *link
	packet
}

// gatewayFaults makes the gateway fail on demand.
type gatewayFaults struct {
	state    *state
	gateway  *gateway
	troubles *troubles
}

// Disconnect closes every connection of a bot with a code, as Discord does now and
// then. After 4000 the bot should resume, 4004 is final, and 1006 cuts without a code.
func (f *gatewayFaults) Disconnect(code int) {
	f.state.lock()
	defer f.state.unlock()
	for _, ses := range slices.Clone(f.gateway.sessions) {
		if ses.link == nil {
			continue
		}
		if code == websocket.CloseAbnormalClosure {
			_ = ses.link.conn.Close()
		} else {
			ses.link.end(code)
		}
		f.gateway.cut(ses, code)
	}
	f.state.bump()
}

// AskToReconnect sends op 7 to every connected bot, as Discord does before it
// restarts a gateway.
func (f *gatewayFaults) AskToReconnect() {
	f.state.lock()
	defer f.state.unlock()
	for _, ses := range f.gateway.sessions {
		if ses.link != nil {
			ses.link.send(packet{Op: opReconnect})
		}
	}
}

// InvalidateSession sends op 9 to every connected bot. A session that is resumable
// goes on once the bot resumes it; another one is over, and the bot identifies anew.
func (f *gatewayFaults) InvalidateSession(resumable bool) {
	f.state.lock()
	defer f.state.unlock()
	for _, ses := range slices.Clone(f.gateway.sessions) {
		if ses.link == nil {
			continue
		}
		ses.link.send(pack(opInvalidSession, resumable))
		code := websocket.CloseAbnormalClosure
		if !resumable {
			code = 4009
		}
		f.gateway.cut(ses, code)
	}
	f.state.bump()
}

// Silence makes the gateway say nothing: connections stay open, new ones are not
// greeted, and no heartbeat is answered. What it held back is sent when the silence
// ends. It does not keep a connection from being closed.
func (f *gatewayFaults) Silence(on bool) {
	f.state.lock()
	defer f.state.unlock()
	f.gateway.hush(on)
	f.state.bump()
}

// hush begins or ends the silence. The lock is held.
func (g *gateway) hush(on bool) {
	g.silent = on
	for l := range g.links {
		l.hush(on, g.beat)
	}
}

// RefuseHello answers the next Identifies and Resumes with op 7 (reconnect), with op 9
// (no such session), or with a close code that is final, such as 4004. It refuses any
// other number.
func (f *gatewayFaults) RefuseHello(with, times int) error {
	switch {
	case with != opReconnect && with != opInvalidSession && (with < 4000 || !final(with)):
		return fmt.Errorf("a hello is refused with op 7, op 9 or a final code such as 4004, not with %d", with)
	case times < 1:
		return fmt.Errorf("a hello is refused once or more often, not %d times", times)
	}
	f.troubles.plan(pending{left: times, hello: with})
	return nil
}

// RepeatEvents sends each of the next n events twice.
func (f *gatewayFaults) RepeatEvents(n int) {
	if n > 0 {
		f.troubles.plan(pending{left: n, event: repeated})
	}
}

// SwapEvents sends the next two events in the wrong order.
func (f *gatewayFaults) SwapEvents() {
	f.troubles.plan(pending{left: 1, event: swapped})
}

// tell sends an event, twice or after the next one if a fault says so.
func (g *gateway) tell(to []lateEvent) {
	if len(to) == 0 {
		return
	}
	if g.troubles.strike(func(p *pending) bool { return p.event == repeated }) != nil {
		to = slices.Concat(to, to)
	}
	if len(g.late) == 0 && g.troubles.strike(func(p *pending) bool { return p.event == swapped }) != nil {
		g.late = to
		return
	}
	for _, e := range to {
		e.link.send(e.packet)
	}
	g.catchUp()
}

// catchUp sends the events that wait for the next one.
func (g *gateway) catchUp() {
	for _, e := range g.late {
		e.link.send(e.packet)
	}
	g.late = nil
}
