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
func (s *Server) Disconnect(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range slices.Clone(s.world.sessions) {
		if ses.link == nil {
			continue
		}
		if code == websocket.CloseAbnormalClosure {
			_ = ses.link.conn.Close()
		} else {
			ses.link.end(code)
		}
		s.cut(ses, code)
	}
	s.bump()
}

// AskToReconnect sends op 7 to every connected bot, as Discord does before it
// restarts a gateway.
func (s *Server) AskToReconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.world.sessions {
		if ses.link != nil {
			ses.link.send(packet{Op: opReconnect})
		}
	}
}

// InvalidateSession sends op 9 to every connected bot, and ends its session: one
// that is resumable goes on when the bot resumes it, on this connection or on
// another. A bot may also identify anew.
func (s *Server) InvalidateSession(resumable bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range slices.Clone(s.world.sessions) {
		if ses.link == nil {
			continue
		}
		ses.link.send(pack(opInvalidSession, resumable))
		code := websocket.CloseAbnormalClosure
		if !resumable {
			code = 4009
		}
		s.cut(ses, code)
	}
	s.bump()
}

// Silence makes the gateway say nothing: connections stay open, a new one is not
// even greeted, and no heartbeat is answered. When it ends, what was held back goes
// out. A connection that was told to close does so all the same.
func (s *Server) Silence(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hush(on)
	s.bump()
}

func (s *Server) hush(on bool) {
	s.silent = on
	for l := range s.links {
		l.hush(on, s.cfg.Heartbeat)
	}
}

// RefuseHello has the next Identifies and Resumes answered by op 7 (reconnect), by op
// 9 (no such session) or by the end of the connection, with a code that is final, such
// as 4004. It refuses anything else.
func (s *Server) RefuseHello(with, times int) error {
	switch {
	case with != opReconnect && with != opInvalidSession && (with < 4000 || !final(with)):
		return fmt.Errorf("a hello is refused with op 7, op 9 or a final code such as 4004, not with %d", with)
	case times < 1:
		return fmt.Errorf("a hello is refused once or more often, not %d times", times)
	}
	s.plan(pending{left: times, hello: with})
	return nil
}

// RepeatEvents sends each of the next n events twice.
func (s *Server) RepeatEvents(n int) {
	if n > 0 {
		s.plan(pending{left: n, event: repeated})
	}
}

// SwapEvents sends the next two events in the wrong order: the first waits for the
// second.
func (s *Server) SwapEvents() {
	s.plan(pending{left: 1, event: swapped})
}

// tell sends an event to those who are to hear it, as faults have it.
func (s *Server) tell(to []lateEvent) {
	if len(to) == 0 {
		return
	}
	if s.strike(func(p *pending) bool { return p.event == repeated }) != nil {
		to = slices.Concat(to, to)
	}
	if len(s.late) == 0 && s.strike(func(p *pending) bool { return p.event == swapped }) != nil {
		s.late = to
		return
	}
	for _, e := range to {
		e.link.send(e.packet)
	}
	s.catchUp()
}

// catchUp sends what waited for its follower.
func (s *Server) catchUp() {
	for _, e := range s.late {
		e.link.send(e.packet)
	}
	s.late = nil
}
