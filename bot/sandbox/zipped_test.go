package sandbox

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"io"
	"testing"

	"github.com/gorilla/websocket"
)

// A bot that asks for zlib-stream gets one zlib stream over all packets, each in a binary
// message that ends with a flush and can be read at once. What it sends stays plain.
func TestZlibStream(t *testing.T) {
	t.Parallel()
	s := start(t, Config{})
	conn := open(t, s.d.Gateway.URL()+"?v=10&encoding=json&compress=zlib-stream", nil)
	got, feed := io.Pipe()
	t.Cleanup(func() { feed.Close() })
	go func() {
		for {
			kind, data, err := conn.ReadMessage()
			if err != nil {
				feed.CloseWithError(err)
				return
			}
			if kind != websocket.BinaryMessage || !bytes.HasSuffix(data, []byte{0, 0, 0xff, 0xff}) {
				t.Errorf("a message of kind %d ends with %x, want a binary one with a flush", kind, data[max(0, len(data)-4):])
			}
			feed.Write(data)
		}
	}()
	stream, err := zlib.NewReader(got)
	if err != nil {
		t.Fatal(err)
	}
	packets := json.NewDecoder(stream)
	read := func() (e event) {
		t.Helper()
		if err := packets.Decode(&e); err != nil {
			t.Fatal(err)
		}
		return e
	}
	if e := read(); e.Op != opHello {
		t.Errorf("first comes op %d", e.Op)
	}
	b := &bot{t: t, s: s, conn: conn}
	b.write(opIdentify, obj{"token": s.Token(), "intents": 1})
	if e := read(); e.Type != "READY" {
		t.Errorf("after Identify comes %s", e.Type)
	}
	if e := read(); e.Type != "GUILD_CREATE" {
		t.Errorf("after READY comes %s", e.Type)
	}
	b.write(opHeartbeat, 2)
	if e := read(); e.Op != opAck {
		t.Errorf("after a heartbeat comes op %d", e.Op)
	}
}
