package web

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
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
	busy      = "busy"
	large     = "large"
	signature = "signature"
	old       = "old"
	replay    = "replay"
	form      = "form"
)

// Reasons are all reasons for which a request is refused.
var Reasons = []string{busy, large, signature, old, replay, form}

// stale is how far from now Discord may have signed a request. A person waits for three seconds; the rest is for
// clocks that differ.
const stale = time.Minute

// What may come in one request, and what of all requests may be under way. An interaction has some kilobytes.
const (
	maxSmall = 16 << 10 // a body of no more is always read
	maxLarge = 16 << 20 // what has come of all larger ones, beyond that
)

// inbox takes interactions and events.
type inbox struct {
	Config
	open  atomic.Bool  // see [Server.Run]
	large atomic.Int64 // how many bytes of bodies have come, of each beyond maxSmall
	seen  seen
}

func newInbox(c Config) *inbox { return &inbox{Config: c, seen: seen{past: c.Past}} }

// signed returns the body of a request that Discord has signed lately, and when. It refuses all others: by their
// headers before it reads anything, so that a stranger fills no memory.
func (in *inbox) signed(w http.ResponseWriter, r *http.Request) (raw json.RawMessage, at time.Time, ok bool) {
	stamp := r.Header.Get("X-Signature-Timestamp")
	seal, wrong := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	at = time.Unix(seconds, 0)
	w.Header().Set("Connection", "close") // in place of reading the body
	control := http.NewResponseController(w)
	switch {
	case wrong != nil || len(seal) != ed25519.SignatureSize:
		_ = control.SetReadDeadline(time.Now()) // net/http would read some of it after the answer
		in.refuse(w, signature, http.StatusUnauthorized, unsigned)
		return nil, at, false
	case err != nil || !in.Near(at, stale):
		_ = control.SetReadDeadline(time.Now())
		in.refuse(w, old, http.StatusUnauthorized, "This was not signed just now.")
		return nil, at, false
	}
	read, err := in.read(http.MaxBytesReader(w, r.Body, rest.MaxEvent), append(make([]byte, 0, 512), stamp...))
	switch {
	case errors.Is(err, errBusy):
		in.refuse(w, busy, http.StatusServiceUnavailable, "Too much comes at once. Send this again.")
		return nil, at, false
	case err != nil:
		in.refuse(w, large, http.StatusRequestEntityTooLarge, "The body is too large, or not whole.")
		return nil, at, false
	}
	w.Header().Del("Connection")
	_ = control.SetReadDeadline(time.Time{})
	if !ed25519.Verify(in.Key, read, seal) {
		in.refuse(w, signature, http.StatusUnauthorized, unsigned)
		return nil, at, false
	}
	return read[len(stamp):], at, true
}

// unsigned is what a request reads that is not Discord's.
const unsigned = "This is not signed by Discord for this application."

var errBusy = errors.New("all bodies together are too large")

// read reads a body behind what a buffer has. The buffer grows with what comes, not with what was announced.
func (in *inbox) read(body io.Reader, into []byte) ([]byte, error) {
	counted := 0
	defer func() { in.large.Add(int64(-counted)) }()
	for {
		into = slices.Grow(into, 1)
		n, err := body.Read(into[len(into):cap(into)])
		into = into[:len(into)+n]
		if more := len(into) - maxSmall - counted; more > 0 {
			if counted += more; in.large.Add(int64(more)) > maxLarge {
				return nil, errBusy
			}
		}
		if errors.Is(err, io.EOF) {
			return into, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// serve answers a request with an interaction, and has the interaction handled after that.
func (in *inbox) serve(w http.ResponseWriter, r *http.Request) {
	raw, at, ok := in.signed(w, r)
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
	case in.seen.again(head.ID, at):
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
	raw, _, ok := in.signed(w, r)
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

// seen remembers ids for as long as their requests could be taken again. Other processes do not see it: a replay to
// one of them is too old for an answer, or Discord says that it was answered.
type seen struct {
	past  func(time.Time, time.Duration) bool
	mu    sync.Mutex
	ids   map[string]time.Time // when they were signed
	swept time.Time
}

// again reports whether an id came before, and remembers it.
func (s *seen) again(id string, signed time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = map[string]time.Time{}
	}
	if time.Since(s.swept) > stale {
		maps.DeleteFunc(s.ids, func(_ string, at time.Time) bool { return s.past(at, stale) })
		s.swept = time.Now()
	}
	_, again := s.ids[id]
	s.ids[id] = signed
	return again
}
