package sandbox

import (
	"fmt"
	"slices"

	"github.com/gorilla/websocket"
)

// eventFate is what befalls the next event that a bot hears.
type eventFate string

const (
	repeated eventFate = "a second copy"
	swapped  eventFate = "the place after its follower"
)

// lateEvent is an event that waits for its follower to go first.
type lateEvent struct {
	link *link
	packet
}

// Disconnect closes every connection of a bot with a code, as Discord does now
// and then: 4000 asks for a resume, 4004 is final. 1006 only cuts.
func (f *Faults) Disconnect(code int) {
	f.state.mu.Lock()
	defer f.state.mu.Unlock()
	for _, ses := range slices.Clone(f.state.world.sessions) {
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
func (f *Faults) AskToReconnect() {
	f.state.mu.Lock()
	defer f.state.mu.Unlock()
	for _, ses := range f.state.world.sessions {
		if ses.link != nil {
			ses.link.send(packet{Op: opReconnect})
		}
	}
}

// InvalidateSession sends op 9 to every connected bot, and ends its session: one
// that is resumable goes on when the bot resumes it, on this connection or on
// another. A bot may also identify anew.
func (f *Faults) InvalidateSession(resumable bool) {
	f.state.mu.Lock()
	defer f.state.mu.Unlock()
	for _, ses := range slices.Clone(f.state.world.sessions) {
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

// Silence makes the gateway say nothing: connections stay open, a new one is not
// even greeted, and no heartbeat is answered. When it ends, what was held back goes
// out. A connection that was told to close does so all the same.
func (f *Faults) Silence(on bool) {
	f.state.mu.Lock()
	defer f.state.mu.Unlock()
	f.gateway.hush(on)
	f.state.bump()
}

func (g *gateway) hush(on bool) {
	g.silent = on
	for l := range g.links {
		l.hush(on, g.state.cfg.Heartbeat)
	}
}

// RefuseHello has the next Identifies and Resumes answered by op 7 (reconnect), by op
// 9 (no such session) or by the end of the connection, with a code that is final, such
// as 4004. It refuses anything else.
func (f *Faults) RefuseHello(with, times int) error {
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
func (f *Faults) RepeatEvents(n int) {
	if n > 0 {
		f.troubles.plan(pending{left: n, event: repeated})
	}
}

// SwapEvents sends the next two events in the wrong order: the first waits for the
// second.
func (f *Faults) SwapEvents() {
	f.troubles.plan(pending{left: 1, event: swapped})
}

// tell sends an event to those who are to hear it, as faults have it.
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

// catchUp sends what waited for its follower.
func (g *gateway) catchUp() {
	for _, e := range g.late {
		e.link.send(e.packet)
	}
	g.late = nil
}
