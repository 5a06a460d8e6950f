package discord

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// maxBody is the largest size of a request.
const maxBody = 32 << 20

// call is one request of the bot, read.
type call struct {
	r     *http.Request
	body  []byte // the JSON, from the body or from payload_json
	files map[string]rule.File
	path  string // the whole, with its query
	bad   error  // why the body could not be read, or there is no handler
}

// route carries out a request, with the lock held. A nil result is answered with
// 204.
type route func(c *call) (any, error)

// of is a route that is about one thing, which it finds first.
func of[T any](find func(*call) (T, error), do func(*call, T) (any, error)) route {
	return func(c *call) (any, error) {
		found, err := find(c)
		if err != nil {
			return nil, err
		}
		return do(c, found)
	}
}

// shown is a route that shows one thing.
func shown[T, V any](find func(*call) (T, error), show func(T) V) route {
	return of(find, func(_ *call, found T) (any, error) { return show(found), nil })
}

// made is a result that is answered with 201.
type made struct{ v any }

// API is the HTTP side of Discord: it reads a request, lets a fault or a handler
// answer it, and keeps a record.
type API struct {
	*Discord
	description *rule.Document
	quotas      map[string]*quota // by route, those of [Faults.Limit]
	limits      *limits

	intercept func(http.ResponseWriter, *http.Request) bool // see [API.InterceptBy]
}

// InterceptBy shows f every request first, with its body unread. If f returns true, it has
// answered. A nil f ends it.
func (s *API) InterceptBy(f func(http.ResponseWriter, *http.Request) bool) {
	s.Lock()
	defer s.Unlock()
	s.intercept = f
}

type callKey struct{}

// routes are the routes of the API by their patterns.
func (s *API) routes() map[string]route {
	all := map[string]route{
		"GET /gateway/bot":             s.getGatewayBot,
		"GET /users/@me":               s.getMe,
		"GET /users/{user}":            s.getUser,
		"POST /users/@me/channels":     s.openDM,
		"GET /applications/@me":        s.getApp,
		"PATCH /applications/@me":      s.patchApp,
		"GET /oauth2/applications/@me": s.getApp,

		"DELETE /users/@me/guilds/{guild}": of(s.knownGuild, s.leaveGuild),

		"GET /guilds/{guild}": shown(s.knownGuild, s.GuildJSON),
		"GET /guilds/{guild}/channels": shown(s.guild,
			func(g *world.Guild) []any { return s.ChannelList(g, false) }),
		"GET /guilds/{guild}/roles":                                   shown(s.guild, world.RolesJSON),
		"GET /guilds/{guild}/threads/active":                          of(s.guild, s.listActiveThreads),
		"GET /guilds/{guild}/members/{user}":                          of(s.guild, s.getMember),
		"GET /guilds/{guild}/members/search":                          of(s.guild, s.searchMembers),
		"GET /applications/{app}/guilds/{guild}/commands/permissions": of(s.scope, none),

		"GET /channels/{channel}":                                    shown(s.channel, s.ChannelJSON),
		"PATCH /channels/{channel}":                                  of(s.channel, s.patchChannel),
		"POST /channels/{channel}/typing":                            of(s.channel, s.postTyping),
		"GET /channels/{channel}/messages":                           of(s.channel, s.listMessages),
		"POST /channels/{channel}/messages":                          of(s.channel, s.postMessage),
		"GET /channels/{channel}/messages/pins":                      of(s.channel, noPins),
		"GET /channels/{channel}/messages/{message}":                 of(s.message, s.getMessage),
		"PATCH /channels/{channel}/messages/{message}":               of(s.message, s.patchMessage),
		"DELETE /channels/{channel}/messages/{message}":              of(s.message, s.deleteMessage),
		"POST /channels/{channel}/messages/{message}/threads":        of(s.message, s.postMessageThread),
		"POST /channels/{channel}/threads":                           of(s.channel, s.postThread),
		"GET /channels/{channel}/threads/archived/public":            s.archive(false),
		"GET /channels/{channel}/threads/archived/private":           s.archive(true),
		"GET /channels/{channel}/users/@me/threads/archived/private": of(s.channel, s.listOwnArchive),
		"GET /channels/{channel}/thread-members":                     of(s.membership, s.listThreadMembers),
		"GET /channels/{channel}/thread-members/{user}":              of(s.membership, s.getThreadMember),
		"PUT /channels/{channel}/thread-members/{user}":              of(s.membership, s.putThreadMember),
		"DELETE /channels/{channel}/thread-members/{user}":           of(s.membership, s.deleteThreadMember),

		"GET /gateway": s.getGateway,
		"POST /interactions/{interaction}/{token}/callback": s.postCallback,
		"POST /webhooks/{app}/{token}":                      of(s.webhook, s.postFollowUp),
		"GET /webhooks/{app}/{token}/messages/{message}":    shown(s.followUp, s.MessageJSON),
		"PATCH /webhooks/{app}/{token}/messages/{message}":  of(s.followUp, s.patchFollowUp),
		"DELETE /webhooks/{app}/{token}/messages/{message}": of(s.followUp, s.deleteFollowUp),
	}
	for _, at := range []string{"/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"} {
		all["GET "+at] = of(s.scope, s.listCommands)
		all["PUT "+at] = of(s.scope, s.putCommands)
		all["POST "+at] = of(s.scope, s.postCommand)
		all["GET "+at+"/{command}"] = of(s.command, s.getCommand)
		all["PATCH "+at+"/{command}"] = of(s.command, s.patchCommand)
		all["DELETE "+at+"/{command}"] = of(s.command, s.deleteCommand)
	}
	return all
}

// Routes returns the patterns of the routes of the sandbox, sorted.
func Routes() []string {
	return slices.Sorted(maps.Keys((&API{Discord: &Discord{State: &world.State{}}}).routes()))
}

// Handler serves the whole API. A route with a token in its path needs no Authorization.
func (s *API) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, h := range s.routes() {
		open := pattern == "GET /gateway" || strings.Contains(pattern, "{token}")
		mux.HandleFunc(pattern, s.serve(pattern, h, !open))
	}
	mux.HandleFunc("/", s.stray)
	return s.transport(mux)
}

// stray refuses a request that has no handler. One that Discord carries out is refused in the
// sandbox's own name, so that nobody takes the refusal for Discord's.
func (s *API) stray(w http.ResponseWriter, r *http.Request) {
	c := r.Context().Value(callKey{}).(*call)
	c.bad = rule.ErrNotFound
	if rule.IsOperation(r.Method, r.URL.Path) {
		c.bad = rule.Unsupported(r.Method + " " + r.URL.Path)
	}
	s.serve("/", nil, false)(w, r)
}

// transport reads the body, lets the interceptor look at the request, and strips the
// version from the path.
func (s *API) transport(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", s.Now().UTC().Format(http.TimeFormat))
		if !noOrigin(r) { // a token in a path must not be tried by a web page
			encode(nil, rule.ErrWebPage).send(w)
			return
		}
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			encode(nil, rule.ErrTooLarge).send(w)
			return
		}
		c := &call{path: r.URL.RequestURI()}
		c.body, c.files, c.bad = rule.ReadForm(r.Header.Get("Content-Type"), raw)
		r.Body = io.NopCloser(bytes.NewReader(raw))
		if s.intercepted(w, r, c) {
			return
		}
		path, ok := strings.CutPrefix(r.URL.Path, "/api/v9")
		if !ok {
			path, ok = strings.CutPrefix(r.URL.Path, "/api/v10")
		}
		if !ok {
			path = "/" // which nothing is at
		}
		inner := r.WithContext(context.WithValue(r.Context(), callKey{}, c))
		url := *r.URL
		url.Path, url.RawPath = path, ""
		inner.URL = &url
		next.ServeHTTP(w, inner)
	})
}

// intercepted gives the request to the interceptor. It returns true if that has
// answered, and cuts the connection if that wrote nothing.
func (s *API) intercepted(w http.ResponseWriter, r *http.Request, c *call) bool {
	s.Lock()
	f := s.intercept
	s.Unlock()
	rec := &recorder{ResponseWriter: w}
	if f == nil || !f(rec, r) {
		return false
	}
	s.Lock()
	s.Traffic.record(c.exchange(r.Method, response{status: rec.status, body: rec.body}), fault.Fault{})
	s.Unlock()
	if rec.status == 0 {
		panic(http.ErrAbortHandler)
	}
	rec.flush()
	return true
}

// serve runs the handler of a route under the lock, records the exchange and wakes
// everybody who waits. The forms of request and answer are judged without the lock. A
// fault may strike before, or replace the answer.
func (s *API) serve(name string, h route, private bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(callKey{}).(*call)
		c.r = r
		f := s.Plan.Next(name)
		if !f.After && s.failBefore(w, c, name, f) {
			return
		}
		err := s.asked(c, private)
		s.Lock()
		s.Changes.Doze()
		answer, err := s.answered(name, h, c, private, err)
		out := answer
		if f.Fails() {
			out = faulty(f, name, s.Now())
		}
		nr := s.Traffic.record(c.exchange(r.Method, out), f)
		if r.Method != http.MethodGet {
			s.Bump()
		}
		s.Unlock()
		s.Traffic.judge(nr, r, err, answer.status, answer.body)
		if f.After && !s.delay(r, f.Delay()) {
			out = response{}
		}
		out.send(w)
	}
}

// answered runs the handler, unless the request was refused already or is beyond a limit.
func (s *API) answered(name string, h route, c *call, private bool, err error) (response, error) {
	var v any
	var says http.Header
	if !errors.Is(err, rule.ErrUnauthorized) {
		limited := error(nil)
		if says, limited = s.spend(name, c, private); limited != nil {
			err = limited
		}
	}
	if err == nil {
		v, err = h(c)
	}
	out := encode(v, err)
	if out.header == nil {
		out.header = http.Header{}
	}
	maps.Copy(out.header, says)
	return out, err
}

// asked refuses a request with a wrong token or a wrong form.
func (s *API) asked(c *call, private bool) error {
	switch {
	case private && c.r.Header.Get("Authorization") != "Bot "+s.Config.Token:
		return rule.ErrUnauthorized
	case c.bad != nil:
		return c.bad
	}
	return s.description.Request(c.r.Method, c.r.URL, c.body, len(c.files) > 0)
}

// response is an answer in the form of the wire. Status 0 cuts the connection.
type response struct {
	status int
	header http.Header
	body   []byte
}

// encode makes a response from a handler's result.
func encode(v any, err error) response {
	out := response{status: http.StatusOK}
	if err != nil {
		var bad *rule.Error
		if !errors.As(err, &bad) {
			bad = rule.ErrInternal
		}
		v, out.status = bad, bad.Status
	}
	if m, ok := v.(made); ok {
		v, out.status = m.v, http.StatusCreated
	}
	if v == nil {
		return response{status: http.StatusNoContent}
	}
	out.header = http.Header{"Content-Type": {"application/json"}}
	if out.body, err = json.Marshal(v); err != nil {
		return encode(nil, rule.ErrInternal)
	}
	return out
}

// send writes the response, or cuts the connection.
func (out response) send(w http.ResponseWriter) {
	if out.status == 0 {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), out.header)
	w.WriteHeader(out.status)
	_, _ = w.Write(out.body)
}

// decode reads the call's JSON into v.
func (c *call) decode(v any) error {
	if len(c.body) == 0 {
		return nil
	}
	err := json.Unmarshal(c.body, v)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		var f rule.Flaws
		f.Add(kind.Field, "BASE_TYPE_BAD_TYPE", "Could not interpret %q as %s.", kind.Value, kind.Type.Kind())
		return f.Err()
	case err != nil:
		return rule.ErrBadJSON
	}
	return nil
}

// exchange is the record of the call and its answer.
func (c *call) exchange(method string, out response) Exchange {
	e := Exchange{Method: method, Path: c.path, Status: out.status}
	if json.Valid(c.body) {
		e.Request = c.body
	}
	if json.Valid(out.body) {
		e.Answer = out.body
	}
	return e
}

// arg is a variable of the path, and query one of the query.
func (c *call) arg(name string) string   { return c.r.PathValue(name) }
func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

// channel finds the channel of a request. It refuses one that the bot cannot see.
func (s *API) channel(c *call) (*world.Channel, error) {
	ch := s.Channels[c.arg("channel")]
	switch {
	case ch == nil:
		return nil, rule.ErrChannel
	case !s.BotMay(ch).Has(world.ViewChannel):
		return nil, rule.ErrAccess
	}
	return ch, nil
}

// message finds the message of a request. Ephemeral messages do not exist for these
// routes.
func (s *API) message(c *call) (*world.Message, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	if m := ch.Find(c.arg("message")); m != nil && m.Only == nil {
		return m, nil
	}
	return nil, rule.ErrMessage
}

// guild finds the server of a request. It refuses one that the bot is not in.
func (s *API) guild(c *call) (*world.Guild, error) {
	i := slices.IndexFunc(s.Guilds, func(g *world.Guild) bool { return g.ID == c.arg("guild") })
	switch {
	case i < 0:
		return nil, rule.ErrGuild
	case !s.Guilds[i].Bot:
		return nil, rule.ErrAccess
	}
	return s.Guilds[i], nil
}

// readMessage reads a message's body.
func (c *call) readMessage() (*rule.Form, error) {
	f := &rule.Form{Files: c.files}
	return f, c.decode(f)
}

// checkedMessage reads and checks the body of a webhook's message, which has no nonce, or of an edit of one with flags.
func (c *call) checkedMessage(was int) (*rule.Form, error) {
	f, err := c.readMessage()
	if err != nil {
		return nil, err
	}
	f.Nonce, f.EnforceNonce = nil, false
	return f, rule.CheckForm(f, was)
}

// limit reads how long a list may be: 50 if the query does not say. It refuses what is no
// number from 1 to 100.
func (c *call) limit() (int, error) {
	text := c.query("limit")
	if text == "" {
		return 50, nil
	}
	n, err := strconv.Atoi(text)
	var bad rule.Flaws
	switch {
	case err != nil:
		bad.Add("limit", "BASE_TYPE_BAD_TYPE", "Got string, want integer.")
	case n < 1:
		bad.Add("limit", "NUMBER_TYPE_MIN", "Value should be greater than or equal to 1.")
	case n > 100:
		bad.Add("limit", "NUMBER_TYPE_MAX", "Value should be less than or equal to 100.")
	}
	return n, bad.Err()
}

// edited edits a message and returns it as an answer.
func (s *API) edited(m *world.Message, f *rule.Form) (any, error) {
	if err := s.Changes.Edit(m, f); err != nil {
		return nil, err
	}
	return s.MessageJSON(m), nil
}

// recorder holds the answer of an interceptor back until it is recorded.
type recorder struct {
	http.ResponseWriter
	status int
	body   []byte
	taken  bool // the interceptor has the connection
}

// WriteHeader keeps the first status.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write keeps a part of the body.
func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.body = append(r.body, p...)
	return len(p), nil
}

// flush writes the answer.
func (r *recorder) flush() {
	if r.taken {
		return
	}
	r.ResponseWriter.WriteHeader(r.status)
	_, _ = r.ResponseWriter.Write(r.body)
}

// Hijack hands the connection to the interceptor, which has answered with that.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.status, r.taken = -1, true
	return http.NewResponseController(r.ResponseWriter).Hijack()
}
