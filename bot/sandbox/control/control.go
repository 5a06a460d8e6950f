// Package control lets a program in any language be the people of a sandbox: over HTTP and
// JSON it acts as they do in their client, and reads what they see. The README of the
// sandbox lists its requests.
//
// Policy: a person can do what [sandbox.User] can, and nothing else; /control/discord is for
// the developer of the bot. What is refused is a sentence, with status 422. No web page may
// ask: a request with an Origin is refused.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/world"
)

// Serve serves the control of a sandbox at /control.
func Serve(s *sandbox.Server) {
	c := &control{s}
	s.Handle("GET /control", guarded(c.tell))
	s.Handle("GET /control/ready", guarded(c.ready))
	s.Handle("GET /control/traffic", guarded(c.traffic))
	s.Handle("GET /control/broken", guarded(c.broken))
	s.Handle("GET /control/routes", guarded(c.routes))
	s.Handle("POST /control/discord", guarded(c.provoke))
	s.Handle("GET /control/{person}/sees", guarded(c.as(sees)))
	s.Handle("GET /control/{person}/pings", guarded(c.as(pings)))
	s.Handle("GET /control/{person}/places", guarded(c.as(places)))
	s.Handle("GET /control/{person}/wait", guarded(c.as(wait)))
	s.Handle("POST /control/{person}/{do}", guarded(c.as(act)))
}

// control is the control of one sandbox.
type control struct{ server *sandbox.Server }

// An answer is what a request gets. Only what it is about is set.
type answer struct {
	Error    string                `json:"error,omitempty"`
	Message  *sandbox.Message      `json:"message,omitempty"`
	Form     *world.Modal          `json:"form,omitempty"`
	File     string                `json:"file,omitempty"` // the id of an upload
	Choices  *[]sandbox.Choice     `json:"choices,omitempty"`
	Messages *[]sandbox.Message    `json:"messages,omitempty"`
	Pings    *[]world.Notification `json:"pings,omitempty"`
	Places   *[]sandbox.Place      `json:"places,omitempty"`
}

// list makes the JSON of a list, which is [] if it is empty, and not null.
func list[T any](all []T) *[]T {
	if all == nil {
		all = []T{}
	}
	return &all
}

// errWrong is a request that is not understood.
type errWrong string

func (e errWrong) Error() string { return string(e) }

// guarded refuses a request of a web page.
func guarded(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") != "" {
			send(w, http.StatusForbidden, answer{Error: "No web page may act here."})
			return
		}
		h(w, r)
	}
}

// as makes a handler of what one person does or reads.
func (c *control) as(do func(*sandbox.User, *http.Request) (answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, u := range c.server.People() {
			if u.Name() == r.PathValue("person") {
				out, err := do(u, r)
				out.Error = sandbox.Sentence(err)
				send(w, statusOf(err), out)
				return
			}
		}
		send(w, http.StatusNotFound, answer{Error: "There is nobody of that name."})
	}
}

// statusOf is the status of an answer with an error, or without one.
func statusOf(err error) int {
	var wrong errWrong
	switch {
	case err == nil:
		return http.StatusOK
	case errors.As(err, &wrong):
		return http.StatusBadRequest
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	}
	return http.StatusUnprocessableEntity
}

// send answers with JSON.
func send(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // for those who read it by curl
	_ = e.Encode(v)
}

// tell tells who and what is there.
func (c *control) tell(w http.ResponseWriter, _ *http.Request) {
	type person struct {
		Name   string          `json:"name"`
		ID     string          `json:"id"`
		Places []sandbox.Place `json:"places"`
	}
	out := struct {
		API         string   `json:"api"`
		Application string   `json:"application"`
		People      []person `json:"people"`
	}{API: c.server.URL() + "/api", Application: c.server.BotID()}
	for _, u := range c.server.People() {
		out.People = append(out.People, person{u.Name(), u.ID(), u.Places()})
	}
	send(w, http.StatusOK, out)
}

// ready waits until the bot is connected and has commands.
func (c *control) ready(w http.ResponseWriter, r *http.Request) {
	ctx, stop, err := patience(r)
	if err != nil {
		send(w, statusOf(err), answer{Error: sandbox.Sentence(err)})
		return
	}
	defer stop()
	if err := c.server.AwaitBot(ctx); err != nil {
		send(w, http.StatusGatewayTimeout, answer{Error: "The bot is not connected, or has no commands."})
		return
	}
	send(w, http.StatusOK, map[string]any{"commands": c.server.Commands()})
}

// traffic tells what went over the wire.
func (c *control) traffic(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, map[string]any{"traffic": list(c.server.Traffic())})
}

// broken tells which requests of the bot broke a rule of Discord's.
func (c *control) broken(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, map[string]any{"broken": list(c.server.Violations())})
}

// routes tells which requests can fail.
func (c *control) routes(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, map[string]any{"routes": c.server.Routes()})
}

// provoke makes Discord fail, or changes people and places.
func (c *control) provoke(w http.ResponseWriter, r *http.Request) {
	wish, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAction))
	if err == nil {
		err = c.server.Provoke(wish)
	}
	send(w, statusOf(err), answer{Error: sandbox.Sentence(err)})
}

// placeOf finds a place as a person names it: its id, "dm" for their direct channel with the
// bot, "#general", or "Office#general" where another server has a channel of that name. Of
// several threads of one name it finds the newest.
func placeOf(u *sandbox.User, name string) (string, error) {
	if name == "dm" {
		return u.DM(), nil
	}
	server, channel, named := strings.Cut(name, "#")
	found := ""
	for _, p := range u.Places() {
		switch {
		case p.ID == name:
			return p.ID, nil
		case named && p.Name == channel && (server == "" || p.Server == server) && (found == "" || p.Parent != ""):
			found = p.ID
		}
	}
	if found == "" {
		return "", errWrong(`there is no place "` + name + `" that ` + u.Name() + " sees")
	}
	return found, nil
}
