package probe

import (
	"fmt"

	"github.com/gorilla/websocket"
)

// gateways are the rules about the gateway. Five of them begin a session, of the thousand a day.
var gateways = []rule{
	{
		says:    "The gateway knows no other encoding.",
		sandbox: "HTTP 400", guess: true, try: otherEncoding,
	},
	{
		says:    "An unknown session is not resumed.",
		sandbox: "op 9, false", try: unknownSession,
	},
	{
		says:    "A heartbeat is answered, also before Identify.",
		sandbox: "op 11", try: heartbeat,
	},
	closes("A wrong token ends the connection.", 4004, opIdentify, func(t *try) any { return t.identify(0, "MTE.AAAAAA.a") }),
	closes("An unknown operation ends the connection.", 4001, 99, func(*try) any { return body{} }),
	closes("An operation before Identify ends the connection.", 4003, opPresence, func(*try) any {
		return body{"since": nil, "activities": []body{}, "status": "online", "afk": false}
	}),
	closes("An intent that does not exist ends the connection.", 4013, opIdentify, func(t *try) any { return t.identify(1<<30, t.Token) }),
	{
		says:    "A packet that is no JSON ends the connection.",
		sandbox: "close 4002", try: noPacket,
	},
	{
		says:    "A version that does not exist ends the connection.",
		sandbox: "close 4012", try: noVersion,
	},
	{
		says:    "READY names the address at which to resume.",
		sandbox: "yes", try: readyNamesAddress,
	},
	{
		says:    "A resume with a number that was never sent ends the connection.",
		sandbox: "close 4007", try: resumeAhead,
	},
	{
		says:    "A session is resumed after another code than 1000 and 1001, and RESUMED comes.",
		sandbox: "RESUMED", try: resumed,
	},
	{
		says:    "A second Identify ends the connection.",
		sandbox: "close 4005", try: secondIdentify,
	},
	{
		says:    "A connection that the bot closes with 1000 ends its session.",
		sandbox: "op 9, false", try: goodbyeEnds,
	},
}

// closes makes the rule that a packet after Hello ends the connection with a code.
func closes(says string, code, op int, data func(*try) any) rule {
	return rule{says: says, sandbox: fmt.Sprint("close ", code), try: func(t *try) string {
		l := t.greeted()
		l.say(op, data(t))
		return l.outcome()
	}}
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

func otherEncoding(t *try) string { return opening(t, "v=9&encoding=xml") }

func noVersion(t *try) string { return opening(t, "v=2&encoding=json") }

// opening says how the gateway answers a query.
func opening(t *try, query string) string {
	l := t.dial(query)
	if p, ok := l.next(); ok {
		return fmt.Sprint("op ", p.Op)
	}
	return l.end
}

func unknownSession(t *try) string {
	l := t.greeted()
	l.say(opResume, body{"token": t.Token, "session_id": "00000000000000000000000000000000", "seq": 1})
	return l.outcome()
}

func heartbeat(t *try) string {
	l := t.greeted()
	l.say(opHeartbeat, nil)
	if _, ok := l.until(opAck); ok {
		return "op 11"
	}
	return l.end
}

func noPacket(t *try) string {
	l := t.greeted()
	l.raw("{")
	return l.outcome()
}

func readyNamesAddress(t *try) string {
	_, s := t.ready()
	return yes(s.ID != "" && s.URL != "")
}

// resume cuts a new session with a code and resumes it, with a number that is so much ahead.
func resume(t *try, code, ahead int) string {
	l, s := t.ready()
	l.bye(code)
	l = t.greeted()
	l.say(opResume, body{"token": t.Token, "session_id": s.ID, "seq": s.seq + ahead})
	return l.outcome()
}

func resumed(t *try) string { return resume(t, 4000, 0) }

func resumeAhead(t *try) string { return resume(t, 4000, 1000) }

func goodbyeEnds(t *try) string { return resume(t, websocket.CloseNormalClosure, 0) }

func secondIdentify(t *try) string {
	l, _ := t.ready()
	l.say(opIdentify, t.identify(0, t.Token))
	return l.outcome()
}
