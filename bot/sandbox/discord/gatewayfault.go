package discord

import (
	"fmt"
	"slices"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/fault"
)

// lateEvent is an event to one connection. It may wait until the next one is sent.
type lateEvent struct {
	link *link
	packet
}

// Faults makes the gateway fail on demand.
type GatewayFaults struct{ gateway *Gateway }

// NewFaults returns the faults of a gateway.
func newGatewayFaults(g *Gateway) *GatewayFaults { return &GatewayFaults{g} }

// Disconnect closes every connection of a bot with a code, as Discord does now and
// then. After 4000 the bot should resume, 4004 is final, and 1006 cuts without a code.
func (f *GatewayFaults) Disconnect(code int) {
	f.gateway.state.Lock()
	defer f.gateway.state.Unlock()
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
	f.gateway.state.Bump()
}

// AskToReconnect sends op 7 to every connected bot, as Discord does before it
// restarts a gateway.
func (f *GatewayFaults) AskToReconnect() {
	f.gateway.state.Lock()
	defer f.gateway.state.Unlock()
	for _, ses := range f.gateway.sessions {
		if ses.link != nil {
			ses.link.send(packet{Op: opReconnect})
		}
	}
}

// InvalidateSession sends op 9 to every connected bot. A session that is resumable
// goes on once the bot resumes it; another one is over, and the bot identifies anew.
func (f *GatewayFaults) InvalidateSession(resumable bool) {
	f.gateway.state.Lock()
	defer f.gateway.state.Unlock()
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
	f.gateway.state.Bump()
}

// Silence makes the gateway say nothing: connections stay open, new ones are not
// greeted, and no heartbeat is answered. What it held back is sent when the silence
// ends. It does not keep a connection from being closed.
func (f *GatewayFaults) Silence(on bool) {
	f.gateway.state.Lock()
	defer f.gateway.state.Unlock()
	f.gateway.Hush(on)
	f.gateway.state.Bump()
}

// Hush begins or ends the silence. The lock is held.
func (g *Gateway) Hush(on bool) {
	g.Silent = on
	for l := range g.links {
		l.hush(on, g.beat)
	}
}

// RefuseHello answers the next Identifies and Resumes with op 7 (reconnect), with op 9
// (no such session), or with a close code that is final, such as 4004. It refuses any
// other number.
func (f *GatewayFaults) RefuseHello(with, times int) error {
	switch {
	case with != opReconnect && with != opInvalidSession && (with < 4000 || !final(with)):
		return fmt.Errorf("a hello is refused with op 7, op 9 or a final code such as 4004, not with %d", with)
	case times < 1:
		return fmt.Errorf("a hello is refused once or more often, not %d times", times)
	}
	f.gateway.plan.Add(fault.Pending{Left: times, Hello: with})
	return nil
}

// RepeatEvents sends each of the next n events twice.
func (f *GatewayFaults) RepeatEvents(n int) {
	if n > 0 {
		f.gateway.plan.Add(fault.Pending{Left: n, Event: fault.Repeated})
	}
}

// SwapEvents sends the next two events in the wrong order.
func (f *GatewayFaults) SwapEvents() {
	f.gateway.plan.Add(fault.Pending{Left: 1, Event: fault.Swapped})
}

// tell sends an event, twice or after the next one if a fault says so.
func (g *Gateway) tell(to []lateEvent) {
	if len(to) == 0 {
		return
	}
	if g.plan.Strike(func(p *fault.Pending) bool { return p.Event == fault.Repeated }) != nil {
		to = slices.Concat(to, to)
	}
	if len(g.late) == 0 && g.plan.Strike(func(p *fault.Pending) bool { return p.Event == fault.Swapped }) != nil {
		g.late = to
		return
	}
	for _, e := range to {
		e.link.send(e.packet)
	}
	g.CatchUp()
}

// CatchUp sends the events that wait for the next one.
func (g *Gateway) CatchUp() {
	for _, e := range g.late {
		e.link.send(e.packet)
	}
	g.late = nil
}
