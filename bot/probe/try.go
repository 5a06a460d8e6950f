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

// begin begins a try.
func (p *prober) begin(ctx context.Context) *try { return &try{prober: p, ctx: ctx} }

// cleanIn is how long the cleaning up after a rule may take.
const cleanIn = time.Minute

// clean undoes what a rule did, the newest first, also when the probe is stopped.
func (p *prober) clean(ctx context.Context, undo []func(*try)) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanIn)
	defer cancel()
	for _, u := range slices.Backward(undo) {
		u(p.begin(ctx))
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
	return t.send(request{Method: method, Path: path, Body: t.encode(b)}, out)
}

// encode writes a body. Raw JSON, or what is none, stays as it is.
func (t *try) encode(b any) []byte {
	switch b := b.(type) {
	case nil:
		return nil
	case json.RawMessage:
		return b
	}
	text, err := json.Marshal(b)
	if err != nil {
		t.fail(err.Error())
	}
	return text
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
	return t.send(request{Method: method, Path: path, Body: t.encode(b), Limits: true}, nil)
}

// need is [try.do] for a request without which the rule cannot be tried.
func (t *try) need(method, path string, b, out any) { t.needed(method, t.do(method, path, b, out)) }

// needed fails with the reason why a rule cannot be tried after an answer, unless that is a success.
func (t *try) needed(method string, got answer) {
	switch {
	case t.err != nil || got.OK():
	case got.Status == http.StatusUnauthorized:
		t.err = rest.ErrTokenRefused
	case lacksRight(got.String()):
		t.fail(noRight)
	default:
		t.fail("a " + method + " that prepares it is answered by " + got.String())
	}
}

// message is what rules read of a message.
type message struct {
	ID          string
	Type        int
	Flags       int
	Content     string
	Author      struct{ ID string }
	Mentions    []struct{ ID string }
	Roles       []string `json:"mention_roles"`
	Attachments []struct{ ID, Description string }
}

// silent is the flag of a message that notifies nobody.
const silent = 4096

// mark begins every message of the probe.
const mark = "Parlour probes this channel"

// say makes the body of a message that notifies nobody. More fields replace its own.
func say(more body) body {
	return quiet(body{"flags": silent}).with(more)
}

// in is the path of a channel's messages, and at of one message in the channel that is probed.
func in(channel string) string          { return "channels/" + channel + "/messages" }
func (t *try) at(message string) string { return in(t.Channel) + "/" + message }

// post posts a message that the rule needs.
func (t *try) post(channel string, more body) (m message) {
	t.needed("POST", t.tryPost(channel, more, &m))
	return m
}

// tryPost posts a message that Discord may refuse. out may be nil.
func (t *try) tryPost(channel string, more body, out *message) answer {
	return t.sendPost(channel, request{Method: "POST", Path: in(channel), Body: t.encode(say(more))}, out)
}

// sendPost sends a request that posts a message. out may be nil.
func (t *try) sendPost(channel string, r request, out *message) answer {
	var m message
	got := t.send(r, &m)
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
			t.do("DELETE", t.at(m.ID), nil, nil)
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
func (t *try) withPicture(method, path, alt string, b body) request {
	b["attachments"] = []body{{"id": "0", "filename": "dot.png", "description": alt}}
	kind, text, err := rest.Parts(b, []rest.File{{Name: "dot.png", Kind: "image/png", Data: picture()}})
	if err != nil {
		t.fail(err.Error())
	}
	return request{Method: method, Path: path, Kind: kind, Body: text}
}

// postPicture posts a message with the picture. out may be nil.
func (t *try) postPicture(alt string, out *message) answer {
	return t.sendPost(t.Channel, t.withPicture("POST", in(t.Channel), alt, say(nil)), out)
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
