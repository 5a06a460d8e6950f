package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands/match"
)

// The reasons for which a request is refused.
const (
	large     = "large"
	signature = "signature"
	old       = "old"
	replay    = "replay"
	form      = "form"
)

// Reasons are all reasons for which a request is refused.
var Reasons = []string{large, signature, old, replay, form}

// stale is how long ago Discord may have signed a request. A person waits for three seconds; the rest is for clocks
// that differ.
const stale = time.Minute

// inbox takes interactions and events.
type inbox struct {
	Config
	open atomic.Bool // see [Server.Run]
	seen seen
}

func newInbox(c Config) *inbox { return &inbox{Config: c} }

// signed returns the body of a request that Discord has signed lately. It refuses all others.
func (in *inbox) signed(w http.ResponseWriter, r *http.Request) (raw json.RawMessage, ok bool) {
	wire := http.NewResponseController(w)
	_ = wire.SetReadDeadline(time.Now().Add(bodyWithin))
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, rest.MaxEvent))
	if err != nil {
		in.refuse(w, large, http.StatusRequestEntityTooLarge, "The body is too large, or not whole.")
		return nil, false
	}
	_ = wire.SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(raw))
	if !discordgo.VerifyInteraction(r, in.Key) {
		in.refuse(w, signature, http.StatusUnauthorized, "This is not signed by Discord for this application.")
		return nil, false
	}
	signed, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if err != nil || in.Past(time.Unix(signed, 0), stale) {
		in.refuse(w, old, http.StatusUnauthorized, "This was signed too long ago.")
		return nil, false
	}
	return raw, true
}

// serve answers a request with an interaction, and has the interaction handled after that.
func (in *inbox) serve(w http.ResponseWriter, r *http.Request) {
	raw, ok := in.signed(w, r)
	if !ok {
		return
	}
	var head struct {
		ID   string                    `json:"id"`
		Type discordgo.InteractionType `json:"type"`
	}
	switch err := rest.Decode(raw, &head); {
	case err != nil || head.Type == 0:
		in.refuse(w, form, http.StatusBadRequest, "This is not an interaction.")
	case head.Type == discordgo.InteractionPing:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":1}`)
	case in.seen.again(head.ID):
		in.refuse(w, replay, http.StatusUnauthorized, "This came before.")
	default:
		in.accept(w, raw)
	}
}

// added is the name of the event that says that the bot was added to a server, or that a person has installed it.
const added = "APPLICATION_AUTHORIZED"

// serveEvent takes an event. It is answered with 204 and no body, and so is a PING, whose type is 0. An event that
// comes twice is handed on twice.
func (in *inbox) serveEvent(w http.ResponseWriter, r *http.Request) {
	raw, ok := in.signed(w, r)
	if !ok {
		return
	}
	var sent struct {
		Type  *int `json:"type"`
		Event struct {
			Type string          `json:"type"`
			Data json.RawMessage `json:"data"`
		} `json:"event"`
	}
	if err := rest.Decode(raw, &sent); err != nil || sent.Type == nil {
		in.refuse(w, form, http.StatusBadRequest, "This is no event.")
		return
	}
	if sent.Event.Type == added {
		done, ok := in.Begin()
		if !ok {
			http.Error(w, closed, http.StatusServiceUnavailable)
			return
		}
		defer done()
		in.Added(sent.Event.Data)
	}
	w.Header().Set("Content-Type", "application/json") // which Discord demands, though there is no body
	w.WriteHeader(http.StatusNoContent)
}

// refuse refuses a request for one of [Reasons].
func (in *inbox) refuse(w http.ResponseWriter, why string, status int, words string) {
	in.Refused(why)
	http.Error(w, words, status)
}

// opening begins an opening.
func (in *inbox) opening() (ready <-chan struct{}) {
	in.Set.Opening(match.WholeShard)
	return in.Opening(match.WholeShard)
}

// accept answers with 202, and then has the interaction handled.
func (in *inbox) accept(w http.ResponseWriter, raw json.RawMessage) {
	done, ok := in.Begin()
	if !ok {
		http.Error(w, closed, http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Length", "0") // so that all of the answer goes out before the first request about it
	w.WriteHeader(http.StatusAccepted)
	_ = http.NewResponseController(w).Flush()
	go func() {
		defer done()
		if !in.open.Load() {
			<-in.opening()
		}
		in.Interaction(raw)
	}()
}

// seen remembers ids for between two and four minutes, longer than a request may take until it is [stale]. Other
// processes do not see it: a replay to one of them is too old for an answer, or Discord says that it was answered.
type seen struct {
	mu          sync.Mutex
	now, before map[string]struct{}
	turned      time.Time
}

// again reports whether an id came before, and remembers it.
func (s *seen) again(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := time.Now(); s.now == nil || at.Sub(s.turned) > 2*stale {
		s.now, s.before, s.turned = map[string]struct{}{}, s.now, at
	}
	_, now := s.now[id]
	_, before := s.before[id]
	s.now[id] = struct{}{}
	return now || before
}
