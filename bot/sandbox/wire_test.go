package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/world"
)

var call = regexp.MustCompile(`^(\S+) (\S+)(?: ([{\[].*[}\]]))?(.*)$`)

// request makes a request of the bot: METHOD path, with JSON, +files and Headers:of+words. A path that begins with // is
// one of the server, and the bot tells it no token.
func (p *script) request(text string) (c came) {
	m := call.FindStringSubmatch(text)
	if m == nil {
		p.t.Errorf("a script has no such request: %s", text)
		return c
	}
	path, raw := strings.CutPrefix(m[2], "//")
	path = strings.TrimPrefix(path, "/")
	head, kind := http.Header{}, "application/json"
	if !raw {
		path = cmp.Or(regexp.MustCompile(`^api/.*`).FindString(path), "api/v9/"+path)
		head.Set("Authorization", "Bot "+p.s.Token())
	}
	body := payload(m[3])
	var files []string
	for _, word := range strings.Fields(m[4]) {
		if file, is := strings.CutPrefix(word, "+"); is {
			files = append(files, file)
			continue
		}
		name, value, _ := strings.Cut(word, ":")
		head.Set(name, strings.ReplaceAll(value, "+", " "))
	}
	if files != nil {
		body, kind = form(body, files)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), m[1], p.s.URL()+"/"+path, bytes.NewReader(body))
	if err != nil {
		return said(err)
	}
	if r.Header, r.Host, r.Close = head, head.Get("Host"), true; body != nil {
		head.Set("Content-Type", kind)
	}
	got, err := client.Do(r)
	if err != nil {
		return came{refused: "no answer", is: "no answer"}
	}
	defer got.Body.Close()
	out, _ := io.ReadAll(got.Body)
	c.is, c.has = fmt.Sprint(got.StatusCode), string(out)
	if of := got.Header.Get("X-RateLimit-Limit"); of != "" {
		c.is += ", " + got.Header.Get("X-RateLimit-Remaining") + " of " + of
	}
	for name := range got.Header {
		c.has += "\n" + name + ": " + got.Header.Get(name)
	}
	type thing struct{ ID, URL, Name, Content string }
	var is struct {
		thing
		Code                 int
		Attachments, Threads []thing
	}
	if json.Unmarshal(out, &is) != nil {
		_ = json.Unmarshal(out, &is.Threads)
	}
	if c.id = is.ID; len(is.Threads) > 0 {
		c.id = is.Threads[len(is.Threads)-1].ID
	}
	if got.StatusCode >= 400 {
		c.refused = fmt.Sprint(cmp.Or(is.Code, got.StatusCode))
	}
	for i, a := range is.Attachments {
		p.name(fmt.Sprint("file", i), a.ID)
		p.name(fmt.Sprint("url", i), strings.TrimPrefix(a.URL, p.s.URL()))
	}
	c.has += fmt.Sprint("\n", world.List(is.Threads, func(a thing) string { return a.Name + a.Content }))
	if got.StatusCode == http.StatusNoContent && got.Header.Get("Content-Type") != "" {
		p.t.Errorf("%s: a 204 says it has type %q", text, got.Header.Get("Content-Type"))
	}
	return c
}

// form is a multipart body with JSON and files, as the real bot's library makes it.
func form(data []byte, files []string) (body []byte, kind string) {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	part := func(disposition, kind string, data []byte) {
		p, _ := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
		_, _ = p.Write(data)
	}
	if data != nil {
		part(`form-data; name="payload_json"`, "application/json", data)
	}
	for n, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename="f%d.txt"`, n, n), "text/plain", file(f))
	}
	_ = w.Close()
	return buf.Bytes(), w.FormDataContentType()
}

// file is what a word says that a file holds; a number is so many bytes.
func file(word string) []byte {
	if n, err := strconv.Atoi(word); err == nil {
		return make([]byte, n)
	}
	return []byte(word)
}

// link is a connection with the gateway. What it reads comes by got, and its end as an event with its code.
type link struct {
	conn    *websocket.Conn
	session string
	got     chan event
}

// dial opens a connection, and sends what it reads to l.got. On the connection main the bot does meanwhile what the
// script says that it does when it is asked; such an interaction is not sent on.
func (p *script) dial(l *link, query string) {
	conn, got := open(p.t, p.s.d.Gateway.URL()+query, http.Header{"Accept-Encoding": {"zlib"}}), make(chan event, 1000)
	l.conn, l.got = conn, got
	answers := l == p.links["main"]
	go func() {
		defer close(got)
		for {
			var e event
			err := conn.ReadJSON(&e)
			if err != nil {
				end := &websocket.CloseError{Code: websocket.CloseAbnormalClosure}
				_ = errors.As(err, &end)
				got <- event{Op: -1, Type: fmt.Sprint("close ", end.Code), Data: json.RawMessage(end.Text)}
				return
			}
			if !answers || e.Type != "INTERACTION_CREATE" || !p.ask(e.Data) {
				got <- e
			}
		}
	}()
}

// ask asks the bot for an interaction, and reports whether it does something.
func (p *script) ask(raw json.RawMessage) bool {
	var i struct {
		ID, Token string
		Type      int
		Data      struct {
			Name     string
			CustomID string `json:"custom_id"`
		}
	}
	if err := json.Unmarshal(raw, &i); err != nil {
		p.t.Error(err)
	}
	name := i.Data.Name + i.Data.CustomID
	if i.Type == world.KindAutocomplete {
		name += "?"
	}
	p.name("i", i.ID)
	p.name("token", i.Token)
	p.mu.Lock()
	defer p.mu.Unlock()
	var todo []string
	for _, on := range p.on {
		if on[0] == name || on[0] == "any" {
			todo = append(todo, on[1])
		}
	}
	p.asked <- string(raw)
	did := make(chan bool)
	p.busy = append(p.busy, did)
	go func() {
		defer close(did)
		for _, line := range todo {
			p.line(line)
		}
	}()
	return todo != nil
}

// wantDone waits until the bot has done all that it does.
func (p *script) wantDone() {
	p.mu.Lock()
	busy := slices.Clone(p.busy)
	p.mu.Unlock()
	for _, did := range busy {
		next(p.t, did, "what the bot does")
	}
}

// talk is a line about the gateway.
func (p *script) talk(verb, rest string, words []string) (c came, ok bool) {
	l := p.at
	say := func(op int, data string) {
		_ = l.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"op":%d,"d":%s}`, op, data))
	}
	hello := fmt.Sprintf(`{"token":"Bot %s","intents":1`, p.s.Token())
	if rest != "" {
		hello += "," + strings.TrimPrefix(rest, "{")
	} else {
		hello += "}"
	}
	read := func() event { return next(p.t, l.got, "a packet") }
	switch verb {
	case "as": // a connection of that name
		if p.links[words[1]] == nil {
			p.links[words[1]] = &link{}
		}
		p.at = p.links[words[1]]
	case "connect": // and read nothing
		p.dial(l, words[1])
	case "dial":
		p.dial(l, words[1])
		if e := read(); e.Op != opHello {
			c.refused = fmt.Sprint("op ", e.Op)
		}
	case "hello": // and read nothing
		say(opIdentify, hello)
	case "identify":
		say(opIdentify, hello)
		var ready struct {
			Session string `json:"session_id"`
		}
		e := read()
		if json.Unmarshal(e.Data, &ready) != nil || e.Type != "READY" {
			c.refused = fmt.Sprintf("op %d %s", e.Op, e.Data)
		}
		l.session, c.has = ready.Session, string(e.Data)
		p.name("session", l.session)
	case "resume":
		say(opResume, fmt.Sprintf(`{"token":%q,"session_id":%q,"seq":%s}`, p.s.Token(), cmp.Or(words[2], l.session), words[1]))
	case "send":
		_ = l.conn.WriteMessage(websocket.TextMessage, []byte(strings.ReplaceAll(rest, "TOKEN", p.s.Token())))
	case "read":
		e := read()
		c.is = fmt.Sprintf("%s %d", e.Type, e.Seq)
		if e.Op == -1 {
			c.is = e.Type
		} else if e.Op != 0 {
			c.is = fmt.Sprintf("op %d %s", e.Op, e.Data)
		}
		if c.has = string(e.Data); !strings.HasPrefix(c.is+" ", rest+" ") {
			c.refused = c.is
		}
	case "ends": // sooner or later
		for e := range l.got {
			if c.refused = e.Type; e.Type == "close "+rest {
				c.refused = ""
			}
		}
	case "hang-up": // with a code, or without
		if n, err := strconv.Atoi(words[1]); err == nil {
			_ = l.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(n, ""))
		} else {
			_ = l.conn.Close()
		}
		await(p.t, p.s, "the bot to be disconnected", func() bool { return !p.s.d.Connected() })
	case "away", "back": // a shard
		n, _ := strconv.Atoi(words[1])
		p.s.Faults().ShardAway(n, verb == "away")
	case "shards":
		c.is = strings.Join(p.s.Faults().Open(), " ")
	case "happen": // an event
		p.s.d.Change(func() { p.s.d.Gateway.Dispatch("", words[1], struct{}{}, 0) })
	default:
		return c, false
	}
	return c, true
}

// The gateway's operations, as a bot knows them.
const (
	opIdentify = 2
	opResume   = 6
	opHello    = 10
)

type event struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int             `json:"s"`
	Type string          `json:"t"`
}

// button is a row of one button in the JSON of a script: <Label custom_id>.
var button = regexp.MustCompile(`<([A-Za-z]+) (\w+)>`)

// payload is JSON of a script. Nothing is no body.
func payload(text string) []byte {
	if text == "" {
		return nil
	}
	return []byte(button.ReplaceAllString(text, `{"type":1,"components":[{"type":2,"style":1,"label":"$1","custom_id":"$2"}]}`))
}
