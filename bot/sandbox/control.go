package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"parlour/bot/sandbox/world"
)

// ServeControl serves the control of a sandbox at /control, where a program in any language is its people:
// over HTTP and JSON it acts as they do in their client, and reads what they see. The README of the sandbox
// lists its requests.
//
// Policy: a person can do what [User] can, and nothing else; /control/discord is for the developer of the
// bot. What is refused is a sentence, with status 422. No web page may ask: a request with an Origin is
// refused.
func ServeControl(s *Server) {
	c := &control{s}
	for pattern, do := range map[string]func(r *http.Request) (any, error){
		"GET /control":         c.tell,
		"GET /control/ready":   c.ready,
		"GET /control/traffic": func(*http.Request) (any, error) { return named("traffic", s.Traffic()) },
		"GET /control/broken":  func(*http.Request) (any, error) { return named("broken", s.Violations()) },
		"GET /control/routes":  func(*http.Request) (any, error) { return named("routes", s.Routes()) },
		"POST /control/discord": func(r *http.Request) (any, error) {
			wish, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxAction))
			if err == nil {
				err = s.Provoke(wish)
			}
			return answer{}, err
		},
		"GET /control/{person}/sees":   c.as(sees),
		"GET /control/{person}/pings":  c.as(pings),
		"GET /control/{person}/places": c.as(places),
		"GET /control/{person}/wait":   c.as(wait),
		"POST /control/{person}/{do}":  c.as(act),
	} {
		s.Handle(pattern, serve(do))
	}
}

// control is the control of one sandbox.
type control struct{ server *Server }

// An answer is what a request gets. Only what it is about is set.
type answer struct {
	Error    string                `json:"error,omitempty"`
	Message  *Message              `json:"message,omitempty"`
	Form     *world.Modal          `json:"form,omitempty"`
	File     string                `json:"file,omitempty"` // the id of an upload
	Choices  *[]Choice             `json:"choices,omitempty"`
	Messages *[]Message            `json:"messages,omitempty"`
	Pings    *[]world.Notification `json:"pings,omitempty"`
	Places   *[]Place              `json:"places,omitempty"`
}

// list makes the JSON of a list, which is [] if it is empty, and not null.
func list[T any](all []T) *[]T {
	if all == nil {
		all = []T{}
	}
	return &all
}

// named is an object of one list.
func named[T any](name string, all []T) (any, error) { return map[string]any{name: list(all)}, nil }

// refused is a request that is not understood, with its status.
type refused struct {
	status int
	text   string
}

func (e refused) Error() string { return e.text }

// errWrong is a mistake of the program's.
func errWrong(text string) error { return refused{http.StatusBadRequest, text} }

// serve answers with what a handler returns, or with the sentence of its error. It refuses a request of
// a web page.
func serve(do func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var out any
		var err error = refused{http.StatusForbidden, "No web page may act here."}
		if r.Header.Get("Origin") == "" {
			out, err = do(r)
		}
		if err != nil {
			a, _ := out.(answer)
			a.Error = Sentence(err)
			out = a
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(statusOf(err))
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false) // for those who read it by curl
		_ = e.Encode(out)
	}
}

// statusOf is the status of an answer with an error, or without one.
func statusOf(err error) int {
	var wrong refused
	switch {
	case err == nil:
		return http.StatusOK
	case errors.As(err, &wrong):
		return wrong.status
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	}
	return http.StatusUnprocessableEntity
}

// as makes a handler of what one person does or reads.
func (c *control) as(do func(*User, *http.Request) (answer, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		for _, u := range c.server.People() {
			if u.Name() == r.PathValue("person") {
				return do(u, r)
			}
		}
		return nil, refused{http.StatusNotFound, "There is nobody of that name."}
	}
}

// tell tells who and what is there.
func (c *control) tell(*http.Request) (any, error) {
	type person struct {
		Name   string  `json:"name"`
		ID     string  `json:"id"`
		Places []Place `json:"places"`
	}
	out := struct {
		API         string   `json:"api"`
		Application string   `json:"application"`
		People      []person `json:"people"`
	}{API: c.server.URL() + "/api", Application: c.server.BotID()}
	for _, u := range c.server.People() {
		out.People = append(out.People, person{u.Name(), u.ID(), u.Places()})
	}
	return out, nil
}

// ready waits until the bot is connected and has commands.
func (c *control) ready(r *http.Request) (any, error) {
	ctx, stop, err := controlPatience(r)
	if err != nil {
		return nil, err
	}
	defer stop()
	if c.server.AwaitBot(ctx) != nil {
		return nil, refused{http.StatusGatewayTimeout, "The bot is not connected, or has no commands."}
	}
	return map[string]any{"commands": c.server.Commands()}, nil
}

// placeOf finds a place as a person names it: its id, "dm" for their direct channel with the
// bot, "#general", or "Office#general" where another server has a channel of that name. Of
// several threads of one name it finds the newest.
func placeOf(u *User, name string) (string, error) {
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
