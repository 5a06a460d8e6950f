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

	"parlour/bot/sandbox/openapi"
)

// Server is one sandbox. All its methods may be called from any goroutine.
//
// It starts, listens and closes, and hands out its parts: people ([Server.User]), the
// world ([Server.Stage]), what goes wrong ([Server.Faults]) and what went over the
// wire ([Server.Traffic]).
type Server struct {
	http    *http.Server
	ln      net.Listener
	once    sync.Once
	sockets *sockets

	token        string // the bot's
	state        *state
	traffic      *traffic
	gateway      *gateway
	places       *places
	messages     *messages
	interactions *interactions
	wire         *wire
	stage        *Stage
	plan         *troubles
	faults       *Faults
	rest         *rest
	pages        *pages
}

// Start listens and serves until [Server.Close]. It refuses an address that is not
// loopback, and a file that does not describe Discord's API.
func Start(c Config) (*Server, error) {
	c.fill()
	if err := loopback(c.Addr); err != nil {
		return nil, err
	}
	api := openapi.Excerpt()
	if c.OpenAPI != "" {
		var err error
		if api, err = openapi.Open(c.OpenAPI); err != nil {
			return nil, err
		}
	}
	ln, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	s := assemble(c, ln, api)
	go func() {
		if err := s.http.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			c.Log.Error("sandbox stopped serving", "err", err)
		}
	}()
	return s, nil
}

// assemble builds the parts of a server, each from those that it calls.
func assemble(c Config, ln net.Listener, api *openapi.Document) *Server {
	base := "http://" + ln.Addr().String()
	st := newState(c.Now)
	s := &Server{ln: ln, token: c.Token, sockets: &sockets{}, state: st}
	s.traffic = newTraffic(st, api, c.Log)
	s.wire = newWire(st, base)
	s.plan = newTroubles(st)
	s.gateway = newGateway(st, s.wire, s.traffic, s.plan, s.sockets, base, c.Token, c.Heartbeat)
	s.places = newPlaces(st, s.gateway.announce)
	s.messages = newMessages(st)
	s.interactions = newInteractions(st, s.gateway, s.messages, s.places, s.wire, times{Answer: c.AnswerWithin, Token: c.TokenLife, Settle: c.SettleWithin})
	s.stage = newStage(st, s.gateway, s.places, s.wire)
	s.rest = newRest(st, c.Token, api, s.plan, s.traffic, s.interactions)
	s.faults = newFaults(st, s.gateway, s.plan, s.rest)
	s.pages = &pages{server: s, state: st}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	return s
}

// Stage returns the means to change the world.
func (s *Server) Stage() *Stage { return s.stage }

// Faults returns the means to make Discord fail.
func (s *Server) Faults() *Faults { return s.faults }

// loopback refuses an address that other machines could reach.
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

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL is the server's address: the page is at URL()+"/?as=ann", the REST API at
// URL()+"/api/v9".
func (s *Server) URL() string { return "http://" + s.ln.Addr().String() }

// Token is the bot's token, without "Bot ".
func (s *Server) Token() string { return s.token }

// BotID is the id of the bot's user. The application has another id.
func (s *Server) BotID() string { return botID }

// GuildID is the id of the server "Parlour".
func (s *Server) GuildID() string { return guildID }

// Close stops serving and cuts every connection. Every wait ends with an error, and no
// socket's goroutine is left when Close returns.
func (s *Server) Close() error {
	err := s.http.Close()
	s.once.Do(func() { s.state.end() })
	s.faults.Disconnect(websocket.CloseGoingAway)
	s.sockets.close()
	return err
}

// Intercept shows f every REST request of the bot before the sandbox sees it, with its
// body unread. If f returns true, it has answered; if it returns true and wrote
// nothing, the connection is cut. A nil f ends it.
//
// It is for what no [Fault] can do: to hold a request at a gate, to look at it, or to
// act in the middle of it.
func (s *Server) Intercept(f func(w http.ResponseWriter, r *http.Request) bool) {
	s.rest.interceptBy(f)
}

// routes joins the API, the gateway and the page behind a check of the Host.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", s.rest.handler())
	mux.HandleFunc("/gateway", s.gateway.serve)
	mux.HandleFunc("/gateway/", s.gateway.serve)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.pages.serveAttachment)
	s.pages.routes(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopbackHost(r.Host) {
			http.Error(w, "The sandbox answers only to a loopback address.", http.StatusForbidden)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		mux.ServeHTTP(w, r)
	})
}

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
	err := s.state.await(ctx, func() bool {
		return s.gateway.connected() && len(s.state.world.commands[""])+len(s.state.world.commands[guildID]) > 0
	})
	if err != nil {
		return fmt.Errorf("waiting for the bot: %w", err)
	}
	return nil
}

// Ended shows the people why the bot has ended, and waits until one of them starts it
// again on the page.
func (s *Server) Ended(ctx context.Context, why error) error {
	s.state.change(func() { s.state.world.ended = sentence(why) })
	return s.state.await(ctx, func() bool { return s.state.world.ended == "" })
}

// startBot ends the wait of [Server.Ended].
func (s *Server) startBot() {
	s.state.change(func() { s.state.world.ended = "" })
}

// User returns the person of that name: "ann", "ben", "cleo", "dan" or "eve", or one
// of [Server.AddPerson]. It panics for another name.
func (s *Server) User(name string) *User {
	s.state.lock()
	defer s.state.unlock()
	return &User{s, s.state.person(name)}
}

// AddPerson adds somebody to the server and returns them. The name must be new and in
// lower case. The page shows their messages, but nobody can be them there.
func (s *Server) AddPerson(name string) *User {
	u := &user{name: name, display: strings.ToUpper(name[:1]) + name[1:]}
	s.state.change(func() {
		now := s.state.now()
		u.id = s.state.world.id(now)
		u.dm = &channel{id: s.state.world.id(now), kind: DM, person: u, made: now}
		s.state.world.addChannel(u.dm)
		s.state.world.users = append(s.state.world.users, u)
	})
	return &User{s, u}
}

// Channel is the id of the server's channel of that name, such as "games" or "lounge".
// It panics for another name.
func (s *Server) Channel(name string) string {
	s.state.lock()
	defer s.state.unlock()
	for _, c := range s.state.world.order {
		if c.name == name && c.guild != nil && c.kind != PublicThread {
			return c.id
		}
	}
	panic("sandbox: there is no channel #" + name)
}

// Commands lists all slash commands of the server, sorted, with their subcommands:
// "play permute".
func (s *Server) Commands() []string {
	s.state.lock()
	defer s.state.unlock()
	var out []string
	i := slices.IndexFunc(s.state.world.order, func(c *channel) bool { return c.guild == s.state.world.server })
	if i < 0 {
		return nil
	}
	for _, cmd := range s.state.world.available(s.state.person(names[0]), s.state.world.order[i]) {
		for _, v := range invocations(cmd) {
			out = append(out, v.title())
		}
	}
	slices.Sort(out)
	return out
}

// Tokens returns the tokens of the interactions that are remembered. Tests look for
// them where no token may be.
func (s *Server) Tokens() []string {
	s.state.lock()
	defer s.state.unlock()
	return slices.Sorted(maps.Keys(s.state.world.interactions))
}

// Traffic returns the exchanges between the bot and the sandbox, oldest first, as far
// back as they are remembered.
func (s *Server) Traffic() []Exchange {
	s.state.lock()
	defer s.state.unlock()
	return s.traffic.newest(maxTraffic)
}

// Counted returns how many requests of the bot so far count towards Discord's limit of 50
// a second: all but callbacks, follow-ups, and changes by an interaction's token.
func (s *Server) Counted() int {
	s.state.lock()
	defer s.state.unlock()
	return s.traffic.counted()
}

// Violations returns the exchanges in which the form of the bot's request or of the
// sandbox's answer broke a rule, oldest first. The answer of an interceptor is not
// judged.
func (s *Server) Violations() []Exchange {
	s.state.lock()
	defer s.state.unlock()
	return slices.Clone(s.traffic.violations())
}
