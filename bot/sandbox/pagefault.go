package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
)

// faultAction is an action of a developer, on the page or by [Server.Provoke]: something in the
// sandbox or its world changes.
type faultAction struct {
	Do    string    `json:"do"`
	Fault pageFault `json:"fault"`
	ID    int       `json:"id"` // of a fault to mend; 0 is all
	What  string    `json:"what"`

	// Of the gateway.
	Code  int `json:"code"`
	Op    int `json:"op"`
	Times int `json:"times"`

	// Of the world.
	Person     string `json:"person"`
	Channel    string `json:"channel"`
	Message    string `json:"message"`
	Permission string `json:"permission"`
}

// pageFault is a Fault with its wait in milliseconds.
type pageFault struct {
	fault.Fault
	Wait int64 `json:"wait"`
}

// faultRoutes serves the developers' drawer of the page.
func (pg *pages) faultRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /page/fault", pg.serveFault)
	mux.HandleFunc("GET /page/routes", func(w http.ResponseWriter, r *http.Request) { sendJSON(w, discord.Routes()) })
	mux.HandleFunc("GET /page/exchange", pg.serveExchange)
}

// serveFault carries out an action of a developer. The answer has a sentence if it was
// refused.
func (pg *pages) serveFault(w http.ResponseWriter, r *http.Request) {
	if !ownOrigin(r) {
		http.Error(w, "Only the sandbox's own page may act.", http.StatusForbidden)
		return
	}
	var a faultAction
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&a); err != nil {
		http.Error(w, "That is not an action.", http.StatusBadRequest)
		return
	}
	sendJSON(w, result{Error: Sentence(pg.actFault(a))})
}

// actFault carries out a [faultAction].
func (pg *pages) actFault(a faultAction) error {
	switch a.Do {
	case "fail":
		f := a.Fault.Fault
		f.Wait = time.Duration(min(max(a.Fault.Wait, -1), fault.MaxWait.Milliseconds()+1)) * time.Millisecond
		_, err := pg.Faults.Fail(f)
		return err
	case "mend":
		if a.ID == 0 {
			pg.Faults.Mend()
		} else {
			pg.Faults.Mend(a.ID)
		}
		return nil
	case "gateway":
		return pg.gatewayAction(a)
	case "start-bot":
		pg.Change(func() { pg.World.Ended = "" })
		return nil
	}
	return pg.worldAction(a)
}

// gatewayAction makes the gateway misbehave.
func (pg *pages) gatewayAction(a faultAction) error {
	times := max(1, a.Times)
	switch a.What {
	case "reconnect":
		pg.Faults.AskToReconnect()
	case "invalid", "invalid-resumable":
		pg.Faults.InvalidateSession(a.What == "invalid-resumable")
	case "close":
		codes := append(slices.Sorted(maps.Keys(discord.CloseText)), websocket.CloseNormalClosure, websocket.CloseGoingAway, websocket.CloseAbnormalClosure)
		if !slices.Contains(codes, a.Code) {
			return fmt.Errorf("the gateway does not close with %d: take one of %s", a.Code, strings.Trim(fmt.Sprint(codes), "[]"))
		}
		pg.Faults.Disconnect(a.Code)
	case "silence", "speak":
		pg.Faults.Silence(a.What == "silence")
	case "refuse":
		return pg.Faults.RefuseHello(a.Op, times)
	case "repeat":
		pg.Faults.RepeatEvents(times)
	case "swap":
		pg.Faults.SwapEvents()
	default:
		return errors.New("that asks the gateway for something unknown")
	}
	return nil
}

// bodyToken matches the token of an interaction in a body.
var bodyToken = regexp.MustCompile(`("token"\s*:\s*")(?:[^"\\]|\\.)*"`)

// serveExchange serves one exchange in full, without tokens.
func (pg *pages) serveExchange(w http.ResponseWriter, r *http.Request) {
	nr, _ := strconv.Atoi(r.URL.Query().Get("nr"))
	all := pg.server.Traffic()
	i := slices.IndexFunc(all, func(e discord.Exchange) bool { return e.Nr == nr })
	if i < 0 {
		http.Error(w, "That exchange is no longer remembered.", http.StatusNotFound)
		return
	}
	mask := func(body json.RawMessage) json.RawMessage {
		return bodyToken.ReplaceAll(body, []byte(`${1}…"`))
	}
	sendJSON(w, struct {
		Request json.RawMessage `json:"request"`
		Answer  json.RawMessage `json:"answer"`
	}{mask(all[i].Request), mask(all[i].Answer)})
}

// sendJSON answers the page.
func sendJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v)
}
