// Package discord is the side of the sandbox that a bot talks to: all that Discord does for it, and
// all that it does to the world.
//
// # What the bot asks
//
// A request goes from [API] to the handler of its route, which changes the world and answers in the
// words of [world.Wire]. [Traffic] remembers it, and judges both the request and the answer.
//
// # What the bot hears
//
// [Gateway] is the websocket: hellos, sessions, events, and how these fail. [Endpoint] is the other
// way in which Discord sends interactions: it signs each of them and posts it to the bot's own
// address. Nothing comes over the gateway then. Some events go to another address of the bot's.
//
// # What people ask of the bot
//
// [Interactions] carries it to the bot, and takes the answers.
//
// # What is done from outside
//
// [Stage] changes the world, and [Faults] makes all of this fail, as a test or a developer does.
package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
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
type route func(s *API, c *call) (any, error)

// made is a result that is answered with 201.
type made struct{ v any }

// API is the HTTP side of Discord's API: it reads a request, lets a fault or a handler
// answer it, and keeps a record.
type API struct {
	state        *world.State
	token        string // the bot's
	api          *rule.Document
	plan         *fault.Plan
	quotas       map[string]*quota // by route, those of [Faults.Limit]
	limits       *limits
	traffic      *Traffic
	gateway      *Gateway
	places       *world.Places
	messages     *world.Messages
	interactions *Interactions
	registry     *registry
	wire         *world.Wire

	intercept func(http.ResponseWriter, *http.Request) bool // see [API.InterceptBy]
}

// New returns the API over the other parts. It shares those that interactions use. Discord's
// limits pass faster by haste.
func NewAPI(st *world.State, token string, haste float64, api *rule.Document, plan *fault.Plan, tr *Traffic, is *Interactions) *API {
	rs := &API{
		state: st, token: token, api: api, plan: plan, quotas: map[string]*quota{}, limits: newLimits(haste), traffic: tr,
		gateway: is.gateway, places: is.places, messages: is.messages, interactions: is, registry: &registry{state: st}, wire: is.wire,
	}
	is.inBody = rs.answerInBody
	return rs
}

// Handler serves the whole API.
func (rs *API) Handler() http.Handler { return rs.transport(rs.routes()) }

// InterceptBy shows f every request first, with its body unread. If f returns true, it has
// answered. A nil f ends it.
func (rs *API) InterceptBy(f func(http.ResponseWriter, *http.Request) bool) {
	rs.state.Lock()
	defer rs.state.Unlock()
	rs.intercept = f
}

type callKey struct{}

// routes lists the routes of the API. Those of openRoutes need no Authorization,
// because a token in the path is enough.
func (rs *API) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, h := range routes {
		mux.HandleFunc(pattern, rs.serve(pattern, h, true))
	}
	for pattern, h := range openRoutes {
		mux.HandleFunc(pattern, rs.serve(pattern, h, false))
	}
	mux.HandleFunc("/", rs.stray)
	return mux
}

// stray refuses a request that has no handler. One that Discord carries out is refused in the
// sandbox's own name, so that nobody takes the refusal for Discord's.
func (rs *API) stray(w http.ResponseWriter, r *http.Request) {
	c := r.Context().Value(callKey{}).(*call)
	c.bad = rule.ErrNotFound
	if rule.IsOperation(r.Method, r.URL.Path) {
		c.bad = rule.Unsupported(r.Method, r.URL.Path)
	}
	rs.serve("/", nil, false)(w, r)
}

var routes = map[string]route{
	"GET /gateway/bot":             getGatewayBot,
	"GET /users/@me":               getMe,
	"GET /users/{user}":            getUser,
	"POST /users/@me/channels":     openDM,
	"GET /applications/@me":        getApp,
	"PATCH /applications/@me":      patchApp,
	"GET /oauth2/applications/@me": getApp,

	"GET /applications/{app}/commands":              listCommands,
	"PUT /applications/{app}/commands":              putCommands,
	"POST /applications/{app}/commands":             postCommand,
	"GET /applications/{app}/commands/{command}":    getCommand,
	"PATCH /applications/{app}/commands/{command}":  patchCommand,
	"DELETE /applications/{app}/commands/{command}": deleteCommand,

	"GET /applications/{app}/guilds/{guild}/commands":              listCommands,
	"PUT /applications/{app}/guilds/{guild}/commands":              putCommands,
	"POST /applications/{app}/guilds/{guild}/commands":             postCommand,
	"GET /applications/{app}/guilds/{guild}/commands/{command}":    getCommand,
	"PATCH /applications/{app}/guilds/{guild}/commands/{command}":  patchCommand,
	"DELETE /applications/{app}/guilds/{guild}/commands/{command}": deleteCommand,

	"GET /guilds/{guild}":                getGuild,
	"GET /guilds/{guild}/channels":       getGuildChannels,
	"GET /guilds/{guild}/roles":          getGuildRoles,
	"GET /guilds/{guild}/threads/active": listActiveThreads,
	"GET /guilds/{guild}/members/{user}": getMember,

	"GET /channels/{channel}":                                    getChannel,
	"PATCH /channels/{channel}":                                  patchChannel,
	"POST /channels/{channel}/typing":                            postTyping,
	"GET /channels/{channel}/messages":                           listMessages,
	"POST /channels/{channel}/messages":                          postMessage,
	"GET /channels/{channel}/messages/{message}":                 getMessage,
	"PATCH /channels/{channel}/messages/{message}":               patchMessage,
	"DELETE /channels/{channel}/messages/{message}":              deleteMessage,
	"POST /channels/{channel}/messages/{message}/threads":        postMessageThread,
	"POST /channels/{channel}/threads":                           postThread,
	"GET /channels/{channel}/threads/archived/public":            listPublicArchive,
	"GET /channels/{channel}/threads/archived/private":           listPrivateArchive,
	"GET /channels/{channel}/users/@me/threads/archived/private": listOwnArchive,
	"GET /channels/{channel}/thread-members":                     listThreadMembers,
	"GET /channels/{channel}/thread-members/{user}":              getThreadMember,
	"PUT /channels/{channel}/thread-members/{user}":              putThreadMember,
	"DELETE /channels/{channel}/thread-members/{user}":           deleteThreadMember,
}

var openRoutes = map[string]route{
	"GET /gateway": getGateway,
	"POST /interactions/{interaction}/{token}/callback": postCallback,
	"POST /webhooks/{app}/{token}":                      postFollowUp,
	"GET /webhooks/{app}/{token}/messages/{message}":    getFollowUp,
	"PATCH /webhooks/{app}/{token}/messages/{message}":  patchFollowUp,
	"DELETE /webhooks/{app}/{token}/messages/{message}": deleteFollowUp,
}

// transport reads the body, lets the interceptor look at the request, and strips the
// version from the path.
func (rs *API) transport(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", rs.state.Now().UTC().Format(http.TimeFormat))
		if !NoOrigin(r) { // a token in a path must not be tried by a web page
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
		if rs.intercepted(w, r, c) {
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
func (rs *API) intercepted(w http.ResponseWriter, r *http.Request, c *call) bool {
	rs.state.Lock()
	f := rs.intercept
	rs.state.Unlock()
	rec := &recorder{ResponseWriter: w}
	if f == nil || !f(rec, r) {
		return false
	}
	rs.state.Lock()
	rs.traffic.Record(c.exchange(r.Method, response{status: rec.status, body: rec.body}), fault.Fault{})
	rs.state.Unlock()
	if rec.status == 0 {
		panic(http.ErrAbortHandler)
	}
	rec.flush()
	return true
}

// serve runs the handler of a route under the lock, records the exchange and wakes
// everybody who waits. The forms of request and answer are judged without the lock. A
// fault may strike before, or replace the answer.
func (rs *API) serve(name string, h route, private bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(callKey{}).(*call)
		c.r = r
		f := rs.plan.Next(name)
		if !f.After && rs.failBefore(w, c, name, f) {
			return
		}
		err := rs.asked(c, private)
		rs.state.Lock()
		rs.places.Doze()
		answer, err := rs.answered(name, h, c, private, err)
		out := answer
		if f.Fails() {
			out = faulty(f, name, rs.state.Now())
		}
		nr := rs.traffic.Record(c.exchange(r.Method, out), f)
		if r.Method != http.MethodGet {
			rs.state.Bump()
		}
		rs.state.Unlock()
		rs.traffic.Judge(nr, r, err, answer.status, answer.body)
		if f.After && !rs.delay(r, f.Delay()) {
			out = response{}
		}
		out.send(w)
	}
}

// answered runs the handler, unless the request was refused already or is beyond a limit.
func (rs *API) answered(name string, h route, c *call, private bool, err error) (response, error) {
	var v any
	var says http.Header
	if !errors.Is(err, rule.ErrUnauthorized) {
		limited := error(nil)
		if says, limited = rs.spend(name, c, private); limited != nil {
			err = limited
		}
	}
	if err == nil {
		v, err = h(rs, c)
	}
	out := encode(v, err)
	if out.header == nil {
		out.header = http.Header{}
	}
	maps.Copy(out.header, says)
	return out, err
}

// asked refuses a request with a wrong token or a wrong form.
func (rs *API) asked(c *call, private bool) error {
	switch {
	case private && c.r.Header.Get("Authorization") != "Bot "+rs.token:
		return rule.ErrUnauthorized
	case c.bad != nil:
		return c.bad
	}
	return rule.FormError(rs.api.Request(c.r.Method, c.r.URL, c.body, len(c.files) > 0))
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

func (c *call) arg(name string) string { return c.r.PathValue(name) }
