package sandbox

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

func TestLoopback(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1:80": true, "127.0.0.2:80": true, "127.0.0.2": true, "localhost:80": true, "localhost": true,
		"[::1]:80": true, "[::1]": true, "192.0.2.1:80": false, "evil.example": false, "127.0.0.1.evil.example": false, "": false,
	} {
		if got := loopbackHost(host); got != want {
			t.Errorf("loopbackHost(%q) = %v, want %v", host, got, want)
		}
	}
}

// A sandbox does not start where other machines reach it, with another application's token, or with what is no
// document. Its error does not tell the token.
func TestStart(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"no.json": "{", "array.json": "[]", "empty.json": "{}"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	token := func(id string) Config {
		return Config{Token: base64.RawStdEncoding.EncodeToString([]byte(id)) + ".abcdef.abcdefghijklmnopqrstuvwxyz0"}
	}
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Addr: "0.0.0.0:0"}, "loopback"}, {Config{Addr: ":0"}, "loopback"}, {Config{Addr: "192.0.2.1:80"}, "loopback"},
		{Config{Addr: "example.org:80"}, "loopback"}, {Config{Addr: "nonsense"}, "not host:port"},
		{Config{OpenAPI: dir + "/no.json"}, "not an OpenAPI document"}, {Config{OpenAPI: dir + "/array.json"}, "not an OpenAPI document"},
		{Config{OpenAPI: dir + "/empty.json"}, "not an OpenAPI document"}, {Config{OpenAPI: dir + "/none.json"}, "none.json"},
		{token("1290000000000000001"), "another application's"}, {token(world.BotID), ""}, {Config{Token: "secret"}, ""},
		{Config{Token: "two words"}, "one word"}, {Config{Token: "a.b.c"}, ""},
	} {
		s, err := Start(c.config)
		if err == nil {
			s.Close()
		}
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || c.config.Token != "" && strings.Contains(err.Error(), c.config.Token)) {
			t.Errorf("Start(%+v): %v, want %q", c.config, err, c.want)
		}
	}
	s := start(t, Config{})
	id, err := base64.RawStdEncoding.DecodeString(strings.Split(s.Token(), ".")[0])
	if !regexp.MustCompile(`^[\w-]{24,28}\.[\w-]{6}\.([\w-]{27}|[\w-]{38})$`).MatchString(s.Token()) || err != nil || string(id) != s.BotID() {
		t.Errorf("the token %s names %q, %v: want Discord's shape, and the bot %s", s.Token(), id, err, s.BotID())
	}
}

func TestServer(t *testing.T) {
	scripts(t, Config{}, `
		## The bot gets in with its token, and no web page does
		no bot
		GET /users/@me ~ "id":"$bot"
		GET /api/v10/users/@me
		GET //api/v9/users/@me → 401 ~ {"code":0,"message":"401: Unauthorized"}
		GET //api/v9/users/@me Authorization:wrong → 401 ~ {"code":0,"message":"401: Unauthorized"}
		GET //api/v9/users/@me Authorization:Bot+wrong → 401
		GET //api/v9/gateway
		GET /nonsense → 404
		GET /api/v8/users/@me → 404
		GET /users/@me Host:evil.example → 403
		GET //api/v9/gateway Origin:$url → 403
		GET /applications/@me ~ "id":"$app" ~ "bot":{ ~ "id":"$bot"
		POST /channels/$games/messages {"content":1} → 50035
		POST /channels/$games/messages {]} → 50109

		## What goes over the wire is remembered, without the token
		on go: answer 4 {"content":"answered"}
		ann /go
		POST /channels/$games/messages {"content":"with a file"} +f
		traffic ~ "path":"/api/v9/applications/$app ~ "content":"answered" ~ "content":"with a file" ~ INTERACTION_CREATE
		... ~ "status":204 !~ $secret
`)
	scripts(t, Config{Now: func() time.Time { return time.Unix(1.8e9, 700e6) }}, `
		## Each answer has the time of the sandbox's clock, in whole seconds
		GET /gateway ~ Date: Fri, 15 Jan 2027 08:00:00 GMT
`)
	s := start(t, Config{})
	s.d.Lock()
	for range discord.MaxTraffic + 10 {
		s.d.Traffic.Add(discord.Exchange{Path: "/x"})
	}
	s.d.Unlock()
	if n := len(s.Traffic()); n != discord.MaxTraffic {
		t.Errorf("%d exchanges are remembered, want %d", n, discord.MaxTraffic)
	}
}

func TestIntercept(t *testing.T) {
	p := newScript(t, Config{})
	p.s.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		if strings.Contains(string(body), "storm") {
			w.WriteHeader(http.StatusBadGateway)
		}
		return len(body) > 0
	})
	p.run(`no bot
		POST /channels/$games/messages {"content":"storm"} = 502
		POST /channels/$games/messages {"content":"dropped"} = no answer
		GET /users/@me`)
	p.s.Intercept(nil)
	p.run(`no bot
		POST /channels/$games/messages {"content":"calm"}
		ann sees = Parlour: calm`)
}

// An answer that breaks a rule of the document is a violation too. The document is ours, which says so of what is right.
func TestViolations(t *testing.T) {
	s, err := Start(Config{OpenAPI: "rule/testdata/openapi.json"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := &script{t: t, s: s, names: map[string]string{}}
	p.line("GET /gateway")
	p.line(`POST /channels/$games/messages {"content":"«2001x»"} → 50035`)
	p.line(`POST /channels/$games/messages {"content":"fine"}`)
	got := s.Violations()
	if len(got) != 2 || got[0].Wrong != "" || !strings.Contains(got[0].WrongAnswer, "wss://elsewhere.example") ||
		!strings.Contains(got[1].Wrong, "content: Must be 2000 or fewer") || got[1].WrongAnswer != "" {
		t.Errorf("the violations are %+v", got)
	}
	if all := s.Traffic(); len(all) != 3 || all[1].Wrong == "" || all[2].Wrong != "" {
		t.Errorf("the traffic is %+v", all)
	}
}

// Every operation of Discord's API has a handler, or is refused in the sandbox's own name and
// stands in red.
func TestEveryOperationIsKnownOrRefusedLoudly(t *testing.T) {
	handled := http.NewServeMux()
	for _, pattern := range discord.Routes() {
		handled.HandleFunc(pattern, func(http.ResponseWriter, *http.Request) {})
	}
	p := newScript(t, Config{})
	known, loud := 0, 0
	for _, name := range rule.Operations() {
		name = regexp.MustCompile(`\{\w+\}`).ReplaceAllString(name, "123")
		method, path, _ := strings.Cut(name, " ")
		asked, err := http.NewRequest(method, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, pattern := handled.Handler(asked); pattern != "" {
			known++
			_, pattern, _ = strings.Cut(pattern, " ")
			for i, word := range strings.Split(pattern, "/") {
				if said := strings.Split(path, "/")[i]; word != said && said != "123" && said[0] != '@' {
					t.Errorf("%s is answered as if %q were an id", name, said)
				}
			}
			continue
		}
		loud++
		p.line(name + " {} = 400 → 999999")
		if all := p.s.Violations(); len(all) != loud || !strings.Contains(all[loud-1].Wrong, "does not imitate "+name) {
			t.Fatalf("%s: %d violations, the newest %q, want %d", name, len(all), all[len(all)-1].Wrong, loud)
		}
	}
	if known < 30 || loud < 100 {
		t.Errorf("%d operations have handlers and %d have none, of more than 200", known, loud)
	}
	p.line("GET /channels/123/nonsense = 404 → 404") // which Discord does not know either
	if n := len(p.s.Violations()); n != loud {
		t.Errorf("%d violations, want none for what Discord does not know either", n-loud)
	}
}

// The list of operations is that of Discord's description.
func TestOperationsAreDiscords(t *testing.T) {
	discordDocument(t)
	var doc struct {
		Paths map[string]map[string]json.RawMessage
	}
	text, err := os.ReadFile(os.Getenv("DISCORD_OPENAPI"))
	if err != nil || json.Unmarshal(text, &doc) != nil {
		t.Fatal(err)
	}
	var all []string
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(doc.Paths[path])) {
			if slices.Contains([]string{"get", "post", "put", "patch", "delete"}, method) {
				all = append(all, strings.ToUpper(method)+" "+path)
			}
		}
	}
	if listed := rule.Operations(); !slices.Equal(listed, all) {
		t.Errorf("listed are %d operations, Discord has %d: %q", len(listed), len(all), all)
	}
}
