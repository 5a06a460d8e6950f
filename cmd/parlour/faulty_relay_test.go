package main

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// The operations of the gateway that a proxy knows.
const (
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// The faults of a connection of the gateway, and of one packet of it.
const (
	refusedUpgrade = "refused upgrade"
	noHello        = "no Hello"
	cutBeforeHello = "cut before Hello"

	closedWith4000 = "closed with 4000"
	cutGateway     = "cut"
	cutAfterEvent  = "cut after an event"
	reconnect      = "op 7"
	invalidKept    = "op 9, to be resumed"
	invalidLost    = "op 9, session over"
	twice          = "event twice"
	lateEvent      = "late event"
	swapped        = "events swapped"
	noAck          = "heartbeat not acknowledged"
)

// The faults of a connection and of a packet. One that stands there twice is drawn twice as often. A
// session is seldom over, because the bot must then wait for seconds.
var (
	onConnecting = []string{refusedUpgrade, noHello, cutBeforeHello, cutBeforeHello}
	onHello      = []string{closedWith4000, cutGateway, cutAfterEvent, reconnect, lateEvent}
	onReady      = append(slices.Repeat([]string{closedWith4000, cutGateway, cutAfterEvent, reconnect, invalidKept, lateEvent}, 2), invalidLost)
	onEvent      = append(slices.Repeat([]string{
		closedWith4000, closedWith4000, cutGateway, cutGateway, cutAfterEvent, reconnect, reconnect,
		invalidKept, twice, twice, twice, lateEvent, lateEvent, lateEvent, swapped, swapped,
	}, 2), invalidLost)
)

// gatewayFault draws one of some faults for a connection or a packet, and in five cases of six none.
func (p *faultyProxy) gatewayFault(what int, of []string) (kind string, chance *rand.Rand) {
	if p.calm.Load() {
		return "", nil
	}
	p.struck([]string{aConnection: someConnections, aPacket: somePackets}[what])
	chance = p.dice(what)
	if chance.IntN(6) > 0 {
		return "", chance
	}
	kind = of[chance.IntN(len(of))]
	p.struck(kind)
	return kind, chance
}

// A relay is one connection of the bot to the gateway, and its other half.
type relay struct {
	proxy        *faultyProxy
	bot, discord *websocket.Conn
	ended        chan struct{} // closed when the bot has ended it
	open         bool          // READY or RESUMED has passed
	held         []byte        // a packet that waits for the next one
}

// How long a relay that says nothing more waits for the bot to leave, and a packet for the next one.
const (
	silentFor = 10 * time.Second
	heldFor   = 300 * time.Millisecond
)

// relay serves one connection to the gateway.
func (p *faultyProxy) relay(w http.ResponseWriter, r *http.Request) {
	kind, _ := p.gatewayFault(aConnection, onConnecting)
	if kind == refusedUpgrade {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	bot, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer bot.Close()
	if kind == cutBeforeHello {
		return
	}
	discord, _, err := websocket.DefaultDialer.DialContext(r.Context(), "ws://"+p.to+r.URL.RequestURI(), nil)
	if err != nil {
		return
	}
	defer discord.Close()
	l := &relay{proxy: p, bot: bot, discord: discord, ended: make(chan struct{})}
	go l.upwards()
	if kind == noHello {
		l.awaitEnd()
		return
	}
	l.downwards()
}

// upwards passes on what the bot sends, and its close code, until the connection ends.
func (l *relay) upwards() {
	defer close(l.ended)
	defer l.discord.Close()
	for {
		_, text, err := l.bot.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure {
			sayClose(l.discord, closed.Code, closed.Text)
			return
		}
		if err != nil || l.discord.WriteMessage(websocket.TextMessage, text) != nil {
			return
		}
	}
}

// sayClose sends a close frame.
func sayClose(to *websocket.Conn, code int, text string) {
	_ = to.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, text), time.Now().Add(time.Second))
}

// awaitEnd waits until the bot leaves.
func (l *relay) awaitEnd() {
	select {
	case <-l.ended:
	case <-time.After(silentFor):
	}
}

// downwards passes on what the gateway sends, with faults, until the connection ends.
func (l *relay) downwards() {
	packets := make(chan []byte)
	go func() {
		defer close(packets)
		for {
			_, text, err := l.discord.ReadMessage()
			var closed *websocket.CloseError
			if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure {
				sayClose(l.bot, closed.Code, closed.Text)
			}
			if err != nil {
				return
			}
			select {
			case packets <- text:
			case <-l.ended:
				return
			}
		}
	}()
	for {
		var due <-chan time.Time
		if l.held != nil {
			due = time.After(heldFor)
		}
		select {
		case text, more := <-packets:
			if !more || !l.down(text) {
				return
			}
		case <-due:
			l.send(nil)
		}
	}
}

// down passes one packet on, or has it fail. It returns false if the connection ends with that.
func (l *relay) down(text []byte) (goesOn bool) {
	var packet struct {
		Op   int     `json:"op"`
		Type *string `json:"t"`
	}
	if json.Unmarshal(text, &packet) != nil {
		return false
	}
	of, opens := onEvent, packet.Type != nil && (*packet.Type == "READY" || *packet.Type == "RESUMED")
	switch {
	case packet.Op == opHello:
		of = onHello
	case packet.Op == opAck:
		of = []string{noAck}
	case !l.open:
		of = onReady
	}
	if opens {
		text, l.open = l.proxy.readdress(text), true
	}
	kind, chance := l.proxy.gatewayFault(aPacket, of)
	return l.fail(kind, text, chance)
}

// fail has a fault strike a packet; "" is none. It returns false if the connection ends with that.
func (l *relay) fail(kind string, text []byte, chance *rand.Rand) (goesOn bool) {
	switch kind {
	case noAck:
		return true
	case closedWith4000:
		sayClose(l.bot, 4000, "Unknown error.")
		return false
	case cutGateway:
		return false
	case cutAfterEvent:
		l.send(text)
		return false
	case reconnect:
		return l.part(opReconnect, "null")
	case invalidKept:
		return l.part(opInvalid, "true")
	case invalidLost:
		sayClose(l.discord, websocket.CloseNormalClosure, "") // which ends the session there too
		return l.part(opInvalid, "false")
	case twice:
		if !l.send(text) {
			return false
		}
	case lateEvent:
		time.Sleep(lateness(chance))
	case swapped:
		if l.held == nil {
			l.held = text
			return true
		}
	}
	return l.send(text)
}

// send sends a packet, unless it is nil, and after it the one that was held.
func (l *relay) send(text []byte) bool {
	for _, one := range [][]byte{text, l.held} {
		if one != nil && l.bot.WriteMessage(websocket.TextMessage, one) != nil {
			return false
		}
	}
	l.held = nil
	return true
}

// part has the bot leave, and waits for that. What came is left to the next connection.
func (l *relay) part(op int, data string) bool {
	raw, _ := json.Marshal(map[string]any{"op": op, "d": json.RawMessage(data)})
	if l.bot.WriteMessage(websocket.TextMessage, raw) == nil {
		l.awaitEnd()
	}
	return false
}
