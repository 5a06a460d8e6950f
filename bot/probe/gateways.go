package probe

import (
	"fmt"

	"github.com/gorilla/websocket"
)

// gateways are the rules about the gateway. Five of them begin a session, of the thousand a day.
var gateways = []rule{
	guess(tried("The gateway knows no other encoding.", "HTTP 400", func(t *try) string {
		return t.opening("v=9&encoding=xml")
	})),
	tried("An unknown session is not resumed.", "op 9, false", func(t *try) string {
		return t.greeted().hears(opResume, body{"token": t.Token, "session_id": "00000000000000000000000000000000", "seq": 1})
	}),
	tried("A heartbeat is answered, also before Identify.", "op 11", func(t *try) string {
		l := t.greeted()
		l.say(opHeartbeat, nil)
		if _, ok := l.until(opAck); ok {
			return "op 11"
		}
		return l.end
	}),
	tried("A wrong token ends the connection.", "close 4004", func(t *try) string {
		return t.greeted().hears(opIdentify, t.identify(0, "MTE.AAAAAA.a"))
	}),
	tried("An unknown operation ends the connection.", "close 4001", func(t *try) string {
		return t.greeted().hears(99, body{})
	}),
	tried("An operation before Identify ends the connection.", "close 4003", func(t *try) string {
		return t.greeted().hears(opPresence, body{"since": nil, "activities": []body{}, "status": "online", "afk": false})
	}),
	tried("An intent that does not exist ends the connection.", "close 4013", func(t *try) string {
		return t.greeted().hears(opIdentify, t.identify(1<<30, t.Token))
	}),
	tried("A packet that is no JSON ends the connection.", "close 4002", func(t *try) string {
		l := t.greeted()
		l.raw("{")
		return l.outcome()
	}),
	tried("A version that does not exist ends the connection.", "close 4012", func(t *try) string {
		return t.opening("v=2&encoding=json")
	}),
	tried("READY names the address at which to resume.", "yes", func(t *try) string {
		_, s := t.ready()
		return yes(s.ID != "" && s.URL != "")
	}),
	tried("A resume with a number that was never sent ends the connection.", "close 4007", func(t *try) string {
		return t.resume(4000, 1000)
	}),
	tried("A session is resumed after another code than 1000 and 1001, and RESUMED comes.", "RESUMED", func(t *try) string {
		return t.resume(4000, 0)
	}),
	tried("A second Identify ends the connection.", "close 4005", func(t *try) string {
		l, _ := t.ready()
		return l.hears(opIdentify, t.identify(0, t.Token))
	}),
	tried("A connection that the bot closes with 1000 ends its session.", "op 9, false", func(t *try) string {
		return t.resume(websocket.CloseNormalClosure, 0)
	}),
}

// hears sends a packet, and says what comes of it.
func (l *link) hears(op int, data any) string {
	l.say(op, data)
	return l.outcome()
}

// outcome reads on until the connection ends, or an event or op 9 comes, and says which.
func (l *link) outcome() string {
	for {
		p, ok := l.next()
		switch {
		case !ok:
			return l.end
		case p.Op == opEvent:
			return p.Type
		case p.Op == opInvalid:
			return fmt.Sprintf("op 9, %s", p.Data)
		}
	}
}

// opening says how the gateway answers a query.
func (t *try) opening(query string) string {
	l := t.dial(query)
	if p, ok := l.next(); ok {
		return fmt.Sprint("op ", p.Op)
	}
	return l.end
}

// resume cuts a new session with a code and resumes it, with a number that is so much ahead.
func (t *try) resume(code, ahead int) string {
	l, s := t.ready()
	l.bye(code)
	return t.greeted().hears(opResume, body{"token": t.Token, "session_id": s.ID, "seq": s.seq + ahead})
}
