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
)

// faultAction is what a developer does on the page, to the sandbox and not in it.
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
	Fault
	Wait int64 `json:"wait"`
}

// faultRoutes serves what the developers' drawer needs.
func (s *Server) faultRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /page/fault", s.pageFault)
	mux.HandleFunc("GET /page/routes", func(w http.ResponseWriter, r *http.Request) { sendJSON(w, Routes()) })
	mux.HandleFunc("GET /page/exchange", s.pageExchange)
}

// pageFault does what a developer asks for, and answers with the sentence of what
// was wrong, if anything.
func (s *Server) pageFault(w http.ResponseWriter, r *http.Request) {
	if !ownOrigin(r) {
		http.Error(w, "Only the sandbox's own page may act.", http.StatusForbidden)
		return
	}
	var a faultAction
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&a); err != nil {
		http.Error(w, "That is no action.", http.StatusBadRequest)
		return
	}
	sendJSON(w, result{Error: sentence(s.actFault(a))})
}

func (s *Server) actFault(a faultAction) error {
	switch a.Do {
	case "fail":
		f := a.Fault.Fault
		f.Wait = time.Duration(min(max(a.Fault.Wait, -1), maxWait.Milliseconds()+1)) * time.Millisecond
		_, err := s.Fail(f)
		return err
	case "mend":
		if a.ID == 0 {
			s.Mend()
		} else {
			s.Mend(a.ID)
		}
		return nil
	case "gateway":
		return s.gatewayAction(a)
	case "start-bot":
		s.startBot()
		return nil
	}
	return s.worldAction(a)
}

// gatewayAction makes the gateway misbehave.
func (s *Server) gatewayAction(a faultAction) error {
	times := max(1, a.Times)
	switch a.What {
	case "reconnect":
		s.AskToReconnect()
	case "invalid", "invalid-resumable":
		s.InvalidateSession(a.What == "invalid-resumable")
	case "close":
		codes := append(slices.Sorted(maps.Keys(closeText)), websocket.CloseNormalClosure, websocket.CloseGoingAway, websocket.CloseAbnormalClosure)
		if !slices.Contains(codes, a.Code) {
			return fmt.Errorf("the gateway does not close with %d: take one of %s", a.Code, strings.Trim(fmt.Sprint(codes), "[]"))
		}
		s.Disconnect(a.Code)
	case "silence", "speak":
		s.Silence(a.What == "silence")
	case "refuse":
		return s.RefuseHello(a.Op, times)
	case "repeat":
		s.RepeatEvents(times)
	case "swap":
		s.SwapEvents()
	default:
		return errors.New("the page asked the gateway for something unknown")
	}
	return nil
}

// bodyToken is an interaction's token in what went over the wire.
var bodyToken = regexp.MustCompile(`("token"\s*:\s*")(?:[^"\\]|\\.)*"`)

// pageExchange is one exchange in full, without the tokens.
func (s *Server) pageExchange(w http.ResponseWriter, r *http.Request) {
	nr, _ := strconv.Atoi(r.URL.Query().Get("nr"))
	all := s.Traffic()
	i := slices.IndexFunc(all, func(e Exchange) bool { return e.nr == nr })
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
