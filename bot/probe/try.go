package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"time"

	"parlour/bot/rest"
)

// A try is one rule that is being tried. After its first error its methods do nothing, so a rule
// reads like the list of what it does.
type try struct {
	*prober
	ctx  context.Context
	err  error // why the rule could not be tried
	undo []func(*try)
}

// left counts what could not be cleaned up.
type left struct{ messages, threads, commands int }

// start begins a try.
func (p *prober) start(ctx context.Context) *try { return &try{prober: p, ctx: ctx} }

// cleanIn is how long the cleaning up after a rule may take.
const cleanIn = time.Minute

// clean undoes what a rule did, the newest first, also when the probe is stopped.
func (p *prober) clean(ctx context.Context, undo []func(*try)) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanIn)
	defer cancel()
	for _, u := range slices.Backward(undo) {
		u(p.start(ctx))
	}
}

// later undoes something when the rule was tried.
func (t *try) later(undo func(*try)) { t.undo = append(t.undo, undo) }

// fail ends the try with a reason.
func (t *try) fail(reason string) {
	if t.err == nil {
		t.err = errors.New(reason)
	}
}

// wait makes no request for a while.
func (t *try) wait(d time.Duration) {
	if t.err == nil {
		t.err = t.Wait(t.ctx, d)
	}
}

// do makes a request and returns the answer, whatever it is. It reads a success into out, unless
// that is nil.
func (t *try) do(method, path string, b, out any) answer {
	text, err := encode(b)
	if err != nil {
		t.fail(err.Error())
	}
	return t.send(request{Method: method, Path: path, Body: text}, out)
}

// send is [try.do] for a request of any kind.
func (t *try) send(r request, out any) answer {
	if t.err != nil {
		return answer{}
	}
	got, err := t.line.Ask(t.ctx, r)
	if err == nil && out != nil && got.OK() {
		err = json.Unmarshal(got.Body, out)
	}
	if err != nil {
		t.err = err
	}
	return got
}

// doOften is [try.do] for a request that may be refused by a limit: that is what the rule tries.
func (t *try) doOften(method, path string, b any) answer {
	text, err := encode(b)
	if err != nil {
		t.fail(err.Error())
	}
	return t.send(request{Method: method, Path: path, Body: text, Limits: true}, nil)
}

// need is [try.do] for a request without which the rule cannot be tried.
func (t *try) need(method, path string, b, out any) {
	if got := t.do(method, path, b, out); t.err == nil && !got.OK() {
		t.fail(reasonOf(method, got))
	}
}

// reasonOf says why a rule cannot be tried after an answer.
func reasonOf(method string, got answer) string {
	switch {
	case got.Status == http.StatusUnauthorized:
		return "Discord refuses the token"
	case lacksRight(got.String()):
		return noRight
	}
	return "a " + method + " that prepares it is answered by " + got.String()
}

// message is what rules read of a message.
type message struct {
	ID          string
	Type        int
	Flags       int
	Content     string
	Author      struct{ ID string }
	Mentions    []struct{ ID string }
	Embeds      []struct{ Type string }
	Attachments []struct{ ID, Description string }
	Components  []struct {
		ID         int
		Components []struct{ ID int }
	}
}

// silent is the flag of a message that notifies nobody.
const silent = 4096

// mark begins every message of the probe.
const mark = "Parlour probes this channel"

// say makes the body of a message that notifies nobody. More fields replace its own.
func say(more body) body {
	return quiet(body{"flags": silent}).with(more)
}

// in is the path of a channel's messages.
func in(channel string) string { return "channels/" + channel + "/messages" }

// post posts a message that the rule needs.
func (t *try) post(channel string, more body) (m message) {
	got := t.tryPost(channel, more, &m)
	if t.err == nil && !got.OK() {
		t.fail(reasonOf("POST", got))
	}
	return m
}

// tryPost posts a message that Discord may refuse. out may be nil.
func (t *try) tryPost(channel string, more body, out *message) answer {
	var m message
	got := t.do("POST", in(channel), say(more), &m)
	t.posted(channel, m.ID)
	if out != nil {
		*out = m
	}
	return got
}

// posted notes a message that is to be deleted in the end.
func (t *try) posted(channel, id string) {
	if id == "" {
		return
	}
	t.later(func(t *try) {
		got := t.do("DELETE", in(channel)+"/"+id, nil, nil)
		if !got.OK() && got.Status != http.StatusNotFound {
			t.left.messages++
		}
	})
}

// sweep deletes what the probe posted in the channel and nobody knows of: an answer was lost, or an
// earlier probe was killed.
func sweep(t *try) {
	var all []message
	t.need("GET", in(t.Channel)+"?limit=100", nil, &all)
	for _, m := range all {
		if m.Author.ID == t.me && strings.HasPrefix(m.Content, mark) {
			t.do("DELETE", in(t.Channel)+"/"+m.ID, nil, nil)
		}
	}
}

// picture returns a white PNG of one pixel.
func picture() []byte {
	var b bytes.Buffer
	dot := image.NewGray(image.Rect(0, 0, 1, 1))
	dot.SetGray(0, 0, color.Gray{255})
	_ = png.Encode(&b, dot) // into memory, which never fails
	return b.Bytes()
}

// withPicture makes a request with the picture, whose alt text is alt.
func withPicture(method, path, alt string, b body) (request, error) {
	b["attachments"] = []body{{"id": "0", "filename": "dot.png", "description": alt}}
	kind, text, err := rest.Parts(b, []rest.File{{Name: "dot.png", Kind: "image/png", Data: picture()}})
	return request{Method: method, Path: path, Kind: kind, Body: text}, err
}

// postPicture posts a message with the picture. out may be nil.
func (t *try) postPicture(alt string, out *message) answer {
	r, err := withPicture("POST", in(t.Channel), alt, say(nil))
	if err != nil {
		t.fail(err.Error())
	}
	var m message
	got := t.send(r, &m)
	t.posted(t.Channel, m.ID)
	if out != nil {
		*out = m
	}
	return got
}

// thread is what rules read of a thread.
type thread struct {
	ID          string
	Type        int
	Name        string
	MemberCount int `json:"member_count"`
	Metadata    struct {
		Archived     bool
		ArchiveAfter int `json:"auto_archive_duration"`
	} `json:"thread_metadata"`
}

// thread starts a thread on a new message.
func (t *try) thread(more body) (made thread) {
	m := t.post(t.Channel, nil)
	t.need("POST", in(t.Channel)+"/"+m.ID+"/threads", body{"name": "probe"}.with(more), &made)
	t.opened(made.ID)
	return made
}

// opened notes a thread that is to be deleted in the end, or to be put to sleep where the bot may
// not delete it.
func (t *try) opened(id string) {
	if id == "" {
		return
	}
	t.later(func(t *try) {
		if t.do("DELETE", "channels/"+id, nil, nil).OK() {
			return
		}
		t.left.threads++
		t.do("PATCH", "channels/"+id, body{"archived": true}, nil)
	})
}

// notices returns the messages of a type among the newest 50 of a channel.
func (t *try) notices(channel string, kind int) []message {
	var all []message
	t.need("GET", in(channel)+"?limit=50", nil, &all)
	return slices.DeleteFunc(all, func(m message) bool { return m.Type != kind })
}

// yes words a condition.
func yes(is bool) string { return word(is, "yes", "no") }

// word returns one of two words.
func word(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}
