package sandbox

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

func TestPageFiles(t *testing.T) {
	s := start(t, Config{})
	r, body := fetch(t, "GET", s.URL()+"/?as=ann", "")
	if r.StatusCode != 200 {
		t.Fatalf("the page: %d, %v", r.StatusCode, r.Header)
	}
	policy := map[string]bool{}
	for _, rule := range strings.Split(r.Header.Get("Content-Security-Policy"), ";") {
		policy[strings.TrimSpace(rule)] = true
	}
	for _, rule := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"} {
		if !policy[rule] {
			t.Errorf("the page's policy has no %s: %v", rule, policy)
		}
	}
	files, err := fs.ReadDir(pageFiles, "page")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() != "index.html" && !strings.Contains(body, `="`+f.Name()+`"`) {
			t.Errorf("the page does not name its file %s", f.Name())
		}
		if r, _ := fetch(t, "GET", s.URL()+"/"+f.Name()+"?as=ann", ""); r.StatusCode >= 400 || r.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %d, %v", f.Name(), r.StatusCode, r.Header)
		}
	}
	if r, _ := fetch(t, "GET", s.URL()+"/?as=mallory", ""); r.StatusCode != 302 {
		t.Errorf("a stranger gets %d", r.StatusCode)
	}
}

// notPlain is what the page's files must not contain: ways to make HTML or code of a
// text, what the policy forbids, and requests to other sites.
var notPlain = map[string]*regexp.Regexp{
	".html": regexp.MustCompile(`(?i)<script[^>]*>[^<]|<style|<iframe|<base|\sstyle=|\son\w+=|javascript:|(?:https?:)?//`),
	".css":  regexp.MustCompile(`(?i)@import|url\(|(?:https?:)?//`),
	".js": regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|setHTML|createContextualFragment|DOMParser|srcdoc|` +
		`document\.write|\beval\(|\bFunction\(|\bimport\b|['"\x60](?:https?|wss?):?//|['"\x60]style['"\x60]`),
}

// Text must never become HTML, and the page must ask nothing of others.
func TestPageIsPlain(t *testing.T) {
	err := fs.WalkDir(pageFiles, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "page/icon.png" { // the only picture
			return err
		}
		bad := notPlain[path.Ext(name)]
		if bad == nil {
			t.Errorf("%s: a page file of this kind is not looked at", name)
			return nil
		}
		raw, err := pageFiles.ReadFile(name)
		for _, found := range bad.FindAll(raw, -1) {
			t.Errorf("%s has %s", name, found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for kind, text := range map[string]string{
		".html": `<script src="https://cdn.example/x.js"></script>`,
		".css":  `body { background: url(//cdn.example/x.png) }`,
		".js":   `node.innerHTML = text`,
	} {
		if !notPlain[kind].MatchString(text) {
			t.Errorf("%s is taken for plain", text)
		}
	}
}

// act carries out an action on ann's page, from an origin.
func act(t *testing.T, s *Server, origin, a string) (int, result) {
	t.Helper()
	r, text := fetch(t, "POST", s.URL()+"/page/act", `{"as":"ann",`+a+`}`, "Origin", origin)
	var out result
	if r.StatusCode == 200 {
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatal(err)
		}
	}
	return r.StatusCode, out
}

func TestPageActs(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		switch i.Type {
		case world.KindAutocomplete:
			i.answer(8, `{"choices":[{"name":"E4","value":"e4"}]}`)
		case world.KindCommand:
			i.answer(4, obj{"content": i.Data.Name, "flags": 64, "components": []obj{row(btn("More", "more"))}})
		default:
			i.answer(7, `{"content":"clicked"}`)
		}
	})
	does := func(action string) result {
		t.Helper()
		_, got := act(t, s, s.URL(), os.Expand(action, b.id))
		return got
	}
	if got := does(`"do":"complete","channel":"$games","command":"move","focused":"move","options":[{"name":"move","value":""}]`); len(got.Choices) != 1 || got.Choices[0].Value != "e4" {
		t.Errorf("complete = %+v", got)
	}
	got := does(`"do":"run","channel":"$games","command":"move","options":[{"name":"move","value":"e4 game:x"}]`)
	if got.Error != "" || got.Message == "" {
		t.Fatalf("run = %+v", got)
	}
	b.names("m", got.Message)
	if clicked := does(`"do":"click","message":"$m","id":"more"`); clicked.Message != got.Message {
		t.Errorf("click = %+v", clicked)
	}
	if bad := does(`"do":"slash","channel":"$games","line":"/none"`); !strings.HasPrefix(bad.Error, "There is no command") {
		t.Errorf("slash = %+v", bad)
	}
	if done := does(`"do":"dismiss","message":"$m"`); done.Error != "" {
		t.Errorf("dismiss = %+v", done)
	}
	for _, origin := range []string{"", "http://evil.example", "null"} {
		if status, _ := act(t, s, origin, `"do":"say","channel":"1","line":"x"`); status != 403 {
			t.Errorf("acting from %q: %d, want 403", origin, status)
		}
	}
}

func TestPageLive(t *testing.T) {
	s, b := play(t, Config{}, nil)
	url := "ws" + strings.TrimPrefix(s.URL(), "http") + "/page/live?as=ann"
	for _, origin := range []string{"", "http://evil.example"} {
		if conn, _, err := websocket.DefaultDialer.DialContext(within(t), url, http.Header{"Origin": {origin}}); err == nil {
			_ = conn.Close()
			t.Errorf("the socket opens to %q", origin)
		}
	}
	conn := live(t, s, "")
	until(t, conn, "the first view", func(v view) bool {
		return v.Open == games && v.Connected && len(v.Commands) == 4 && len(v.Messages) == 0
	})
	b.ok("POST", gamesPosts, `{"content":"hi @everyone"}`, nil)
	until(t, conn, "the message and its ping", func(v view) bool {
		return len(v.Messages) == 1 && v.PingCount == 1 && v.Messages[0].By.Display == "Parlour"
	})
	if err := conn.WriteMessage(websocket.TextMessage, []byte(s.User("ann").DM())); err != nil {
		t.Fatal(err)
	}
	until(t, conn, "her direct channel", func(v view) bool { return v.Open == s.User("ann").DM() && len(v.Messages) == 0 })
	if err := conn.WriteMessage(websocket.TextMessage, []byte(s.User("ben").DM())); err != nil {
		t.Fatal(err)
	}
	until(t, conn, "games in place of ben's direct channel", func(v view) bool {
		return v.Gone == s.User("ben").DM() && v.Open == games && len(v.Messages) == 1
	})
	hide(s, games, "ann")
	until(t, conn, "lounge in place of games", func(v view) bool { return v.Gone == games && v.Open == lounge })
}

// The page shows the bot's requests and the gateway's events live, and marks broken
// rules. It shows no token.
func TestPageShowsWhatTheBotSent(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"x"}`) })
	conn := live(t, s, "")
	b.slash("ann", games, "/go")
	path := gamesPosts
	wantCode(t, "too long", b.call("POST", path, obj{"content": strings.Repeat("x", 2001)}, nil), 50035)
	b.ok("POST", path, `{"content":"<b>fine</b>"}`, nil)
	v := until(t, conn, "one broken rule", func(v view) bool { return v.Broken == 1 && len(v.Messages) == 2 })
	n := len(v.Sent)
	if bad := v.Sent[n-2]; bad.Path != path || bad.Status != 400 || !strings.Contains(bad.Wrong, "content: Must be") {
		t.Errorf("the wrong request is shown as %+v", bad)
	}
	if good := v.Sent[n-1]; good.Method != "POST" || good.Status != 200 || good.Wrong != "" {
		t.Errorf("the good request is shown as %+v", good)
	}
	if answer := v.Sent[n-3]; !strings.HasSuffix(answer.Path, "/…/callback") {
		t.Errorf("an interaction's token is shown: %s", answer.Path)
	}
	if event := v.Sent[n-4]; event.Method != discord.GatewayMethod || event.Path != "INTERACTION_CREATE" {
		t.Errorf("the gateway's event is shown as %+v", event)
	}
	for range viewExchanges {
		b.ok("POST", "/channels/"+games+"/typing", nil, nil)
	}
	until(t, conn, "a hundred exchanges", func(v view) bool {
		return len(v.Sent) == viewExchanges && strings.HasSuffix(v.Sent[0].Path, "/typing") && v.Broken == 1
	})
}

// live opens ann's page and reads nothing yet.
func live(t *testing.T, s *Server, query string) *websocket.Conn {
	t.Helper()
	url := "ws" + strings.TrimPrefix(s.URL(), "http") + "/page/live?as=ann" + query
	return open(t, url, http.Header{"Origin": {s.URL()}})
}

// until reads views until ok accepts one.
func until(t *testing.T, conn *websocket.Conn, what string, ok func(v view) bool) view {
	t.Helper()
	for {
		var v view
		if err := conn.ReadJSON(&v); err != nil {
			t.Fatalf("waiting for the page to show %s: %v", what, err)
		}
		if ok(v) {
			return v
		}
	}
}

func TestPageOfAChannelThatIsGone(t *testing.T) {
	s := start(t, Config{})
	var v view
	if err := live(t, s, "&open=99").ReadJSON(&v); err != nil || v.Gone != "99" || v.Open != games {
		t.Errorf("the first view has %q open, %q gone, %v", v.Open, v.Gone, err)
	}
}

func TestSecondPageKeepsPrivateMessages(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"x","flags":64}`) })
	ann := s.User("ann")
	first := live(t, s, "&fresh=1")
	if _, _, err := first.ReadMessage(); err != nil {
		t.Fatal(err)
	}
	b.slash("ann", games, "/go")
	second := live(t, s, "&fresh=1")
	if _, _, err := second.ReadMessage(); err != nil {
		t.Fatal(err)
	}
	if n := len(ann.Sees(games)); n != 1 {
		t.Errorf("with a second page open ann sees %d messages, want 1", n)
	}
	_, _ = first.Close(), second.Close()
	await(t, s, "ann's pages to be gone", func() bool { return ann.u.Pages == 0 })
	if _, _, err := live(t, s, "&fresh=1").ReadMessage(); err != nil {
		t.Fatal(err)
	}
	if n := len(ann.Sees(games)); n != 0 {
		t.Errorf("after a reload ann sees %d messages, want 0", n)
	}
}

// A page that does not read neither delays Close nor outlives it.
func TestCloseCutsPagesThatDoNotRead(t *testing.T) {
	s := start(t, Config{})
	ann := s.User("ann")
	for range viewMessages {
		if _, err := ann.Say(games, strings.Repeat("…", 2000)); err != nil {
			t.Fatal(err)
		}
	}
	live(t, s, "")
	pace := live(t, s, "")
	for n := range 30 { // more than what lies between two sockets holds
		s.Stage().Rename("ben", fmt.Sprint("Ben", n))
		if _, _, err := pace.ReadMessage(); err != nil {
			t.Fatal(err)
		}
	}
	_ = s.Close()
	if n := s.d.Sockets.Left(); n != 0 {
		t.Errorf("%d sockets are open after Close", n)
	}
}

// A phone shows the first words of a message, or only its origin if it has none. It
// shows nothing of a deferred reply.
func TestNotificationIsAPhones(t *testing.T) {
	answered := make(chan int, 1)
	s, b := play(t, Config{}, func(i asked) {
		i.answer(5, nil)
		answered <- i.bot.call("PATCH", i.hook("/messages/@original"), obj{"content": "<@" + s2id + ">"}, nil)
	})
	ben := s.User("ben")
	b.slash("ann", games, "/go")
	if code := next(t, answered, "the deferred answer"); code != 0 {
		t.Fatalf("the deferred reply is refused with %d", code)
	}
	if n := ben.Notifications(); len(n) != 0 {
		t.Errorf("a deferred reply shows %+v on a phone", n)
	}
	b.upload("POST", "/channels/"+ben.DM()+"/messages", `{"attachments":[{"id":"0"}]}`, nil, "picture")
	b.ok("POST", "/channels/"+ben.DM()+"/messages", obj{"content": strings.Repeat("é", 121)}, nil)
	n := ben.Notifications()
	if len(n) != 2 || n[0].From != "Parlour" || n[0].Text != "" || n[1].Text != strings.Repeat("é", 120)+"…" {
		t.Errorf("ben's phone shows %+v", n)
	}
}

// A phone's first words do not end within a tag.
func TestNotificationHasNoHalfTag(t *testing.T) {
	s, b := play(t, Config{}, func(asked) {})
	words := strings.Repeat("x", 100)
	for sent, want := range map[string]string{
		words + " <t:1795681945:R>, then":                      words + " <t:1795681945:R>…",
		words + " <t:1795681945:R>":                            words + " <t:1795681945:R>",
		words + " [Board](https://discord.com/channels/1/2) x": words + " [Board](https://discord.com/channels/1/2)…",
		words + " <t:179 is no tag":                            words + " <t:179 is no t…",
		words[:95] + " <t:1795681945:R>, and more":             words[:95] + " <t:1795681945:R>, a…",
	} {
		b.ok("POST", gamesPosts, obj{"content": s.User("ben").Mention() + " " + sent}, nil)
		n := s.User("ben").Notifications()
		if got := n[len(n)-1].Text; got != "@Ben "+want {
			t.Errorf("of %q ben's phone shows %q", sent, got)
		}
	}
}

// A message that answers an ephemeral one quotes it to the person who sees that, and to nobody else.
func TestAnEphemeralMessageIsQuotedToNobodyElse(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		if i.Data.CustomID == "aloud" {
			i.answer(4, `{"content":"for all"}`)
			return
		}
		i.answer(4, `{"content":"for ann","flags":64,"components":[<Aloud aloud>]}`)
	})
	alone := b.slash("ann", games, "/go")
	b.click("ann", alone.ID, "Aloud")
	for name, want := range map[string]string{"ann": "for ann", "ben": ""} {
		s.d.Lock()
		seen := s.pages.view(&User{s.d, s.d.Person(name)}, games).Messages
		s.d.Unlock()
		if last := seen[len(seen)-1]; last.Content != "for all" || last.ReplyTo != alone.ID || last.Reply != want {
			t.Errorf("%s sees %q, an answer to %q, want one to %q", name, last.Content, last.Reply, want)
		}
	}
}
