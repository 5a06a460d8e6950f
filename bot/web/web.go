// Package web is the program's one listener: it serves health and metrics, and takes interactions that Discord
// sends over HTTP in place of its gateway.
//
// Its policies:
//
//   - Nothing is taken that Discord has not signed, that it signed over a minute ago, or that came before: [inbox]
//     answers 401. Discord sends wrong signatures on purpose, and takes away an address that does not refuse them.
//   - A stranger decides nothing: heads and bodies have seconds to come, what the head shows to be not Discord's is
//     not read, the bytes of large bodies are counted in all, and of too many connections without a request the
//     oldest goes (see [waiting]). So memory and goroutines are bounded.
//   - A PING is answered in the body. Everything else gets 202 at once, without a body, and is then handled as
//     if the gateway had brought it. Only a process that begins to handle it says 202; one that ends says 503.
//   - Of the events that Discord sends to /events, which it signs in the same way, one says that the bot was added to a
//     server. All are answered with 204.
//   - There is no session that could be lost. The bot is connected while it listens and Discord's API answers:
//     see [Server.Run]. Whether Discord reaches the listener cannot be seen from here.
package web

import (
	"container/list"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"parlour/bot/rest"
	"parlour/commands/match"
)

// Server is a listener and what it serves.
type Server struct {
	http  *http.Server
	log   *slog.Logger
	inbox atomic.Pointer[inbox] // nil while no interactions are taken
}

// Serve serves pages by their patterns at a listener, until [Server.Close]. Interactions are refused with 503 until
// [Server.Run] takes them.
func Serve(l net.Listener, log *slog.Logger, pages map[string]http.Handler) *Server {
	s, waits := &Server{log: log}, &waiting{at: map[net.Conn]*list.Element{}}
	mux := http.NewServeMux()
	for pattern, page := range pages {
		mux.Handle(pattern, page)
	}
	mux.HandleFunc("POST /interactions", s.taken((*inbox).serve))
	mux.HandleFunc("POST /events", s.taken((*inbox).serveEvent))
	s.http = &http.Server{
		Handler:        http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serveSoon(mux, w, r) }),
		MaxHeaderBytes: 4 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: headWithin, IdleTimeout: unused, WriteTimeout: 30 * time.Second,
		ConnState: func(c net.Conn, state http.ConnState) {
			if state != http.StateNew { // which it notes when it reads
				waits.note(c, state)
			}
		},
	}
	go func() {
		if err := s.http.Serve(listener{l, waits}); !errors.Is(err, http.ErrServerClosed) {
			log.Error("nothing is served over HTTP any more", "err", err)
		}
	}()
	return s
}

// Close stops serving and cuts every connection.
func (s *Server) Close() { s.http.Close() }

// taken serves what the inbox takes, while there is one.
func (s *Server) taken(by func(*inbox, http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if in := s.inbox.Load(); in != nil {
			by(in, w, r)
			return
		}
		http.Error(w, closed, http.StatusServiceUnavailable)
	}
}

// unused is how long a connection may be open without a request, also before its first. What is in front of the
// listener must close it sooner: a POST on a connection that closes here is lost, because nobody sends it again.
const unused = 5 * time.Minute

// How long the head of a request may take from its first byte, and then its body.
const (
	headWithin = 5 * time.Second
	bodyWithin = 2 * time.Second
)

// serveSoon serves a request whose body comes in time.
func serveSoon(h http.Handler, w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyWithin))
	}
	h.ServeHTTP(w, r)
}

// mostWaiting is how many connections may wait for their first head, and how many for another. Discord and what is in
// front of the listener need far fewer.
const mostWaiting = 200

// waiting are the connections without a request, those that had none apart from those that had one. Of more than
// [mostWaiting] the one is closed that has waited for longest. Discord sends a request at once, so no stranger keeps it
// away by staying.
type waiting struct {
	mu sync.Mutex
	in [http.StateClosed + 1]list.List // by their state
	at map[net.Conn]*list.Element
}

// note takes the new state of a connection.
func (w *waiting) note(c net.Conn, state http.ConnState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.in {
		if e := w.at[c]; e != nil {
			w.in[i].Remove(e) // from the one that has it
		}
	}
	delete(w.at, c)
	if state != http.StateNew && state != http.StateIdle {
		return
	}
	in := &w.in[state]
	w.at[c] = in.PushBack(c)
	if in.Len() > mostWaiting {
		oldest := in.Remove(in.Front()).(net.Conn)
		delete(w.at, oldest)
		oldest.Close()
	}
}

// A listener accepts connections that may wait for their first request.
type listener struct {
	net.Listener
	waits *waiting
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return &conn{Conn: c, waits: l.waits}, err
}

// A conn is a connection whose first head has time from its first byte on. The server counts from the beginning of
// the connection, as it does not for later heads.
type conn struct {
	net.Conn
	waits *waiting
	begun bool // a byte has come
}

func (c *conn) SetReadDeadline(at time.Time) error {
	if !c.begun {
		at = time.Now().Add(unused)
	}
	return c.Conn.SetReadDeadline(at)
}

func (c *conn) Read(b []byte) (int, error) {
	if !c.begun {
		c.waits.note(c, http.StateNew) // not before, as its head may be here already
	}
	n, err := c.Conn.Read(b)
	if n > 0 && !c.begun {
		c.begun = true
		_ = c.Conn.SetReadDeadline(time.Now().Add(headWithin))
	}
	return n, err
}

// CloseWrite lets an answer arrive though its request was not read.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// closed is what a request reads that comes too early, too late or to the wrong bot.
const closed = "Parlour takes no interactions here now."

// Config is what interactions are taken with. All of it is required.
type Config struct {
	Key   ed25519.PublicKey // of the application, with which Discord signs
	Every time.Duration     // how often to see whether Discord's API answers

	// Near reports whether a moment may be no further from now than a time, by Discord's clock; Past whether it is so
	// long ago that it never will be near again
	Near, Past func(moment time.Time, by time.Duration) bool
	// Begin counts work as under way until done is called; not ok at the end
	Begin       func() (done func(), ok bool)
	Interaction func(data json.RawMessage) // handles an interaction, in a goroutine of its own
	// Added takes the data of an APPLICATION_AUTHORIZED event, and does not wait
	Added   func(data json.RawMessage)
	Refused func(why string) // a request is refused, for one of [Reasons]

	Set *match.ShardSet // Run keeps it up to date; [match.WholeShard] is its one shard
	// Opening is called when Discord answers again, before Changed; interactions wait until ready is closed
	Opening func(match.Shard) (ready <-chan struct{})
	// Changed is told when interactions are taken and Discord's API answers, and when not any more
	Changed  func(s match.Shard, open bool)
	Answered func() bool                 // whether Discord's API has answered anything since the last call
	Probe    func(context.Context) error // asks Discord's API for something cheap
}

// missesUntilClosed is how many probes in a row fail before the bot counts as closed: one request may fail by itself.
const missesUntilClosed = 2

// Run takes interactions until the context is done or Discord refuses the token. From time to time it sees whether
// Discord's API answers, by what the bot asks for anyway or by a probe. The end of the context does not count as
// closed.
func (s *Server) Run(ctx context.Context, c Config) error {
	in := newInbox(c)
	c.Set.Assign([]match.Shard{match.WholeShard})
	open := func() {
		select {
		case <-in.opening():
			in.open.Store(true)
			c.Set.Opened(match.WholeShard)
			s.log.Info("interactions are taken over HTTP")
			c.Changed(match.WholeShard, true)
		case <-ctx.Done():
		}
	}
	shut := func() {
		if in.open.Swap(false) {
			c.Set.Closed(match.WholeShard)
			c.Changed(match.WholeShard, false)
		}
	}
	s.inbox.Store(in)
	defer s.inbox.Store(nil)
	open()
	ticks := time.NewTicker(c.Every)
	defer ticks.Stop()
	for misses := 0; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
		}
		var err error
		if !c.Answered() {
			err = c.Probe(ctx)
		}
		switch {
		case ctx.Err() != nil:
		case err == nil && !in.open.Load():
			open()
			misses = 0
		case err == nil:
			misses = 0
		case errors.Is(err, rest.ErrTokenRefused):
			shut()
			return err
		default:
			if misses++; misses == missesUntilClosed {
				shut()
				s.log.Warn("the API of Discord does not answer", "err", err)
			}
		}
	}
}
