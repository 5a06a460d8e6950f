package probe

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// otherGateway is a gateway that keeps no rule: it takes any encoding and version, names no
// address in READY, and answers all but a first Identify by closing with 4321.
func otherGateway(w http.ResponseWriter, r *http.Request) {
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	if conn.WriteJSON(packet{Op: opHello, Data: json.RawMessage(`{"heartbeat_interval":40000}`)}) != nil {
		return
	}
	for began := false; ; began = true {
		_, text, err := conn.ReadMessage()
		var p packet
		if err != nil {
			return
		}
		if _ = json.Unmarshal(text, &p); p.Op == opIdentify && !began && strings.Contains(string(p.Data), `"intents":0`) && !strings.Contains(string(p.Data), "MTE.") {
			_ = conn.WriteJSON(packet{Type: "READY", Seq: 1, Data: json.RawMessage(`{"session_id":"s"}`)})
			continue
		}
		_ = conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4321, ""))
		return
	}
}

func TestAPlantedGatewayIsFound(t *testing.T) {
	r := newRig(t)
	r.c.Alone, r.c.Long = true, false
	other := httptest.NewServer(http.HandlerFunc(otherGateway))
	defer other.Close()
	r.s.Intercept(func(w http.ResponseWriter, q *http.Request) bool {
		if !strings.HasSuffix(q.URL.Path, "/gateway/bot") {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"url":"ws%s"}`, strings.TrimPrefix(other.URL, "http"))
		return true
	})
	for _, row := range r.run().Rows {
		if aboutGateway(row.Rule) != row.Differs() {
			t.Errorf("%s: %q, the sandbox %q; %s", row.Rule, row.Discord, row.Sandbox, row.Untried)
		}
	}
}

// aboutGateway reports whether a rule is about the gateway.
func aboutGateway(says string) bool {
	_, text, _ := strings.Cut(rulesText, " "+says+"\n")
	text, _, _ = strings.Cut(text, "\n\n")
	return says == gateways[0].says || strings.Contains(text, "\nHEAR")
}
