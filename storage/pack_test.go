package storage_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parlour/storage"
)

// A match is packed against words that are a part of the schemas: other words raise their numbers. It comes back as
// it was, and rubbish is refused.
func TestPacked(t *testing.T) {
	head := json.RawMessage(`{"id":"m","created":"2026-03-01T12:00:00Z","phase":"over","players":[{"id":"100000000000000001","name":"Ann"}]}`)
	log := []json.RawMessage{json.RawMessage(`{"seat":0,"move":"a"}`), json.RawMessage(`{"seat":1,"move":"a\nb"}`)}
	const want = "28b52ffd21019ea5010014016d2233416e6e227d5d6131615c6e62227d0b0050c465c6c5185a12e608280810838185d9034833811773d7d7ec91b72c0701"
	if got := fmt.Sprintf("%x", storage.Pack(head, log)); got != want {
		t.Errorf("Pack = %s, want %s", got, want)
	}
	for n := range len(log) + 1 {
		gotHead, gotLog, err := storage.Unpack(storage.Pack(head, log[:n]))
		if fmt.Sprintf("%s %s", gotHead, gotLog) != fmt.Sprintf("%s %s", head, log[:n]) || err != nil {
			t.Errorf("with %d entries: Unpack = %s, %s, %v", n, gotHead, gotLog, err)
		}
	}
	for _, rubbish := range []string{"", "\x01\x02\x03", strings.Repeat("{}\n", 9)} {
		if head, log, err := storage.Unpack([]byte(rubbish)); err == nil {
			t.Errorf("Unpack(%q) = %s, %s, nil", rubbish, head, log)
		}
	}
}
