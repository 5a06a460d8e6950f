package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// controlAction is what a person does. Which fields count depends on what it is.
type controlAction struct {
	In      string            `json:"in"`      // a place, see placeOf
	Line    string            `json:"line"`    // a command as typed
	Text    string            `json:"text"`    // of a message
	Message string            `json:"message"` // an id
	Button  string            `json:"button"`  // a label or a custom_id
	Menu    string            `json:"menu"`    // a placeholder or a custom_id
	Values  []string          `json:"values"`  // values, labels, or people by name
	Form    string            `json:"form"`    // an id
	Fields  map[string]filled `json:"fields"`  // by label or custom_id
	Command string            `json:"command"` // on a message or a person
	Whom    string            `json:"whom"`    // a person, by name
	Name    string            `json:"name"`    // of a file
	Data    []byte            `json:"data"`    // of a file, in base64
}

// filled is what is given for a field of a form: a text, a list of values, or whether a box is ticked.
type filled []string

// UnmarshalJSON reads one of these.
func (f *filled) UnmarshalJSON(b []byte) error {
	var text string
	var is bool
	switch {
	case json.Unmarshal(b, &text) == nil:
		*f = filled{text}
	case json.Unmarshal(b, &is) == nil:
		*f = filled{fmt.Sprint(is)}
	default:
		return json.Unmarshal(b, (*[]string)(f))
	}
	return nil
}

// picks are the values of all fields.
func picks(fields map[string]filled) map[string][]string {
	all := map[string][]string{}
	for name, given := range fields {
		all[name] = given
	}
	return all
}

// maxAction is the largest size of a request. It has room for the largest file in base64.
const maxAction = 16 << 20

// act carries out one action of a person, and returns what they then see of it: a message, a form,
// or nothing.
func act(u *User, r *http.Request) (answer, error) {
	var a controlAction
	d := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxAction))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil && err != io.EOF {
		return answer{}, errWrong("the body is not the JSON of an action: " + err.Error())
	}
	do, ctx := r.PathValue("do"), r.Context()
	var in string
	var m *Message
	var err error
	if slices.Contains([]string{"slash", "complete", "say"}, do) || do == "use" && a.Message == "" {
		if in, err = placeOf(u, a.In); err != nil {
			return answer{}, err
		}
	}
	switch do {
	case "complete":
		choices, err := u.Complete(ctx, in, a.Line)
		return answer{Choices: list(choices)}, err
	case "upload":
		id, err := u.Upload(a.Name, a.Data)
		return answer{File: id}, err
	case "slash":
		m, err = u.Slash(ctx, in, a.Line)
	case "say":
		m, err = u.Say(in, a.Text)
	case "click":
		m, err = u.Click(ctx, a.Message, a.Button)
	case "pick":
		m, err = u.Choose(ctx, a.Message, a.Menu, a.Values...)
	case "submit":
		m, err = u.SubmitPicks(ctx, u.Form(a.Form), picks(a.Fields))
	case "use":
		if a.Message != "" {
			m, err = u.UseOnMessage(ctx, a.Message, a.Command)
		} else {
			m, err = u.UseOnUser(ctx, in, a.Whom, a.Command)
		}
	case "dismiss":
		err = u.Dismiss(a.Message)
	case "reload":
		u.Reload()
	default:
		err = errWrong("nobody can do that: there are slash, complete, say, click, pick, submit, use, upload, dismiss, reload")
	}
	if m != nil && m.Modal != nil {
		return answer{Form: m.Modal}, err
	}
	return answer{Message: m}, err
}

// sees returns all that a person sees in a place.
func sees(u *User, r *http.Request) (answer, error) {
	in, err := placeOf(u, r.URL.Query().Get("in"))
	if err != nil {
		return answer{}, err
	}
	return answer{Messages: list(u.Sees(in))}, nil
}

// pings returns a person's notifications.
func pings(u *User, _ *http.Request) (answer, error) {
	return answer{Pings: list(u.Notifications())}, nil
}

// places returns the places that a person sees.
func places(u *User, _ *http.Request) (answer, error) {
	return answer{Places: list(u.Places())}, nil
}

// wait waits for a message, in a place or anywhere, that has a text, is newer than another, or
// is the one of an id. Of several it returns the newest of the place. Or it waits until a
// message is gone.
func wait(u *User, r *http.Request) (answer, error) {
	ctx, stop, err := controlPatience(r)
	if err != nil {
		return answer{}, err
	}
	defer stop()
	q := r.URL.Query()
	var found *Message
	look := func(seen []Message) bool {
		if q.Has("gone") {
			return !slices.ContainsFunc(seen, func(m Message) bool { return m.ID == q.Get("gone") })
		}
		for _, m := range slices.Backward(seen) {
			if fits(m, q.Get("text"), q.Get("after"), q.Get("message")) {
				found = &m
				return true
			}
		}
		return false
	}
	if !q.Has("in") {
		err := u.AwaitAnywhere(ctx, look)
		return answer{Message: found}, err
	}
	in, err := placeOf(u, q.Get("in"))
	if err == nil {
		_, err = u.Await(ctx, in, look)
	}
	return answer{Message: found}, err
}

// fits reports whether a message has the text, is newer than after, and has the id.
func fits(m Message, text, after, id string) bool {
	newer := cmp.Or(cmp.Compare(len(m.ID), len(after)), cmp.Compare(m.ID, after)) > 0 // ids are numbers
	return newer && strings.Contains(strings.Join(append(m.Texts, m.Content), "\n"), text) && (id == "" || m.ID == id)
}

// The time that a request waits, unless it says how many seconds.
const (
	usualWait = 10 * time.Second
	maxWait   = 10 * time.Minute
)

// controlPatience bounds how long a request waits.
func controlPatience(r *http.Request) (context.Context, context.CancelFunc, error) {
	wait := usualWait
	if text := r.URL.Query().Get("seconds"); text != "" {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n >= 0 && n <= maxWait.Seconds()) {
			return nil, nil, errWrong(fmt.Sprintf("seconds is a number from 0 to %.0f", maxWait.Seconds()))
		}
		wait = time.Duration(n * float64(time.Second))
	}
	ctx, stop := context.WithTimeout(r.Context(), wait)
	return ctx, stop, nil
}
