package probe

import (
	"fmt"
	"strconv"
)

// gateways are the rules about the gateway beside those of rules.txt, of which four begin a session,
// of the thousand a day.
var gateways = []rule{
	tried("READY names the address at which to resume.", "yes", func(t *try) string {
		_, s := t.ready()
		return yes(s.ID != "" && s.URL != "")
	}),
}

// outcome reads on until the connection ends, or an event, op 9 or a packet of the operation comes,
// and says which; "*" is any operation.
func (l *link) outcome(op string) string {
	for {
		p, ok := l.next()
		switch is := strconv.Itoa(p.Op); {
		case !ok:
			return l.end
		case is == op || op == "*":
			return "op " + is
		case p.Op == opEvent:
			return p.Type
		case p.Op == opInvalid:
			return fmt.Sprintf("op 9, %s", p.Data)
		}
	}
}
