package sandbox

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// wantClose reads until the server closes, and checks the close code.
func wantClose(t *testing.T, b *bot, want int) {
	t.Helper()
	for {
		_, _, err := b.conn.ReadMessage()
		var end *websocket.CloseError
		if errors.As(err, &end) {
			wantCode(t, "close", end.Code, want)
			return
		}
		if err != nil {
			t.Fatalf("waiting for close code %d: %v", want, err)
		}
	}
}

func TestHeartbeatAndGuild(t *testing.T) {
	_, b := play(t, Config{}, nil)
	if e := next(t, b.events, "GUILD_CREATE"); e.Type != "GUILD_CREATE" || e.Seq != 2 {
		t.Errorf("after READY came %+v", e)
	}
	b.write(opHeartbeat, 2)
	if e := next(t, b.events, "the answer to a heartbeat"); e.Op != opAck {
		t.Errorf("after a heartbeat came %+v", e)
	}
}

func TestReadyTellsTheVersion(t *testing.T) {
	s := start(t, Config{})
	for query, want := range map[string]int{"?v=10&encoding=json": 10, "?v=9": 9, "": 9} {
		conn := open(t, s.d.Gateway.URL()+query, nil)
		b := &bot{t: t, s: s, conn: conn}
		b.write(opIdentify, obj{"token": s.Token(), "intents": 0})
		var ready struct{ V int }
		b.read() // Hello
		if err := json.Unmarshal(b.read().Data, &ready); err != nil || ready.V != want {
			t.Errorf("asked with %q, READY tells version %d (%v), want %d", query, ready.V, err, want)
		}
	}
}

func TestResumeSendsAgainWhatWasMissed(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"x"}`) })
	b.slash("ann", games, "/go")
	s.Faults().Disconnect(4000)
	b.wantCut()
	b.dial()
	b.write(opResume, obj{"token": "Bot " + s.Token(), "session_id": "other", "seq": 1})
	if e := b.read(); e.Op != opInvalidSession || string(e.Data) != "false" {
		t.Errorf("resuming an unknown session: %+v", e)
	}
	b.write(opResume, obj{"token": "Bot " + s.Token(), "session_id": b.session, "seq": 2})
	if e := b.read(); e.Type != "INTERACTION_CREATE" || e.Seq != 3 {
		t.Errorf("the first packet after a resume is %+v", e)
	}
	if e := b.read(); e.Type != "RESUMED" {
		t.Errorf("the second is %+v", e)
	}
	s.Faults().AskToReconnect()
	if e := b.read(); e.Op != opReconnect {
		t.Errorf("asked to reconnect, the bot reads %+v", e)
	}
}

func TestAskedDuringAGap(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"late but there"}`) })
	s.Faults().Disconnect(4000)
	b.wantCut()
	answer := make(chan error, 1)
	go func() {
		_, err := s.User("ann").Slash(within(t), games, "/go")
		answer <- err
	}()
	await(t, s, "the interaction to be delivered", func() bool { return len(s.d.World.Interactions) == 1 })
	b.events = make(chan event, 100)
	b.dial()
	b.write(opResume, obj{"token": s.Token(), "session_id": b.session, "seq": 2})
	go b.serve(b.conn)
	if err := next(t, answer, "the answer after a gap"); err != nil {
		t.Errorf("asked during a gap: %v", err)
	}
}

func TestCutSessionsAreForgotten(t *testing.T) {
	var now clock
	s, b := play(t, Config{Now: now.read}, nil)
	for range 3 {
		s.Faults().Disconnect(websocket.CloseAbnormalClosure)
		b.wantCut()
		now.pass(2*time.Minute + time.Second)
		b.events = make(chan event, 100)
		b.connect()
	}
	s.d.Lock()
	defer s.d.Unlock()
	if n := s.d.Gateway.Held(); n != 1 {
		t.Errorf("%d sessions are kept, want 1", n)
	}
}

func TestTwoBotsBothHear(t *testing.T) {
	codes := make(chan int, 2)
	on := func(i asked) { codes <- i.answer(4, `{"content":"x"}`) }
	s, b := play(t, Config{}, on)
	other := &bot{t: t, s: s, on: on, events: make(chan event, 10)}
	t.Cleanup(other.wantDone)
	other.connect()
	b.slash("ann", games, "/go")
	if a, b := next(t, codes, "one bot's answer"), next(t, codes, "the other bot's answer"); a+b != 40060 {
		t.Errorf("the two were answered %d and %d; one should win", a, b)
	}
}
