package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
)

// mute is a bot in a session that answers nothing.
func mute(t *testing.T, s *Server) *bot {
	t.Helper()
	b := &bot{t: t, s: s}
	b.dial()
	b.identify()
	b.want("GUILD_CREATE", 2)
	return b
}

// want reads an event.
func (b *bot) want(name string, seq int) {
	b.t.Helper()
	if e := b.read(); e.Type != name || e.Seq != seq {
		b.t.Errorf("the bot reads %s %d (op %d), want %s %d", e.Type, e.Seq, e.Op, name, seq)
	}
}

// wantOp reads a packet that is no event.
func (b *bot) wantOp(op int, data string) {
	b.t.Helper()
	if e := b.read(); e.Op != op || string(e.Data) != data {
		b.t.Errorf("the bot reads op %d with %s, want op %d with %s", e.Op, e.Data, op, data)
	}
}

func (b *bot) resume(seq int) {
	b.write(opResume, obj{"token": b.s.Token(), "session_id": b.session, "seq": seq})
}

// happen makes the gateway send an event.
func happen(s *Server, name string) {
	s.d.Lock()
	defer s.d.Unlock()
	s.d.Gateway.Dispatch("", name, obj{}, 0)
}

func TestInvalidateSession(t *testing.T) {
	b := mute(t, start(t, Config{}))
	old := b.session
	b.talk(`
		do "invalid-resumable"
		read op 9 true
		happen MISSED
		resume 2
		read MISSED 3
		read RESUMED 4
		do "invalid"
		read op 9 false
		resume 4
		read op 9 false
		identify`)
	if b.session == old {
		t.Error("the invalid session goes on")
	}
}

func TestSilence(t *testing.T) {
	s := start(t, Config{})
	b, dead := mute(t, s), mute(t, s)
	s.Faults().Silence(true)
	// What the gateway does not understand still ends a connection, which shows that
	// it heard the heartbeat before, and said nothing.
	dead.talk(`
		send {"op":1,"d":2}
		send {"op":99,"d":{}}
		close 4001`)
	unmet := &bot{t: t, s: s, conn: open(t, s.d.Gateway.URL(), nil)}
	unmet.talk(`
		send {"op":99,"d":{}}
		close 4001`)
	late := &bot{t: t, s: s, conn: open(t, s.d.Gateway.URL(), nil)}
	b.talk(`
		happen ONE
		happen TWO
		do "speak"
		read ONE 3
		read TWO 4
		send {"op":1,"d":4}
		read op 11 null`)
	if e := late.read(); e.Op != opHello {
		t.Errorf("after the silence a new connection reads op %d, want Hello", e.Op)
	}
	b.talk(`
		do "silence"
		happen THREE
		mend
		read THREE 5`)
}

// wantNextClose checks that the server closes with a code, without a packet before.
func wantNextClose(t *testing.T, b *bot, want int) {
	t.Helper()
	_, raw, err := b.conn.ReadMessage()
	if !websocket.IsCloseError(err, want) {
		t.Errorf("the gateway says %s, %v, want close code %d", raw, err, want)
	}
	_ = b.conn.Close()
}

func TestMissedHeartbeats(t *testing.T) {
	s := start(t, Config{Heartbeat: time.Millisecond})
	b := &bot{t: t, s: s}
	b.dial()
	wantNextClose(t, b, 4009)
}

func TestRefuseHello(t *testing.T) {
	s := start(t, Config{})
	b := mute(t, s)
	s.Faults().Disconnect(4000)
	for op, times := range map[int]int{3: 1, 7: 0, 9: -1, 1000: 1, 4000: 1} {
		if s.Faults().RefuseHello(op, times) == nil {
			t.Errorf("a hello is refused with op %d, %d times", op, times)
		}
	}
	b.talk(`
		do "refuse","op":7,"times":2
		do "refuse","op":9`)
	if all := s.Faults().Pending(); len(all) != 2 || all[0].Text != "op 7 to the next 2 × hello" || all[1].Text != "op 9 to the next hello" {
		t.Errorf("to come is %+v", all)
	}
	b.talk(`
		dial
		resume 2
		read op 7 null
		dial
		hello
		read op 7 null
		resume 2
		read op 9 false
		resume 2
		read RESUMED 3
		do "refuse","op":4014
		dial
		hello
		close 4014`)
}

func TestRepeatEvents(t *testing.T) {
	s := start(t, Config{})
	happen(s, "UNHEARD") // by anybody, so no event to repeat
	b := mute(t, s)
	s.Faults().RepeatEvents(2)
	s.Faults().RepeatEvents(0)
	if all := s.Faults().Pending(); len(all) != 1 || all[0].Text != "a second copy to the next 2 × event" {
		t.Errorf("to come is %+v", all)
	}
	b.talk(`
		happen ONE
		happen TWO
		happen THREE
		read ONE 3
		read ONE 3
		read TWO 4
		read TWO 4
		read THREE 5`)
}

func TestSwapEvents(t *testing.T) {
	mute(t, start(t, Config{})).talk(`
		do "swap"
		happen ONE
		happen TWO
		happen THREE
		read TWO 4
		read ONE 3
		read THREE 5
		do "swap"
		happen FOUR
		mend
		read FOUR 6
		happen FIVE
		read FIVE 7`)
}

// strictly has queries of the gateway, packets, and the codes with which it closes.
const strictly = `?v=8 |  | 4012
		?v=x |  | 4012
		 | { | 4002
		 | {"op":2} | 4002
		 | {"op":2,"d":null} | 4002
		 | {"op":2,"d":{"token":1}} | 4002
		 | {"op":2,"d":{"token":"TOKEN"}} | 4013
		 | {"op":2,"d":{"token":"TOKEN","intents":131072}} | 4013
		 | {"op":2,"d":{"token":"TOKEN","intents":-1}} | 4013
		 | {"op":2,"d":{"token":"TOKEN","intents":2}} | 4014
		 | {"op":2,"d":{"token":"TOKEN","intents":257}} | 4014
		 | {"op":2,"d":{"token":"TOKEN","intents":32768}} | 4014
		 | {"op":2,"d":{"token":"Bot wrong","intents":0}} | 4004
		 | {"op":99,"d":{}} | 4001
		 | {"op":1} | 4002
		 | {"op":1,"d":"2"} | 4002
		 | {"op":3,"d":[]} | 4002
		 | {"op":3,"d":{}} | 4003
		 | {"op":4,"d":{}} | 4003
		 | {"op":8,"d":{}} | 4003
		 | {"op":0,"d":{}} | 4001
		 | {"op":6,"d":{"token":"TOKEN","session_id":"x"}} | 4002
		 | {"op":6,"d":{"token":"other","session_id":"x","seq":1}} | 4004`

// Each packet or query that is not allowed closes the connection with its code.
func TestGatewayIsStrict(t *testing.T) {
	for line := range strings.Lines(strictly) {
		c := strings.Split(strings.TrimSpace(line)+" ", "| ")
		s := start(t, Config{})
		b := &bot{t: t, s: s, conn: open(t, s.d.Gateway.URL()+strings.TrimSpace(c[0]), nil)}
		b.talk("send " + c[1])
		want, _ := strconv.Atoi(strings.TrimSpace(c[2]))
		t.Log(line)
		wantClose(t, b, want)
	}
	s := start(t, Config{})
	for _, query := range []string{"?encoding=etf", "?compress=zstd-stream"} {
		_, r, err := websocket.DefaultDialer.DialContext(within(t), s.d.Gateway.URL()+query, nil)
		if err == nil || r == nil || r.StatusCode != http.StatusBadRequest {
			t.Errorf("the gateway opens with %s: %v, want 400", query, err)
		}
	}
}

func TestEveryCloseCodeHasWords(t *testing.T) {
	s := start(t, Config{})
	for code, text := range discord.CloseText {
		b := mute(t, s)
		s.Faults().Disconnect(code)
		_, _, err := b.conn.ReadMessage()
		if want := fmt.Sprintf("websocket: close %d: %s", code, text); err == nil || err.Error() != want {
			t.Errorf("the close is %v, want %s", err, want)
		}
	}
}

func TestHelloInASession(t *testing.T) {
	s := start(t, Config{})
	for _, again := range []string{"hello", "resume 2"} {
		b := mute(t, s)
		b.talk(again)
		wantClose(t, b, 4005)
	}
}

// A sequence number from the future ends the session.
func TestResumeWithABadSeq(t *testing.T) {
	for _, seq := range []int{3, -1} {
		s := start(t, Config{})
		b := mute(t, s)
		s.Faults().Disconnect(4000)
		b.dial()
		b.resume(seq)
		wantClose(t, b, 4007)
		b.talk(`
			dial
			resume 2
			read op 9 false`)
	}
}

// 120 packets in a minute are allowed, and no more.
func TestGatewayFlood(t *testing.T) {
	var now atomic.Int64
	s := start(t, Config{Now: func() time.Time { return time.Unix(1.8e9+now.Load(), 0) }})
	b := &bot{t: t, s: s}
	b.dial()
	beat := func(n int) {
		for range n {
			b.write(opHeartbeat, nil)
			b.wantOp(opAck, "null")
		}
	}
	beat(120)
	now.Add(60)
	beat(120)
	b.write(opHeartbeat, nil)
	wantNextClose(t, b, 4008)
}

// limits returns how many sessions the bot may begin by GET /gateway/bot, and when
// that is reset.
func limits(t *testing.T, s *Server) (left int, reset time.Duration) {
	t.Helper()
	_, body := fetch(t, "GET", s.URL()+"/api/v9/gateway/bot", "", "Authorization", "Bot "+s.Token())
	var told struct {
		Limit struct {
			Remaining  int   `json:"remaining"`
			ResetAfter int64 `json:"reset_after"`
		} `json:"session_start_limit"`
	}
	if err := json.Unmarshal([]byte(body), &told); err != nil {
		t.Fatal(err)
	}
	return told.Limit.Remaining, time.Duration(told.Limit.ResetAfter) * time.Millisecond
}

// A bot may identify a thousand times a day. A resume does not count, and one Identify
// too many ends the token.
func TestSessionsAreCounted(t *testing.T) {
	var now clock
	s := start(t, Config{Now: now.read})
	want := func(wantLeft int, wantReset time.Duration) {
		t.Helper()
		if left, reset := limits(t, s); left != wantLeft || reset != wantReset {
			t.Errorf("%d sessions may be begun, and all again in %v; want %d and %v", left, reset, wantLeft, wantReset)
		}
	}
	want(1000, 0)
	b := mute(t, s)
	want(999, 24*time.Hour)
	s.Faults().Disconnect(4000)
	b.dial()
	b.resume(2)
	b.want("RESUMED", 3)
	now.pass(time.Hour)
	mute(t, s)
	want(998, 23*time.Hour)
	now.pass(23 * time.Hour)
	want(1000, 0)
	s.Faults().LimitSessions(1, time.Hour)
	mute(t, s)
	want(0, time.Hour)
	b.dial()
	b.write(opIdentify, obj{"token": s.Token(), "intents": 0})
	wantClose(t, b, 4004)
	now.pass(time.Hour)
	mute(t, s)
	want(999, 24*time.Hour)
}
