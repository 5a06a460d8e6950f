package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// The gateway's operations, as a bot knows them.
const (
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// bot speaks the wire protocol as the library of the real bot does: API v9, "Bot
// <token>" on REST and in Identify, heartbeats as op 1.
type bot struct {
	t    *testing.T
	s    *Server
	conn *websocket.Conn
	mu   sync.Mutex // writes
	// on answers an interaction, on a goroutine of its own.
	on      func(i asked)
	session string
	events  chan event
	busy    sync.WaitGroup    // with interactions
	ids     map[string]string // by the names of scripts
}

type event struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int             `json:"s"`
	Type string          `json:"t"`
}

// asked is an interaction, with the fields that tests read.
type asked struct {
	ID, Token string
	Type      int
	Data      struct {
		Name     string
		TargetID string `json:"target_id"`
		CustomID string `json:"custom_id"`
		Values   []string
		Options  []json.RawMessage
		Resolved struct {
			Users   map[string]json.RawMessage
			Members map[string]struct{ Permissions string }
		}
		Components []rule.Component
	}
	GuildID string `json:"guild_id"`
	Channel struct{ ID string }
	Member  *struct {
		User        struct{ ID string }
		Permissions string
	}
	User           *struct{ ID string }
	AppPermissions string `json:"app_permissions"`
	Message        *struct{ ID, Content string }
	Context        int

	raw json.RawMessage
	bot *bot
}

// grant gives a person permissions beside those of everybody, in place of others.
func grant(s *Server, person string, p world.Permission) {
	s.d.Change(func() { s.d.Person(person).Granted = p })
}

// hide hides a channel from a person.
func hide(s *Server, channel, person string) {
	s.d.Change(func() { s.d.Place(channel).Hidden[s.d.Person(person).ID] = true })
}

// updateServer changes the first server, and tells the bot.
func updateServer(s *Server, do func()) {
	s.d.Change(func() {
		do()
		s.d.Gateway.Dispatch(world.GuildID, "GUILD_UPDATE", s.d.GuildJSON(s.d.Server), discord.IntentGuilds)
	})
}

// start starts a sandbox that is held to Discord's own description, if DISCORD_OPENAPI
// names it. The bot's requests may break it on purpose; an answer of the sandbox that
// does fails the test. Unless the test says otherwise, limits of requests pass at once.
func start(t *testing.T, c Config) *Server {
	t.Helper()
	c.Haste = cmp.Or(c.Haste, 1e9)
	c.OpenAPI = cmp.Or(c.OpenAPI, os.Getenv("DISCORD_OPENAPI"))
	if c.AnswerWithin == 0 {
		c.AnswerWithin = time.Minute
	}
	s, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		for _, x := range s.Violations() {
			if x.WrongAnswer != "" {
				t.Errorf("the answer of %d to %s %s: %s\n%s", x.Status, x.Method, x.Path, x.WrongAnswer, x.Answer)
			}
		}
	})
	return s
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// play starts a server with a bot that has some commands. The bot answers interactions
// by on.
func play(t *testing.T, c Config, on func(i asked)) (*Server, *bot) {
	t.Helper()
	s := start(t, c)
	b := &bot{t: t, s: s, on: on, events: make(chan event, 100)}
	t.Cleanup(b.wantDone)
	b.connect()
	b.ok("PUT", "/applications/"+world.AppID+"/commands", testCommands, nil)
	if err := s.AwaitBot(within(t)); err != nil {
		t.Fatal(err)
	}
	return s, b
}

const testCommands = `[
	{"name":"play","description":"Play","options":[
		{"type":1,"name":"permute","description":"Permute","options":[
			{"type":4,"name":"size","description":"Size","min_value":3,"max_value":20},
			{"type":6,"name":"opponent","description":"Whom"},
			{"type":3,"name":"first","description":"Who begins","choices":[{"name":"Me","value":"me"},{"name":"Random","value":"rnd"}]}]}]},
	{"name":"move","description":"Move","options":[{"type":3,"name":"move","description":"It","required":true,"autocomplete":true},
		{"type":3,"name":"game","description":"Which","autocomplete":true}]},
	{"name":"server","description":"Not in DMs","contexts":[0]},
	{"name":"go","description":"Anything"}]`

// dial connects and reads Hello.
func (b *bot) dial() {
	b.t.Helper()
	var gw struct{ URL string }
	b.ok("GET", "/gateway", nil, &gw)
	b.conn = open(b.t, gw.URL+"?v=9&encoding=json", http.Header{"Accept-Encoding": {"zlib"}})
	if e := b.read(); e.Op != opHello {
		b.t.Fatalf("first packet has op %d, want 10", e.Op)
	}
}

func (b *bot) read() event {
	b.t.Helper()
	var e event
	if err := b.conn.ReadJSON(&e); err != nil {
		b.t.Fatalf("waiting for a packet of the gateway: %v", err)
	}
	return e
}

func (b *bot) write(op int, d any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.conn.WriteJSON(map[string]any{"op": op, "d": json.RawMessage(payload(d))}); err != nil {
		b.t.Error(err)
	}
}

// connect identifies, reads READY, and serves interactions from then on.
func (b *bot) connect() {
	b.t.Helper()
	b.dial()
	b.identify()
	go b.serve(b.conn)
}

// identify begins a session.
func (b *bot) identify() {
	b.t.Helper()
	b.write(opIdentify, map[string]any{"token": "Bot " + b.s.Token(), "intents": 1, "properties": map[string]any{}})
	e := b.read()
	var ready struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(e.Data, &ready); err != nil || e.Type != "READY" {
		b.t.Fatalf("got %s (%v), want READY", e.Type, err)
	}
	b.session = ready.SessionID
}

func (b *bot) serve(conn *websocket.Conn) {
	defer close(b.events)
	for {
		var e event
		if conn.ReadJSON(&e) != nil {
			return
		}
		if e.Type != "INTERACTION_CREATE" {
			b.events <- e
			continue
		}
		i := asked{raw: e.Data, bot: b}
		if err := json.Unmarshal(e.Data, &i); err != nil {
			b.t.Error(err)
		}
		if b.on != nil {
			b.busy.Go(func() { b.on(i) })
		}
	}
}

// send makes a request and returns its status and its body.
func (b *bot) send(method, path, kind string, body []byte) (int, []byte) {
	req, _ := http.NewRequest(method, b.s.URL()+"/api/v9"+path, bytes.NewReader(body))
	req.Header.Set("Authorization", "Bot "+b.s.Token())
	if body != nil {
		req.Header.Set("Content-Type", kind)
	}
	r, err := client.Do(req)
	if err != nil {
		b.t.Error(err)
		return 0, nil
	}
	defer r.Body.Close()
	out, _ := io.ReadAll(r.Body)
	if r.StatusCode == http.StatusNoContent && r.Header.Get("Content-Type") != "" {
		b.t.Errorf("%s %s: a 204 says it has type %q", method, path, r.Header.Get("Content-Type"))
	}
	return r.StatusCode, out
}

// call makes a request with JSON and returns Discord's error code, 0 for none.
func (b *bot) call(method, path string, in, out any) int {
	status, raw := b.send(method, path, "application/json", payload(in))
	return b.code(status, raw, out)
}

func (b *bot) code(status int, raw []byte, out any) int {
	if status >= 400 {
		var bad rule.Error
		if err := json.Unmarshal(raw, &bad); err != nil || bad.Message == "" {
			b.t.Errorf("status %d without Discord's JSON: %q", status, raw)
		}
		if bad.Code == 0 {
			return status
		}
		return bad.Code
	}
	if out != nil {
		if err := json.Unmarshal(raw, out); err != nil {
			b.t.Errorf("answer %q: %v", raw, err)
		}
	}
	return 0
}

// ok is [bot.call] for a request that must succeed.
func (b *bot) ok(method, path string, in, out any) {
	b.t.Helper()
	if code := b.call(method, path, in, out); code != 0 {
		b.t.Errorf("%s %s: error %d", method, path, code)
	}
}

// upload makes a multipart request as the real bot's library does.
func (b *bot) upload(method, path string, form, out any, files ...string) int {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	part := func(disposition, kind string, data []byte) {
		p, _ := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
		_, _ = p.Write(data)
	}
	if form != nil {
		part(`form-data; name="payload_json"`, "application/json", payload(form))
	}
	for n, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename="f%d.txt"`, n, n), "text/plain", []byte(f))
	}
	_ = w.Close()
	status, raw := b.send(method, path, w.FormDataContentType(), buf.Bytes())
	return b.code(status, raw, out)
}

// clock stands still between the calls of [clock.pass].
type clock struct{ passed atomic.Int64 }

func (c *clock) read() time.Time { return time.Unix(1.8e9, c.passed.Load()) }

func (c *clock) pass(d time.Duration) { c.passed.Add(int64(d)) }

type obj = map[string]any

// The channels of the first server, and where messages of #games are.
const (
	games      = world.GamesID
	lounge     = world.LoungeID
	gamesPosts = "/channels/" + games + "/messages"
)

// answer gives the first answer to an interaction.
func (i asked) answer(kind int, data any) int {
	form := obj{"type": kind}
	if raw := payload(data); raw != nil {
		form["data"] = json.RawMessage(raw)
	}
	return i.bot.call("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", form, nil)
}

func (i asked) hook(rest string) string { return "/webhooks/" + world.AppID + "/" + i.Token + rest }

// hasAll checks that a text has each line of others.
func hasAll(t *testing.T, text, lines string) {
	t.Helper()
	for part := range strings.Lines(lines) {
		if part = strings.TrimSpace(part); !strings.Contains(text, part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
}

// wantCode checks a code.
func wantCode(t *testing.T, what string, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("%s: code %d, want %d", what, got, want)
	}
}

// row is a row of components.
func row(components ...obj) obj { return obj{"type": 1, "components": components} }

func btn(label, id string) obj { return obj{"type": 2, "style": 1, "label": label, "custom_id": id} }
