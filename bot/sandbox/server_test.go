package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

func TestOnlyLoopback(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "example.org:80", "nonsense"} {
		if s, err := Start(Config{Addr: addr}); err == nil {
			_ = s.Close()
			t.Errorf("Start listens on %q", addr)
		}
	}
}

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

// fetch makes a request with headers; Host may be one of them.
func fetch(t *testing.T, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	client := &http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	out, _ := io.ReadAll(r.Body)
	return r, string(out)
}

func TestDoor(t *testing.T) {
	s := start(t, Config{})
	auth := "Bot " + s.Token()
	for _, c := range []struct {
		path, auth string
		status     int
	}{
		{"/api/v9/users/@me", auth, 200},
		{"/api/v10/users/@me", auth, 200},
		{"/api/v9/users/@me", "", 401},
		{"/api/v9/users/@me", s.Token(), 401},
		{"/api/v9/users/@me", "Bot wrong", 401},
		{"/api/v9/gateway", "", 200},
		{"/api/v9/nonsense", auth, 404},
		{"/api/v8/users/@me", auth, 404},
	} {
		r, body := fetch(t, "GET", s.URL()+c.path, "", "Authorization", c.auth)
		if r.StatusCode != c.status {
			t.Errorf("GET %s as %q: %d, want %d", c.path, c.auth, r.StatusCode, c.status)
		}
		if c.status == 401 && body != `{"code":0,"message":"401: Unauthorized"}` {
			t.Errorf("401 says %s", body)
		}
	}
	if r, _ := fetch(t, "GET", s.URL()+"/api/v9/users/@me", "", "Host", "evil.example", "Authorization", auth); r.StatusCode != 403 {
		t.Errorf("another Host: %d, want 403", r.StatusCode)
	}
	if r, _ := fetch(t, "GET", s.URL()+"/api/v9/gateway", "", "Origin", s.URL()); r.StatusCode != 403 {
		t.Errorf("a web page asks the API: %d, want 403", r.StatusCode)
	}
	b := &bot{t: t, s: s}
	b.run(`POST /channels/$games/messages {"content":1} → 50035`)
	if status, body := b.send("POST", gamesPosts, "application/json", []byte("{")); !strings.Contains(string(body), "50109") {
		t.Errorf("bad JSON: %d %s", status, body)
	}
}

func TestIntercept(t *testing.T) {
	s, b := play(t, Config{}, nil)
	s.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		body, _ := io.ReadAll(r.Body)
		if !strings.Contains(string(body), "storm") {
			return false
		}
		w.WriteHeader(http.StatusBadGateway)
		return true
	})
	status, _ := b.send("POST", gamesPosts, "application/json", []byte(`{"content":"storm"}`))
	wantCode(t, "intercepted", status, 502)
	s.Intercept(func(http.ResponseWriter, *http.Request) bool { return true })
	if _, err := client.Post(s.URL()+"/api/v9/x", "application/json", nil); err == nil {
		t.Error("a dropped request was answered")
	}
	s.Intercept(nil)
	b.ok("POST", gamesPosts, `{"content":"calm"}`, nil)
	if n := len(s.User("ann").Sees(games)); n != 1 {
		t.Errorf("%d messages, want 1", n)
	}
}

func TestTraffic(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"answered"}`) })
	b.slash("ann", games, "/go")
	b.upload("POST", gamesPosts, `{"content":"with a file"}`, nil, "f")
	raw, err := json.Marshal(s.Traffic())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw), s.Token()) {
		t.Error("the bot's token was recorded")
	}
	hasAll(t, string(raw), `"path":"/api/v9/applications/`+world.AppID+`
		"content":"answered"
		"content":"with a file"
		"INTERACTION_CREATE"
		"status":204`)
	s.d.Lock()
	for range discord.MaxTraffic + 10 {
		s.d.Traffic.Add(discord.Exchange{Path: "/x"})
	}
	s.d.Unlock()
	if n := len(s.Traffic()); n != discord.MaxTraffic {
		t.Errorf("%d exchanges are remembered, want %d", n, discord.MaxTraffic)
	}
}

func TestAttachments(t *testing.T) {
	s, b := play(t, Config{}, nil)
	var m posted
	b.upload("POST", gamesPosts, `{}`, &m, "<script>alert(1)</script>")
	r, body := fetch(t, "GET", m.Attachments[0].URL, "")
	if body != "<script>alert(1)</script>" || r.Header.Get("Content-Type") != "application/octet-stream" ||
		!strings.HasPrefix(r.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("a text file is served as %v: %q", r.Header, body)
	}
	if r, _ := fetch(t, "GET", s.URL()+"/attachments/"+games+"/1/x", ""); r.StatusCode != 404 {
		t.Errorf("no such file: %d", r.StatusCode)
	}
}
