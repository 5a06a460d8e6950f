// Package sandbox is a Discord of one's own on the loopback interface: the
// REST API, the gateway and a web page to be its people on. The real bot runs
// against it over its real Discord library; a Go test or a person in a
// browser plays the other side.
//
// Policy:
//
//   - The bot meets Discord's rules, not its kindness: the limits, the error
//     codes, the three seconds to the first answer, the permissions, and who
//     is notified by what. With Discord's own description of its API at hand
//     (Config.OpenAPI) every request and every answer is held to it too; what
//     breaks a rule is refused as Discord refuses it, and noted (Violations).
//   - A person meets what a client shows: what they may see, in order, and
//     errors as sentences.
//   - What goes wrong was asked for: a Fault of the REST API, a gateway that is
//     silent, repeats itself or turns a bot away. The traffic marks it, so that it
//     is not taken for the sandbox's own answer, and Mend ends it.
//   - It listens on loopback alone, answers only to a loopback Host, and
//     lets no other site's page act or listen. Its API is for bots: it answers
//     no page at all.
//   - The server, its channels and its people have the same ids every time, so
//     that a bot's own file outlives a restart; everything made later has
//     snowflakes that ascend.
//
// The world is small: one server "Parlour" with #games and #lounge, the people
// ann, ben, cleo, dan and eve, threads, and a direct channel between the bot and
// each of them. All of it is in memory, under one lock; every change wakes all
// who wait.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Config says how a Server behaves. The zero value is a Discord that behaves
// as the real one does.
type Config struct {
	// Addr is where to listen; it must be loopback. Default "127.0.0.1:0".
	Addr string
	// Token is the bot's token, without "Bot ". Default a fixed fake.
	Token string
	// AnswerWithin is how long the bot has for its first answer to an
	// interaction. Default 3 s.
	AnswerWithin time.Duration
	// TokenLife is how long an interaction's token works. Default 15 min.
	TokenLife time.Duration
	// SettleWithin is how long a person's click that was only acknowledged
	// (type 6) waits for something to show before it returns without a
	// message. Default 3 s.
	SettleWithin time.Duration
	// Heartbeat is the interval told to the bot. Default 41.25 s.
	Heartbeat time.Duration
	// OpenAPI names the file of Discord's own description of its API,
	// openapi.json, to which every request and every answer is then held.
	// Default none.
	OpenAPI string
	// Now is the clock for everything but waiting. Default time.Now.
	Now func() time.Time
	// Log gets what the sandbox has to say. Default nothing.
	Log *slog.Logger
}

// fill puts the defaults in.
func (c *Config) fill() {
	set := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	set(&c.AnswerWithin, 3*time.Second)
	set(&c.TokenLife, 15*time.Minute)
	set(&c.SettleWithin, 3*time.Second)
	set(&c.Heartbeat, 41250*time.Millisecond)
	if c.Addr == "" {
		c.Addr = "127.0.0.1:0"
	}
	if c.Token == "" {
		c.Token = "sandbox.fake.token"
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
}

// Server is one sandbox. All its methods may be called from any goroutine.
type Server struct {
	cfg  Config
	http *http.Server
	ln   net.Listener
	done chan struct{} // closed by Close
	once sync.Once

	sockets sockets
	api     *openAPI // nil without Config.OpenAPI

	mu        sync.Mutex
	world     world
	changed   chan struct{} // closed and replaced at every change
	intercept func(http.ResponseWriter, *http.Request) bool
	traffic   traffic
	troubles  troubles          // faults to come
	quotas    map[string]*quota // by route
	links     map[*link]bool    // the gateway's connections
	silent    bool              // the gateway is
	late      []lateEvent       // events that wait for their follower
	budget    budget            // of sessions
}

// Start listens and serves until Close. It refuses an address that is not
// loopback, and a file that does not describe Discord's API.
func Start(c Config) (*Server, error) {
	c.fill()
	if err := loopback(c.Addr); err != nil {
		return nil, err
	}
	var api *openAPI
	if c.OpenAPI != "" {
		var err error
		if api, err = sharedOpenAPI(c.OpenAPI); err != nil {
			return nil, err
		}
	}
	ln, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	s := &Server{cfg: c, ln: ln, api: api, done: make(chan struct{}), changed: make(chan struct{}), links: map[*link]bool{}, quotas: map[string]*quota{}}
	s.world.build(c.Now())
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := s.http.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			c.Log.Error("sandbox stopped serving", "err", err)
		}
	}()
	return s, nil
}

// loopback refuses an address that others could reach.
func loopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("sandbox: address %q is not host:port", addr)
	}
	if isLoopback(host) {
		return nil
	}
	return fmt.Errorf("sandbox: %q is not a loopback address, and the sandbox is open to whoever reaches it", addr)
}

// isLoopback says whether a host is this machine and no other.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL is where the server is: the page is at URL()+"/?as=ann", the REST API at
// URL()+"/api/v9".
func (s *Server) URL() string { return "http://" + s.ln.Addr().String() }

// Token is the bot's token, without "Bot ".
func (s *Server) Token() string { return s.cfg.Token }

// BotID is the id of the bot's user, another one than the application's.
func (s *Server) BotID() string { return botID }

// GuildID is the id of the server "Parlour".
func (s *Server) GuildID() string { return guildID }

// Close stops serving and cuts every connection. Whoever waits is told, and
// no socket's goroutine is left when it returns.
func (s *Server) Close() error {
	err := s.http.Close()
	s.once.Do(func() { close(s.done) })
	s.Disconnect(websocket.CloseGoingAway)
	s.sockets.close()
	return err
}

// Intercept lets f see every REST request of the bot before the sandbox does,
// with its body still to be read. If f returns true, it has answered; if it
// returns true and wrote nothing, the connection is cut. nil ends it. It is for
// what no Fault can do: to hold a request up at a gate, to look at it, or to act in
// the middle of it.
func (s *Server) Intercept(f func(w http.ResponseWriter, r *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.intercept = f
}

// bump wakes all who wait. The lock is held.
func (s *Server) bump() {
	close(s.changed)
	s.changed = make(chan struct{})
}

var errClosed = errors.New("sandbox: closed")

// await blocks until ok, which is called with the lock held after every
// change.
func (s *Server) await(ctx context.Context, ok func() bool) error {
	for {
		s.mu.Lock()
		done, changed := ok(), s.changed
		s.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errClosed
		}
	}
}

// routes joins the three faces of the server behind one look at the Host.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	rest := s.restRoutes()
	mux.Handle("/api/", s.restDoor(rest))
	mux.HandleFunc("/gateway", s.serveGateway)
	mux.HandleFunc("/gateway/", s.serveGateway)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveAttachment)
	s.pageRoutes(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopbackHost(r.Host) {
			http.Error(w, "The sandbox answers only to a loopback address.", http.StatusForbidden)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		mux.ServeHTTP(w, r)
	})
}

// loopbackHost keeps out a name that merely resolves to loopback, as a page
// elsewhere could arrange.
func loopbackHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return isLoopback(strings.Trim(host, "[]"))
}
