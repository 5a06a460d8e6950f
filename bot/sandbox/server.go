package sandbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// Server is one sandbox. All its methods may be called from any goroutine.
//
// It starts, listens and closes, and hands out its parts: people ([Server.User]), the
// world ([Server.Stage]), what goes wrong ([Server.Faults]) and what went over the
// wire ([Server.Traffic]).
type Server struct {
	http  *http.Server
	mux   *http.ServeMux
	ln    net.Listener
	once  sync.Once
	d     *discord.Discord
	pages *pages
}

// Config configures a [Server]. The zero value behaves as the real Discord does.
type Config = discord.Config

// ErrAddr is in every error of [Start] about the address to listen at.
var ErrAddr = errors.New("the sandbox cannot listen there")

// Start listens and serves until [Server.Close]. It refuses an address that is not
// loopback, a token of another application, and a file that does not describe Discord's
// API.
func Start(c Config) (*Server, error) {
	c.Fill()
	if err := loopback(c.Addr); err != nil {
		return nil, err
	}
	if err := discord.CheckToken(c.Token); err != nil {
		return nil, err
	}
	api := rule.Excerpt()
	if c.OpenAPI != "" {
		var err error
		if api, err = rule.Open(c.OpenAPI); err != nil {
			return nil, err
		}
	}
	ln, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAddr, err)
	}
	s := &Server{ln: ln}
	s.d = discord.New(c, s.URL(), api)
	s.pages = &pages{s.d, s}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := s.http.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			c.Log.Error("sandbox stopped serving", "err", err)
		}
	}()
	return s, nil
}

// Stage returns the means to change the world.
func (s *Server) Stage() *discord.Stage { return s.d.Stage }

// Faults returns the means to make Discord fail.
func (s *Server) Faults() *discord.Faults { return s.d.Faults }

// loopback refuses an address that other machines could reach.
func loopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%w: %q is not host:port", ErrAddr, addr)
	}
	if isLoopback(host) {
		return nil
	}
	return fmt.Errorf("%w: %q is not a loopback address, so other machines could reach it", ErrAddr, addr)
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL is the server's address: the page is at URL()+"/?as=ann", the REST API at
// URL()+"/api/v9".
func (s *Server) URL() string { return "http://" + s.ln.Addr().String() }

// Token is the bot's token, without "Bot ".
func (s *Server) Token() string { return s.d.Config.Token }

// BotID is the id of the bot's user and of its application.
func (s *Server) BotID() string { return world.BotID }

// GuildID is the id of the first server.
func (s *Server) GuildID() string { return world.GuildID }

// Close stops serving and cuts every connection. Every wait ends with an error, and no
// socket's goroutine is left when Close returns.
func (s *Server) Close() error {
	err := s.http.Close()
	s.once.Do(func() { s.d.End() })
	s.d.Faults.Disconnect(websocket.CloseGoingAway)
	s.d.Sockets.Close()
	return err
}

// Intercept shows f every REST request of the bot before the sandbox sees it, with its
// body unread. If f returns true, it has answered; if it returns true and wrote
// nothing, the connection is cut. A nil f ends it.
//
// It is for what no [fault.Fault] can do: to hold a request at a gate, to look at it, or to
// act in the middle of it.
func (s *Server) Intercept(f func(w http.ResponseWriter, r *http.Request) bool) {
	s.d.API.InterceptBy(f)
}

// routes joins the API, the gateway and the page behind a check of the Host.
func (s *Server) routes() http.Handler {
	s.mux = http.NewServeMux()
	s.mux.Handle("/api/", s.d.API.Handler())
	s.mux.HandleFunc("/gateway", s.d.Gateway.Serve)
	s.mux.HandleFunc("/gateway/", s.d.Gateway.Serve)
	s.mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.pages.serveAttachment)
	s.mux.HandleFunc("GET /ephemeral-attachments/{app}/{id}/{name}", s.pages.serveAttachment)
	s.pages.routes(s.mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopbackHost(r.Host) {
			http.Error(w, "The sandbox answers only to a loopback address.", http.StatusForbidden)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		s.mux.ServeHTTP(w, r)
	})
}

// Handle serves something more at a pattern of [http.ServeMux], behind the same check of the
// Host.
func (s *Server) Handle(pattern string, h http.HandlerFunc) { s.mux.HandleFunc(pattern, h) }

// loopbackHost refuses a name that merely resolves to loopback, as a page elsewhere
// could arrange.
func loopbackHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return isLoopback(strings.Trim(host, "[]"))
}

// AwaitBot waits until a bot is connected and has commands registered.
func (s *Server) AwaitBot(ctx context.Context) error {
	err := s.d.Await(ctx, func() bool {
		n := 0
		for _, list := range s.d.Commands {
			n += len(list)
		}
		return s.d.Connected() && n > 0
	})
	if err != nil {
		return fmt.Errorf("waiting for the bot: %w", err)
	}
	return nil
}

// AwaitEvents waits until every event that goes over HTTP was answered, or was sent in vain.
func (s *Server) AwaitEvents(ctx context.Context) error {
	return s.d.Await(ctx, s.d.Endpoint.Delivered)
}

// SendTo sends interactions to an address of the bot's, signed, as soon as the bot there has answered a PING. Nothing
// comes over the gateway any more.
func (s *Server) SendTo(url string) { s.d.Endpoint.Greet(url) }

// SendEventsTo sends the events that Discord sends over HTTP to another address of the bot's, signed too.
func (s *Server) SendEventsTo(url string) { s.d.Endpoint.SendEventsTo(url) }

// PublicKey is the application's public key, in hex.
func (s *Server) PublicKey() string { return s.d.Endpoint.PublicKey() }

// Ended shows the people why the bot has ended, and waits until one of them starts it
// again on the page.
func (s *Server) Ended(ctx context.Context, why error) error {
	s.d.Change(func() { s.d.World.Ended = Sentence(why) })
	return s.d.Await(ctx, func() bool { return s.d.World.Ended == "" })
}

// User returns a person of the cast by name, such as "ann", or one of [Server.AddPerson]. It
// panics for another name.
func (s *Server) User(name string) *User {
	s.d.Lock()
	defer s.d.Unlock()
	return &User{s.d, s.d.Person(name)}
}

// AddPerson adds somebody to the servers and returns them. The name must be new and in
// lower case. The page shows their messages, but nobody can be them there.
func (s *Server) AddPerson(name string) *User {
	u := &world.User{Name: name, Display: strings.ToUpper(name[:1]) + name[1:]}
	s.d.Change(func() {
		now := s.d.Now()
		u.ID = s.d.ID(now)
		u.DM = &world.Channel{ID: s.d.ID(now), Kind: world.DM, Person: u, Made: now}
		s.d.AddChannel(u.DM)
		s.d.Users = append(s.d.Users, u)
	})
	return &User{s.d, u}
}

// Channel is the id of the first channel of that name in a server, such as "games" or "lounge".
// It panics for another name.
func (s *Server) Channel(name string) string {
	s.d.Lock()
	defer s.d.Unlock()
	for _, c := range s.d.Order {
		if c.Name == name && c.Guild != nil && !c.Thread() {
			return c.ID
		}
	}
	panic("sandbox: there is no channel #" + name)
}

// Commands lists all slash commands of the first server, sorted, with their subcommands:
// "play permute".
func (s *Server) Commands() []string {
	s.d.Lock()
	defer s.d.Unlock()
	var out []string
	i := slices.IndexFunc(s.d.Order, func(c *world.Channel) bool { return c.Guild == s.d.Server })
	if i < 0 {
		return nil
	}
	for _, cmd := range s.d.Available(s.d.Person(s.d.People[0]), s.d.Order[i]) {
		for _, v := range world.Invocations(cmd) {
			out = append(out, v.Title())
		}
	}
	slices.Sort(out)
	return out
}

// Tokens returns the tokens of the interactions that are remembered. Tests look for
// them where no token may be.
func (s *Server) Tokens() []string {
	s.d.Lock()
	defer s.d.Unlock()
	return slices.Sorted(maps.Keys(s.d.World.Interactions))
}

// Traffic returns the exchanges between the bot and the sandbox, oldest first, as far
// back as they are remembered.
func (s *Server) Traffic() []discord.Exchange {
	s.d.Lock()
	defer s.d.Unlock()
	return s.d.Traffic.Newest(discord.MaxTraffic)
}

// Counted returns how many requests of the bot so far count towards Discord's limit of 50
// a second: all but callbacks, follow-ups, and changes by an interaction's token.
func (s *Server) Counted() int {
	s.d.Lock()
	defer s.d.Unlock()
	return s.d.Traffic.Counted
}

// Limited returns how many requests of the bot so far were refused because they exceeded one
// of Discord's limits. Those that a fault refused do not count.
func (s *Server) Limited() int {
	s.d.Lock()
	defer s.d.Unlock()
	return s.d.Traffic.Limited
}

// Violations returns the exchanges in which the form of the bot's request or of the
// sandbox's answer broke a rule, oldest first. The answer of an interceptor is not
// judged.
func (s *Server) Violations() []discord.Exchange {
	s.d.Lock()
	defer s.d.Unlock()
	return slices.Clone(s.d.Traffic.Violations)
}
